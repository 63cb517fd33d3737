// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.codegen;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.ashlar.sbe.ir.Schema;
import dev.ashlar.testkit.StandardTypes;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/// What the generators of all languages have in common.
abstract class GeneratorContract {
    static final Schema TRAPS = Schemas.parse(Schemas.text("traps.xml"));

    private final Generator generator;
    private final String first;
    private final String last;

    /// Writes the files of a language.
    @FunctionalInterface
    interface Generator {
        List<GeneratedFile> generate(Schema schema, LanguageOptions options);
    }

    /// @param first path of the first file of `traps.xml`
    /// @param last  path of the last
    GeneratorContract(Generator generator, String first, String last) {
        this.generator = generator;
        this.first = first;
        this.last = last;
    }

    @Test
    void shouldWriteTheSameForTheSameSchema() {
        List<GeneratedFile> files = generator.generate(TRAPS, LanguageOptions.DEFAULT);
        assertEquals(files, generator.generate(Schemas.parse(Schemas.text("traps.xml")), LanguageOptions.DEFAULT));
        assertEquals(first, files.getFirst().path());
        assertEquals(last, files.getLast().path());
        assertEquals(files.size(), files.stream().map(f -> f.path().toLowerCase()).distinct().count());
    }

    /// Texts of the files by their paths.
    final Map<String, String> files(Schema schema, String packageName) {
        return generator.generate(schema, LanguageOptions.DEFAULT.withPackageName(packageName)).stream()
                .collect(Collectors.toMap(GeneratedFile::path, GeneratedFile::content));
    }

    /// A schema of the package `words` with the standard's header.
    ///
    /// @param description of the schema
    /// @param types       as XML, after the header
    /// @param messages    as XML
    static Schema words(String description, String types, String messages) {
        return Schemas.parse(StandardTypes.schema("package='words' id='1' version='0' description=\"" + description + '"',
                types, messages));
    }
}
