// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1.journal;

import dev.ashlar.sbe.ir.Schema;
import dev.ashlar.sbe.otf.BlockKind;
import dev.ashlar.sbe.otf.BlockTree;
import dev.ashlar.sbe.otf.ValidationResult.Status;
import dev.ashlar.store.StoreException;
import dev.ashlar.store.internal.v1.table.DerivedRows;
import java.lang.foreign.MemorySegment;

/// Splits messages into the rows of a journal's tables: noted first, then given space, then written.
///
/// Rows are published by table, those of parents before those of their children. If a table continues in another chunk
/// in the middle of a message, all that was written before is published first, so the order stays the same.
///
/// **Threading**: the writer's.
final class MessageRows {
    /// Finds the tables of a journal.
    @FunctionalInterface
    public interface Tables {
        /// What adds rows to the table for a kind of block, which is made if there is none.
        DerivedRows open(BlockKind kind) throws StoreException;
    }

    private final Tables tables;
    private final BlockKind[] kinds;
    private final MessageBlocks blocks;
    /// By kind; null where no row was needed yet.
    private final DerivedRows[] rows;
    /// Publishes all that is pending, before a chunk is full.
    private final Runnable publisher;

    /// Of the current message: the number of the first row of each kind.
    private final long[] firsts;
    private MemorySegment memory = MemorySegment.NULL;

    /// Kinds with rows that are not published, in their order: a parent is before what is in it.
    private final int[] pending;
    private int pendingCount;

    MessageRows(Schema schema, Tables tables, Runnable publisher) {
        this.tables = tables;
        this.publisher = publisher;
        kinds = BlockTree.of(schema).kinds().toArray(BlockKind[]::new);
        blocks = new MessageBlocks(schema);
        rows = new DerivedRows[kinds.length];
        firsts = new long[kinds.length];
        pending = new int[kinds.length];
    }

    /// Notes the blocks of a message.
    Status split(MemorySegment source, long offset, long length) {
        memory = source;
        return blocks.split(source, offset, length);
    }

    /// Takes space for all rows of the message.
    ///
    /// @return the row that its root block will be
    long prepare() throws StoreException {
        for (int i = 0; i < blocks.touchedCount(); i++) {
            int kind = blocks.touched(i);
            if (rows[kind] == null) {
                rows[kind] = tables.open(kinds[kind]);
            }
            rows[kind].prepare(blocks.count(kind));
            firsts[kind] = rows[kind].nextRow();
        }
        return firsts[blocks.touched(0)];
    }

    /// Writes all rows of the message.
    void write(long position, long timeNs) {
        for (int i = 0; i < blocks.count(); i++) {
            int kind = blocks.kind(i);
            DerivedRows table = rows[kind];
            if (table.isFull()) {
                publisher.run();
                table.roll();
            }
            int parent = kinds[kind].parent();
            if (parent == BlockKind.NONE) {
                table.put(position, timeNs, memory, blocks.offset(i), blocks.length(i), blocks.version());
            } else {
                table.put(firsts[parent] + blocks.parent(i), memory, blocks.offset(i), blocks.length(i),
                        blocks.version());
            }
            note(kind);
        }
    }

    private void note(int kind) {
        int at = pendingCount;
        while (at > 0 && pending[at - 1] > kind) {
            at--;
        }
        if (at == 0 || pending[at - 1] != kind) {
            System.arraycopy(pending, at, pending, at + 1, pendingCount - at);
            pending[at] = kind;
            pendingCount++;
        }
    }

    void publish() {
        for (int i = 0; i < pendingCount; i++) {
            rows[pending[i]].publish();
        }
        pendingCount = 0;
    }
}
