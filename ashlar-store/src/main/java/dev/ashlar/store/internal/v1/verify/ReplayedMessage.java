// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1.verify;

import dev.ashlar.sbe.ir.Schema;
import dev.ashlar.sbe.otf.BlockKind;
import dev.ashlar.sbe.otf.BlockListener;
import dev.ashlar.sbe.otf.BlockTree;
import dev.ashlar.sbe.otf.MessageHeader;
import dev.ashlar.sbe.otf.MessageSplitter;
import dev.ashlar.sbe.otf.ValidationResult.Status;
import dev.ashlar.store.JournalCursor;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Takes messages apart by one of the schemas that a journal had, as [MessageRows] did when they were recorded, and
/// compares the rows that are there.
///
/// **Threading**: one thread at a time.
final class ReplayedMessage implements BlockListener {
    private static final int NONE = -1;

    private final Schema schema;
    private final List<BlockKind> kinds;
    /// Of the root block of each template.
    private final Map<Long, Integer> roots = new HashMap<>();
    private final MessageSplitter splitter;
    private final MessageHeader header;
    /// By kind; null where there is none.
    private final ReplayedTable[] tables;
    private final int[] counts;
    private final int[] touched;
    private int touchedCount;

    /// Of the message at hand, by block.
    private int[] blockKinds = new int[64];
    private long[] entries = new long[64];
    private long[] parents = new long[64];
    private long[] offsets = new long[64];
    private long[] lengths = new long[64];
    private int blocks;
    private long version;
    private JournalCursor cursor;

    /// @param tables by the paths of their blocks
    ReplayedMessage(Schema schema, Map<String, ReplayedTable> tables) {
        this.schema = schema;
        kinds = BlockTree.of(schema).kinds();
        splitter = new MessageSplitter(schema);
        header = new MessageHeader(schema);
        this.tables = kinds.stream().map(kind -> tables.get(kind.path())).toArray(ReplayedTable[]::new);
        for (BlockKind kind : kinds) {
            roots.putIfAbsent((long) kind.message().id(), kind.index());
        }
        counts = new int[kinds.size()];
        touched = new int[kinds.size()];
    }

    Schema schema() {
        return schema;
    }

    /// The table of a message's root block by this schema; null if the schema does not know the message, or there is
    /// none.
    ReplayedTable root(JournalCursor at) {
        int kind = rootKind(at);
        return kind < 0 ? null : tables[kind];
    }

    private int rootKind(JournalCursor at) {
        if (at.length() < header.encodedLength()) {
            return NONE;
        }
        header.wrap(at.memory(), at.offset(), at.length());
        return header.schemaId() == schema.id() ? roots.getOrDefault(header.templateId(), NONE) : NONE;
    }

    /// Notes the blocks of the message that a cursor is at.
    Status split(JournalCursor at) {
        for (int i = 0; i < touchedCount; i++) {
            counts[touched[i]] = 0;
        }
        touchedCount = 0;
        blocks = 0;
        cursor = at;
        return splitter.split(at.memory(), at.offset(), at.length(), this);
    }

    @Override
    public void begin(MessageHeader of, long length) {
        version = of.version();
    }

    @Override
    public void block(int kind, long entry, long parentEntry, MemorySegment source, long offset, long length) {
        if (counts[kind]++ == 0) {
            touched[touchedCount++] = kind;
        }
        if (blocks == blockKinds.length) {
            blockKinds = Arrays.copyOf(blockKinds, 2 * blocks);
            entries = Arrays.copyOf(entries, 2 * blocks);
            parents = Arrays.copyOf(parents, 2 * blocks);
            offsets = Arrays.copyOf(offsets, 2 * blocks);
            lengths = Arrays.copyOf(lengths, 2 * blocks);
        }
        blockKinds[blocks] = kind;
        entries[blocks] = entry;
        parents[blocks] = parentEntry;
        offsets[blocks] = offset;
        lengths[blocks++] = length;
    }

    /// Whether there is a table for each kind of block that the message has.
    boolean hasTables() {
        for (int i = 0; i < touchedCount; i++) {
            if (tables[touched[i]] == null) {
                return false;
            }
        }
        return true;
    }

    /// The rows of this message's groups cannot be determined.
    void loseGroups(JournalCursor at) {
        int root = rootKind(at);
        for (BlockKind kind : kinds) {
            if (root >= 0 && kind.message() == kinds.get(root).message() && kind.index() != root
                    && tables[kind.index()] != null) {
                tables[kind.index()].lose();
            }
        }
    }

    /// Compares the rows of the message.
    ///
    /// @param required whether they have to be there
    void compare(boolean required) {
        for (int i = 0; i < touchedCount; i++) {
            int kind = touched[i];
            if (tables[kind] == null) {
                continue;
            }
            if (kinds.get(kind).parent() == BlockKind.NONE) {
                tables[kind].place(cursor.row());
            } else if (!tables[kind].isPlaced()) {
                place(kind);
            }
        }
        for (int i = 0; i < blocks; i++) {
            ReplayedTable table = tables[blockKinds[i]];
            if (table != null && table.isPlaced() && hasHead(i)) {
                table.compare(table.next() + entries[i], head(i), cursor.timeNs(), cursor.position(), cursor.memory(),
                        offsets[i], lengths[i], version);
            }
        }
        for (int i = 0; i < touchedCount; i++) {
            if (tables[touched[i]] != null && tables[touched[i]].isPlaced()) {
                tables[touched[i]].pass(counts[touched[i]], required);
            }
        }
    }

    private void place(int kind) {
        int first = 0;
        while (blockKinds[first] != kind) {
            first++;
        }
        if (hasHead(first)) {
            tables[kind].place(RowAnchor.find(tables[kind], head(first), row -> score(kind, row)));
        }
    }

    /// How many rows from a row on are those of the message's blocks of a kind.
    private long score(int kind, long row) {
        long score = 0;
        for (int i = 0; i < blocks; i++) {
            if (blockKinds[i] == kind && tables[kind].isOf(row + entries[i], head(i), cursor.timeNs(),
                    cursor.memory(), offsets[i], lengths[i], version)) {
                score++;
            }
        }
        return score;
    }

    private boolean hasHead(int block) {
        int parent = kinds.get(blockKinds[block]).parent();
        return parent == BlockKind.NONE || tables[parent] != null;
    }

    /// With what the row of a block begins.
    private long head(int block) {
        int parent = kinds.get(blockKinds[block]).parent();
        return parent == BlockKind.NONE ? cursor.position() : tables[parent].next() + parents[block];
    }
}
