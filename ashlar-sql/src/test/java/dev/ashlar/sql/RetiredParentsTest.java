// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.store.Store;
import dev.ashlar.store.StoreOptions;
import dev.ashlar.store.StoreWriter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Entries may outlive the rows that they belong to.
class RetiredParentsTest {
    private static final int MESSAGES = 400;

    @TempDir
    Path temp;

    @Test
    void shouldShowNothingOfAParentThatIsGone() throws IOException {
        Path folder = temp.resolve("s");
        try (StoreWriter writer = StoreWriter.open(folder, StoreOptions.defaults().withChunkBytes(4096))) {
            PlacedOrders.record(writer, Collections.nCopies(MESSAGES, PlacedOrders.FIRST).toArray(String[]::new));
            writer.sync();
            // Parents have wide rows: more of their chunks are whole.
            writer.retireMessages(PlacedOrders.JOURNAL, position(folder));
        }
        try (Store store = Store.open(folder)) {
            SqlSession session = SqlSession.of(store);
            String gone = one(session, "select count(*) from Placed_legs where _parent not in (select _row from Placed)");
            assertTrue(Integer.parseInt(gone) > 0, gone);
            String joined = " from Placed_legs l left join (select _row as r, 1 as has, coalesce(quantity, 0) as q, "
                    + "quantity is null as n, quantity + 1 as more, case when quantity = 10 then 'ten' else 'other' end as word, "
                    + "side from Placed) p on l._parent = p.r ";
            for (String column : List.of("r", "has", "q", "n", "more", "word", "side")) {
                assertEquals(gone, one(session, "select count(*)" + joined + "where p." + column + " is null"), column);
                assertEquals(gone, one(session, "select count(*) - count(p." + column + ")" + joined), column);
            }
        }
    }

    /// Of the message in the middle.
    private static long position(Path folder) throws IOException {
        try (Store store = Store.open(folder)) {
            return store.journal(PlacedOrders.JOURNAL).endPosition() / 2;
        }
    }

    private static String one(SqlSession session, String sql) {
        return SqlRows.rows(session, sql).getFirst();
    }
}
