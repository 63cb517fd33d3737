// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.conformance.languages;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.sbe.ParseOptions;
import dev.ashlar.sbe.ParseResult;
import dev.ashlar.sbe.SchemaParser;
import dev.ashlar.sbe.ir.Schema;
import dev.ashlar.testkit.Corpus;
import dev.ashlar.testkit.KnownSchemas;
import dev.ashlar.testkit.Seed;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// What [LanguageConformanceTest] compares, on the schemas of the project and of the corpus.
@Tag("long")
class CorpusConformanceTest {
    private static final int MESSAGES = 30;
    private static final int CHANGES = 10;
    private static final String RARE_CHARSET = "GB18030";

    @TempDir
    Path folder;

    @ParameterizedTest
    @MethodSource("dev.ashlar.conformance.languages.LanguageConformanceTest#unoptimized")
    void shouldAgreeOnTheSchemasOfOthers(TargetLanguage language) throws IOException, InterruptedException {
        Skips.require(language.name(), language.tools());
        SplittableRandom random = Seed.random("shouldAgreeOnTheSchemasOfOthers");
        int compared = 0;
        for (Path file : Stream.concat(KnownSchemas.right().stream(), Corpus.schemas().stream()).toList()) {
            ParseResult result = SchemaParser.parse(utf8(file), ParseOptions.DEFAULT.withXInclude(true));
            if (result.parsed().isPresent() && !result.schema().messages().isEmpty()) {
                Schema schema = result.schema();
                LanguageComparison.run(language, schema,
                        Cases.messages(List.of(schema), random, MESSAGES, CHANGES), folder);
                compared++;
            }
        }
        System.out.println(language.name() + ": schemas=" + compared);
        assertTrue(compared >= (Corpus.schemas().isEmpty() ? 7 : 48), "compared=" + compared);
    }

    /// The schema with UTF-8 in place of a charset that Java knows and other languages show in hexadecimal.
    private Path utf8(Path file) throws IOException {
        String xml = Files.readString(file, StandardCharsets.ISO_8859_1);
        return xml.contains(RARE_CHARSET) ? Files.writeString(folder.resolve(file.getFileName()),
                xml.replace(RARE_CHARSET, "UTF-8"), StandardCharsets.ISO_8859_1) : file;
    }
}
