// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

/// Windows that extend a named one have its partitions, its order and a frame of their own.
class NamedWindowsTest extends PlacedOrdersSession {
    private static final String ROWS = " from (values (1, 1, 'a'), (2, 1, 'b'), (3, 2, 'a'), (4, 5, 'a')) t(k, x, g) ";

    private void same(String whole, String named, String windows) {
        assertEquals(ask("select k, " + whole + ROWS + "order by k"), ask("select k, " + named + ROWS + windows + "order by k"),
                named);
    }

    @Test
    void shouldKeepTheFrameOfAWindowThatExtendsAnother() {
        assertEquals(List.of("1|1", "2|2", "3|3", "4|7"), ask("select k, sum(x) over (w rows 1 preceding)" + ROWS
                + "window w as (order by k) order by k"));
        for (String frame : List.of("rows 1 preceding", "rows between 1 preceding and 1 following", "range 1 preceding",
                "groups 1 preceding", "rows between 2 preceding and current row exclude current row",
                "groups between 1 preceding and 1 following exclude ties", "rows between unbounded preceding and unbounded "
                + "following exclude group")) {
            same("sum(x) over (order by k " + frame + ")", "sum(x) over (w " + frame + ")", "window w as (order by k) ");
            same("sum(x) over (partition by g order by k " + frame + ")", "sum(x) over (w order by k " + frame + ")",
                    "window w as (partition by g) ");
            same("sum(x) over (partition by g order by k " + frame + ")", "sum(x) over v",
                    "window w as (partition by g order by k), v as (w " + frame + ") ");
        }
    }

    @Test
    void shouldUseANamedWindowAsItIsAndExtendIt() {
        String windows = "window w as (partition by g), v as (w order by k) ";
        same("sum(x) over (partition by g order by k), sum(x) over (partition by g order by k rows 1 preceding)",
                "sum(x) over v, sum(x) over (v rows 1 preceding)", windows);
        same("sum(x) over (partition by g), sum(x) over (partition by g order by k rows 1 preceding), sum(x) over (partition by g "
                + "order by k)", "sum(x) over w, sum(x) over (v rows 1 preceding), sum(x) over v", windows);
        assertTrue(assertThrows(SqlException.class, () -> ask("select sum(x) over (w rows 1 preceding)" + ROWS
                + "window w as (order by k rows 2 preceding)")).getMessage().contains("referenced window cannot have framing"));
    }

    @Test
    void shouldCountDifferentValuesOfWindows() {
        same("count(distinct x) over (order by k), count(distinct x) over (), count(distinct g) over (order by k rows 1 preceding)",
                "approx_count_distinct(x) over w, approx_count_distinct(x) over (), approx_count_distinct(g) over (w rows 1 "
                + "preceding)", "window w as (order by k) ");
    }
}
