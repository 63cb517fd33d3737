// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.codec;

/// Writes and reads messages of one type with one contender's code.
///
/// There are [#count()] messages, one behind the other; each has its values from its index and its place for good. A
/// benchmark takes one after the other, so that the code meets other values and another place each time, as it does in
/// use.
abstract class Codec implements AutoCloseable {
    private final int mask;
    private int next;

    /// @param count number of messages, a power of two
    Codec(int count) {
        if (Integer.bitCount(count) != 1) {
            throw new IllegalArgumentException("not a power of two: count=" + count);
        }
        mask = count - 1;
    }

    /// Writes the message of this index.
    ///
    /// @return its length in bytes
    abstract int encode(int index);

    /// Reads all of the message of this index.
    ///
    /// @return sum of its values
    abstract long decode(int index);

    /// The sum that [#decode(int)] must return.
    abstract long checksum(int index);

    /// Clears all messages, so that a check sees what was written after.
    abstract void clear();

    final int count() {
        return mask + 1;
    }

    /// The index of the next message.
    final int next() {
        int index = next;
        next = index + 1 & mask;
        return index;
    }

    /// Writes all messages and reads them.
    ///
    /// @throws IllegalStateException if a sum is wrong
    final void verify() {
        clear();
        for (int i = 0; i < count(); i++) {
            encode(i);
        }
        for (int i = 0; i < count(); i++) {
            long sum = decode(i);
            if (sum != checksum(i)) {
                throw new IllegalStateException("wrong sum: sum=" + sum + ", checksum=" + checksum(i) + ", index=" + i
                        + " (" + getClass().getSimpleName() + ")");
            }
        }
    }

    /// What is added for text that was read into an array: its length, first and last byte.
    static int sum(byte[] text, int length) {
        return length + text[0] + text[length - 1];
    }

    @Override
    public void close() {
    }
}
