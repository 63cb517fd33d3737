// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.conformance.languages;

import dev.ashlar.codegen.GeneratedFile;
import dev.ashlar.codegen.LanguageOptions;
import dev.ashlar.codegen.PythonGenerator;
import dev.ashlar.sbe.ir.Schema;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// Python without packages.
///
/// @param program name of the file to run
record Python(String program) implements TargetLanguage {
    Python() {
        this("driver");
    }

    @Override
    public String name() {
        return "Python";
    }

    @Override
    public List<List<String>> tools() {
        return List.of(List.of("python3", "--version"));
    }

    @Override
    public TargetLanguage running(String other) {
        return new Python(other);
    }

    @Override
    public List<GeneratedFile> generate(Schema schema) {
        return PythonGenerator.generate(schema, LanguageOptions.DEFAULT.withPackageName("conformance.check"));
    }

    @Override
    public List<String> compile(Path folder) throws IOException {
        Files.writeString(folder.resolve(program + ".py"), Resources.text(program + ".py"));
        return List.of("python3", program + ".py");
    }
}
