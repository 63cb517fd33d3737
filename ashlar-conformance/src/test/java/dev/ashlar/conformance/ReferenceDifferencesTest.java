// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.codegen.Compiled;
import dev.ashlar.codegen.GeneratedFile;
import dev.ashlar.codegen.JavaGenerator;
import dev.ashlar.codegen.JavaOptions;
import dev.ashlar.sbe.Diagnostic;
import dev.ashlar.sbe.ParseResult;
import dev.ashlar.sbe.SchemaParser;
import dev.ashlar.sbe.sbeir.ReferenceIr;
import java.lang.foreign.MemorySegment;
import java.lang.reflect.InvocationTargetException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Collectors;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What `docs/reference-differences.md` says of schemas and generated code, tried on both.
class ReferenceDifferencesTest {
    private static final String FIELD = "<field name='f' id='1' type='%s'/>";

    private static String schema(String head, String types, String message) {
        return "<messageSchema package='diff' " + head + "><types>"
                + "<composite name='messageHeader'><type name='blockLength' primitiveType='uint16'/>"
                + "<type name='templateId' primitiveType='uint16'/><type name='schemaId' primitiveType='uint16'/>"
                + "<type name='version' primitiveType='uint16'/></composite>"
                + "<composite name='groupSizeEncoding'><type name='blockLength' primitiveType='uint16'/>"
                + "<type name='numInGroup' primitiveType='uint8'/></composite>"
                + "<composite name='blob'><type name='length' primitiveType='uint8'/>"
                + "<type name='varData' primitiveType='uint8' length='0'/></composite>" + types + "</types>"
                + "<message name='M' id='1'>" + message + "</message></messageSchema>";
    }

    private static ParseResult ours(String xml) {
        return SchemaParser.parseText(xml, "diff.xml");
    }

    /// "accepted", or the first word of what it throws.
    private static String reference(String xml) {
        try {
            ReferenceCode.sources(ReferenceIr.parse(xml.getBytes(StandardCharsets.UTF_8)));
            return "accepted";
        } catch (RuntimeException e) {
            return e.getClass().getSimpleName();
        }
    }

    private static Compiled compiledByReference(String xml) {
        return Compiled.lax(ReferenceCode.sources(ReferenceIr.parse(xml.getBytes(StandardCharsets.UTF_8))));
    }

