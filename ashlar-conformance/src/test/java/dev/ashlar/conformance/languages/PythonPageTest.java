// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.conformance.languages;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.ashlar.codegen.LanguageOptions;
import dev.ashlar.codegen.OutputDirectory;
import dev.ashlar.codegen.PythonGenerator;
import dev.ashlar.sbe.ir.Schema;
import dev.ashlar.testkit.StandardTypes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The code of `docs/languages/python.md` is a program that writes what the page says; the example runs; and what is
/// generated suits mypy, black and numpy.
class PythonPageTest {
    private static final Path EXAMPLE = Path.of("../examples/python");
    private static final Path SCHEMAS = Path.of("../ashlar-codegen/src/test/resources/dev/ashlar/codegen");

    @TempDir
    Path folder;

    @Test
    void shouldRunTheCodeOfThePage() throws IOException, InterruptedException {
        Skips.require("Python", List.of(List.of("python3", "--version")));
        LanguagePage page = LanguagePage.of("python");
        generate(EXAMPLE.resolve("feed.xml"), "");
        Files.writeString(folder.resolve("page.py"), page.blocks("python"));
        assertEquals(page.written(), run("page.py"));
    }

    @Test
    void shouldRunTheExample() throws IOException, InterruptedException {
        Skips.require("Python", List.of(List.of("python3", "--version")));
        generate(EXAMPLE.resolve("feed.xml"), "");
        Files.copy(EXAMPLE.resolve("demo.py"), folder.resolve("demo.py"));
        assertEquals("ASHL 100", run("demo.py").getFirst());
    }

    @Test
    void shouldBeTypedStrictly() throws IOException, InterruptedException {
        Skips.requireAdvice("Python", List.of("python3", "-m", "mypy", "--version"));
        generateAll();
        Files.writeString(folder.resolve("page.py"), LanguagePage.of("python").blocks("python"));
        Files.copy(EXAMPLE.resolve("demo.py"), folder.resolve("demo.py"));
        Tool.run(folder, List.of("python3", "-m", "mypy", "--strict", "--explicit-package-bases",
                "--python-version", "3.10", "."));
    }

    @Test
    void shouldBeAsBlackFormatsIt() throws IOException, InterruptedException {
        Skips.requireAdvice("Python", List.of("python3", "-m", "black", "--version"));
        generateAll();
        Tool.run(folder, List.of("python3", "-m", "black", "--check", "--diff", "."));
    }

    @Test
    void shouldShowBlocksAsArrays() throws IOException, InterruptedException {
        Skips.require("Python", List.of(List.of("python3", "--version"), List.of("python3", "-c", "import numpy")));
        generateAll();
        Files.writeString(folder.resolve("arrays.py"), """
                from golden import types
                from traps import EvolvedDecoder, EvolvedEncoder, ValuesDecoder

                dtype = ValuesDecoder.sbe_dtype()
                assert dtype.itemsize == 140 and dtype.fields["u64"][1] == 7, dtype
                assert dtype["longs"].shape == (3,) and dtype["price"].names == ("mantissa",), dtype
                message = EvolvedEncoder()
                message.a = 7
                for i, leg in enumerate(message.legs(3)):
                    leg.p, leg.q = i - 1, i
                message.added(0)
                message.note, message.more = "", ""
                content = bytes(message)
                legs = EvolvedDecoder(content).legs
                assert legs.sbe_array()["p"].tolist() == [-1, 0, 1]
                assert legs.sbe_array()["q"].tolist() == [0, 1, 2]
                older = content[:6] + b"\\x01\\0" + content[8 : 8 + message.sbe_block_length]
                older += b"\\x0a\\0\\x01\\0" + bytes(10) + b"\\0"
                assert EvolvedDecoder(older).legs.sbe_array().dtype.names == ("p",)
                print("ok")
                """);
        assertEquals(List.of("ok"), run("arrays.py"));
    }

    /// Bytes of members that a writer did not have belong to no array.
    @Test
    void shouldShowBlocksOfOlderWritersAsArrays() throws IOException, InterruptedException {
        Skips.require("Python", List.of(List.of("python3", "--version"), List.of("python3", "-c", "import numpy")));
        OutputDirectory.write(folder, PythonGenerator.generate(LanguagePage.parse(StandardTypes.schema(
                "package='grown' id='1' version='1'", """
                    <composite name="Price">
                      <type name="mantissa" primitiveType="int64"/>
                      <type name="scale" primitiveType="int8" sinceVersion="1"/>
                    </composite>
                """, """
                  <sbe:message name="Book" id="1">
                    <group name="legs" id="1"><field name="price" id="2" type="Price"/></group>
                  </sbe:message>
                """)), LanguageOptions.DEFAULT));
        Files.writeString(folder.resolve("arrays.py"), """
                from struct import pack

                from grown import BookDecoder

                for version, length in ((0, 8), (0, 9), (1, 9), (1, 12)):
                    content = pack("<HHHHHH", 0, 1, 1, version, length, 2)
                    content += (pack("<qb", 7, 3) + bytes(3))[:length] * 2
                    legs = BookDecoder(content).legs
                    array = legs.sbe_array()
                    assert array["price"]["mantissa"].tolist() == [7, 7], array
                    print(version, length, *array.dtype["price"].names, array.dtype.itemsize)
                """);
        assertEquals(List.of("0 8 mantissa 8", "0 9 mantissa 9", "1 9 mantissa scale 9", "1 12 mantissa scale 12"),
                run("arrays.py"));
    }

    /// What is refused leaves nothing behind.
    @Test
    void shouldRefuseWhatIsNoNumber() throws IOException, InterruptedException {
        Skips.require("Python", List.of(List.of("python3", "--version")));
        generate(SCHEMAS.resolve("traps.xml"), "");
        Files.writeString(folder.resolve("refused.py"), """
                from ashlar_sbe import EncodingError
                from traps import EvolvedEncoder, ValuesEncoder

                def refused(write):
                    try:
                        write()
                    except EncodingError as e:
                        return str(e)

                def written(*counts):
                    message = EvolvedEncoder()
                    for count in counts:
                        print(refused(lambda: message.legs(count)))
                    for i, leg in enumerate(message.legs(True + 1)):
                        leg.p, leg.q = i - 1, i
                    message.added(0)
                    message.note, message.more = "", ""
                    return bytes(message)

                assert written(2.0, "2", None) == written()
                values = ValuesEncoder()
                print(refused(lambda: setattr(values, "longs", None)))
                print(refused(lambda: setattr(values, "longs", 7)))
                """);
        assertEquals(List.of("count is not an integer: count=2.0 (legs)", "count is not an integer: count='2' (legs)",
                "count is not an integer: count=None (legs)",
                "object of type 'NoneType' has no len(): value=None (longs)",
                "object of type 'int' has no len(): value=7 (longs)"), run("refused.py"));
    }

    private void generateAll() throws IOException {
        generate(EXAMPLE.resolve("feed.xml"), "");
        generate(SCHEMAS.resolve("traps.xml"), "");
        generate(SCHEMAS.resolve("golden.xml"), "littleEndian");
        generate(SCHEMAS.resolve("golden.xml"), "bigEndian");
    }

    private void generate(Path schemaFile, String byteOrder) throws IOException {
        Schema schema = LanguagePage.schema(schemaFile, byteOrder);
        OutputDirectory.write(folder, PythonGenerator.generate(schema, LanguageOptions.DEFAULT));
    }

    private List<String> run(String program) throws IOException, InterruptedException {
        return Tool.answers(folder, List.of("python3", program), new byte[0]);
    }
}
