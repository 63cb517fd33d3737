// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.ashlar.sql.SqlException.Reason;
import java.util.List;
import org.junit.jupiter.api.Test;

/// A sum has 38 digits. Next to a number with a fraction it keeps them and the fraction, or is an error: Calcite would
/// cut the fraction off, so that a sum of 6 was equal to 6.5.
class WideNumbersSqlTest extends PlacedOrdersSession {
    private static final String SIX = "(select sum(x) as n from (values (1), (5)) as v(x)) as t";

    @Test
    void shouldCompareSumsWithFractions() {
        assertEquals(List.of("false|true|true|6"), ask("select n = 6.5, n < 6.5, n is distinct from 6.5, nullif(n, 6.5) from "
                + SIX));
        assertEquals(List.of(), ask("select n from " + SIX + " where n >= 6.5"));
        assertEquals(List.of(), ask("select n from " + SIX + " where n in (6.5, 3) or n between 5.25 and 5.75"));
        assertEquals(List.of("6"), ask("select n from " + SIX + " where n not in (select 6.5)"));
        assertEquals(List.of("false"), ask("select sum(quantity) = 7.5 from Placed where quantity in (7, 10, -3)"));
        assertEquals(List.of("2"), ask("select case n when 6.5 then 1 else 2 end from " + SIX));
    }

    @Test
    void shouldKeepFractionsNextToSums() {
        assertEquals(List.of("1.5|2.5|6.5|5.5"), ask("select case when n > 9 then n else 1.5 end, coalesce(nullif(n, 6), 2.5), "
                + "greatest(n, 6.5), least(n, 5.5) from " + SIX));
        assertEquals(List.of("2.5", "6.0"), ask("select n from " + SIX + " union all select 2.5 order by 1"));
        assertEquals(List.of("6.0"), ask("select n from " + SIX + " except select 6.5"));
        assertEquals(List.of("2.5"), ask("select lag(n, 1, 2.5) over (order by n) from " + SIX));
    }

    @Test
    void shouldJoinSumsWithFractions() {
        assertEquals(List.of(), ask("select n from " + SIX + " join (values (6.5)) as u(m) on n = m"));
        assertEquals(List.of("6|6.0"), ask("select n, m from " + SIX + " join (values (6.0)) as u(m) on n = m"));
        assertEquals(List.of(), ask("select n from " + SIX + " where n >= (select avg(x) from (values (6), (7)) as v(x))"));
    }

    @Test
    void shouldRejectWhatHasNoRoomForTheFraction() {
        SqlException e = assertThrows(SqlException.class, () -> ask("select x > 6.5 from (values (cast("
                + "99999999999999999999999999999999999999 as decimal(38, 0)))) as v(x)"));
        assertEquals(Reason.OVERFLOW, e.reason());
    }
}
