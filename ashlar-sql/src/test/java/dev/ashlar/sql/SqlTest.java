// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.ashlar.query.QueryOptions;
import dev.ashlar.store.Store;
import dev.ashlar.store.StoreOptions;
import dev.ashlar.store.StoreWriter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What SQL over a few messages gives, computed by hand.
class SqlTest {
    @TempDir
    Path temp;
    private Store store;
    private SqlSession session;

    @BeforeEach
    void write() throws IOException {
        try (StoreWriter writer = StoreWriter.open(temp.resolve("s"), StoreOptions.defaults().withChunkBytes(4096))) {
            Orders.record(writer, Orders.FIRST, Orders.SECOND, Orders.THIRD);
        }
        store = Store.open(temp.resolve("s"));
        session = SqlSession.of(store);
    }

    @AfterEach
    void close() throws IOException {
        store.close();
    }

    private List<String> ask(String sql) {
        return Answers.rows(session, sql, QueryOptions.defaults());
    }

    @Test
    void shouldAnswerWithScans() {
        assertEquals(List.of("Buy|2|15|4.500000000", "9|1|-3|-2.000000001"),
                ask("select side, count(*), sum(quantity), sum(price) from Placed group by side"));
        assertEquals(List.of("18446744073709551614|Buy|true|1970-01-01 00:01:00.000000001"), ask("""
                select id, Side, FLAGS_hidden, "at" from PLACED
                where flags_Late = false and name like 'M%' and name = 'Müller'"""));
        assertEquals(List.of("3.000000000", "1.500000000"), ask("select price from Placed order by price desc limit 2"));
    }

    @Test
    void shouldAnswerWithOperatorsOfCalcite() {
        assertEquals(List.of("1|Buy|18446744073709551614", "2|Buy|18446744073709551614", "3|9|7"), ask("""
                select l.leg, p.side, p.id from Placed_legs l join Placed p on l._parent = p._row order by l.leg"""));
        assertEquals(List.of("8|5|5", "18446744073709551614|10|15", "7|-3|12"), ask("""
                select id, quantity, sum(quantity) over (order by id) from Placed where quantity > 0 union all
                select id, quantity, 12 from Placed where quantity < 0"""));
        assertEquals(List.of("MÜLLER", "A"), ask("select upper(name) from Placed where name is not null"));
        assertEquals(List.of("Buy"), ask("select side from Placed group by side having count(*) > 1"));
        assertEquals(List.of("7", "8"), ask("select id from Placed where id < (select max(id) from Placed)"));
    }
}
