// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

/// Parts of a statement that look alike to the planner are not taken for one another.
class AlikeQueriesTest extends PlacedOrdersSession {
    /// Each alone, then both in one statement.
    private void differ(String one, String two) {
        List<String> first = ask(one);
        List<String> second = ask(two);
        assertTrue(!first.equals(second), first::toString);
        assertEquals(List.of(first, second), List.of(
                ask("select * from (" + one + ") union all select * from (" + two + ") limit " + first.size()),
                ask("select * from (" + one + ") union all select * from (" + two + ") offset " + first.size())), one + "; " + two);
    }

    @Test
    void shouldTellScansApart() {
        differ("select quantile_cont(quantity, 0) as v from Placed", "select quantile_cont(quantity, 1) as v from Placed");
        differ("select quantile_disc(quantity, 0.1) as v from Placed", "select quantile_disc(quantity, 0.9) as v from Placed");
        differ("select count(*) as v from Placed where symbol like 'ABC%'",
                "select count(*) as v from Placed where symbol like 'ABC%' escape 'C'");
        differ("select count(*) as v from Placed where quantity * 0.1 = -0.3",
                "select count(*) as v from Placed where quantity * 0.1e0 = -0.3e0");
        assertEquals(List.of("-3|10"), ask("select cast((select quantile_cont(quantity, 0) from Placed) as int), "
                + "cast((select quantile_cont(quantity, 1) from Placed) as int)"));
        assertEquals(List.of("13"), ask("with a as (select side, quantile_disc(quantity, 0) as q from Placed group by side), "
                + "b as (select side, quantile_disc(quantity, 1) as q from Placed group by side) "
                + "select max(b.q) - min(a.q) from a cross join b"));
    }

    @Test
    void shouldTellWindowsApart() {
        differ("select _row, first_value(\"limit\") over (order by quantity) as v from Placed",
                "select _row, first_value(\"limit\") ignore nulls over (order by quantity) as v from Placed");
        differ("select count(side) over () as v from Placed", "select count(distinct side) over () as v from Placed");
        assertEquals(List.of("3|2"), ask("with a as (select count(side) over () as n from Placed), "
                + "b as (select count(distinct side) over () as n from Placed) select max(a.n), max(b.n) from a, b"));
    }

    @Test
    void shouldTakeAnyLimit() {
        assertEquals(List.of("3"), ask("select count(*) from (select symbol from Placed limit 18446744073709551616)"));
        assertEquals(List.of(), ask("select symbol from Placed offset 18446744073709551616"));
    }

    @Test
    void shouldEscapeByTheCharacterThatWasGiven() {
        assertEquals(List.of("true|false|true|true|false"), ask("select 'axb' ilike 'axb' escape 'X', "
                + "'ab' ilike 'axb' escape 'X', 'A%B' ilike 'ax%b' escape 'x', 'aXb' ilike 'AxXB' escape 'x', "
                + "'ab' ilike 'ax%b' escape 'x'"));
    }
}
