// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory;

import java.util.function.Consumer;

/// How a pool is to be.
///
/// @param maxBytes     the bound: extents together never have more
/// @param chunkBytes   of every chunk; a power of two from 4 KiB to 1 GiB
/// @param extentBytes  by which the pool grows at least, as far as `maxBytes` allows; a multiple of `chunkBytes`
/// @param zeroing      when chunks that were used before are cleared
/// @param reservation  whether space is taken before it is promised
/// @param hugePages    whether anonymous memory is to have huge pages, where the system has them
/// @param leakListener told of every container still open when the pool closes, with the place where it was acquired;
///                     null to do without, since noting that place costs microseconds and garbage per container
public record PoolOptions(long maxBytes, int chunkBytes, long extentBytes, Zeroing zeroing, Reservation reservation,
        boolean hugePages, Consumer<ContainerInfo> leakListener) {
    /// Bytes of a chunk where nothing else is said.
    public static final int DEFAULT_CHUNK_BYTES = 1 << 20;
    private static final int MIN_CHUNK_BYTES = 1 << 12;
    private static final int MAX_CHUNK_BYTES = 1 << 30;
    private static final long DEFAULT_EXTENT_BYTES = 256L << 20;

    public PoolOptions {
        if (Integer.bitCount(chunkBytes) != 1 || chunkBytes < MIN_CHUNK_BYTES || chunkBytes > MAX_CHUNK_BYTES) {
            throw new IllegalArgumentException("chunkBytes is no power of two in range: chunkBytes=" + chunkBytes
                    + ", minChunkBytes=" + MIN_CHUNK_BYTES + ", maxChunkBytes=" + MAX_CHUNK_BYTES);
        }
        if (maxBytes < chunkBytes || maxBytes / chunkBytes >= Integer.MAX_VALUE / 2) {
            throw new IllegalArgumentException("maxBytes out of range: maxBytes=" + maxBytes + ", chunkBytes="
                    + chunkBytes + ", maxChunks=" + (Integer.MAX_VALUE / 2 - 1));
        }
        if (extentBytes < chunkBytes || extentBytes % chunkBytes != 0) {
            throw new IllegalArgumentException("extentBytes is no multiple of chunkBytes: extentBytes=" + extentBytes
                    + ", chunkBytes=" + chunkBytes);
        }
        if (zeroing == null || reservation == null) {
            throw new IllegalArgumentException("null: zeroing=" + zeroing + ", reservation=" + reservation);
        }
    }

    /// A pool of at most this many bytes, with chunks of 1 MiB that are never cleared, grown by 256 MiB at a time.
    public static PoolOptions bounded(long maxBytes) {
        return bounded(maxBytes, DEFAULT_CHUNK_BYTES);
    }

    /// The same with other chunks; the pool grows by at least one.
    public static PoolOptions bounded(long maxBytes, int chunkBytes) {
        return new PoolOptions(maxBytes, chunkBytes, Math.max(DEFAULT_EXTENT_BYTES, chunkBytes), Zeroing.NEVER,
                Reservation.RESERVED, false, null);
    }

    /// The same, growing by at least this many bytes.
    public PoolOptions withExtentBytes(long bytes) {
        return new PoolOptions(maxBytes, chunkBytes, bytes, zeroing, reservation, hugePages, leakListener);
    }

    /// The same with other bounds.
    PoolOptions withBytes(long max, long extent) {
        return new PoolOptions(max, chunkBytes, extent, zeroing, reservation, hugePages, leakListener);
    }

    /// The same with this policy of clearing.
    public PoolOptions withZeroing(Zeroing policy) {
        return new PoolOptions(maxBytes, chunkBytes, extentBytes, policy, reservation, hugePages, leakListener);
    }

    /// The same, with extents that take their space as they are written.
    public PoolOptions sparse() {
        return new PoolOptions(maxBytes, chunkBytes, extentBytes, zeroing, Reservation.SPARSE, hugePages, leakListener);
    }

    /// The same, asking for huge pages.
    public PoolOptions withHugePages() {
        return new PoolOptions(maxBytes, chunkBytes, extentBytes, zeroing, reservation, true, leakListener);
    }

    /// The same, telling `listener` of containers that nobody closed.
    public PoolOptions withLeakListener(Consumer<ContainerInfo> listener) {
        return new PoolOptions(maxBytes, chunkBytes, extentBytes, zeroing, reservation, hugePages, listener);
    }
}
