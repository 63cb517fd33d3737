// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.codec;

import java.lang.foreign.MemorySegment;

/// Where the messages of Ashlar lie: one behind the other, by turns in the memories of the kind.
final class Segments implements AutoCloseable {
    private final Memories memories;
    private final MemorySegment[] memoryOf;
    private final int length;

    /// @param length bytes of a message
    Segments(MemoryKind kind, int count, int length) {
        this.length = length;
        memories = new Memories(kind, (long) count * length);
        memoryOf = new MemorySegment[count];
        for (int i = 0; i < count; i++) {
            memoryOf[i] = memories.get(i % memories.count());
        }
    }

    MemorySegment memory(int index) {
        return memoryOf[index];
    }

    long offset(int index) {
        return (long) index * length;
    }

    MemorySegment slice(int index) {
        return memories.get(index % memories.count()).asSlice((long) index * length, length);
    }

    void clear() {
        for (int i = 0; i < memories.count(); i++) {
            memories.get(i).fill((byte) 0);
        }
    }

    @Override
    public void close() {
        memories.close();
    }
}
