// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.store.JournalCursor;
import dev.ashlar.store.JournalWriter;
import dev.ashlar.store.Store;
import dev.ashlar.store.StoreException;
import dev.ashlar.store.Table;
import dev.ashlar.store.internal.v1.store.WriteStore;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;

/// What somebody outside the store knows of the journal of [Orders]: the messages that may be there, in their order,
/// and how many have to.
final class Recorded {
    /// So many messages are never retired.
    static final int KEPT = 60;
    /// Messages of different lives never have the same sequence.
    private static final long LIFE = 1_000_000;

    private final List<Long> sequences = new ArrayList<>();
    private long promised;
    /// The first message by the newer schema, if there is one.
    private long newerFrom = Long.MAX_VALUE;
    /// Whether the journal was made.
    boolean defined;
    long life;

    Recorded copy() {
        Recorded copy = new Recorded();
        copy.sequences.addAll(sequences);
        copy.promised = promised;
        copy.newerFrom = newerFrom;
        copy.defined = defined;
        copy.life = life;
        return copy;
    }

    /// How many messages may be there.
    long count() {
        return sequences.size();
    }

    /// All that was recorded has to be there from now on.
    void promise() {
        promised = sequences.size();
    }

    void define(WriteStore store) throws StoreException {
        boolean newer = newerFrom != Long.MAX_VALUE || !store.journals().isEmpty()
                && store.journal(Orders.NAME).schema().version() > 0;
        store.define(newer ? Orders.NEWER : Orders.DEFINITION);
        if (newer && newerFrom == Long.MAX_VALUE) {
            newerFrom = sequences.size();
        }
        defined = true;
    }

    /// From here on messages are of the newer schema.
    void evolve(WriteStore store) throws StoreException {
        long from = sequences.size();
        store.define(Orders.NEWER);
        newerFrom = from;
        // All messages before are durable, lest they are split by another schema than the first time.
        promise();
    }

    private byte[] bytes(long n) {
        return n < newerFrom ? Orders.bytes(n) : Orders.bytes(Orders.NEWER.schema(), n);
    }

    void record(JournalWriter recorder) throws StoreException {
        long n = sequences.size();
        sequences.add(life * LIFE + n);
        byte[] bytes = bytes(n);
        recorder.record(MemorySegment.ofArray(bytes), 0, bytes.length, Orders.time(n), sequences.getLast());
    }

    /// Retires what is older than the last messages.
    void retire(WriteStore store) throws StoreException {
        if (sequences.size() > KEPT) {
            store.retireMessagesBefore(Orders.NAME, Orders.time(sequences.size() - KEPT));
            promise();
        }
    }

    /// Goes on from what a store was found to have, which is durable.
    void found(long count, Store store) throws StoreException {
        sequences.subList((int) count, sequences.size()).clear();
        promised = count;
        boolean newer = !store.journals().isEmpty() && store.journal(Orders.NAME).schema().version() > 0;
        newerFrom = newer ? Math.min(newerFrom, count) : Long.MAX_VALUE;
        life++;
    }

    /// What readers see before anybody has recovered the store was recorded, and has no gap.
    void checkPrefix(Store store, String where) throws StoreException {
        if (store.journals().isEmpty()) {
            assertTrue(!defined, where);
            return;
        }
        long n = -1;
        try (JournalCursor cursor = store.journal(Orders.NAME).cursor()) {
            for (; cursor.next(); n++) {
                n = n < 0 ? cursor.row() : n;
                assertEquals(n, cursor.row(), where);
                assertTrue(n < sequences.size(), where + ", one message more than was recorded: n=" + n);
                assertEquals(sequences.get((int) n), cursor.sequence(), where);
            }
        }
        for (Table rows : store.tables()) {
            assertTrue(!rows.name().equals("Order") || n < 0 || n >= rows.endRow(), where
                    + ", rows are seen, but not their messages: n=" + n + ", rows=" + rows.endRow());
        }
    }

    /// Compares journal and tables with what was recorded.
    ///
    /// @return how many messages there are, retired ones included
    long check(Store store, String where) throws StoreException {
        if (store.journals().isEmpty()) {
            assertTrue(!defined && promised == 0, where);
            return 0;
        }
        List<Long> positions = new ArrayList<>();
        long first = 0;
        try (JournalCursor cursor = store.journal(Orders.NAME).cursor()) {
            while (cursor.next()) {
                first = positions.isEmpty() ? cursor.row() : first;
                int n = (int) first + positions.size();
                assertTrue(n < sequences.size(), where + ", one message more than was recorded: n=" + n);
                assertEquals(sequences.get(n), cursor.sequence(), where + ", n=" + n);
                assertEquals(n, cursor.row(), where);
                assertArrayEquals(bytes(n), cursor.memory().asSlice(cursor.offset(), cursor.length())
                        .toArray(ValueLayout.JAVA_BYTE), where);
                positions.add(cursor.position());
            }
            for (long n = first; n < first + positions.size(); n += 50) {
                assertTrue(cursor.seekTime(Orders.time(n)), where);
                assertEquals(n, cursor.row(), where);
            }
        }
        long found = first + positions.size();
        assertTrue(first <= Math.max(0, sequences.size() - KEPT), where + ", more was retired than should be");
        assertTrue(found >= promised, where + ", promised=" + promised + ", found=" + found);
        assertEquals(positions.size(), store.journal(Orders.NAME).messageCount(), where);
        Orders.checkRows(store, first, positions);
        if (found > newerFrom) {
            assertEquals(found - newerFrom, store.table("Order_parties").endRow(), where);
        }
        return found;
    }
}
