// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.codec;

import java.util.Arrays;

/// Where the messages of protobuf lie: one behind the other in an array on the heap.
final class ProtoMessages {
    private final byte[] bytes;
    private final int[] lengths;
    private final int slotLength;

    /// @param slotLength bytes that no message exceeds
    ProtoMessages(int count, int slotLength) {
        this.slotLength = slotLength;
        bytes = new byte[count * slotLength];
        lengths = new int[count];
    }

    byte[] bytes() {
        return bytes;
    }

    int offset(int index) {
        return index * slotLength;
    }

    int length(int index) {
        return lengths[index];
    }

    void length(int index, int length) {
        lengths[index] = length;
    }

    int slotLength() {
        return slotLength;
    }

    void clear() {
        Arrays.fill(bytes, (byte) 0);
        Arrays.fill(lengths, 0);
    }
}
