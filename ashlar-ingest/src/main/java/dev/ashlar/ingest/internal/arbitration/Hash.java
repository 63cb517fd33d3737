// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest.internal.arbitration;

import dev.ashlar.codec.AnyMemory;
import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;

/// A hash of bytes that distinguishes packets; no defence against deliberate collisions.
final class Hash {
    private static final long FACTOR = 0x9E3779B97F4A7C15L;
    private static final ByteOrder ORDER = ByteOrder.LITTLE_ENDIAN;

    /// Never 0.
    static long of(MemorySegment memory, long offset, int length) {
        long hash = length * FACTOR;
        long other = FACTOR;
        int at = 0;
        // Two at a time, as each product takes longer than a load.
        for (; at + 2 * Long.BYTES <= length; at += 2 * Long.BYTES) {
            hash = mix(hash, AnyMemory.getLong(memory, offset + at, ORDER));
            other = mix(other, AnyMemory.getLong(memory, offset + at + Long.BYTES, ORDER));
        }
        hash = mix(hash, other);
        for (; at + Long.BYTES <= length; at += Long.BYTES) {
            hash = mix(hash, AnyMemory.getLong(memory, offset + at, ORDER));
        }
        for (; at < length; at++) {
            hash = mix(hash, AnyMemory.getByte(memory, offset + at, ORDER));
        }
        hash = mix(hash, length);
        return hash == 0 ? 1 : hash;
    }

    private static long mix(long hash, long value) {
        long product = (hash ^ value) * FACTOR;
        return product ^ product >>> 32;
    }
}
