// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The jar, alone in its class loader, answers as `ashlar-sql` does. Calcite compiles code for each of these statements
/// from text with names of classes, which are other ones in the jar.
class DriverAnswersTest {
    private static final List<String> STATEMENTS = List.of(
            "select * from Trade",
            "select securityId, count(*), sum(quantity), avg(price), min(price), max(price) from Trade group by securityId",
            "select aggressor, count(distinct securityId) from Trade group by rollup(aggressor)",
            "select securityId, aggressor, grouping(securityId), count(*) from Trade group by cube(securityId, aggressor)",
            "select upper(symbol) || '-' || cast(_row as varchar), char_length(symbol) from SecurityDefinition order by _row",
            "select _row, sum(quantity) over (partition by aggressor order by _row), rank() over (order by price) from Trade",
            "select _row, lag(price) over (order by _row), first_value(aggressor) over (order by _row rows 3 preceding) from Trade",
            "select _row, sum(quantity) over (order by _time range interval '1' second preceding) from Trade",
            "select t._row, l.price from Trade t join BookUpdate_levels l on t._row = l._row + 0 where l.quantity > 1",
            "select t._row, l.price from Trade t left join BookUpdate_levels l on t.price = l.price order by 1, 2",
            "select t._row, u._row from Trade t full join BookUpdate u on t._row = u._row + 1 order by 1, 2",
            "select l._row, u._row from BookUpdate_levels l join BookUpdate u on l._parent = u._row",
            "select t._row, s.symbol from Trade t join SecurityDefinition s on t.securityId = s.securityId order by t._row, s._row",
            "select securityId from Trade union select securityId from Quote",
            "select securityId from Trade intersect select securityId from Quote order by 1",
            "select securityId from Quote except all select securityId from Trade order by 1",
            "select * from Trade where price = (select max(price) from Trade)",
            "select symbol from SecurityDefinition s where exists (select 1 from Trade t where s.securityId = t.securityId) order by _row",
            "select _row from Trade where quantity >= all (select quantity from Trade where _row < 3) order by 1",
            "with big as (select securityId, sum(quantity) q from Trade group by securityId) select * from big where q > 1 order by 1",
            "select time_bucket(interval '1' second, _time), count(*) from Trade group by 1 order by 1",
            "select extract(hour from _time), timestampdiff(microsecond, min(_time), max(_time)) from Trade group by 1",
            "select case when quantity > 5 then 'big' when quantity is null then 'none' else 'small' end, count(*) from Trade "
                    + "group by 1 order by 1",
            "select aggressor, price from Trade order by price desc, aggressor limit 10 offset 3",
            "select distinct securityId, aggressor from Trade order by 1, 2",
            "select aggressor, count(*) filter (where quantity > 5) from Trade group by aggressor having count(*) > 1 order by 1",
            "select position('E' in symbol), substring(symbol from 2 for 2), trim(both 'E' from symbol), "
                    + "overlay(symbol placing 'x' from 1), replace(symbol, 'E', 'e') from SecurityDefinition order by _row",
            "select symbol like 'E%', symbol similar to 'E.*' from SecurityDefinition order by _row",
            "select sqrt(quantity), power(quantity, 2), ln(quantity), round(price, 1), floor(price), sin(quantity) from Trade",
            "select json_value('{\"a\": [1, 2]}', '$.a[1]'), json_exists('{\"a\": 1}', '$.b') from (values 1)",
            "select json_object('symbol': symbol, 'row': _row) from SecurityDefinition order by _row",
            "values (1, 'a', date '2026-01-31'), (2, 'b', date '2026-02-01')",
            "select stddev_pop(quantity), var_samp(quantity), covar_pop(quantity, quantity) from Trade",
            "select {fn UCASE(aggressor)}, {fn LOCATE('U', aggressor)} from Trade where _time > {ts '1970-01-01 00:00:00'}",
            "explain plan for select securityId, count(*) from Trade group by securityId");

    @TempDir
    Path temp;

    @Test
    void shouldAnswerAsItDoesWithItsLibraries() throws IOException, SQLException {
        Path store = SampleStore.write(temp);
        List<String> different = new ArrayList<>();
        ClassLoader before = Thread.currentThread().getContextClassLoader();
        Thread.currentThread().setContextClassLoader(null);
        try (DriverJar jar = new DriverJar(); Connection alone = jar.connect(store);
                Connection reference = DriverManager.getConnection("jdbc:ashlar:" + store)) {
            assertFalse(alone.getClass() == reference.getClass());
            for (String sql : STATEMENTS) {
                String expected = answer(reference, sql);
                String found = answer(alone, sql);
                if (!expected.equals(found)) {
                    different.add(sql + "\n  " + found.lines().findFirst().orElse("") + "\n  "
                            + expected.lines().findFirst().orElse(""));
                }
            }
        } finally {
            Thread.currentThread().setContextClassLoader(before);
        }
        assertEquals(List.of(), different);
    }

    /// All rows.
    private static String answer(Connection connection, String sql) {
        StringBuilder answer = new StringBuilder();
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            while (rows.next()) {
                for (int i = 1; i <= rows.getMetaData().getColumnCount(); i++) {
                    answer.append(rows.getString(i)).append('|');
                }
                answer.append('\n');
            }
        } catch (SQLException e) {
            throw new AssertionError(sql, e);
        }
        assertTrue(!answer.isEmpty(), sql);
        return answer.toString();
    }
}
