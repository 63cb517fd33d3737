// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1;

import dev.ashlar.flow.Syncs;
import dev.ashlar.flow.VersionedCellWriter;
import dev.ashlar.store.internal.v1.Chain.Link;
import java.lang.foreign.Arena;
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

    /// A copy in order of a chunk that was left when the machine went down, for those who may not write to it.
    static RecordChunk recovered(Link link, RecordLayout layout) {
        long bytes = link.count() * layout.stride();
        MemorySegment copy = Arena.ofAuto().allocate(bytes, Long.BYTES);
        MemorySegment.copy(link.memory(), link.offset(), copy, 0, bytes);
        RecordChunk chunk = new RecordChunk(link, copy, 0, layout);
        VersionedCellWriter cells = VersionedCellWriter.durable(layout.cell(), new Syncs(0));
        for (long record = chunk.first(); record < link.end(); record++) {
            cells.recover(copy, layout.cellOffset(chunk.offset(record)));
        }
        return chunk;
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