    private static String codes(ParseResult result) {
        return (result.parsed().isPresent() ? "accepted " : "refused ") + result.diagnostics().stream()
                .map(Diagnostic::code).distinct().collect(Collectors.joining(" "));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "a field of a var-data type | id='1' version='1' | | blob | accepted | refused SBE023",
        "a field of a type without length | id='1' version='1' | <type name='T' primitiveType='char' length='0'/> | T "
                + "| accepted | refused SBE023",
        "an id or version of 65535 | id='65535' version='65535' | | uint8 | accepted | accepted",
        "an id or version of 65536 and more | id='65536' version='65536' | | uint8 | accepted | refused SBE056",
        "an enum value that equals the null value | id='1' version='1' | <enum name='T' encodingType='int8'>"
                + "<validValue name='A'>-128</validValue></enum> | T | IllegalArgumentException | accepted SBE030",
        "two types of one name | id='1' version='1' | <type name='T' primitiveType='uint8'/>"
                + "<type name='T' primitiveType='uint16'/> | T | accepted | refused SBE013",
        "a null value or bound that the type cannot hold | id='1' version='1' | <type name='T' primitiveType='uint8' "
                + "presence='optional' nullValue='256'/> | T | accepted | refused SBE024",
        "a bound of a char type as a number | id='1' version='1' | <type name='T' primitiveType='char' "
                + "minValue='32'/> | T | IllegalArgumentException | accepted",
        "space around a constant number | id='1' version='1' | <type name='T' primitiveType='uint8' "
                + "presence='constant'> 7 </type> | T | NumberFormatException | accepted",
        "an unknown or misspelt attribute | id='1' version='1' | <type name='T' primitiveType='uint8' nulvalue='1'/> "
                + "| T | accepted | accepted SBE008",
        "names with `$` | id='1' version='1' | <type name='T' primitiveType='uint8'/><composite name='C'>"
                + "<type name='a$b' primitiveType='uint8'/></composite> | C | accepted | refused SBE012",
    })
    void shouldDifferAsThePageSays(String row, String head, String types, String type, String theirs, String own)
            throws Exception {
        String xml = schema(head, types == null ? "" : types, FIELD.formatted(type));
        assertEquals(theirs, reference(xml));
        assertEquals(own, codes(ours(xml)).strip());
        assertTrue(page().contains("| " + row + " |"), row);
    }

    private static String page() throws Exception {
        return Files.readString(Path.of(System.getProperty("ashlar.root", ".."), "docs/reference-differences.md"));
    }

    @Test
    void shouldDifferInOverlappingOffsetsOfZeroAndNegativeIds() {
        String zero = schema("id='1' version='1'", "", "<field name='f' id='1' type='uint8'/>"
                + "<field name='g' id='2' type='uint8' offset='0'/>");
        assertEquals("accepted", reference(zero));
        assertEquals("refused SBE040", codes(ours(zero)));
        String negative = schema("id='1' version='1'", "", "<field name='f' id='-1' type='uint8'/>");
        assertEquals("accepted", reference(negative));
        assertEquals("refused SBE011", codes(ours(negative)));
    }

    /// The same schema in generated code of both.
    @Test
    void shouldDifferInGeneratedCodeAsThePageSays() throws Exception {
        String xml = schema("id='7' version='1'", "<type name='C' primitiveType='char' presence='optional' "
                + "nullValue='0'/><type name='K' primitiveType='char' length='6' presence='constant'>ab</type>"
                + "<type name='O' primitiveType='uint64' presence='optional'/>", "<field name='c' id='1' type='C'/>"
                + "<field name='k' id='2' type='K'/><field name='o' id='3' type='O'/>"
                + "<field name='u' id='4' type='uint64'/><field name='ch' id='5' type='char'/>"
                + "<group name='g' id='6'><field name='x' id='7' type='uint8'/></group>"
                + "<data name='d' id='8' type='blob'/>");
        Compiled reference = compiledByReference(xml);
        List<GeneratedFile> files = JavaGenerator.generate(ours(xml).schema(), JavaOptions.DEFAULT);
        Compiled own = Compiled.of(files);
        Class<?> theirs = reference.type("diff.MDecoder");
        Class<?> ours = own.type("diff.MDecoder");

        assertEquals((byte) '0', theirs.getMethod("cNullValue").invoke(null));
        assertEquals((byte) 0, ours.getMethod("cNullValue").invoke(null));
        assertEquals("ab\0\0\0\0", theirs.getMethod("k").invoke(OurCode.instance(theirs)));
        assertEquals("ab", ours.getMethod("k").invoke(OurCode.instance(ours)));
        for (Class<?> decoder : List.of(theirs, ours)) {
            assertEquals(6, decoder.getMethod("kLength").invoke(null));
            assertEquals((byte) 0, decoder.getMethod("k", int.class).invoke(OurCode.instance(decoder), 5));
        }
        assertEquals((short) 254, reference.type("diff.MEncoder$GEncoder").getMethod("countMaxValue").invoke(null));
        assertEquals(255, own.type("diff.MEncoder$GEncoder").getMethod("countMaxValue").invoke(null));

        byte[] bytes = HexFormat.of().parseHex("00" + "ff".repeat(16) + "78" + "0100" + "02" + "0102" + "02" + "0506");
        Object decoder = OurCode.instance(theirs);
        theirs.getMethod("wrap", DirectBuffer.class, int.class, int.class, int.class).invoke(decoder,
                new UnsafeBuffer(bytes), 0, 18, 1);
        assertEquals("[M](sbeTemplateId=1|sbeSchemaId=7|sbeSchemaVersion=1|sbeBlockLength=18):c=0|o=-1|u=-1|ch=120"
                + "|g=[(x=1),(x=2)]|d=2 bytes of raw data", decoder.toString());
        decoder = OurCode.instance(ours);
        ours.getMethod("wrap", MemorySegment.class, long.class, int.class, int.class).invoke(decoder,
                MemorySegment.ofArray(bytes), 0, 18, 1);
        assertEquals("[M](sbeTemplateId=1|sbeSchemaId=7|sbeSchemaVersion=1|sbeBlockLength=18):c=null|k=ab|o=null"
                + "|u=18446744073709551615|ch=x|g=[(x=1),(x=2)]|d=<2 bytes>", decoder.toString());
    }

    /// A group of 255 entries is decoded by both; ours encodes it, too.
    @Test
    void shouldEncodeWhatBothDecode() throws Exception {
        String xml = schema("id='7' version='1'", "", "<group name='g' id='6'><field name='x' id='7' type='uint8'/>"
                + "</group>");
        Class<?> theirs = compiledByReference(xml).type("diff.MEncoder");
        Object encoder = OurCode.instance(theirs);
        theirs.getMethod("wrap", MutableDirectBuffer.class, int.class).invoke(encoder,
                new UnsafeBuffer(new byte[999]), 0);
        assertTrue(assertThrows(InvocationTargetException.class,
                () -> theirs.getMethod("gCount", int.class).invoke(encoder, 255)).getCause()
                instanceof IllegalArgumentException);
        Class<?> ours = Compiled.of(JavaGenerator.generate(ours(xml).schema(), JavaOptions.DEFAULT))
                .type("diff.MEncoder");
        Object own = OurCode.instance(ours);
        ours.getMethod("wrap", MemorySegment.class, long.class).invoke(own, MemorySegment.ofArray(new byte[999]), 0);
        ours.getMethod("gCount", int.class).invoke(own, 255);
    }
}
