// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory;

import static dev.ashlar.memory.SegmentedMemory.LONG;

import java.lang.foreign.MemorySegment;
import java.util.function.LongBinaryOperator;
import java.util.function.LongUnaryOperator;

/// An array of `long` with 64-bit indexes, over a container.
public final class BigLongArray extends BigArray<BigLongArray> {
    private static final int SHIFT = 3;

    private BigLongArray(SegmentedMemory memory) {
        super(memory, SHIFT);
    }

    /// An array of `length` elements; they are zero unless the pool reuses chunks without clearing them.
    public static BigLongArray acquire(ChunkPool pool, long length) throws AllocationException {
        return new BigLongArray(pool.acquire(byteSize(length, SHIFT)));
    }

    /// The bytes of a container as an array; what is left at its end is no element.
    public static BigLongArray over(SegmentedMemory memory) {
        return new BigLongArray(memory);
    }

    public long get(long index) {
        MemorySegment all = memory.solid;
        try {
            if (all == null) {
                MemorySegment extent = memory.extent;
                return extent != null ? extent.get(LONG, memory.elementPlace(index, SHIFT))
                        : memory.elementChunk(index, SHIFT).get(LONG, memory.inChunk(index << SHIFT));
            }
            if (isIndex(index)) {
                return all.get(LONG, index << SHIFT);
            }
        } catch (IndexOutOfBoundsException e) {
            // Grown, closed, across two chunks or really outside: the way below knows.
        }
        return memory.getLong(offset(index));
    }

    public void set(long index, long value) {
        MemorySegment all = memory.solid;
        try {
            if (all == null) {
                MemorySegment extent = memory.extent;
                if (extent != null) {
                    extent.set(LONG, memory.elementPlace(index, SHIFT), value);
                } else {
                    memory.elementChunk(index, SHIFT).set(LONG, memory.inChunk(index << SHIFT), value);
                }
                return;
            }
            if (isIndex(index)) {
                all.set(LONG, index << SHIFT, value);
                return;
            }
        } catch (IndexOutOfBoundsException e) {
            // As above.
        }
        memory.putLong(offset(index), value);
    }

    /// Sets all elements.
    public void fill(long value) {
        fill(0, length(), value);
    }

    /// Sets the elements from `from` to before `to`.
    public void fill(long from, long to, long value) {
        long end = begin(from, to);
        try {
            for (long at = from << SHIFT, n; at < end; at += n) {
                MemorySegment run = memory.runAt(at);
                long base = memory.baseIn(run, at);
                n = run(end - at, run, base);
                for (long i = 0, count = n >> SHIFT; i < count; i++) {
                    run.set(LONG, base + (i << SHIFT), value);
                }
            }
        } finally {
            end();
        }
    }

    /// Copies elements from a Java array.
    public void copyFrom(long[] source, int sourceFrom, long from, int count) {
        memory.copyFrom(MemorySegment.ofArray(source), (long) sourceFrom << SHIFT, range(from, count),
                (long) count << SHIFT);
    }

    /// Copies elements to a Java array.
    public void copyTo(long from, long[] target, int targetFrom, int count) {
        memory.copyTo(range(from, count), MemorySegment.ofArray(target), (long) targetFrom << SHIFT,
                (long) count << SHIFT);
    }

    /// Replaces every element from `from` to before `to` by what `operator` makes of it.
    public void map(long from, long to, LongUnaryOperator operator) {
        long end = begin(from, to);
        try {
            for (long at = from << SHIFT, n; at < end; at += n) {
                MemorySegment run = memory.runAt(at);
                long base = memory.baseIn(run, at);
                n = run(end - at, run, base);
                for (long i = base, last = base + n; i < last; i += 1L << SHIFT) {
                    run.set(LONG, i, operator.applyAsLong(run.get(LONG, i)));
                }
            }
        } finally {
            end();
        }
    }

    /// Sets every element to what `operator` makes of the elements with the same index of two arrays, which may be this
    /// one; all must be equally long.
    public void mix(BigLongArray a, BigLongArray b, LongBinaryOperator operator) {
        long end = begin(0, sameLength(a, b));
        try {
            a.begin(0, a.length());
            try {
                b.begin(0, b.length());
                try {
                    mixRuns(a.memory, b.memory, end, operator);
                } finally {
                    b.end();
                }
            } finally {
                a.end();
            }
        } finally {
            end();
        }
    }

    /// Combines the elements from `from` to before `to`, in order, beginning with `identity`.
    public long reduce(long from, long to, long identity, LongBinaryOperator operator) {
        long end = begin(from, to);
        long result = identity;
        try {
            for (long at = from << SHIFT, n; at < end; at += n) {
                MemorySegment run = memory.runAt(at);
                long base = memory.baseIn(run, at);
                n = run(end - at, run, base);
                for (long i = base, last = base + n; i < last; i += 1L << SHIFT) {
                    result = operator.applyAsLong(result, run.get(LONG, i));
                }
            }
        } finally {
            end();
        }
        return result;
    }

    /// The sum of all elements, which wraps.
    public long sum() {
        long end = begin(0, length());
        long sum = 0;
        try {
            for (long at = 0, n; at < end; at += n) {
                MemorySegment run = memory.runAt(at);
                long base = memory.baseIn(run, at);
                n = run(end - at, run, base);
                for (long i = 0, count = n >> SHIFT; i < count; i++) {
                    sum += run.get(LONG, base + (i << SHIFT));
                }
            }
        } finally {
            end();
        }
        return sum;
    }

    private void mixRuns(SegmentedMemory a, SegmentedMemory b, long end, LongBinaryOperator operator) {
        for (long at = 0, n; at < end; at += n) {
            MemorySegment to = memory.runAt(at);
            MemorySegment one = a.runAt(at);
            MemorySegment two = b.runAt(at);
            long toBase = memory.baseIn(to, at);
            long oneBase = a.baseIn(one, at);
            long twoBase = b.baseIn(two, at);
            n = run(run(run(end - at, to, toBase), one, oneBase), two, twoBase);
            for (long i = 0; i < n; i += 1L << SHIFT) {
                to.set(LONG, toBase + i,
                        operator.applyAsLong(one.get(LONG, oneBase + i), two.get(LONG, twoBase + i)));
            }
        }
    }
}
