// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1.index;

import dev.ashlar.store.HashReader;
import dev.ashlar.store.internal.index.Buckets;
import java.lang.foreign.MemorySegment;
import java.util.Objects;

/// Looks up in a hash index.
final class TableHashReader extends IndexReader<Buckets> implements HashReader {
    /// More than a core can wait for at a time; less than fills its nearest cache.
    private static final int GROUP = 64;
    /// Of fewer keys the processor has all under way by itself.
    private static final int LEAST = 4;

    private final TableHashIndex index;
    private final long[] places = new long[GROUP];
    private final long[] hashes = new long[GROUP];
    /// Keeps loads from being left out.
    private long touched;

    TableHashReader(TableHashIndex index) {
        super(index);
        this.index = index;
    }

    @Override
    Buckets newest() {
        return index.usable();
    }

    @Override
    public long find(long number) {
        requireInteger(true);
        Buckets now = generation();
        return seen(now.find(number));
    }

    /// A row from a row plus 1, if it is there for this reader.
    private long seen(long word) {
        return word > rows.first() ? word - 1 : ABSENT;
    }

    @Override
    public long find(MemorySegment bytes, long offset) {
        requireInteger(false);
        Objects.checkFromIndexSize(offset, key.length(), bytes.byteSize());
        Buckets now = generation();
        long hash = now.hash(key.hashKey(bytes, offset));
        return match(now, now.place(hash), hash, bytes, offset);
    }

    /// From a slot on, the row with the bytes of a key, or [#ABSENT].
    private long match(Buckets in, long from, long hash, MemorySegment bytes, long offset) {
        long slot = from;
        for (long row = in.row(slot); row != Buckets.NONE; row = in.row(slot)) {
            if (row > rows.first() && in.key(slot) == hash) {
                rows.seek(row - 1);
                if (key.isKeyOf(bytes, offset, rows.memory(), rows.offset())) {
                    return row - 1;
                }
            }
            slot = in.nextSlot(slot, from);
        }
        return ABSENT;
    }

    @Override
    public long previous(long row) {
        if (index.definition().unique()) {
            throw new IllegalStateException("index keeps only the last row of each key (" + index.table().name() + ")");
        }
        Objects.checkIndex(row - rows.first(), index.linkedEnd() - rows.first());
        return seen(generation().link(row));
    }

    @Override
    public int lookup(long[] keys, int from, int n, long[] found) {
        requireInteger(true);
        Objects.checkFromIndexSize(from, n, keys.length);
        Objects.checkFromIndexSize(0, n, found.length);
        Buckets now = generation();
        if (now.isNear() || n < LEAST) {
            // There is nothing to wait for, or too little to make a group of.
            return now.matchEach(keys, from, n, rows.first(), found, ABSENT);
        }
        int hits = 0;
        for (int done = 0; done < n; done += GROUP) {
            hits += lookup(now, keys, from + done, Math.min(GROUP, n - done), found, done);
        }
        return hits;
    }

    private int lookup(Buckets in, long[] keys, int from, int n, long[] found, int to) {
        in.placeEach(keys, from, n, places);
        touched = in.prefetch(places, n);
        long first = rows.first();
        int hits = 0;
        for (int i = 0; i < n; i++) {
            long word = in.match(places[i], keys[from + i]);
            found[to + i] = word > first ? word - 1 : ABSENT;
            hits += word > first ? 1 : 0;
        }
        return hits;
    }

    @Override
    public int lookup(MemorySegment keys, long offset, int n, long[] found) {
        requireInteger(false);
        Objects.checkFromIndexSize(offset, n * (long) key.length(), keys.byteSize());
        Objects.checkFromIndexSize(0, n, found.length);
        Buckets now = generation();
        int hits = 0;
        for (int done = 0; done < n; done += GROUP) {
            hits += lookup(now, keys, offset + done * (long) key.length(), Math.min(GROUP, n - done), found, done);
        }
        return hits;
    }

    private int lookup(Buckets in, MemorySegment keys, long offset, int n, long[] found, int to) {
        int length = key.length();
        for (int i = 0; i < n; i++) {
            hashes[i] = in.hash(key.hashKey(keys, offset + (long) i * length));
        }
        in.placeEachHash(hashes, n, places);
        long loaded = in.prefetch(places, n);
        // What the hashes lead to, all but surely the right rows, and where their keys lie.
        for (int i = 0; i < n; i++) {
            long row = seen(in.match(places[i], hashes[i]));
            found[to + i] = row;
            if (row != ABSENT) {
                rows.seek(row);
                loaded += key.touch(rows.memory(), rows.offset());
            }
        }
        touched = loaded;
        int hits = 0;
        for (int i = 0; i < n; i++) {
            long at = offset + (long) i * length;
            long row = found[to + i];
            if (row != ABSENT) {
                rows.seek(row);
            }
            if (row == ABSENT || !key.isKeyOf(keys, at, rows.memory(), rows.offset())) {
                // Another key may have the same hash, and a retired row may hide one that is not.
                row = match(in, places[i], hashes[i], keys, at);
                found[to + i] = row;
            }
            hits += row == ABSENT ? 0 : 1;
        }
        return hits;
    }
}
