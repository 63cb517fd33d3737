// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1.journal;

import dev.ashlar.sbe.ir.Schema;
import dev.ashlar.sbe.otf.BlockKind;
import dev.ashlar.sbe.otf.BlockListener;
import dev.ashlar.sbe.otf.BlockTree;
import dev.ashlar.sbe.otf.MessageHeader;
import dev.ashlar.sbe.otf.MessageSplitter;
import dev.ashlar.sbe.otf.ValidationResult.Status;
import dev.ashlar.store.StoreException;
import dev.ashlar.store.internal.v1.table.DerivedRows;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/// Takes messages apart into the rows of a journal's tables: noted first, then given space, then written.
///
/// Rows are published by table, those of parents before those of what is in them. Where a table goes on in another
/// chunk in the middle of a message, all that was written before is published first; the order stays.
///
/// **Threading**: the writer's.
final class MessageRows implements BlockListener {
    /// Finds the tables of a journal.
    @FunctionalInterface
    public interface Tables {
        /// What adds rows to the table for a kind of block, which is made if there is none.
        DerivedRows open(BlockKind kind) throws StoreException;
    }

    private final Tables tables;
    private final BlockKind[] kinds;
    private final MessageSplitter splitter;
    /// By kind; null where no row was needed yet.
    private final DerivedRows[] rows;
    /// Publishes all that is pending, before a chunk is full.
    private final Runnable publisher;

    /// Of the message at hand, by kind: how many rows it has, and the number of the first.
    private final int[] counts;
    private final long[] firsts;
    private final int[] touched;
    private int touchedCount;
    /// Of the message at hand, by block.
    private int[] blockKinds = new int[64];
    private long[] parents = new long[64];
    private long[] offsets = new long[64];
    private long[] lengths = new long[64];
    private int blocks;
    private MemorySegment memory = MemorySegment.NULL;
    private long version;

    /// Kinds with rows that are not published, in their order: a parent is before what is in it.
    private final int[] pending;
    private int pendingCount;

    MessageRows(Schema schema, Tables tables, Runnable publisher) {
        this.tables = tables;
        this.publisher = publisher;
        kinds = BlockTree.of(schema).kinds().toArray(BlockKind[]::new);
        splitter = new MessageSplitter(schema);
        rows = new DerivedRows[kinds.length];
        counts = new int[kinds.length];
        firsts = new long[kinds.length];
        touched = new int[kinds.length];
        pending = new int[kinds.length];
    }

    /// Notes the blocks of a message.
    Status split(MemorySegment source, long offset, long length) {
        for (int i = 0; i < touchedCount; i++) {
            counts[touched[i]] = 0;
        }
        touchedCount = 0;
        blocks = 0;
        memory = source;
        return splitter.split(source, offset, length, this);
    }

    @Override
    public void begin(MessageHeader header, long length) {
        version = header.version();
    }

    @Override
    public void block(int kind, long entry, long parentEntry, MemorySegment source, long offset, long length) {
        if (counts[kind]++ == 0) {
            touched[touchedCount++] = kind;
        }
        if (blocks == blockKinds.length) {
            blockKinds = Arrays.copyOf(blockKinds, 2 * blocks);
            parents = Arrays.copyOf(parents, 2 * blocks);
            offsets = Arrays.copyOf(offsets, 2 * blocks);
            lengths = Arrays.copyOf(lengths, 2 * blocks);
        }
        blockKinds[blocks] = kind;
        parents[blocks] = parentEntry;
        offsets[blocks] = offset;
        lengths[blocks++] = length;
    }

    /// Takes space for all rows of the message.
    ///
    /// @return the row that its root block will be
    long prepare() throws StoreException {
        for (int i = 0; i < touchedCount; i++) {
            int kind = touched[i];
            if (rows[kind] == null) {
                rows[kind] = tables.open(kinds[kind]);
            }
            rows[kind].prepare(counts[kind]);
            firsts[kind] = rows[kind].nextRow();
        }
        return firsts[touched[0]];
    }

    /// Writes all rows of the message.
    void write(long position, long timeNs) {
        for (int i = 0; i < blocks; i++) {
            int kind = blockKinds[i];
            DerivedRows table = rows[kind];
            if (table.isFull()) {
                publisher.run();
                table.roll();
            }
            int parent = kinds[kind].parent();
            if (parent == BlockKind.NONE) {
                table.put(position, timeNs, memory, offsets[i], lengths[i], version);
            } else {
                table.put(firsts[parent] + parents[i], memory, offsets[i], lengths[i], version);
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
