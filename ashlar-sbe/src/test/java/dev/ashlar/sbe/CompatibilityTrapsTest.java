// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sbe;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.sbe.CompatibilityFinding.Direction;
import dev.ashlar.sbe.CompatibilityFinding.Severity;
import java.util.List;
import org.junit.jupiter.api.Test;

/// The traps of `docs/traps.md` that concern the growth of schemas.
class CompatibilityTrapsTest {
    private static final String GROUP =
            "<group name=\"g\" id=\"2\"><field name=\"x\" id=\"3\" type=\"uint8\"/>%s</group>";

    private static CompatibilityReport compare(String older, String newer) {
        ParseResult before = TestSchema.of("", "<message name=\"M\" id=\"1\">" + older + "</message>");
        String xml = "<message name=\"M\" id=\"1\">" + newer + "</message>";
        return CompatibilityCheck.compare(before, TestSchema.of("", xml, 6));
    }

    @Test
    void trap25OldReadersCannotSkipNewGroupsAtTheEnd() {
        CompatibilityReport report = compare("<field name=\"f\" id=\"1\" type=\"uint8\"/>",
                "<field name=\"f\" id=\"1\" type=\"uint8\"/>"
                        + "<group name=\"g\" id=\"2\" sinceVersion=\"6\"><field name=\"x\" id=\"3\" type=\"uint8\"/></group>");
        List<CompatibilityFinding> warnings = report.findings(Severity.WARNING);
        assertEquals(1, warnings.size(), report::toString);
        assertTrue(warnings.getFirst().directions().contains(Direction.FORWARD), report::toString);
        assertTrue(warnings.getFirst().message().contains("framing"), report::toString);
        assertTrue(report.isCompatible());
    }

    @Test
    void trap26OldReadersCannotWalkNewDataInsideAnEntry() {
        CompatibilityReport report = compare(GROUP.formatted(""),
                GROUP.formatted("<data name=\"d\" id=\"4\" type=\"varDataEncoding\" sinceVersion=\"6\"/>"));
        assertFalse(report.isCompatible(Direction.FORWARD), report::toString);
        assertTrue(report.isCompatible(Direction.BACKWARD), report::toString);
    }
}
