// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest.internal.loading;

import dev.ashlar.store.StoreException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;

/// Messages of earlier days than the one that is open. They wait in memory, up to a bound.
final class WaitingMessages {
    private static final long MAX_BYTES = 64L << 20;
    /// What an entry takes beyond its bytes.
    private static final int ENTRY_BYTES = 64;

    /// Takes a message out.
    @FunctionalInterface
    interface Taker {
        void take(MemorySegment memory, long length, long timeNs, long sequence) throws StoreException;
    }

    private record Waiting(byte[] bytes, long timeNs, long sequence) { }

    private List<Waiting> messages = new ArrayList<>();
    private long bytes;

    boolean isEmpty() {
        return messages.isEmpty();
    }

    boolean isFull() {
        return bytes >= MAX_BYTES;
    }

    void add(MemorySegment memory, long offset, int length, long timeNs, long sequence) {
        messages.add(new Waiting(memory.asSlice(offset, length).toArray(ValueLayout.JAVA_BYTE), timeNs, sequence));
        bytes += length + ENTRY_BYTES;
    }

    long leastTimeNs() {
        return messages.stream().mapToLong(Waiting::timeNs).min().orElseThrow();
    }

    /// Takes out those before a time, in the order in which they came.
    void take(long endNs, Taker taker) throws StoreException {
        List<Waiting> later = new ArrayList<>();
        for (Waiting message : messages) {
            if (message.timeNs < endNs) {
                taker.take(MemorySegment.ofArray(message.bytes), message.bytes.length, message.timeNs,
                        message.sequence);
                bytes -= message.bytes.length + ENTRY_BYTES;
            } else {
                later.add(message);
            }
        }
        messages = later;
    }
}
