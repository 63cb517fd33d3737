// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.conformance.languages;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.conformance.languages.Cases.Case;
import dev.ashlar.sbe.ParseOptions;
import dev.ashlar.sbe.SchemaParser;
import dev.ashlar.sbe.ir.Schema;
import dev.ashlar.sbe.otf.JsonReader;
import dev.ashlar.sbe.otf.JsonWriter;
import dev.ashlar.sbe.otf.MessageValidator;
import dev.ashlar.sbe.otf.ValidationResult;
import dev.ashlar.sbe.random.NewerSchema;
import dev.ashlar.sbe.random.RandomSchema;
import dev.ashlar.sbe.random.SchemaXml;
import dev.ashlar.testkit.Seed;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Each language decodes messages to the same JSON as Java, copies them to the same bytes, and gives the same verdict
/// on changed bytes: accepted, or refused at the same place for the same reason.
///
/// Messages are of the reader's version, of an older one and of a newer one. A language whose tools are missing is
/// skipped, which the report of the tests says.
class LanguageConformanceTest {
    private static final Path REFERENCE =
            Path.of("../ashlar-codegen/src/test/resources/dev/ashlar/codegen");
    private static final int SCHEMAS = 2;
    private static final int MANY_SCHEMAS = 45;
    private static final int MESSAGES = 60;
    private static final int CHANGES = 40;
    /// Of a copy: changed bytes may claim many entries without bytes, which have some in the copy.
    private static final int MAX_COPY_LENGTH = 1 << 23;

    @TempDir
    Path folder;

    static Stream<TargetLanguage> languages() {
        return with(new Cpp("g++", "-O1"), new Cpp("clang++", "-O0"));
    }

    static Stream<TargetLanguage> quick() {
        return with(new Cpp("g++", "-O0"), new Cpp("clang++", "-O0"));
    }

    static Stream<TargetLanguage> optimized() {
        return with(new Cpp("g++", "-O1"), new Cpp("clang++", "-O1"));
    }

    private static Stream<TargetLanguage> with(TargetLanguage... compilersOfCpp) {
        return Stream.concat(Stream.of(compilersOfCpp),
                Stream.of(new CSharp(), new Rust(), new TypeScript(), new Python()));
    }

    @ParameterizedTest
    @MethodSource("languages")
    void shouldAgreeOnTheReferenceSchemas(TargetLanguage language) throws IOException, InterruptedException {
        requireTools(language);
        SplittableRandom random = Seed.random("shouldAgreeOnTheReferenceSchemas");
        String golden = Files.readString(REFERENCE.resolve("golden.xml"));
        for (String xml : List.of(Files.readString(REFERENCE.resolve("traps.xml")),
                golden.replace("ORDER", "littleEndian"), golden.replace("ORDER", "bigEndian"),
                Resources.text("counts.xml"))) {
            Schema schema = SchemaParser.parse(new ByteArrayInputStream(xml.getBytes(StandardCharsets.UTF_8)),
                    "reference.xml", ParseOptions.DEFAULT).schema();
            compare(language, schema, schema, schema, random);
        }
    }

    @ParameterizedTest
    @MethodSource("quick")
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

    private void compare(TargetLanguage language, Schema schema, Schema older, Schema newer, SplittableRandom random)
            throws IOException, InterruptedException {
        Path source = Files.createTempDirectory(folder, "schema");
        List<Case> messages = Cases.messages(List.of(schema, older, newer), random, MESSAGES, CHANGES);
        List<String> command = language.build(schema, source);
        Iterator<String> answers = Tool.answers(source, command, frames(messages)).iterator();
        Expectation expectation = new Expectation(schema);
        int accepted = 0;
        for (Case message : messages) {
            try {
                accepted += expectation.check(message, answers) ? 1 : 0;
            } catch (AssertionError e) {
                throw new AssertionError(language.name() + ": " + e.getMessage() + "\nbytes="
                        + HexFormat.of().formatHex(message.bytes()) + "\n" + SchemaXml.of(schema), e);
            }
        }
        assertTrue(!answers.hasNext(), "more answers than messages");
        System.out.println(language.name() + ": messages=" + messages.size() + ", accepted=" + accepted);
    }

    private static byte[] frames(List<Case> messages) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (Case message : messages) {
            byte[] bytes = message.bytes();
            out.writeBytes(ByteBuffer.allocate(4).order(ByteOrder.LITTLE_ENDIAN).putInt(bytes.length).array());
            out.writeBytes(bytes);
        }
        return out.toByteArray();
    }

    /// What Java says of the same messages.
    private static final class Expectation {
        private final MessageValidator validator;
        private final JsonWriter writer;
        private final JsonReader reader;
        private final byte[] ours = new byte[MAX_COPY_LENGTH];

        Expectation(Schema schema) {
            this.validator = new MessageValidator(schema);
            this.writer = new JsonWriter(schema);
            this.reader = new JsonReader(schema);
        }

        boolean check(Case tested, Iterator<String> answers) {
            byte[] message = tested.bytes();
            MemorySegment memory = MemorySegment.ofArray(message);
            ValidationResult result = validator.validate(memory, 0, message.length);
            assertEquals(result.status().ordinal() + " " + result.position() + " " + Cases.element(result), answers.next());
            if (!result.isOk()) {
                return false;
            }
            String json = writer.toJson(memory, 0, message.length);
            assertEquals(json, answers.next());
            if (tested.isOwn()) {
                assertEquals(HexFormat.of().formatHex(message), answers.next());
            } else {
                checkCopy(message, (int) result.decodedLength(), json, answers.next());
            }
            return true;
        }

        /// A copy has the values that the message had, and is the message that Java makes of its JSON, except for what
        /// JSON does not keep; then it has at least the same JSON.
        private void checkCopy(byte[] message, int length, String json, String answer) {
            String expected;
            try {
                expected = HexFormat.of().formatHex(ours, 0, (int) reader.read(json, MemorySegment.ofArray(ours), 0));
            } catch (IllegalArgumentException e) {
                assertTrue(answer.startsWith("refused: "), "copied what Java refuses: " + e.getMessage());
                return;
            }
            if (answer.equals(expected) || answer.equals(HexFormat.of().formatHex(message, 0, length))) {
                return;
            }
            assertTrue(!answer.startsWith("refused: "), answer);
            byte[] copy = HexFormat.of().parseHex(answer);
            assertEquals(writer.toJson(MemorySegment.ofArray(ours), 0, ours.length),
                    writer.toJson(MemorySegment.ofArray(copy), 0, copy.length));
        }
    }
}
