// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.codec;

import java.lang.foreign.MemorySegment;
import org.agrona.concurrent.UnsafeBuffer;

/// Where the messages of the SBE reference lie: as in [Segments], behind Agrona's buffers.
final class Buffers implements AutoCloseable {
    private final Memories memories;
    private final UnsafeBuffer[] bufferOf;
    private final int length;

    /// @param length bytes of a message
    Buffers(MemoryKind kind, int count, int length) {
        this.length = length;
        memories = new Memories(kind, (long) count * length);
        UnsafeBuffer[] buffers = new UnsafeBuffer[memories.count()];
        for (int i = 0; i < buffers.length; i++) {
            MemorySegment memory = memories.get(i);
            buffers[i] = memory.heapBase().map(array -> new UnsafeBuffer((byte[]) array))
                    .orElseGet(() -> new UnsafeBuffer(memory.asByteBuffer()));
        }
        bufferOf = new UnsafeBuffer[count];
        for (int i = 0; i < count; i++) {
            bufferOf[i] = buffers[i % buffers.length];
        }
    }

    UnsafeBuffer memory(int index) {
        return bufferOf[index];
    }

    int offset(int index) {
        return index * length;
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
