// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest.internal.source;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;

/// Messages before the first one that the schema defines, kept until such a message comes.
///
/// Bounded: an input that begins with too much of something else is taken for something else.
public final class LeadingMessages {
    private static final long MAX_BYTES = 16L << 20;
    private static final int MESSAGE_BYTES = 64;

    /// Takes a message out.
    @FunctionalInterface
    public interface Taker {
        void take(MemorySegment memory, long offset, long length, long timeNs, long sequence) throws IOException;
    }

    private record Kept(byte[] bytes, long timeNs, long sequence) { }

    private final List<Kept> kept = new ArrayList<>();
    private long bytes;

    /// Whether it has grown too long; then it keeps nothing more.
    public boolean isTooLong() {
        return bytes >= MAX_BYTES;
    }

    public void add(MemorySegment memory, long offset, long length, long timeNs, long sequence) {
        if (!isTooLong()) {
            kept.add(new Kept(memory.asSlice(offset, length).toArray(ValueLayout.JAVA_BYTE), timeNs, sequence));
            bytes += length + MESSAGE_BYTES;
        }
    }

    /// Takes all out, in order.
    public void forEach(Taker taker) throws IOException {
        for (Kept message : kept) {
            taker.take(MemorySegment.ofArray(message.bytes), 0, message.bytes.length, message.timeNs,
                    message.sequence);
        }
        kept.clear();
        bytes = 0;
    }
}
