// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory;

import java.lang.foreign.MemorySegment;

/// Common base of arrays of primitives with 64-bit indexes: typed views of a container.
///
/// **Threading**, **ownership** and **failure** are those of [SegmentedMemory]. Bulk operations with a lambda call it
/// per element: in a program that uses one of them with many lambdas, each call costs a few nanoseconds; a loop of your
/// own in [SegmentedMemory#forEachRun] avoids that.
///
/// @param <A> the type of the array itself
public abstract sealed class BigArray<A extends BigArray<A>> implements AutoCloseable
        permits BigByteArray, BigIntArray, BigLongArray, BigFloatArray, BigDoubleArray {
    final SegmentedMemory memory;
    private final int shift;

    /// @param shift bits by which an index is shifted to get an offset
    BigArray(SegmentedMemory memory, int shift) {
        this.memory = memory;
        this.shift = shift;
    }

    /// Number of elements; 0 once it is closed.
    public final long length() {
        return memory.byteSize() >> shift;
    }

    /// The underlying bytes, for other access modes, runs and everything else.
    public final SegmentedMemory memory() {
        return memory;
    }

    /// Enlarges the array; see [SegmentedMemory#grow].
    public final void grow(long newLength) throws AllocationException {
        memory.grow(byteSize(newLength, shift));
    }

    /// Reopens the closed array; see [SegmentedMemory#reopen].
    public final void reopen(long newLength) throws AllocationException {
        memory.reopen(byteSize(newLength, shift));
    }

    /// Copies `count` elements to another array, or to another place of this one; ranges may overlap.
    public final void copyTo(long from, A target, long targetFrom, long count) {
        checkRange(from, count);
        target.checkRange(targetFrom, count);
        memory.copyTo(from << shift, target.memory, targetFrom << shift, count << shift);
    }

    /// Index of the first element that differs in its bits from the one of `other`; if one array is the beginning of
    /// the other, the length of the shorter; -1 if they are equal.
    public final long mismatch(A other) {
        long common = Math.min(length(), other.length());
        long found = memory.mismatch(0, other.memory, 0, common << shift);
        return found >= 0 ? found >> shift : length() == other.length() ? -1 : common;
    }

    /// Closes the container; see [SegmentedMemory#close].
    @Override
    public final void close() {
        memory.close();
    }

    @Override
    public String toString() {
        return getClass().getSimpleName() + "[length=" + length() + ", " + memory + "]";
    }

    static long byteSize(long length, int shift) {
        if (length < 0 || length > Long.MAX_VALUE >> shift) {
            throw new IllegalArgumentException(
                    "length out of range: length=" + length + ", maxLength=" + (Long.MAX_VALUE >> shift));
        }
        return length << shift;
    }

    /// Whether an index can be turned into an offset without overflow; the memory checks whether it is within the
    /// array.
    static boolean isIndex(long index) {
        return index >>> 60 == 0;
    }

    /// The offset of an element; refuses an index outside the array.
    final long offset(long index) {
        if (index < 0 || index >= length()) {
            throw refusal(index, 1);
        }
        return index << shift;
    }

    /// The offset of a range; refuses one that is not within the array.
    final long range(long from, long count) {
        checkRange(from, count);
        return from << shift;
    }

    /// The length that three arrays have in common.
    final long sameLength(A a, A b) {
        if (a.length() != length() || b.length() != length()) {
            throw new IllegalArgumentException("lengths differ: length=" + length() + ", a.length=" + a.length()
                    + ", b.length=" + b.length() + " (" + memory.pool + ")");
        }
        return length();
    }

    /// Begins work on a range: checks it, and keeps its chunks until [#end].
    ///
    /// @return the offset of its end
    final long begin(long from, long to) {
        memory.pin();
        if (from < 0 || from > to || to > length()) {
            memory.unpin();
            throw refusal(from, to - from);
        }
        return to << shift;
    }

    final void end() {
        memory.unpin();
    }

    /// Bytes of the run that begins at `base`, at most `most`.
    static long run(long most, MemorySegment run, long base) {
        return Math.min(most, run.byteSize() - base);
    }

    final void checkRange(long from, long count) {
        if (from < 0 || count < 0 || from > length() - count) {
            throw refusal(from, count);
        }
    }

    private RuntimeException refusal(long index, long count) {
        return memory.isOpen()
                ? new IndexOutOfBoundsException("outside the array: index=" + index + ", count=" + count + ", length="
                        + length() + " (" + memory.pool + ")")
                : new IllegalStateException("array is closed: index=" + index + " (" + memory.pool + ")");
    }
}
