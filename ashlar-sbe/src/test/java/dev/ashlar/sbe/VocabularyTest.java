// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sbe;

import static dev.ashlar.sbe.TestSchema.codes;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.testkit.KnownSchemas;
import java.io.ByteArrayInputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Attributes that nobody reads, and bytes that are no text.
class VocabularyTest {
    private static final Set<String> OURS = Set.of("SBE008", "SBE009", "SBE036");

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "<field name='f' id='1' type='uint8' sinceversion='3'/> | 37 | <field> has no attribute sinceversion, which is "
                + "ignored; did you mean sinceVersion?",
        "<field name='f' id='1' type='uint8' typ='x'/> | 37 | <field> has no attribute typ, which is ignored; did you "
                + "mean type?",
        "<field name='f' id='1' type='char' length='9'/> | 36 | <field> has no attribute length, which is ignored; it "
                + "belongs on type",
        "<field name='f' id='1' type='uint8' colour='red'/> | 37 | <field> has no attribute colour, which is ignored; "
                + "remove it, or give it a namespace of its own",
        "<group name='g' id='1' dimensiontype='x'/> | 24 | <group> has no attribute dimensiontype, which is ignored; "
                + "did you mean dimensionType?",
    })
    void shouldSayWhichAttributesAreIgnored(String content, int column, String message) {
        ParseResult result = TestSchema.message("", content);
        assertEquals(List.of("SBE008"), codes(result), result.diagnostics()::toString);
        Diagnostic diagnostic = result.diagnostics().getFirst();
        assertEquals(Diagnostic.Severity.WARNING, diagnostic.severity());
        assertEquals(message, diagnostic.message());
        assertEquals(column, diagnostic.location().column());
    }

    @Test
    void shouldLookAtEveryElement() {
        ParseResult result = TestSchema.parse("""
                <messageSchema package="p" id="1" bytOrder="bigEndian">
                <types pakage="q">
                  <composite name="messageHeader" sinceversion="1">
                    <type name="blockLength" primitiveType="uint16" nulvalue="1"/>
                    <type name="templateId" primitiveType="uint16"/>
                    <type name="schemaId" primitiveType="uint16"/>
                    <type name="version" primitiveType="uint16" timeUnit="second"/>
                  </composite>
                  <type name="T" primitiveType="uint8" presence="optional" nullvalue="3"/>
                  <enum name="E" encoding="uint8" encodingType="uint8">
                    <validValue name="A" since="1">1</validValue></enum>
                  <set name="S" encodingType="uint8"><choice name="c" bit="1">0</choice></set>
                  <composite name="C"><ref name="r" typ="T" type="T"/></composite>
                </types>
                <message name="M" id="1" templateid="1"><data name="d" id="1" type="D"/></message>
                </messageSchema>
                """);
        assertEquals(Set.of("bytOrder", "pakage", "sinceversion", "nulvalue", "timeUnit", "nullvalue", "encoding",
                "since", "bit", "typ", "templateid"), result.diagnostics().stream()
                .filter(d -> d.code().equals("SBE008"))
                .map(d -> d.message().replaceFirst(".*no attribute (\\w+),.*", "$1")).collect(Collectors.toSet()));
    }

    /// A schema with attributes of its own has them everywhere: one warning for all, with their number.
    @Test
    void shouldReportAnAttributeOnce() {
        String fields = "<field name='a%d' id='%d' type='uint8' added='1'/>";
        StringBuilder all = new StringBuilder();
        for (int i = 1; i <= 500; i++) {
            all.append(fields.formatted(i, i));
        }
        ParseResult result = TestSchema.message("", all + "<data name='d' id='900' type='varDataEncoding' added='1'/>");
        assertEquals(2, result.diagnostics().size());
        assertTrue(result.diagnostics().getFirst().message().contains("ignored (500 times); remove it"));
        assertEquals(List.of(), TestSchema.message("", "<field xmlns:x='urn:x' name='f' id='1' type='uint8' x:y='1'/>")
                .diagnostics());
    }

    @Test
    void shouldKnowTimeUnits() {
        for (String unit : List.of("second", "millisecond", "microsecond", "nanosecond", "")) {
            assertEquals(List.of(), codes(TestSchema.message("", "<field name='f' id='1' type='uint64' timeUnit='"
                    + unit + "' epoch='unix'/>")));
        }
        ParseResult week = TestSchema.message("", "<field name='f' id='1' type='uint64' timeUnit='week'/>");
        assertEquals(List.of("SBE036"), codes(week));
        assertEquals(38, week.diagnostics().getFirst().location().column());
    }

    @Test
    void shouldSuggestTypes() {
        for (String[] pair : new String[][] {{"unit8", "uint8"}, {"Uint16", "uint16"}, {"varDataEncodnig",
                "varDataEncoding"}, {"Int32NUL", "Int32NULL"}}) {
            ParseResult result = TestSchema.message("<type name='Int32NULL' primitiveType='int32'/>",
                    "<field name='f' id='1' type='" + pair[0] + "'/>");
            assertTrue(result.diagnostics().getFirst().message().endsWith("did you mean " + pair[1] + "?"),
                    result.diagnostics()::toString);
        }
    }

    @Test
    void shouldRefuseVariableLengthThatIsNeitherTrueNorFalse() {
        assertEquals(List.of("SBE011"), codes(TestSchema.message(
                "<type name='T' primitiveType='uint8' variableLength='yes'/>", "")));
    }

    /// Neither our schemas nor those of exchanges have an attribute that we do not know.
    @Test
    void shouldNotWarnAboutKnownSchemas() {
        for (Path file : KnownSchemas.all()) {
            ParseResult result = SchemaParser.parse(file, ParseOptions.DEFAULT.withXInclude(true));
            assertEquals(List.of(), result.diagnostics().stream().filter(d -> OURS.contains(d.code())).toList(),
                    file::toString);
        }
    }

    private static ParseResult parse(String xml, Charset charset) {
        return SchemaParser.parse(new ByteArrayInputStream(xml.getBytes(charset)), "test.xml", ParseOptions.DEFAULT);
    }

    @Test
    void shouldRefuseBytesThatAreNoText() {
        String xml = "<messageSchema package=\"p\" id=\"1\">\n  <!-- Börse -->\n</messageSchema>";
        ParseResult latin = parse(xml, StandardCharsets.ISO_8859_1);
        assertEquals(List.of("SBE009"), codes(latin));
        assertEquals(new Location("test.xml", 2, 9), latin.diagnostics().getFirst().location());
        assertEquals("not text in UTF-8: bytes=0xF6, offset=43; save the file as UTF-8, or declare its encoding in "
                + "<?xml ... encoding=\"...\"?>", latin.diagnostics().getFirst().message());
        assertEquals(List.of("SBE009"), codes(parse("<?xml version=\"1.0\" encoding=\"US-ASCII\"?>" + xml,
                StandardCharsets.UTF_8)));
        assertEquals(List.of("SBE009"), codes(parse("<?xml version=\"1.0\" encoding=\"UTF-9\"?>" + xml,
                StandardCharsets.UTF_8)));
        byte[] cut = ("\uFEFF" + xml).getBytes(StandardCharsets.UTF_8);
        cut[cut.length - 1] = (byte) 0xC3;
        assertEquals(List.of("SBE009"), codes(SchemaParser.parse(new ByteArrayInputStream(cut), "test.xml",
                ParseOptions.DEFAULT)));
        for (Charset charset : List.of(StandardCharsets.UTF_8, StandardCharsets.UTF_16)) {
            assertEquals(List.of("SBE050", "SBE019"), codes(parse(xml, charset)));
        }
        assertEquals(List.of("SBE050", "SBE019"), codes(parse("<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?>\n" + xml,
                StandardCharsets.ISO_8859_1)));
    }
}
