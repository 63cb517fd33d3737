// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store;

import java.time.Duration;
import java.util.Objects;

/// How a store is created and written. `chunkBytes` and `extentBytes` are fixed at creation and ignored afterwards.
///
/// @param chunkBytes   bytes of every chunk, a power of two from 4 KiB to 1 GiB
/// @param extentBytes  bytes of chunks in one file, a multiple of `chunkBytes`; files are sparse and use disk space as
///     chunks fill
/// @param maxBytes     limit for all chunks together, in bytes
/// @param durability   what survives a loss of power
/// @param syncInterval time from one sync to the next, for [Durability#INTERVAL]
/// @param maxUndurableBytes bytes that may be committed and not yet synced, for [Durability#INTERVAL]: at half of it
///     the next sync begins at once; at the limit commits wait for the sync. A batch of messages may exceed it by its
///     length.
public record StoreOptions(int chunkBytes, long extentBytes, long maxBytes, Durability durability,
        Duration syncInterval, long maxUndurableBytes) {
    /// About what a writer at disk speed stores in 0.1 s, and small enough to replay in 1 s.
    private static final long MAX_UNDURABLE_BYTES = 1 << 26;
    private static final long LEAST_UNDURABLE_BYTES = 1 << 16;
    private static final int MIN_CHUNK_BYTES = 1 << 12;
    private static final int MAX_CHUNK_BYTES = 1 << 30;

    public StoreOptions {
        Objects.requireNonNull(durability, "durability");
        Objects.requireNonNull(syncInterval, "syncInterval");
        if (Integer.bitCount(chunkBytes) != 1 || chunkBytes < MIN_CHUNK_BYTES || chunkBytes > MAX_CHUNK_BYTES) {
            throw new IllegalArgumentException("chunk is not a power of two from " + MIN_CHUNK_BYTES + " to "
                    + MAX_CHUNK_BYTES + ": chunkBytes=" + chunkBytes);
        }
        if (extentBytes < chunkBytes || extentBytes % chunkBytes != 0) {
            throw new IllegalArgumentException("extent is not a multiple of a chunk: extentBytes=" + extentBytes
                    + ", chunkBytes=" + chunkBytes);
        }
        if (maxBytes < extentBytes || maxBytes / chunkBytes > Integer.MAX_VALUE / 2) {
            throw new IllegalArgumentException("bound is less than an extent, or 2^30 chunks or more: maxBytes="
                    + maxBytes + ", extentBytes=" + extentBytes + ", chunkBytes=" + chunkBytes);
        }
        if (syncInterval.isNegative() || syncInterval.isZero()) {
            throw new IllegalArgumentException("interval is not positive: syncInterval=" + syncInterval);
        }
        if (maxUndurableBytes < LEAST_UNDURABLE_BYTES) {
            throw new IllegalArgumentException("maxUndurableBytes out of range: maxUndurableBytes="
                    + maxUndurableBytes + ", least=" + LEAST_UNDURABLE_BYTES);
        }
    }

    /// Limits undurable data to 64 MiB.
    public StoreOptions(int chunkBytes, long extentBytes, long maxBytes, Durability durability,
            Duration syncInterval) {
        this(chunkBytes, extentBytes, maxBytes, durability, syncInterval, MAX_UNDURABLE_BYTES);
    }

    /// Chunks of 16 MiB, extents of 1 GiB, a bound of 16 TiB, synced every 100 ms, and after 32 MiB; at most 64 MiB are
    /// undurable.
    public static StoreOptions defaults() {
        return new StoreOptions(1 << 24, 1L << 30, 1L << 44, Durability.INTERVAL, Duration.ofMillis(100));
    }

    /// The same with another chunk size, and 64 chunks in an extent.
    public StoreOptions withChunkBytes(int bytes) {
        return new StoreOptions(bytes, 64L * bytes, Math.min(maxBytes, (long) bytes << 29), durability, syncInterval,
                maxUndurableBytes);
    }

    public StoreOptions withMaxBytes(long bytes) {
        return new StoreOptions(chunkBytes, extentBytes, bytes, durability, syncInterval, maxUndurableBytes);
    }

    public StoreOptions withDurability(Durability chosen) {
        return new StoreOptions(chunkBytes, extentBytes, maxBytes, chosen, syncInterval, maxUndurableBytes);
    }

    public StoreOptions withSyncInterval(Duration interval) {
        return new StoreOptions(chunkBytes, extentBytes, maxBytes, durability, interval, maxUndurableBytes);
    }

    public StoreOptions withMaxUndurableBytes(long bytes) {
        return new StoreOptions(chunkBytes, extentBytes, maxBytes, durability, syncInterval, bytes);
    }
}
