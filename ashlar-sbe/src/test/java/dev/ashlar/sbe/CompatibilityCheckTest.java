// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sbe;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.sbe.CompatibilityFinding.Direction;
import dev.ashlar.sbe.CompatibilityFinding.Severity;
import dev.ashlar.testkit.StandardTypes;
import org.junit.jupiter.api.Test;

class CompatibilityCheckTest {
    private static final String SCHEMA = """
            <messageSchema package="p" id="1" version="1">
              <types>
            """ + StandardTypes.HEADER + """
              </types>
              <message name="Car" id="1">
                <field name="speed" id="1" type="uint16"/>
                <field name="weight" id="2" type="uint16"/>
              </message>
            </messageSchema>
            """;
    private static final String WEIGHT = "<field name=\"weight\" id=\"2\" type=\"uint16\"/>";
    private static final String NEWER = SCHEMA.replace("version=\"1\"", "version=\"2\"");

    private static ParseResult parse(String name, String text) {
        return SchemaParser.parseText(text, name);
    }

    private static CompatibilityReport compare(String older, String newer) {
        return CompatibilityCheck.compare(parse("old.xml", older), parse("new.xml", newer));
    }

    @Test
    void shouldBeCompatibleBothWaysWhenNothingChanged() {
        CompatibilityReport report = compare(SCHEMA, NEWER);
        assertTrue(report.isCompatible());
        assertTrue(report.findings().isEmpty());
    }

    @Test
    void shouldBreakOneDirectionOnlyWhenTheRuleDoes() {
        CompatibilityReport report = compare(SCHEMA, NEWER.replace(WEIGHT, ""));
        assertTrue(report.isCompatible(Direction.BACKWARD));
        assertFalse(report.isCompatible(Direction.FORWARD));
        assertFalse(report.isCompatible());
        assertEquals(2, report.findings(Severity.BREAK).size());
    }

    @Test
    void shouldPointIntoTheOldFileWhenAnElementIsGone() {
        CompatibilityFinding removed = compare(SCHEMA, NEWER.replace(WEIGHT, "")).findings().getFirst();
        assertEquals(new Location("old.xml", 12, 5), removed.location());
        assertEquals("old.xml:12:5: break COMPAT20 (forward) Car/weight: field removed; older readers still read its bytes: "
                + "keep it, marked deprecated, and write null", removed.toString());
    }

    @Test
    void shouldPointIntoTheNewFileWhenAnElementChanged() {
        CompatibilityFinding moved = compare(SCHEMA, NEWER.replace(WEIGHT, WEIGHT.replace("/>", " offset=\"4\"/>")))
                .findings().getFirst();
        assertEquals("new.xml:12:5: break COMPAT22 (backward, forward) Car/weight: offset changed from 2 to 4; "
                + "keep every old field at its offset", moved.toString());
    }

    @Test
    void shouldNameTheFileAloneWhenTheSchemaAsAWholeChanged() {
        CompatibilityFinding renamed = compare(SCHEMA, NEWER.replace("package=\"p\"", "package=\"q\"")).findings()
                .getFirst();
        assertEquals("new.xml: note COMPAT06 schema: package changed from \"p\" to \"q\"; "
                + "generated code moves; messages stay the same", renamed.toString());
    }

    @Test
    void shouldStayCompatibleWhenThereAreWarningsOnly() {
        CompatibilityReport report = compare(SCHEMA, NEWER.replace(WEIGHT,
                WEIGHT + "<field name=\"doors\" id=\"3\" type=\"uint8\" sinceVersion=\"2\"/>"));
        assertEquals(1, report.findings(Severity.WARNING).size());
        assertTrue(report.isCompatible());
    }

    @Test
    void shouldThrowWhenASchemaWasRefused() {
        ParseResult refused = parse("bad.xml", "<messageSchema>");
        ParseResult good = parse("new.xml", SCHEMA);
        assertThrows(SchemaException.class, () -> CompatibilityCheck.compare(refused, good));
        assertThrows(SchemaException.class, () -> CompatibilityCheck.compare(good, refused));
    }
}
