// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.codec;

import java.lang.foreign.MemorySegment;
import java.util.function.IntToLongFunction;

/// Writes and reads messages of one type with one contender's code.
///
/// There are [#count()] consecutive messages; the values of each depend on its index, and its place is fixed. A
/// benchmark uses them in turn, so that the code sees different values and places each time, as in real use.
abstract class Codec implements AutoCloseable {
    private final int mask;
    private final Messages messages;
    private final IntToLongFunction checksum;
    private int next;

    /// @param checksum the sum that [#decode(int)] must return, by index
    Codec(int count, Messages messages, IntToLongFunction checksum) {
        if (Integer.bitCount(count) != 1) {
            throw new IllegalArgumentException("not a power of two: count=" + count);
        }
        mask = count - 1;
        this.messages = messages;
        this.checksum = checksum;
    }

    interface Messages extends AutoCloseable {
        /// The bytes of a message, possibly followed by others.
        MemorySegment message(int index);

        /// Clears all messages, so that a check sees only later writes.
        void clear();

        @Override
        default void close() {
        }
    }

    /// @return its length in bytes
    abstract int encode(int index);

    /// Reads the whole message with this index.
    ///
    /// @return sum of its values
    abstract long decode(int index);

    final MemorySegment message(int index) {
        return messages.message(index);
    }

    final int count() {
        return mask + 1;
    }

    final int next() {
        int index = next;
        next = index + 1 & mask;
        return index;
    }

    /// Writes all messages and reads them.
    ///
    /// @throws IllegalStateException if a sum is wrong
    final void verify() {
        messages.clear();
        for (int i = 0; i < count(); i++) {
            encode(i);
        }
        for (int i = 0; i < count(); i++) {
            long sum = decode(i);
            if (sum != checksum.applyAsLong(i)) {
                throw new IllegalStateException("wrong sum: sum=" + sum + ", checksum="
                        + checksum.applyAsLong(i) + ", index=" + i
                        + " (" + getClass().getSimpleName() + ")");
            }
        }
    }

    /// The summand for text that was read into an array: its length, first and last byte.
    static int sum(byte[] text, int length) {
        return length + text[0] + text[length - 1];
    }

    static int sum(byte[] text) {
        return sum(text, text.length);
    }

    @Override
    public final void close() {
        messages.close();
    }
}
