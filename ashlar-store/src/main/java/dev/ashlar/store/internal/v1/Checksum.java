// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.CRC32C;

/// CRC32C of memory, piece by piece.
///
/// **Threading**: one thread at a time.
final class Checksum {
    /// A buffer covers no more than this of a memory.
    private static final long MAX_PIECE = 1 << 30;

    private final CRC32C crc = new CRC32C();
    private final ByteBuffer number = ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);

    static int of(MemorySegment memory, long offset, long bytes) {
        Checksum sum = new Checksum();
        sum.add(memory, offset, bytes);
        return sum.value();
    }

    void reset() {
        crc.reset();
    }

    void add(MemorySegment memory, long offset, long bytes) {
        for (long at = offset, end = offset + bytes; at < end; at += MAX_PIECE) {
            crc.update(memory.asSlice(at, Math.min(MAX_PIECE, end - at)).asByteBuffer());
        }
    }

    void add(ByteBuffer bytes) {
        crc.update(bytes);
    }

    void add(long value) {
        crc.update(number.putLong(0, value).rewind());
    }

    int value() {
        return (int) crc.getValue();
    }
}
