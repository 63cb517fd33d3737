// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.conformance.languages;

import dev.ashlar.sbe.ir.Schema;
import dev.ashlar.testkit.Seed;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// What [LanguageConformanceTest] compares, on many changed messages of each language.
@Tag("long")
class ChangedMessagesTest {
    /// Changed messages of each language, of all reference schemas together.
    private static final int CHANGED = 100_000;
    private static final int CHANGES = 40;

    @TempDir
    Path folder;

    @ParameterizedTest
    @MethodSource("dev.ashlar.conformance.languages.LanguageConformanceTest#unoptimized")
    void shouldGiveTheSameVerdict(TargetLanguage language) throws IOException, InterruptedException {
        Skips.require(language.name(), language.tools());
        SplittableRandom random = Seed.random("shouldGiveTheSameVerdict");
        List<Schema> schemas = LanguageConformanceTest.referenceSchemas();
        int messages = CHANGED / CHANGES / schemas.size();
        for (Schema schema : schemas) {
            LanguageComparison.run(language, schema, Cases.messages(List.of(schema), random, messages, CHANGES),
                    folder);
        }
    }
}
