// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.index;

import dev.ashlar.memory.AllocationException;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemoryLayout.PathElement;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;

/// A hash table from 64-bit keys to rows, with open addressing by buckets: what finds no slot in its bucket goes to the
/// next one. For longer keys the table has their hashes as keys; several slots may then have the same key.
///
/// **Layout** of a bucket, which is one cache line of four slots:
///
/// | offset | bytes | field  | access  | meaning                                       |
/// |-------:|------:|--------|---------|-----------------------------------------------|
/// |      0 |     8 | key0   | plain   | of the first slot; never changes once it is there |
/// |      8 |     8 | row0   | release | row of the first slot plus 1; 0 where it is free |
/// |     16 |     8 | key1   | plain   |                                               |
/// |     24 |     8 | row1   | release |                                               |
/// |     32 |     8 | key2   | plain   |                                               |
/// |     40 |     8 | row2   | release |                                               |
/// |     48 |     8 | key3   | plain   |                                               |
/// |     56 |     8 | row3   | release |                                               |
///
/// A key's hash names its place, one of the slots. If that is taken, the key gets the next free slot of the bucket,
/// round and round; at least seven keys in ten are at their place. Slots are never given back, so a free one ends a
/// search. The highest bit of the last row tells that a key found no slot in the bucket, or in one before, and lies
/// further on.
///
/// **Threading**: one thread writes. It writes a key first and publishes its row after. Any number read without a
/// lock, keys and rows in any order. A reader that sees the row but not yet the key takes the slot for another key's;
/// one that sees the key but not yet the row finds nothing; both are right while the key is being added. Only key 0
/// looks like a free slot: for it, rows are read first.
///
/// **Ownership**: see [Generation].
public final class Buckets extends Generation {
    /// In place of a row plus 1: there is none.
    public static final long NONE = 0;

    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG;
    /// Without an alignment, which each load would check.
    private static final ValueLayout.OfLong READ = ValueLayout.JAVA_LONG_UNALIGNED;
    static final StructLayout BUCKET = MemoryLayout.structLayout(READ.withName("key0"), READ.withName("row0"),
            READ.withName("key1"), READ.withName("row1"), READ.withName("key2"), READ.withName("row2"),
            READ.withName("key3"), READ.withName("row3")).withName("bucket");
    private static final StructLayout SLOT =
            MemoryLayout.structLayout(READ.withName("key"), READ.withName("row")).withName("slot");
    private static final VarHandle KEY = handle(SLOT, "key");
    private static final VarHandle ROW = handle(SLOT, "row");
    private static final VarHandle KEY0 = handle(BUCKET, "key0");
    private static final VarHandle KEY1 = handle(BUCKET, "key1");
    private static final VarHandle KEY2 = handle(BUCKET, "key2");
    private static final VarHandle KEY3 = handle(BUCKET, "key3");
    private static final VarHandle ROW0 = handle(BUCKET, "row0");
    private static final VarHandle ROW1 = handle(BUCKET, "row1");
    private static final VarHandle ROW2 = handle(BUCKET, "row2");
    private static final VarHandle ROW3 = handle(BUCKET, "row3");
    private static final VarHandle WORD = LONG.varHandle().withInvokeExactBehavior();

    /// The key of a slot that is free.
    private static final long FREE = 0;
    private static final long BEYOND = Long.MIN_VALUE;
    private static final int BUCKET_SHIFT = 6;
    private static final long IN_BUCKET = (1L << BUCKET_SHIFT) - 1;
    private static final int SLOTS = 4;
    private static final int SLOT_SHIFT = 4;
    /// From the key of a slot to its row.
    private static final long TO_ROW = Long.BYTES;
    private static final long LAST_ROW = IN_BUCKET + 1 - Long.BYTES;
    /// Of eight slots five are taken at most: then one key in twenty lies in another bucket than its own.
    private static final int FULL_OF_EIGHT = 5;
    /// As large as what a core has for itself: here loads do not wait for each other anyway.
    private static final long NEAR_BYTES = 1 << 20;

    private final MemorySegment memory;
    private final long buckets;
    private final long slots;
    private final long limit;
    private final long factor;
    private final boolean near;
    /// Rows with the same key, each with the one before it plus 1; empty where rows have no such links.
    private final MemorySegment links;
    private final long firstLink;
    private long count;

    /// @param keys      for which there is to be space
    /// @param seed      of the hash, the same for all generations of an index
    /// @param firstLink the first row that may have a link
    /// @param linkRows  how many may; 0 for none
    public Buckets(long keys, long seed, long firstLink, long linkRows) throws AllocationException {
        buckets = Math.max(2, Math.ceilDiv(Math.multiplyExact(Math.max(keys, 1), 8), FULL_OF_EIGHT * SLOTS) + 1);
        slots = buckets * SLOTS;
        limit = limit(slots);
        factor = seed | 1;
        this.firstLink = firstLink;
        near = buckets << BUCKET_SHIFT <= NEAR_BYTES;
        try {
            memory = allocate(Math.multiplyExact(buckets, 1L << BUCKET_SHIFT));
            links = linkRows == 0 ? MemorySegment.NULL : allocate(Math.multiplyExact(linkRows, (long) Long.BYTES));
        } catch (AllocationException | RuntimeException e) {
            release();
            throw e;
        }
    }

