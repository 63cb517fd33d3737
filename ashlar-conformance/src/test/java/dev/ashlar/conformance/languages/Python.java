// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.conformance.languages;

import dev.ashlar.codegen.LanguageOptions;
import dev.ashlar.codegen.OutputDirectory;
import dev.ashlar.codegen.PythonGenerator;
import dev.ashlar.sbe.ir.Schema;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// Python without packages.
record Python() implements TargetLanguage {
    @Override
    public String name() {
        return "Python";
    }

    @Override
    public List<List<String>> tools() {
        return List.of(List.of("python3", "--version"));
    }

    @Override
    public List<String> build(Schema schema, Path folder) throws IOException {
        OutputDirectory.write(folder, PythonGenerator.generate(schema, LanguageOptions.DEFAULT.withPackageName("conformance.check")));
        Files.writeString(folder.resolve("driver.py"), Resources.text("driver.py"));
        return List.of("python3", "driver.py");
    }
}
