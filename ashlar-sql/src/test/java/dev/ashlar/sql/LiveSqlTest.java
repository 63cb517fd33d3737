// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.query.QueryOptions;
import dev.ashlar.store.Store;
import dev.ashlar.store.StoreOptions;
import dev.ashlar.store.StoreWriter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collections;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A statement over a store that grows sees one moment, however many scans it has.
class LiveSqlTest {
    @TempDir
    Path temp;

    @Test
    void shouldSeeTheSameRowsInAllScans() throws IOException {
        try (StoreWriter writer = StoreWriter.open(temp.resolve("s"), StoreOptions.defaults())) {
            PlacedOrders.record(writer, PlacedOrders.FIRST, PlacedOrders.SECOND);
            try (Store store = Store.open(temp.resolve("s"))) {
                SqlSession session = SqlSession.of(store);
                long before = 2;
                for (String second : new String[] {"select count(*) from Placed", "select max(_row) + 1 from Placed",
                        "select count(*) from orders", "select count(distinct _parent) from Placed_legs"}) {
                    // The second scan begins when the first has been read.
                    try (SqlResult result = session.run("select count(*) as n from Placed union all " + second,
                            QueryOptions.defaults())) {
                        assertTrue(result.next());
                        assertEquals(before, number(result), second);
                        PlacedOrders.record(writer, Collections.nCopies(100, PlacedOrders.FIRST)
                                .toArray(String[]::new));
                        store.refresh();
                        assertTrue(result.next());
                        assertEquals(before, number(result), second);
                    }
                    before += 100;
                    assertEquals(Long.toString(before), SqlRows.rows(session, "select count(*) from Placed").getFirst());
                }
            }
        }
    }

    private static long number(SqlResult result) {
        return ((Number) result.get(0)).longValue();
    }
}
