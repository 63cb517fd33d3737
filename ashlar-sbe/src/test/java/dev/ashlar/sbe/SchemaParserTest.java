// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sbe;

import static dev.ashlar.sbe.TestSchema.codes;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.sbe.internal.Code;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SchemaParserTest {
    @Test
    void shouldReportAllProblemsOfAFileInOneRun() {
        ParseResult result = TestSchema.of("<type name=\"A\" primitiveType=\"uint9\"/>\n<typo/>\n", """
                <message name="M" id="x">
                  <data name="d" id="9" type="varDataEncoding"/>
                  <field name="f" id="1" type="Uint8"/>
                  <field name="f" id="1" type="uint8" presence="maybe"/>
                </message>
                <message id="2"/>
                """);
        assertEquals(List.of("SBE007", "SBE021", "SBE011", "SBE015", "SBE020", "SBE015", "SBE013", "SBE014", "SBE011",
                "SBE010"),
                codes(result));
        assertTrue(result.diagnostics().stream().anyMatch(d -> d.message().contains("did you mean uint8?")));
        SchemaException refused = assertThrows(SchemaException.class, result::schema);
        assertEquals(result.diagnostics(), refused.diagnostics());
        assertTrue(refused.getMessage().startsWith("test.xml:3:16: error SBE021: no such primitive type: uint9"),
                refused.getMessage());
    }

    @Test
    void shouldPlaceProblemsAtTheAttribute() {
        ParseResult result = TestSchema.parse("<messageSchema package='p'\n    id='1'\r\n  byteOrder = 'middle'/>");
        assertEquals(new Location("test.xml", 3, 3), result.diagnostics().stream()
                .filter(d -> d.message().contains("byteOrder")).findFirst().orElseThrow().location());
    }

    @Test
    void shouldRaiseWarningsOnRequest() {
        String xml = "<messageSchema package='p' id='1'><types><composite name='messageHeader'>"
                + "<type name='blockLength' primitiveType='uint8'/><type name='templateId' primitiveType='uint16'/>"
                + "<type name='schemaId' primitiveType='uint16'/><type name='version' primitiveType='uint16'/>"
                + "</composite></types><message name='M' id='1'/></messageSchema>";
        assertEquals(List.of("SBE051"), codes(TestSchema.parse(xml)));
        assertTrue(TestSchema.parse(xml).parsed().isPresent());
        ParseResult strict = SchemaParser.parse(new ByteArrayInputStream(xml.getBytes(StandardCharsets.UTF_8)),
                "test.xml",
                ParseOptions.DEFAULT.withWarningsAsErrors(true));
        assertTrue(strict.parsed().isEmpty());
        assertEquals(Diagnostic.Severity.ERROR, strict.diagnostics().getFirst().severity());
    }

    @Test
    void shouldSaySoWhenAFileCannotBeRead(@TempDir Path dir) {
        assertEquals(List.of("SBE001"), codes(SchemaParser.parse(dir.resolve("absent.xml"))));
        assertEquals(List.of("SBE001"), codes(SchemaParser.parse(dir)));
    }

    @Test
    void shouldRefuseWhatIsNoSchema() {
        assertEquals(List.of("SBE002"), codes(TestSchema.parse("")));
        assertEquals(List.of("SBE002"), codes(TestSchema.parse("not xml")));
        assertEquals(List.of("SBE002"), codes(TestSchema.parse("<messageSchema><types></messageSchema>")));
        assertEquals(List.of("SBE006"), codes(TestSchema.parse("<html/>")));
        assertEquals(1, TestSchema.parse("<messageSchema>\n  <x a=b/>").diagnostics().size());
        assertEquals(2, TestSchema.parse("<messageSchema>\n  <x a=b/>").diagnostics().getFirst().location().line());
    }

    @Test
    void shouldRefuseBombsAndExternalEntities() {
        assertEquals(List.of("SBE003"), codes(TestSchema.parse("""
                <!DOCTYPE a [<!ENTITY b "xxxxxxxx"><!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;">]>
                <messageSchema package="&c;" id="1"/>""")));
        assertEquals(List.of("SBE003"), codes(TestSchema.parse("""
                <!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/hostname">]><messageSchema package="p" id="1">&x;</messageSchema>""")));
        assertEquals(List.of("SBE003"), codes(TestSchema.parse(
                "<!DOCTYPE a SYSTEM \"http://localhost/a.dtd\"><messageSchema package=\"p\" id=\"1\"/>")));
        assertTrue(codes(TestSchema.parse("<!DOCTYPE xml><messageSchema package=\"p\" id=\"1\"/>")).contains("SBE050"));
    }

    @Test
    void shouldRefuseTooDeepElementsAndTooManyMembers() {
        assertEquals(List.of("SBE004"), codes(TestSchema.parse("<messageSchema>".repeat(100_000))));
        StringBuilder types = new StringBuilder("<composite name=\"C0\"><type name=\"x\" primitiveType=\"uint8\" "
                + "presence=\"constant\">1</type></composite>\n");
        for (int level = 1; level <= 30; level++) {
            types.append("<composite name=\"C").append(level).append("\">");
            for (int i = 0; i < 10; i++) {
                types.append("<ref name=\"m").append(i).append("\" type=\"C").append(level - 1).append("\"/>");
            }
            types.append("</composite>\n");
        }
        assertTrue(codes(TestSchema.message(types.toString(), "<field name=\"f\" id=\"1\" type=\"C30\"/>"))
                .contains("SBE004"));
    }

    @Test
    void shouldRefuseLongChainsOfReferencesWithoutOverflowingTheStack() {
        StringBuilder types =
                new StringBuilder("<composite name=\"C0\"><type name=\"x\" primitiveType=\"uint8\"/></composite>\n");
        for (int level = 1; level <= 20_000; level++) {
            types.insert(0, "<composite name=\"C" + level + "\"><ref name=\"m\" type=\"C" + (level - 1)
                    + "\"/></composite>\n");
        }
        assertTrue(codes(TestSchema.message(types.toString(), "")).contains("SBE004"));
    }

    @Test
    void trap43IncludesAreRelativeToTheIncludingFile(@TempDir Path dir) throws IOException {
        Files.createDirectories(dir.resolve("sub/deeper"));
        Path main = dir.resolve("main.xml");
        Files.writeString(main, include("sub/types.xml"));
        Files.writeString(dir.resolve("sub/types.xml"), "<types xmlns:xi='http://www.w3.org/2001/XInclude'>"
                + "<xi:include href='deeper/header.xml'/></types>");
        Files.writeString(dir.resolve("sub/deeper/header.xml"), "<composite name='messageHeader'>"
                + "<type name='blockLength' primitiveType='uint16'/><type name='templateId' primitiveType='uint16'/>"
                + "<type name='schemaId' primitiveType='uint16'/>\n<type name='version' primitiveType='uint99'/></composite>");
        ParseResult result = SchemaParser.parse(main, ParseOptions.DEFAULT.withXInclude(true));
        Location place = result.diagnostics().getFirst().location();
        assertTrue(place.file().endsWith("header.xml"), place.file());
        assertEquals(2, place.line());
        assertEquals("SBE005", codes(SchemaParser.parse(main)).getFirst());
    }

    @Test
    void shouldRefuseIncludesOfItselfOrOfOtherHosts(@TempDir Path dir) throws IOException {
        Path main = dir.resolve("main.xml");
        for (String href : List.of("main.xml", "http://localhost/types.xml", "absent.xml", "")) {
            Files.writeString(main, include(href));
            assertEquals("SBE005", codes(SchemaParser.parse(main, ParseOptions.DEFAULT.withXInclude(true))).getFirst(),
                    href);
        }
    }

    private static String include(String href) {
        return "<messageSchema package='p' id='1' xmlns:xi='http://www.w3.org/2001/XInclude'>\n<xi:include href='"
                + href
                + "'/><message name='M' id='1'/></messageSchema>";
    }

    @Test
    void shouldReadFilesInOtherEncodings() {
        String xml = "<?xml version='1.0' encoding='UTF-16'?><html/>";
        ParseResult result = SchemaParser.parse(new ByteArrayInputStream(xml.getBytes(StandardCharsets.UTF_16)),
                "test.xml",
                ParseOptions.DEFAULT);
        assertEquals(List.of("SBE006"), codes(result));
    }

    @Test
    void shouldRememberWhereElementsStand() {
        ParseResult result =
                TestSchema.of("<enum name=\"E\" encodingType=\"uint8\">\n<validValue name=\"A\">1</validValue></enum>\n",
                "<message name=\"M\" id=\"1\"><group name=\"g\" id=\"1\"><field name=\"x\" id=\"2\" type=\"E\"/></group></message>");
        assertEquals(new Location("test.xml", 3, 1), result.sources().find("type E"));
        assertEquals(new Location("test.xml", 4, 1), result.sources().find("type E/A"));
        assertEquals(49, result.sources().find("M/g/x").column());
        assertEquals(result.sources().find("M/g"), result.sources().find("M/g/unknown"));
        assertEquals(new Location("test.xml", 0, 0), result.sources().find("Unknown"));
    }

    @Test
    void shouldListEveryCodeInTheDocumentation() throws IOException {
        String page = Files.readString(Path.of(System.getProperty("ashlar.root", ".."), "docs/diagnostics.md"));
        for (Code code : Code.values()) {
            String severity = code.severity() == Diagnostic.Severity.ERROR ? "error" : "warning";
            assertTrue(page.contains("| " + code.id() + " | " + severity + " |"), code.id());
        }
    }
}
