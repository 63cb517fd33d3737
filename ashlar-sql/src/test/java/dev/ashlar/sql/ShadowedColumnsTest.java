// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

/// A name that is a column of a table and one of SELECT means the column of the table within expressions, and the one
/// of SELECT where ORDER BY has it alone.
class ShadowedColumnsTest extends PlacedOrdersSession {
    private static final String ROWS = " from (values (1, 1), (2, 1), (3, 5)) t(k, x) ";

    private void gives(String rows, String select, String rest) {
        assertEquals(List.of(rows.split(" ")), ask(select + ROWS + rest), select + rest);
    }

    @Test
    void shouldOrderByColumnsWithinExpressions() {
        gives("-3 -2 -1", "select -k as k", "order by -k");
        gives("-1 -2 -3", "select -k as k", "order by abs(k)");
        gives("-1 -2 -3", "select -k as k", "order by -k desc");
        gives("-3 -2 -1", "select -k as k", "order by k");
        gives("-1 -2 -3", "select -k as k", "order by k desc nulls last");
        gives("-3 -2 -1", "select distinct -k as k", "order by -k");
        gives("-1 -2 -3", "select -k as k", "order by row_number() over (order by k)");
        gives("-1 -2 -3", "select -k as k", "order by case when k = 3 then 1 else 0 end, k desc");
        gives("7 6 5", "select 8 - k as y", "order by y + 0 desc");
        gives("-3 -2 -1", "select -k as k", "qualify row_number() over (order by k) > 0 order by 1");
        gives("-1", "select -k as k", "qualify row_number() over (order by k) = 1");
        gives("-3", "select -k as k", "where k = 3 and k > 2");
    }

    @Test
    void shouldReadColumnsWithinAggregates() {
        gives("5|3 1|3", "select x, sum(k) as k", "group by 1 order by max(k) desc, x");
        gives("5|3 1|3", "select x, sum(k) as k", "group by x order by avg(k) desc");
        gives("1|3 5|3", "select x, sum(k) as k", "group by x order by count(k) desc");
        gives("5|-3 1|-3", "select x, -sum(k) as k", "group by x order by k + 0, min(k) desc");
        gives("5|3", "select x, sum(k) as k", "group by x having max(k) > 2");
        gives("5|3", "select x, sum(k) as k", "group by 1 qualify row_number() over (order by max(k) desc) = 1");
        gives("1|1 2|1 3|5", "select k as x, max(x)", "group by k order by 1");
        gives("1|1 2|1 3|5", "select k as x, max(x)", "group by 1 order by 1");
        gives("-5|3 -1|3", "select -x as x, sum(k)", "group by x order by -x");
        gives("1|1 3|5", "select k as x, x + count(*) - 1 as y", "where k in (1, 3) group by k, x order by x");
    }

    @Test
    void shouldReadColumnsOfUsing() {
        assertEquals(List.of("-4|-1", "-3|null", "-2|null", "-1|null"), ask("select -k as k, -y as y"
                + ROWS + "full join (values (4, 1)) u(k, y) using (k) order by -k"));
    }
}
