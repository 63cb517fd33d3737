// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.shell;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.cli.answer.DisplayWidth;
import java.util.List;
import org.junit.jupiter.api.Test;

class FailuresTest {
    @Test
    void shouldMarkThePlace() {
        assertEquals("  select pric from Trade\n         ^\n", Failures.marked("select pric from Trade", 1, 8, 80));
        assertEquals("  2 | from Trad\n    |      ^\n", Failures.marked("select 1\nfrom Trad", 2, 6, 80));
        // Behind the end, and behind wide characters.
        assertEquals("  select\n        ^\n", Failures.marked("select", 1, 40, 80));
        assertEquals("  '日本' x\n         ^\n", Failures.marked("'日本' x", 1, 6, 80));
        assertEquals("", Failures.marked("select", 3, 1, 80));
    }

    @Test
    void shouldShowWhatIsAroundThePlaceInALongLine() {
        String sql = "select " + "abc, ".repeat(100) + "here, " + "def, ".repeat(100) + "1";
        List<String> lines = Failures.marked(sql, 1, sql.indexOf("here") + 1, 60).lines().toList();
        assertEquals(lines.get(1).indexOf('^'), lines.getFirst().indexOf("here"), lines.toString());
        assertTrue(lines.stream().allMatch(line -> DisplayWidth.of(line) <= 60), lines.toString());
    }
}
