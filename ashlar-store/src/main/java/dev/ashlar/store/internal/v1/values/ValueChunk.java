// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1.values;

import dev.ashlar.store.internal.v1.chunk.Chain.Link;
import java.lang.foreign.MemorySegment;

/// A chunk of a last-value table.
///
/// @param link   in the chain
/// @param memory of the extent; or a copy of the chunk
/// @param base   where the chunk begins in it
/// @param layout of its records
public record ValueChunk(Link link, MemorySegment memory, long base, ValueRecordLayout layout) {
    static ValueChunk of(Link link, ValueRecordLayout layout) {
        return new ValueChunk(link, link.memory(), link.offset(), layout);
    }

    public long first() {
        return link.identity().first();
    }

    public long offset(long record) {
        return base + (record - first()) * layout.stride();
    }

    boolean has(long record) {
        return record >= first() && record < link.end();
    }
}
