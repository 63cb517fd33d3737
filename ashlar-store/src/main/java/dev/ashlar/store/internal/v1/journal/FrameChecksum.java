// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1.journal;

import static dev.ashlar.store.internal.v1.file.StoreLayout.FRAME;
import static dev.ashlar.store.internal.v1.file.StoreLayout.FRAME_BYTES;
import static dev.ashlar.store.internal.v1.file.StoreLayout.INT;
import static dev.ashlar.store.internal.v1.file.StoreLayout.offset;

import dev.ashlar.memory.MemoryFaults;
import dev.ashlar.store.internal.v1.chunk.Chain.Link;
import dev.ashlar.store.internal.v1.file.StoreId;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/// Checks that a frame is intact and belongs in its place.
///
/// The checksum is the CRC32C of everything after it, xor a key made from store, container, use of the chunk and
/// position. So a frame left over from an earlier use of the chunk, or from another place, is not valid.
///
/// **Threading**: one thread at a time.
public final class FrameChecksum {
    private static final long LENGTH = offset(FRAME, "length");
    private static final long CHECKSUM = offset(FRAME, "checksum");
    private static final int COVERED = (int) offset(FRAME, "time");
    private static final long MAX_CHUNK_BYTES = 1 << 30;
    private static final long CONTAINER_FACTOR = 0x9e37_79b9_7f4a_7c15L;
    private static final long EPOCH_FACTOR = 0xc2b2_ae3d_27d4_eb4fL;

    private final CRC32C crc = new CRC32C();
    private final long storeKey;
    private Link entered;
    private MemorySegment memory = MemorySegment.NULL;
    private ByteBuffer bytes = ByteBuffer.allocate(0);
    private long base;
    private long first;
    private long chunkKey;

    FrameChecksum(StoreId id) {
        storeKey = id.low();
    }

    /// Goes to a chunk of a journal.
    public void enter(Link link) {
        if (link == entered) {
            return;
        }
        entered = link;
        memory = link.memory();
        base = link.offset();
        // A capacity that no chunk can have is reported elsewhere.
        bytes = memory.asSlice(base, Math.min(link.identity().capacity(), Math.min(MAX_CHUNK_BYTES,
                memory.byteSize() - base))).asByteBuffer();
        first = link.identity().first();
        chunkKey = storeKey ^ link.identity().container() * CONTAINER_FACTOR ^ link.entry().epoch() * EPOCH_FACTOR;
    }

    /// The checksum that a frame has to have.
    ///
    /// @param at     offset in the chunk
    /// @param length bytes of header and message
    public int of(int at, int length) {
        crc.reset();
        // A fault in the sum itself would end the process, and what was stored before must not count if it was lost.
        MemoryFaults.touch(memory, base + at + COVERED, length - COVERED);
        crc.update(bytes.limit(at + length).position(at + COVERED));
        long key = (chunkKey ^ first + at) * CONTAINER_FACTOR;
        return (int) crc.getValue() ^ (int) (key >>> Integer.SIZE);
    }

    /// Bytes of the frame with what fills it up, if one is there that ends in time; else -1.
    ///
    /// @param at  offset in the chunk, a multiple of 8
    /// @param end of what may be frames
    public int whole(long at, long end) {
        int length = lengthWithin(at, end);
        return length < 0 || memory.get(INT, base + at + CHECKSUM) != of((int) at, length) ? -1 : padded(length);
    }

    /// What a frame says is its length, if it may be so; else -1.
    public int lengthWithin(long at, long end) {
        if (end - at < FRAME_BYTES) {
            return -1;
        }
        int length = memory.get(INT, base + at + LENGTH);
        return length < FRAME_BYTES || length > end - at || padded(length) > end - at ? -1 : length;
    }

    /// Frames begin at multiples of 8.
    static int padded(int length) {
        return length + Long.BYTES - 1 & -Long.BYTES;
    }
}
