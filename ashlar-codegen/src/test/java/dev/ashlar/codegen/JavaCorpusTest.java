// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.codegen;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.ashlar.sbe.ParseOptions;
import dev.ashlar.sbe.SchemaParser;
import dev.ashlar.sbe.ir.Schema;
import dev.ashlar.testkit.Corpus;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/// Every schema of the corpus that the parser accepts gives code that compiles without a warning, with all options and with
/// none, and the same code each time (trap 44).
class JavaCorpusTest {
    private static final JavaOptions ALL =
            JavaOptions.DEFAULT.withRecords(true).withAccessOrderChecks(true).withTypePackages(true);

    @TestFactory
    Stream<DynamicTest> shouldCompileWhenSchemaIsAccepted() {
        return Corpus.schemas().stream().map(file -> dynamicTest(file.getFileName().toString(), () -> check(file)));
    }

    private static void check(Path file) {
        Optional<Schema> schema = SchemaParser.parse(file, ParseOptions.DEFAULT.withXInclude(true)).parsed();
        if (schema.isPresent()) {
            Compiled.of(JavaGenerator.generate(schema.get(), ALL));
            Compiled.of(JavaGenerator.generate(schema.get(), JavaOptions.DEFAULT));
            assertEquals(JavaGenerator.generate(schema.get(), ALL), JavaGenerator.generate(schema.get(), ALL));
        }
    }
}
