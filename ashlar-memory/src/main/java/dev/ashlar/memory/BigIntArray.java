// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory;

import static dev.ashlar.memory.SegmentedMemory.INT;

import java.lang.foreign.MemorySegment;
import java.util.function.IntBinaryOperator;
import java.util.function.IntUnaryOperator;

/// An array of `int` with 64-bit indexes, over a container.
public final class BigIntArray extends BigArray<BigIntArray> {
    private static final int SHIFT = 2;

    private BigIntArray(SegmentedMemory memory) {
        super(memory, SHIFT);
    }

    /// An array of `length` elements; they are zero unless the pool reuses chunks without clearing them.
    public static BigIntArray acquire(ChunkPool pool, long length) throws AllocationException {
        return new BigIntArray(pool.acquire(byteSize(length, SHIFT)));
    }

    /// The bytes of a container as an array; what is left at its end is no element.
    public static BigIntArray over(SegmentedMemory memory) {
        return new BigIntArray(memory);
    }

    public int get(long index) {
        MemorySegment all = memory.solid;
        try {
            if (all == null) {
                MemorySegment extent = memory.extent;
                return extent != null ? extent.get(INT, memory.elementPlace(index, SHIFT))
                        : memory.elementChunk(index, SHIFT).get(INT, memory.inChunk(index << SHIFT));
            }
            if (isIndex(index)) {
                return all.get(INT, index << SHIFT);
            }
        } catch (IndexOutOfBoundsException e) {
            // Grown, closed, across two chunks or really outside: the way below knows.
        }
        return memory.getInt(offset(index));
    }

    public void set(long index, int value) {
        MemorySegment all = memory.solid;
        try {
            if (all == null) {
                MemorySegment extent = memory.extent;
                if (extent != null) {
                    extent.set(INT, memory.elementPlace(index, SHIFT), value);
                } else {
                    memory.elementChunk(index, SHIFT).set(INT, memory.inChunk(index << SHIFT), value);
                }
                return;
            }
            if (isIndex(index)) {
                all.set(INT, index << SHIFT, value);
                return;
            }
        } catch (IndexOutOfBoundsException e) {
            // As above.
        }
        memory.putInt(offset(index), value);
    }

    /// Sets all elements.
    public void fill(int value) {
        fill(0, length(), value);
    }

    /// Sets the elements from `from` to before `to`.
    public void fill(long from, long to, int value) {
        long end = begin(from, to);
        try {
            for (long at = from << SHIFT, n; at < end; at += n) {
                MemorySegment run = memory.runAt(at);
                long base = memory.baseIn(run, at);
                n = run(end - at, run, base);
                for (long i = 0, count = n >> SHIFT; i < count; i++) {
                    run.set(INT, base + (i << SHIFT), value);
                }
            }
        } finally {
            end();
        }
    }

    /// Copies elements from a Java array.
    public void copyFrom(int[] source, int sourceFrom, long from, int count) {
        memory.copyFrom(MemorySegment.ofArray(source), (long) sourceFrom << SHIFT, range(from, count),
                (long) count << SHIFT);
    }

    /// Copies elements to a Java array.
    public void copyTo(long from, int[] target, int targetFrom, int count) {
        memory.copyTo(range(from, count), MemorySegment.ofArray(target), (long) targetFrom << SHIFT,
                (long) count << SHIFT);
    }

    /// Replaces every element from `from` to before `to` by what `operator` makes of it.
    public void map(long from, long to, IntUnaryOperator operator) {
        long end = begin(from, to);
        try {
            for (long at = from << SHIFT, n; at < end; at += n) {
                MemorySegment run = memory.runAt(at);
                long base = memory.baseIn(run, at);
                n = run(end - at, run, base);
                for (long i = base, last = base + n; i < last; i += 1L << SHIFT) {
                    run.set(INT, i, operator.applyAsInt(run.get(INT, i)));
                }
            }
        } finally {
            end();
        }
    }

    /// Sets every element to what `operator` makes of the elements with the same index of two arrays, which may be this
    /// one; all must be equally long.
    public void mix(BigIntArray a, BigIntArray b, IntBinaryOperator operator) {
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
    public int reduce(long from, long to, int identity, IntBinaryOperator operator) {
        long end = begin(from, to);
        int result = identity;
        try {
            for (long at = from << SHIFT, n; at < end; at += n) {
                MemorySegment run = memory.runAt(at);
                long base = memory.baseIn(run, at);
                n = run(end - at, run, base);
                for (long i = base, last = base + n; i < last; i += 1L << SHIFT) {
                    result = operator.applyAsInt(result, run.get(INT, i));
                }
            }
        } finally {
            end();
        }
        return result;
    }

    /// The sum of all elements.
    public long sum() {
        long end = begin(0, length());
        long sum = 0;
        try {
            for (long at = 0, n; at < end; at += n) {
                MemorySegment run = memory.runAt(at);
                long base = memory.baseIn(run, at);
                n = run(end - at, run, base);
                for (long i = 0, count = n >> SHIFT; i < count; i++) {
                    sum += run.get(INT, base + (i << SHIFT));
                }
            }
        } finally {
            end();
        }
        return sum;
    }

    private void mixRuns(SegmentedMemory a, SegmentedMemory b, long end, IntBinaryOperator operator) {
        for (long at = 0, n; at < end; at += n) {
            MemorySegment to = memory.runAt(at);
            MemorySegment one = a.runAt(at);
            MemorySegment two = b.runAt(at);
            long toBase = memory.baseIn(to, at);
            long oneBase = a.baseIn(one, at);
            long twoBase = b.baseIn(two, at);
            n = run(run(run(end - at, to, toBase), one, oneBase), two, twoBase);
            for (long i = 0; i < n; i += 1L << SHIFT) {
                to.set(INT, toBase + i,
                        operator.applyAsInt(one.get(INT, oneBase + i), two.get(INT, twoBase + i)));
            }
        }
    }
}
