// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.conformance.languages;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.conformance.languages.Cases.Case;
import dev.ashlar.sbe.ir.Schema;
import dev.ashlar.sbe.otf.JsonReader;
import dev.ashlar.sbe.otf.JsonWriter;
import dev.ashlar.sbe.otf.MessageValidator;
import dev.ashlar.sbe.otf.ValidationResult;
import dev.ashlar.sbe.random.SchemaXml;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.List;
import java.util.Set;

/// What a language's codecs of a schema say of messages, against what Java says of them.
final class LanguageComparison {
    /// Of a copy: changed bytes may claim many entries without bytes, which have some in the copy.
    private static final int MAX_COPY_LENGTH = 1 << 23;

    private LanguageComparison() {
    }

    /// Builds the codecs of a schema in a new folder below `parent` and compares all answers.
    ///
    /// @return what the messages had, on all of which the language and Java agree
    static Set<Feature> run(TargetLanguage language, Schema schema, List<Case> messages, Path parent)
            throws IOException, InterruptedException {
        Path source = Files.createTempDirectory(parent, "schema");
        return compare(language, schema, language.build(schema, source), messages, source);
    }

    /// Compares all answers of a program.
    ///
    /// @param command that runs it in the folder `source`
    static Set<Feature> compare(TargetLanguage language, Schema schema, List<String> command, List<Case> messages,
            Path source) throws IOException, InterruptedException {
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
        System.out.println(language.name() + ": schema=" + schema.packageName() + ", messages=" + messages.size()
                + ", accepted=" + accepted);
        return expectation.features;
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
        private final Set<Feature> features = EnumSet.noneOf(Feature.class);
        private final FeatureFinder finder;

        Expectation(Schema schema) {
            this.validator = new MessageValidator(schema);
            this.writer = new JsonWriter(schema);
            this.reader = new JsonReader(schema);
            this.finder = new FeatureFinder(schema, features);
        }

        boolean check(Case tested, Iterator<String> answers) {
            byte[] message = tested.bytes();
            MemorySegment memory = MemorySegment.ofArray(message);
            ValidationResult result = validator.validate(memory, 0, message.length);
            assertEquals(result.status().ordinal() + " " + result.position() + " " + Cases.element(result), answers.next());
            if (!result.isOk()) {
                features.add(Feature.of(result.status()));
                return false;
            }
            String json = writer.toJson(memory, 0, message.length);
            assertEquals(json, answers.next());
            if (tested.isOwn()) {
                assertEquals(HexFormat.of().formatHex(message), answers.next());
            } else {
                checkCopy(message, (int) result.decodedLength(), json, answers.next());
            }
            finder.find(memory);
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
