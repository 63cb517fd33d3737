// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1.verify;

import dev.ashlar.flow.Cell;
import dev.ashlar.flow.Syncs;
import dev.ashlar.flow.VersionedCellWriter;
import dev.ashlar.store.internal.v1.chunk.Chain.Link;
import dev.ashlar.store.internal.v1.values.Key;
import dev.ashlar.store.internal.v1.values.ValueChunk;
import dev.ashlar.store.internal.v1.values.ValueRecordLayout;
import dev.ashlar.store.internal.v1.values.ValueTable;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/// Checks one chunk of a last-value table: keys are intact and unique; values are intact and belong to their keys.
/// Works next to a writer. In a store that lost power and is not recovered, it checks what readers get.
public record ValuesCheck(ValueTable lastValues) implements ChunkCheck {
    /// How often a value is looked at that changes meanwhile.
    private static final int MAX_LOOKS = 100;

    @Override
    public long check(Link link, long count, StoreFindings findings) {
        lastValues.refresh();
        return new Looking(lastValues, link, findings).run(count);
    }

    /// One check of one chunk.
    private static final class Looking {
        private final ValueTable lastValues;
        private final Link link;
        private final StoreFindings findings;
        private final Key key;

        Looking(ValueTable lastValues, Link link, StoreFindings findings) {
            this.lastValues = lastValues;
            this.link = link;
            this.findings = findings;
            key = new Key(lastValues.keyLayout());
        }

        long run(long committed) {
            long first = link.identity().first();
            ValueChunk[] chunks = lastValues.chunks();
            int at = ValueTable.indexOf(chunks, first);
            if (lastValues.layoutOf(link.identity()) == null) {
                findings.addChunk(lastValues.name(), link, 0, first, first + committed,
                        "chunk is not laid out as a last-value table's: stride=" + link.identity().stride() + ", blockLength="
                        + link.identity().blockLength(), "these records are lost");
            }
            if (at < 0 || chunks[at].first() != first) {
                return 0;
            }
            ValueChunk chunk = chunks[at];
            ValueRecordLayout layout = chunk.layout();
            long count = Math.min(committed, chunk.link().count());
            VersionedCellWriter cells = VersionedCellWriter.durable(layout.cell(), new Syncs(0));
            try (Arena arena = Arena.ofConfined()) {
                MemorySegment copy = arena.allocate(layout.stride(), Long.BYTES);
                for (long record = first; record < first + count; record++) {
                    if (layout.readKey(chunk.memory(), chunk.offset(record), key)) {
                        checkUnique(chunk, record);
                        checkValue(chunk, record, copy, cells);
                    } else {
                        add(chunk, record, "key differs from its checksum", "this record is lost");
                    }
                }
            }
            return count;
        }

        private void add(ValueChunk chunk, long record, String found, String meaning) {
            findings.addChunk(lastValues.name(), link, chunk.offset(record) - chunk.base(), record, record + 1,
                    found + ", key=" + key, meaning);
        }

        private void checkUnique(ValueChunk chunk, long record) {
            long last = lastValues.find(key);
            // Else it moved there, whether its old place says so or that was lost with power.
            if (last != record && (last < record || lastValues.chunk(last).layout().isLike(chunk.layout()))) {
                add(chunk, record, "two records have the same key: other record=" + last, "readers find the last one");
            }
        }

        /// Recovers a copy, to see whether what is current would survive that.
        private void checkValue(ValueChunk chunk, long record, MemorySegment copy, VersionedCellWriter cells) {
            ValueRecordLayout layout = chunk.layout();
            long cellAt = layout.cellOffset(chunk.offset(record));
            long copiedAt = layout.cellOffset(0);
            long before = layout.cell().latest(chunk.memory(), cellAt);
            for (int look = 0; look < MAX_LOOKS; look++) {
                MemorySegment.copy(chunk.memory(), chunk.offset(record), copy, 0, layout.stride());
                long whole = cells.recover(copy, copiedAt);
                long after = layout.cell().latest(chunk.memory(), cellAt);
                if (before == after || after < 0) {
                    checkValue(chunk, record, after, whole, copy);
                    return;
                }
                before = after;
            }
        }

        private void checkValue(ValueChunk chunk, long record, long version, long whole, MemorySegment copy) {
            if (version == Cell.EMPTY) {
                add(chunk, record, "record has no value", "it was lost with power");
            } else if (version < 0) {
                add(chunk, record, "words of the cell are damaged", "this value is lost");
            } else if (whole < version) {
                add(chunk, record, "value differs from its checksum: version=" + version, "this value is damaged");
            } else {
                long copiedAt = chunk.layout().cellOffset(0);
                long ticket = chunk.layout().cell().beginRead(copy, copiedAt);
                if (!key.isOfBlock(copy, chunk.layout().cell().valueOffset(copiedAt, ticket))) {
                    add(chunk, record, "value has another key than its record: version=" + version,
                            "this value is damaged");
                }
            }
        }
    }
}
