// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1.values;

import dev.ashlar.store.LastValuesReader;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.function.LongPredicate;

/// Maps keys to records: a hash table with open addressing, on the heap of each process.
///
/// A slot has the hash of a key in its upper half, and the number of its record plus 1 in the lower; 0 is free.
///
/// **Threading**: any thread finds, without waiting; one at a time puts. A slot is never emptied, so who looks
/// meanwhile finds all that was there when it began.
final class ValueIndex {
    private static final VarHandle SLOTS = MethodHandles.arrayElementVarHandle(long[].class);
    private static final int LEAST = 64;

    private volatile long[] slots = new long[LEAST];
    private int count;

    /// The last record that was put for a key; [LastValuesReader#ABSENT] if none was.
    long find(Key key, ValueTable records) {
        long[] now = slots;
        int hash = key.hash();
        int mask = now.length - 1;
        for (int i = hash & mask;; i = i + 1 & mask) {
            long slot = (long) SLOTS.getAcquire(now, i);
            if (slot == 0) {
                return LastValuesReader.ABSENT;
            }
            if ((int) (slot >>> 32) == hash && records.isKeyOf(record(slot), key)) {
                return record(slot);
            }
        }
    }

    private static long record(long slot) {
        return (slot & 0xffff_ffffL) - 1;
    }

    int count() {
        return count;
    }

    /// Notes the record of a key, in place of an earlier one.
    void put(Key key, long record, ValueTable records) {
        int hash = key.hash();
        put(slots, hash, record, other -> records.isKeyOf(other, key));
        if (2 * count > slots.length) {
            grow();
        }
    }

    private void put(long[] into, int hash, long record, LongPredicate same) {
        int mask = into.length - 1;
        int i = hash & mask;
        while (into[i] != 0 && !((int) (into[i] >>> 32) == hash && same.test(record(into[i])))) {
            i = i + 1 & mask;
        }
        count += into[i] == 0 ? 1 : 0;
        SLOTS.setRelease(into, i, (long) hash << 32 | record + 1);
    }

    private void grow() {
        long[] more = new long[Math.multiplyExact(slots.length, 2)];
        count = 0;
        for (long slot : slots) {
            if (slot != 0) {
                put(more, (int) (slot >>> 32), record(slot), _ -> false);
            }
        }
        slots = more;
    }
}