    /// In memory of the caller, all zero, without links: for tests of races, which need many.
    public Buckets(MemorySegment memory, long seed) {
        this.memory = memory;
        buckets = memory.byteSize() >>> BUCKET_SHIFT;
        slots = buckets * SLOTS;
        limit = limit(slots);
        factor = seed | 1;
        near = true;
        links = MemorySegment.NULL;
        firstLink = 0;
    }

    private static long limit(long slots) {
        return slots / 8 * FULL_OF_EIGHT + slots % 8 * FULL_OF_EIGHT / 8;
    }

    private static VarHandle handle(StructLayout layout, String name) {
        return layout.varHandle(PathElement.groupElement(name)).withInvokeExactBehavior();
    }

    /// Spreads a number over all 64 bits; each index has another seed, so that nobody can prepare keys that meet.
    public long hash(long key) {
        return hash(key, factor);
    }

    private static long hash(long key, long factor) {
        long hash = (key ^ key >>> 32) * factor;
        hash = (hash ^ hash >>> 29) * 0xbf58_476d_1ce4_e5b9L;
        return hash;
    }

    /// Whether all of it stays in a cache near the core.
    public boolean isNear() {
        return near;
    }

    /// The slot that a key with this hash gets if it is free.
    public long place(long hash) {
        return place(hash, slots);
    }

    private static long place(long hash, long slots) {
        return Math.unsignedMultiplyHigh(hash, slots) << SLOT_SHIFT;
    }

    /// The places of keys.
    public void placeEach(long[] keys, int from, int n, long[] places) {
        long most = slots;
        long odd = factor;
        for (int i = 0; i < n; i++) {
            places[i] = place(hash(keys[from + i], odd), most);
        }
    }

    /// The places of hashes.
    public void placeEachHash(long[] hashes, int n, long[] places) {
        long most = slots;
        for (int i = 0; i < n; i++) {
            places[i] = place(hashes[i], most);
        }
    }

    /// Loads the lines of buckets, without waiting for one before going on to the next. There is nothing else in the
    /// loop: a processor has as many loads under way as there are in the instructions that it looks ahead.
    ///
    /// @return something that the caller has to use, or the loads may be left out
    public long prefetch(long[] places, int n) {
        MemorySegment in = memory;
        long loaded = 0;
        for (int i = 0; i < n; i++) {
            loaded += (long) WORD.get(in, places[i]);
        }
        return loaded;
    }

    /// The row of a key plus 1, or [#NONE].
    ///
    /// Looks at the key's place first. Until the line of a lookup arrives, the processor starts the next ones, as many
    /// as it can hold instructions that wait: one comparison leaves room for more lookups than four do.
    public long find(long key) {
        MemorySegment in = memory;
        long place = place(hash(key));
        if (key != FREE && (long) KEY.get(in, place) == key) {
            long row = (long) ROW.get(in, place) & ~BEYOND;
            VarHandle.loadLoadFence();
            return row;
        }
        return match(in, place, key);
    }

    /// The row of a key plus 1, or [#NONE].
    ///
    /// @param place of the key's hash
    public long match(long place, long key) {
        return match(memory, place, key);
    }

    /// The rows of many keys in one phase. Behind the fence of each key fields would be read again, so they are read
    /// once, before.
    ///
    /// @param first  rows before are not found
    /// @param found  gets the rows, from 0 on
    /// @param absent in place of a row that is not there
    /// @return how many were found
    public int matchEach(long[] keys, int from, int n, long first, long[] found, long absent) {
        MemorySegment in = memory;
        long most = slots;
        long odd = factor;
        int hits = 0;
        for (int i = 0; i < n; i++) {
            long key = keys[from + i];
            long word = match(in, place(hash(key, odd), most), key);
            found[i] = word > first ? word - 1 : absent;
            hits += word > first ? 1 : 0;
        }
        return hits;
    }

    /// Without a branch that depends on where in its bucket a key lies: it would be taken wrongly every other time, and
    /// what comes after would wait. All words are loaded plainly before the fence: the checks of a load behind it would
    /// be made again. The loop is what makes the JIT look for checks that it has made already; in a method without
    /// one it does not.
    private long match(MemorySegment in, long place, long key) {
        if (key == FREE) {
            return matchInOrder(place, key);
        }
        long at = place & ~IN_BUCKET;
        while (true) {
            long row3 = (long) ROW3.get(in, at);
            long row = (long) ROW0.get(in, at) & same((long) KEY0.get(in, at), key)
                    | (long) ROW1.get(in, at) & same((long) KEY1.get(in, at), key)
                    | (long) ROW2.get(in, at) & same((long) KEY2.get(in, at), key)
                    | row3 & ~BEYOND & same((long) KEY3.get(in, at), key);
            if (row != NONE || row3 >= 0) {
                VarHandle.loadLoadFence();
                return row;
            }
            at = after(at);
        }
    }

