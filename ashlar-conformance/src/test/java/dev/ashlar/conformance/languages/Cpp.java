// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.conformance.languages;

import dev.ashlar.codegen.CppGenerator;
import dev.ashlar.codegen.LanguageOptions;
import dev.ashlar.codegen.OutputDirectory;
import dev.ashlar.sbe.ir.Schema;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// C++20, without warnings and under the address and undefined-behaviour sanitizers.
///
/// @param compiler     `g++` or `clang++`
/// @param optimization `-O0`, with which compilers take half as long, or `-O1`, with which g++ warns of more
record Cpp(String compiler, String optimization) implements TargetLanguage {
    @Override
    public String name() {
        return "C++ (" + compiler + " " + optimization + ")";
    }

    @Override
    public List<List<String>> tools() {
        return List.of(List.of(compiler, "--version"));
    }

    @Override
    public List<String> build(Schema schema, Path folder) throws IOException, InterruptedException {
        OutputDirectory.write(folder, CppGenerator.generate(schema, LanguageOptions.DEFAULT.withPackageName("conformance.check")));
        Files.writeString(folder.resolve("conformance/check/driver.cpp"),
                Resources.text("driver.cpp").replace("NAMESPACE", "conformance::check"));
        Tool.run(folder, List.of(compiler, "-std=c++20", "-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Wsign-conversion",
                "-Werror", optimization, "-fsanitize=address,undefined", "-fno-sanitize-recover=all", "-I.", "conformance/check/driver.cpp",
                "-o", "driver"));
        return List.of(folder.resolve("driver").toString());
    }
}
