// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.server.internal.queue;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/// Where messages lie in the bytes of one request, or of one read of a TCP connection.
///
/// **Threading**: one thread at a time. **Ownership**: borrows the bytes.
public final class MessageList {
    private static final int FIRST_CAPACITY = 16;

    private MemorySegment memory = MemorySegment.NULL;
    private long[] offsets = new long[FIRST_CAPACITY];
    private int[] lengths = new int[FIRST_CAPACITY];
    private int count;

    public void clear(MemorySegment bytes) {
        memory = bytes;
        count = 0;
    }

    public void add(long offset, int length) {
        if (count == offsets.length) {
            offsets = Arrays.copyOf(offsets, 2 * count);
            lengths = Arrays.copyOf(lengths, 2 * count);
        }
        offsets[count] = offset;
        lengths[count] = length;
        count++;
    }

    MemorySegment memory() {
        return memory;
    }

    public int count() {
        return count;
    }

    long offset(int index) {
        return offsets[index];
    }

    int length(int index) {
        return lengths[index];
    }
}