    private long matchInOrder(long place, long key) {
        long slot = place;
        long row = row(slot);
        while (row != NONE && key(slot) != key) {
            slot = nextSlot(slot, place);
            row = row(slot);
        }
        return row;
    }

    /// All bits if two are the same, else none.
    private static long same(long one, long other) {
        long difference = one ^ other;
        return ~((difference | -difference) >> 63);
    }

    private long after(long bucket) {
        long next = bucket + (1L << BUCKET_SHIFT);
        return next == buckets << BUCKET_SHIFT ? 0 : next;
    }

    /// The slot where a search goes on: the next one of the bucket, round and round, then those of the next bucket.
    ///
    /// @param place where the search began
    public long nextSlot(long slot, long place) {
        long bucket = slot & ~IN_BUCKET;
        long next = slot + (1L << SLOT_SHIFT) & IN_BUCKET;
        return (next == (place & IN_BUCKET) ? after(bucket) : bucket) + next;
    }

    /// The row of a slot plus 1, or [#NONE]: then those after it need not be looked at.
    public long row(long slot) {
        return (long) WORD.getAcquire(memory, slot + TO_ROW) & ~BEYOND;
    }

    /// The key of a slot whose row was read.
    public long key(long slot) {
        return (long) WORD.get(memory, slot);
    }

    /// Puts a row in place of that of a slot.
    public void replace(long slot, long row) {
        long mark = (long) WORD.get(memory, slot + TO_ROW) & BEYOND;
        WORD.setRelease(memory, slot + TO_ROW, row | mark);
    }

    /// Takes a free slot.
    ///
    /// @param place of the key's hash: from there to the slot all slots are taken
    public void take(long place, long slot, long key, long row) {
        assert count < limit : "bucket table is full: count=" + count;
        long bucket = slot & ~IN_BUCKET;
        for (long passed = place & ~IN_BUCKET; passed != bucket; passed = after(passed)) {
            long last = passed + LAST_ROW;
            WORD.setRelease(memory, last, (long) WORD.get(memory, last) | BEYOND);
        }
        WORD.set(memory, slot, key);
        replace(slot, row);
        count++;
    }

    /// The slot of a key, or the free one that it would get.
    public long slotOf(long key) {
        long place = place(hash(key));
        long slot = place;
        while (row(slot) != NONE && key(slot) != key) {
            slot = nextSlot(slot, place);
        }
        return slot;
    }

    public boolean isFull() {
        return count >= limit;
    }

    /// Slots that are taken.
    public long count() {
        return count;
    }

    /// Bytes of the buckets, for [#slotAt].
    public long slots() {
        return slots;
    }

    /// A slot by its number.
    public long slotAt(long number) {
        return number << SLOT_SHIFT;
    }

    public boolean hasLinkFor(long row) {
        return row - firstLink < links.byteSize() / Long.BYTES;
    }

    /// The row before with the same key plus 1, or [#NONE].
    public long link(long row) {
        return row < firstLink ? NONE : (long) WORD.getAcquire(links, (row - firstLink) * Long.BYTES);
    }

    /// To be followed by publishing `row`.
    public void link(long row, long before) {
        WORD.setRelease(links, (row - firstLink) * Long.BYTES, before);
    }

    /// Takes in all of an older generation but rows before `first`. Buckets are in the order of hashes, so both are
    /// walked in order.
    ///
    /// @param hashed whether keys are hashes
    public void takeIn(Buckets older, long first, boolean hashed) {
        for (long number = 0; number < older.slots; number++) {
            long from = older.slotAt(number);
            long row = older.row(from);
            if (row > first) {
                long key = older.key(from);
                long place = place(hashed ? key : hash(key));
                long slot = place;
                while (row(slot) != NONE) {
                    slot = nextSlot(slot, place);
                }
                take(place, slot, key, row);
            }
        }
        if (links.byteSize() > 0) {
            long from = Math.max(firstLink, older.firstLink);
            long rows = Math.max(0, Math.min(firstLink + links.byteSize() / Long.BYTES,
                    older.firstLink + older.links.byteSize() / Long.BYTES) - from);
            if (rows > 0) {
                MemorySegment.copy(older.links, (from - older.firstLink) * Long.BYTES, links,
                        (from - firstLink) * Long.BYTES, rows * Long.BYTES);
            }
        }
    }

    /// Slots with rows from `first` on.
    public long countFrom(long first) {
        long live = 0;
        for (long number = 0; number < slots; number++) {
            live += row(slotAt(number)) > first ? 1 : 0;
        }
        return live;
    }
}
