// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.conformance.languages;

import dev.ashlar.codegen.CppGenerator;
import dev.ashlar.codegen.GeneratedFile;
import dev.ashlar.codegen.LanguageOptions;
import dev.ashlar.sbe.ir.Schema;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/// C++20, without warnings and, unless it is plain, under the address and undefined-behaviour sanitizers.
///
/// @param compiler     `g++` or `clang++`
/// @param optimization `-O0`, with which compilers take half as long, or `-O1`, with which g++ warns of more
/// @param sanitized    whether its programs stop at the first fault
/// @param program      name of the file with `main`
record Cpp(String compiler, String optimization, boolean sanitized, String program) implements TargetLanguage {
    static final List<String> WARNINGS = List.of("-std=c++20", "-Wall", "-Wextra", "-Wpedantic", "-Wconversion",
            "-Wsign-conversion");

    Cpp(String compiler, String optimization) {
        this(compiler, optimization, true, "driver");
    }

    /// Of g++ without sanitizers, which double its time or more; those of clang++ find what they would.
    static Cpp plain(String optimization) {
        return new Cpp("g++", optimization, false, "driver");
    }

    @Override
    public String name() {
        return "C++ (" + compiler + " " + optimization + ")";
    }

    @Override
    public List<List<String>> tools() {
        List<String> found = List.of(compiler, "--version");
        return sanitized ? List.of(found, Sanitizers.trial(compiler)) : List.of(found);
    }

    @Override
    public TargetLanguage running(String other) {
        return new Cpp(compiler, optimization, sanitized, other);
    }

    @Override
    public List<GeneratedFile> generate(Schema schema) {
        return CppGenerator.generate(schema, LanguageOptions.DEFAULT.withPackageName("conformance.check"));
    }

    @Override
    public List<String> compile(Path folder) throws IOException, InterruptedException {
        Files.writeString(folder.resolve("conformance/check/" + program + ".cpp"),
                Resources.text(program + ".cpp").replace("NAMESPACE", "conformance::check"));
        List<String> sanitizers = sanitized ? Sanitizers.OPTIONS : List.of();
        Tool.run(folder, Stream.of(List.of(compiler), WARNINGS, Tool.WARNINGS_FAIL, sanitizers, List.of(optimization, "-I.",
                "conformance/check/" + program + ".cpp", "-o", "driver")).flatMap(List::stream).toList());
        return List.of(folder.resolve("driver").toString());
    }
}
