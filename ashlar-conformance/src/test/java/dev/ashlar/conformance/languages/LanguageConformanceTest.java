// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.conformance.languages;

import dev.ashlar.sbe.SchemaParser;
import dev.ashlar.sbe.ir.Schema;
import dev.ashlar.sbe.random.NewerSchema;
import dev.ashlar.sbe.random.RandomSchema;
import dev.ashlar.testkit.Seed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Each language decodes messages to the same JSON as Java, copies them to the same bytes, and gives the same verdict
/// on changed bytes: accepted, or refused at the same place for the same reason.
///
/// Messages are of the reader's version, of an older one and of a newer one. A language whose tools are missing is
/// skipped, which the report of the tests says.
///
/// Takes longest, and so begins first.
@Order(1)
class LanguageConformanceTest {
    private static final Path REFERENCE =
            Path.of("../ashlar-codegen/src/test/resources/dev/ashlar/codegen");
    /// Begins the names of the languages that are tried.
    private static final String ONLY = System.getProperty("test.language", "");
    private static final int SCHEMAS = 2;
    private static final int MANY_SCHEMAS = 45;
    private static final int MESSAGES = 60;
    private static final int CHANGES = 40;

    @TempDir
    Path folder;

    /// With one compiler of each.
    static Stream<TargetLanguage> languages() {
        return tried(with(Cpp.plain("-O1")));
    }

    /// Other compilers of the same languages.
    static Stream<TargetLanguage> others() {
        return tried(Stream.concat(Stream.of(new Cpp("clang++", "-O0")), Go.oldest().stream()));
    }

    static Stream<TargetLanguage> unoptimized() {
        return tried(Stream.concat(with(Cpp.plain("-O0"), new Cpp("clang++", "-O0")), Go.oldest().stream()));
    }

    static Stream<TargetLanguage> optimized() {
        return tried(Stream.concat(with(Cpp.plain("-O1"), new Cpp("clang++", "-O1")), Go.oldest().stream()));
    }

    private static Stream<TargetLanguage> with(TargetLanguage... compilersOfCpp) {
        return Stream.concat(Stream.of(compilersOfCpp),
                Stream.of(new CSharp(), new Rust(), new Go(), new TypeScript(), new Python()));
    }

    private static Stream<TargetLanguage> tried(Stream<TargetLanguage> languages) {
        return languages.filter(language -> language.name().startsWith(ONLY));
    }

    @ParameterizedTest
    @MethodSource("languages")
    void shouldAgreeOnTheReferenceSchemas(TargetLanguage language) throws IOException, InterruptedException {
        requireTools(language);
        SplittableRandom random = Seed.random("shouldAgreeOnTheReferenceSchemas");
        Set<Feature> found = EnumSet.noneOf(Feature.class);
        for (Schema schema : referenceSchemas()) {
            boolean isFirst = schema.version() == 0;
            Schema newer = NewerSchema.of(schema, random);
            found.addAll(isFirst ? compare(language, newer, schema, NewerSchema.of(newer, random), random)
                    : compare(language, schema, schema, newer, random));
        }
        if (System.getProperty("test.seed", "").isEmpty()) {
            LanguageReport.check(language.name(), LanguageReport.cells(language, found));
        }
    }

    @Tag("slow")
    @ParameterizedTest
    @MethodSource("others")
    void shouldAgreeOnTheReferenceSchemasWithOtherCompilers(TargetLanguage language) throws IOException,
            InterruptedException {
        shouldAgreeOnTheReferenceSchemas(language);
    }

    /// With every kind of member, in both byte orders.
    static List<Schema> referenceSchemas() throws IOException {
        String golden = Files.readString(REFERENCE.resolve("golden.xml"));
        List<Schema> schemas = new ArrayList<>();
        for (String xml : List.of(Files.readString(REFERENCE.resolve("traps.xml")),
                golden.replace("ORDER", "littleEndian"), golden.replace("ORDER", "bigEndian"),
                Resources.text("counts.xml"), Resources.text("texts.xml"))) {
            schemas.add(SchemaParser.parseText(xml, "reference.xml").schema());
        }
        return schemas;
    }

    @Tag("slow")
    @ParameterizedTest
    @MethodSource("languages")
    void shouldAgreeOnEdges(TargetLanguage language) throws IOException, InterruptedException {
        requireTools(language);
        Schema schema = LanguagePage.parse(Resources.text("edges.xml"));
        LanguageComparison.run(language, schema, Cases.edges(schema, Seed.random("shouldAgreeOnEdges")), folder);
    }

    @Tag("slow")
    @ParameterizedTest
    @MethodSource("others")
    void shouldAgreeOnEdgesWithOtherCompilers(TargetLanguage language) throws IOException, InterruptedException {
        shouldAgreeOnEdges(language);
    }

    @ParameterizedTest
    @MethodSource("languages")
    void shouldAgreeOnMetadata(TargetLanguage language) throws IOException, InterruptedException,
            ReflectiveOperationException {
        requireTools(language);
        List<String> command = language.running(Metadata.PROGRAM).build(Defect.schema(), folder);
        Metadata.compare(language, command, folder);
    }

    @Tag("slow")
    @ParameterizedTest
    @MethodSource("unoptimized")
    void shouldAgreeOnRandomSchemas(TargetLanguage language) throws IOException, InterruptedException {
        randomSchemas(language, SCHEMAS, Seed.random("shouldAgreeOnRandomSchemas"));
    }

    @Tag("long")
    @ParameterizedTest
    @MethodSource("optimized")
    void shouldAgreeOnRandomSchemasAtLength(TargetLanguage language) throws IOException, InterruptedException {
        randomSchemas(language, MANY_SCHEMAS, Seed.random("shouldAgreeOnRandomSchemasAtLength"));
    }

    private void randomSchemas(TargetLanguage language, int schemas, SplittableRandom random) throws IOException,
            InterruptedException {
        requireTools(language);
        for (int i = 0; i < schemas; i++) {
            Schema older = RandomSchema.beyondReference(random);
            Schema schema = NewerSchema.of(older, random);
            compare(language, schema, older, NewerSchema.of(schema, random), random);
        }
    }

    private static void requireTools(TargetLanguage language) throws InterruptedException {
        Skips.require(language.name(), language.tools());
    }

    private Set<Feature> compare(TargetLanguage language, Schema schema, Schema older, Schema newer,
            SplittableRandom random) throws IOException, InterruptedException {
        return LanguageComparison.run(language, schema,
                Cases.messages(List.of(schema, older, newer), random, MESSAGES, CHANGES), folder);
    }
}
