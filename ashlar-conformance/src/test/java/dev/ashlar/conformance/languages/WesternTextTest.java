// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.conformance.languages;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.ashlar.sbe.ir.Schema;
import dev.ashlar.testkit.StandardTypes;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Languages whose strings are text read and write windows-1252 as Java does. The others leave its bytes to the caller;
/// `LanguageConformanceTest` compares the JSON of all.
class WesternTextTest {
    private static final Charset WESTERN = Charset.forName("windows-1252");
    private static final String ALL = IntStream.range(1, 0x10000).mapToObj(Character::toString)
            .filter(c -> WESTERN.newEncoder().canEncode(c)).collect(Collectors.joining());
    /// A control character, one of ISO 8859-1 that is another here, and one of no charset of a byte.
    private static final List<String> REFUSED = List.of("\\u0081", "a\\u0080", "\\u2603");
    private static final List<String> EXPECTED = List.of("3 " + ALL.length(),
            HexFormat.of().formatHex(ALL.getBytes(WESTERN)), "80e99f000000",
            "text with a character that its charset lacks: index=0, charset=windows-1252 (code)",
            "text with a character that its charset lacks: index=1, charset=windows-1252 (code)",
            "text with a character that its charset lacks: index=0, charset=windows-1252 (code)");

    @TempDir
    Path folder;

    private static Schema schema() throws IOException {
        return LanguagePage.parse(StandardTypes.schema("package='west' id='1' version='0'", """
                    <type name="Code" primitiveType="char" length="6" characterEncoding="windows-1252"/>
                    <composite name="text"><type name="length" primitiveType="uint16"/>
                      <type name="varData" length="0" primitiveType="uint8" characterEncoding="CP1252"/></composite>
                """, """
                  <sbe:message name="Note" id="1">
                    <field name="code" id="1" type="Code"/><data name="note" id="2" type="text"/>
                  </sbe:message>
                """));
    }

    /// Escapes that Python and JavaScript share.
    private static String literal(String text) {
        return text.chars().mapToObj(c -> String.format("\\u%04x", c)).collect(Collectors.joining("", "\"", "\""));
    }

    private static String literals() {
        return REFUSED.stream().map(text -> '"' + text + '"').collect(Collectors.joining(", ", "[", "]"));
    }

    private List<String> run(TargetLanguage language, String program, String text) throws IOException,
            InterruptedException {
        Skips.require(language.name(), language.tools());
        List<String> command = language.build(schema(), folder);
        Files.writeString(folder.resolve(program), text);
        return Tool.answers(folder, List.of(command.getFirst(), program), new byte[0]);
    }

    @Test
    void shouldReadAndWriteItInPython() throws IOException, InterruptedException {
        assertEquals(EXPECTED, run(new Python(), "western.py", """
                from ashlar_sbe import EncodingError
                from conformance.check import NoteDecoder, NoteEncoder

                text = %s
                note = NoteEncoder()
                note.code = "\\u20ac\\u00e9\\u0178"
                note.note = text
                read = NoteDecoder(bytes(note))
                assert read.code == "\\u20ac\\u00e9\\u0178" and read.note == text
                print(len(read.code), len(read.note))
                print(NoteDecoder.note.raw(read).hex())
                print(NoteDecoder.code.raw(read).hex())
                for refused in %s:
                    try:
                        note.code = refused
                    except EncodingError as e:
                        print(e)
                """.formatted(literal(ALL), literals())));
    }

    @Test
    void shouldReadAndWriteItInTypeScript() throws IOException, InterruptedException {
        assertEquals(EXPECTED, run(new TypeScript(), "western.mjs", """
                import { NoteDecoder, NoteEncoder } from "./out/conformance/check/index.js";

                const hex = (bytes) => Buffer.from(bytes).toString("hex");
                const text = %s;
                const note = new NoteEncoder();
                note.code = "\\u20ac\\u00e9\\u0178";
                note.note = text;
                const read = new NoteDecoder(note.sbeBytes());
                if (read.code !== "\\u20ac\\u00e9\\u0178" || read.note !== text) {
                  throw new Error(read.code);
                }
                console.log(read.code.length, read.note.length);
                console.log(hex(NoteDecoder.sbeMembers.note.raw(read)));
                console.log(hex(NoteDecoder.sbeMembers.code.raw(read)));
                for (const refused of %s) {
                  try {
                    note.code = refused;
                  } catch (e) {
                    console.log(e.message);
                  }
                }
                """.formatted(literal(ALL), literals())));
    }
}
