// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory;

import java.util.function.Consumer;

/// Configures a pool.
///
/// @param maxBytes     limit for all extents together
/// @param chunkBytes   of every chunk; a power of two from 4 KiB to 1 GiB
/// @param extentBytes  least growth of the pool, as far as `maxBytes` allows; a multiple of `chunkBytes`
/// @param zeroing      when chunks that were used before are cleared
/// @param reservation  whether space is reserved before it is used
/// @param hugePages    whether to ask for huge pages for anonymous memory
/// @param leakListener receives every container still open when the pool closes, with the place where it was acquired;
///                     null for none, since recording that place costs microseconds and garbage per container
public record PoolOptions(long maxBytes, int chunkBytes, long extentBytes, Zeroing zeroing, Reservation reservation,
        boolean hugePages, Consumer<ContainerInfo> leakListener) {
    /// Default size of a chunk in bytes.
    public static final int DEFAULT_CHUNK_BYTES = 1 << 20;
    private static final int MIN_CHUNK_BYTES = 1 << 12;
    private static final int MAX_CHUNK_BYTES = 1 << 30;
    private static final long DEFAULT_EXTENT_BYTES = 256L << 20;

    public PoolOptions {
        if (Integer.bitCount(chunkBytes) != 1 || chunkBytes < MIN_CHUNK_BYTES || chunkBytes > MAX_CHUNK_BYTES) {
            throw new IllegalArgumentException("chunkBytes is not a power of two in range: chunkBytes=" + chunkBytes
                    + ", minChunkBytes=" + MIN_CHUNK_BYTES + ", maxChunkBytes=" + MAX_CHUNK_BYTES);
        }
        if (maxBytes < chunkBytes || maxBytes / chunkBytes >= Integer.MAX_VALUE / 2) {
            throw new IllegalArgumentException("maxBytes out of range: maxBytes=" + maxBytes + ", chunkBytes="
                    + chunkBytes + ", maxChunks=" + (Integer.MAX_VALUE / 2 - 1));
        }
        if (extentBytes < chunkBytes || extentBytes % chunkBytes != 0) {
            throw new IllegalArgumentException("extentBytes is not a multiple of chunkBytes: extentBytes=" + extentBytes
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

    /// The same with another chunk size; the pool grows by at least one chunk.
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

    /// The same with another clearing policy.
    public PoolOptions withZeroing(Zeroing policy) {
        return new PoolOptions(maxBytes, chunkBytes, extentBytes, policy, reservation, hugePages, leakListener);
    }

    /// The same with sparse extents, which take space as they are written.
    public PoolOptions sparse() {
        return new PoolOptions(maxBytes, chunkBytes, extentBytes, zeroing, Reservation.SPARSE, hugePages, leakListener);
    }

    /// The same with huge pages.
    public PoolOptions withHugePages() {
        return new PoolOptions(maxBytes, chunkBytes, extentBytes, zeroing, reservation, true, leakListener);
    }

    /// The same with a listener for containers that were not closed.
    public PoolOptions withLeakListener(Consumer<ContainerInfo> listener) {
        return new PoolOptions(maxBytes, chunkBytes, extentBytes, zeroing, reservation, hugePages, listener);
    }
}
