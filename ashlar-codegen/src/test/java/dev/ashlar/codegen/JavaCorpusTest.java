// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.codegen;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.ashlar.sbe.ParseOptions;
import dev.ashlar.sbe.SchemaParser;
import dev.ashlar.sbe.ir.Schema;
import dev.ashlar.testkit.KnownSchemas;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/// Every known schema that the parser accepts gives code that compiles without a warning, with all options and with
/// none, and the same code each time (trap 44).
///
/// With the corpus, the code has 65 MB, and generating and compiling it takes most of the time: so it is done on
/// several threads; of large schemas that are there in several versions, or under several names, one is tried and the
/// others in the long trials only, as is generating large ones again; and code without options, which is less of the
/// same kind, is compiled all at once.
@Tag("slow")
class JavaCorpusTest {
    private static final int MANY_MESSAGES = 15;
    private static final int MAX_THREADS = 4;
    /// In the name of a file, with what comes after it.
    private static final Pattern VERSION = Pattern.compile("\\d.*");
    private static final JavaOptions ALL =
            JavaOptions.DEFAULT.withRecords(true).withAccessOrderChecks(true).withTypePackages(true);
    private static final ExecutorService THREADS =
            Executors.newFixedThreadPool(Math.min(MAX_THREADS, Runtime.getRuntime().availableProcessors()));

    @AfterAll
    static void close() {
        THREADS.shutdownNow();
    }

    @TestFactory
    Stream<DynamicTest> shouldCompileWhenSchemaIsAccepted() throws IOException {
        Set<Path> others = otherVersions();
        return compiled(KnownSchemas.all().stream().filter(file -> !others.contains(file)));
    }

    @TestFactory
    @Tag("long")
    Stream<DynamicTest> shouldCompileOtherVersionsWhenSchemaIsLarge() throws IOException {
        return compiled(otherVersions().stream());
    }

    /// Large schemas of which another one is there that has the same text, or a name that is the same up to its version
    /// and comes later.
    private static Set<Path> otherVersions() throws IOException {
        Set<String> known = new HashSet<>();
        Set<Path> others = new TreeSet<>();
        for (Path file : KnownSchemas.all().reversed()) {
            if (parse(file).filter(JavaCorpusTest::isLarge).isPresent()) {
                String name = VERSION.matcher(file.getFileName().toString()).replaceFirst("");
                boolean unknown = known.add(file.resolveSibling(name).toString());
                if (!known.add(Files.readString(file)) || !unknown) {
                    others.add(file);
                }
            }
        }
        return others;
    }

    private static Stream<DynamicTest> compiled(Stream<Path> files) {
        // All are begun now; each test waits for its own.
        List<DynamicTest> tests = new ArrayList<>();
        for (Path file : files.toList()) {
            Future<?> check = THREADS.submit(() -> check(file));
            tests.add(dynamicTest(file.getFileName().toString(), check::get));
        }
        return tests.stream();
    }

    private static void check(Path file) {
        Optional<Schema> schema = parse(file);
        if (schema.isPresent()) {
            List<GeneratedFile> files = JavaGenerator.generate(schema.get(), ALL);
            Compiled.of(files);
            if (!isLarge(schema.get())) {
                assertEquals(files, JavaGenerator.generate(schema.get(), ALL));
            }
        }
    }

    @Test
    void shouldCompileWithoutOptions() {
        List<GeneratedFile> files = new ArrayList<>();
        for (Path path : KnownSchemas.all()) {
            Optional<Schema> schema = parse(path).filter(s -> !isLarge(s));
            // A package each, or the versions of a schema would be in each other's way.
            JavaOptions options = JavaOptions.DEFAULT.withPackageName("schema" + files.size());
            schema.ifPresent(s -> files.addAll(JavaGenerator.generate(s, options)));
        }
        Compiled.of(files);
    }

    @Test
    @Tag("long")
    void shouldGenerateTheSameTwiceWhenSchemaIsLarge() {
        for (Path file : KnownSchemas.all()) {
            parse(file).filter(JavaCorpusTest::isLarge).ifPresent(s ->
                    assertEquals(JavaGenerator.generate(s, ALL), JavaGenerator.generate(s, ALL)));
        }
    }

    private static boolean isLarge(Schema schema) {
        return schema.messages().size() >= MANY_MESSAGES;
    }

    private static Optional<Schema> parse(Path file) {
        return SchemaParser.parse(file, ParseOptions.DEFAULT.withXInclude(true)).parsed();
    }
}
