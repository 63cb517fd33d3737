// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.query.QueryOptions;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Words of SQL name columns after AS and after a point, and elsewhere in `""`.
class WordsAsNamesTest extends PlacedOrdersSession {
    private void refused(String message, String sql) {
        String found = assertThrows(SqlException.class, () -> ask(sql), sql).getMessage();
        assertTrue(found.contains(message), sql + ": " + found);
    }

    @Test
    void shouldNameColumnsByAnyWord() {
        for (String word : List.of("count", "sum", "avg", "min", "max", "open", "close", "date", "time", "timestamp", "year", "hour",
                "value", "rank", "position", "start", "range", "end", "order", "group", "select", "from", "Default", "all")) {
            String sql = "select quantity as " + word + ", t." + word + " from (select id, quantity, 1 as " + word
                    + " from Placed) as t order by id limit 1";
            assertEquals(List.of("-3|1"), ask(sql), sql);
            assertEquals(word, session.prepare(sql, QueryOptions.defaults()).columns().getFirst().name());
        }
        assertEquals(List.of("10|1"), ask("select sum(quantity) as sum, count(*) as count from Placed group by id order by count, sum "
                + "desc limit 1"));
        assertEquals(List.of("1970|3"), ask("select extract(year from \"at\") as year, count(*) as count from Placed group by year "
                + "order by year"));
        assertEquals(List.of("2"), ask("with s as (select 2 as value) select s.value from s"));
    }

    @Test
    void shouldLeaveTypesAndQueriesAlone() {
        assertEquals(List.of("1970-01-01"), ask("select cast(\"at\" as date) as date from Placed limit 1"));
        assertEquals(List.of("5"), ask("select try_cast('5' as integer) as integer"));
        assertEquals(List.of("3"), ask("with p as materialized (select 1 as value from Placed) select count(*) from p"));
        assertEquals(List.of("3"), ask("with p as not materialized (select 1 as value from Placed) select count(p.value) from p"));
        assertEquals(List.of("12"), ask("select sum(quantity) over w as sum from Placed window w as (order by id) order by sum desc "
                + "limit 1"));
    }

    @Test
    void shouldSayHowAWordIsWrittenAsAName() {
        String rows = " from (values (1, 2)) as t(\"date\", \"value\")";
        refused("unexpected 'date from'; it is an SQL keyword; quote it with \"\" to use it as a name",
                "select date" + rows);
        refused("'value' before it is an SQL keyword; quote it to use it as a name", "select min(value)" + rows);
        refused("quote it to use it as a name", "select t.id from Placed t where at > 5");
        assertEquals(List.of("1|2"), ask("select t.date, t.value" + rows));
    }
}
