// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.codegen;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.ashlar.sbe.ir.Schema;
import dev.ashlar.testkit.StandardTypes;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// What the generators of all languages have in common.
abstract class GeneratorContract {
    static final Schema TRAPS = Schemas.parse(Schemas.text("traps.xml"));
    private static final List<String> NAMES_OF_FILES = List.of("Trade", "TRADE", "trade", "Con", "aux", "NUL", "Com1", "TYPES",
            "types", "Schema", "Index", "Mod", "Lib", "Sbe", "sbe", "SbeJson", "Json", "Init", "SbeMessages", "Package_info");

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

    /// Where case does not matter, and where `con` and `aux` are devices.
    @Test
    void shouldNotNameFilesThatSomeSystemsTakeForOneOrForNone() {
        Schema schema = words("", """
                    <enum name="Con" encodingType="uint8"><validValue name="A">1</validValue></enum>
                    <enum name="side" encodingType="uint8"><validValue name="A">1</validValue></enum>
                    <enum name="SIDE" encodingType="uint8"><validValue name="A">1</validValue></enum>
                """, IntStream.range(0, NAMES_OF_FILES.size()).mapToObj(i -> "<sbe:message name=\"%s\" id=\"%d\"/>"
                        .formatted(NAMES_OF_FILES.get(i), i)).collect(Collectors.joining()));
        for (String packageName : List.of("words", "ashlar", "ashlar.sbe", "enum")) {
            List<String> paths = generator.generate(schema, LanguageOptions.DEFAULT.withPackageName(packageName))
                    .stream().map(file -> file.path().toLowerCase(Locale.ROOT)).sorted().toList();
            assertEquals(paths.stream().distinct().toList(), paths);
            for (String path : paths) {
                String name = path.substring(path.lastIndexOf('/') + 1);
                assertFalse(name.matches("(aux|con|nul|com1)\\..*"), path);
            }
        }
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
