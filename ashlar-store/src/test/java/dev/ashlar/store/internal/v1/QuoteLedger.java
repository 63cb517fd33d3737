// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.store.LastValues;
import dev.ashlar.store.LastValuesReader;
import dev.ashlar.store.LastValuesWriter;
import dev.ashlar.store.Store;
import dev.ashlar.store.StoreException;
import dev.ashlar.store.ValueClaim;
import dev.ashlar.store.internal.v1.store.WriteStore;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/// What somebody outside the store knows of the last-value table of [Quotes]: of each key the last number that was
/// begun, that was committed, and that is durable; -1 if none. Numbers of a key only grow.
final class QuoteLedger {
    static final int KEYS = 40;

    final long[] begun = filled();
    final long[] done = filled();
    final long[] durable = filled();
    /// Whether the last-value table was made, and whether by the newer schema.
    boolean defined;
    boolean newer;
    private final MemorySegment target = MemorySegment.ofArray(new byte[64]);

    /// Looks at the disk.
    interface Look {
        void run() throws IOException;
    }

    static long[] filled() {
        long[] numbers = new long[KEYS];
        Arrays.fill(numbers, -1);
        return numbers;
    }

    void synced() {
        System.arraycopy(done, 0, durable, 0, KEYS);
    }

    QuoteLedger copy() {
        QuoteLedger copy = new QuoteLedger();
        System.arraycopy(begun, 0, copy.begun, 0, KEYS);
        System.arraycopy(done, 0, copy.done, 0, KEYS);
        System.arraycopy(durable, 0, copy.durable, 0, KEYS);
        copy.defined = defined;
        copy.newer = newer;
        return copy;
    }

    /// Goes on from what a store was found to have, which is durable.
    void found(long[] found) {
        for (int id = 0; id < KEYS; id++) {
            done[id] = found[id];
            durable[id] = found[id];
            begun[id] = Math.max(found[id], begun[id]);
        }
    }

    void define(WriteStore store) throws StoreException {
        // The record of a newer layout may be there before its writer knows.
        newer |= !store.lastValues().isEmpty() && store.lastValues(Quotes.NAME).schema().version() > 0;
        store.define(newer ? Quotes.NEWER : Quotes.DEFINITION);
        defined = true;
    }

    /// Replaces a value; looks when it is filled in and not yet committed.
    void commit(WriteStore store, int id, long number, Look look) throws IOException {
        LastValuesWriter quotes = store.lastValuesWriter(Quotes.NAME);
        int length = store.lastValues(Quotes.NAME).block().blockLength();
        ValueClaim claim = number % 2 == 0 ? quotes.claim(id) : quotes.update(id);
        long at = claim.offset();
        Quotes.fill(claim.memory(), at, number, length);
        begun[id] = number;
        look.run();
        claim.commit();
        done[id] = number;
    }

    /// @return what was found for each key
    long[] check(Store store, String where) throws StoreException {
        long[] found = filled();
        if (store.lastValues().isEmpty()) {
            assertTrue(!defined, where);
            return found;
        }
        LastValues lastValues = store.lastValues(Quotes.NAME);
        LastValuesReader reader = lastValues.reader();
        for (int id = 0; id < KEYS; id++) {
            String what = where + ", id=" + id + ", durable=" + durable[id] + ", begun=" + begun[id];
            try {
                found[id] = Quotes.number(reader, id, target, lastValues.block().blockLength());
            } catch (AssertionError | RuntimeException e) {
                throw new AssertionError(what, e);
            }
            assertTrue(found[id] >= durable[id] && found[id] <= begun[id], what + ", found=" + found[id]);
        }
        return found;
    }
}
