// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1.file;

import dev.ashlar.memory.MemoryFaults;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.CRC32C;

/// CRC32C of memory, piece by piece.
///
/// **Threading**: one thread at a time.
public final class Checksum {
    /// Pieces this long are checked to be there before they are summed.
    private static final long MAX_PIECE = 1 << 16;

    private final CRC32C crc = new CRC32C();
    private final ByteBuffer number = ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);

    public static int of(MemorySegment memory, long offset, long bytes) {
        Checksum sum = new Checksum();
        sum.add(memory, offset, bytes);
        return sum.value();
    }

    public void reset() {
        crc.reset();
    }

    public void add(MemorySegment memory, long offset, long bytes) {
        boolean mapped = memory.isMapped();
        for (long at = offset, end = offset + bytes; at < end; at += MAX_PIECE) {
            long piece = Math.min(MAX_PIECE, end - at);
            if (mapped) {
                // A fault in the sum itself would end the process.
                MemoryFaults.touch(memory, at, piece);
            }
            crc.update(memory.asSlice(at, piece).asByteBuffer());
        }
    }

    public void add(ByteBuffer bytes) {
        crc.update(bytes);
    }

    public void add(long value) {
        crc.update(number.putLong(0, value).rewind());
    }

    public int value() {
        return (int) crc.getValue();
    }
}
