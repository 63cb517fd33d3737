// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1;

import dev.ashlar.store.internal.v1.Chain.Link;
import java.lang.foreign.MemorySegment;

/// A chunk of a board.
///
/// @param link   in the chain
/// @param memory of the extent; or a copy of the chunk
/// @param base   where the chunk begins in it
/// @param layout of its records
record RecordChunk(Link link, MemorySegment memory, long base, RecordLayout layout) {
    static RecordChunk of(Link link, RecordLayout layout) {
        return new RecordChunk(link, link.memory(), link.offset(), layout);
    }

    long first() {
        return link.identity().first();
    }

    long offset(long record) {
        return base + (record - first()) * layout.stride();
    }

    boolean has(long record) {
        return record >= first() && record < link.end();
    }
}
