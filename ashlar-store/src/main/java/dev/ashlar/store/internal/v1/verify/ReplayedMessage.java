// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1.verify;

import dev.ashlar.sbe.ir.Schema;
import dev.ashlar.sbe.otf.BlockKind;
import dev.ashlar.sbe.otf.BlockTree;
import dev.ashlar.sbe.otf.MessageHeader;
import dev.ashlar.sbe.otf.ValidationResult.Status;
import dev.ashlar.store.JournalCursor;
import dev.ashlar.store.internal.v1.journal.MessageBlocks;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Splits messages by one of the schemas that a journal had, as they were split when they were recorded, and compares
/// the rows that are there.
///
/// **Threading**: one thread at a time.
final class ReplayedMessage {
    private static final int NONE = -1;

    private final Schema schema;
    private final List<BlockKind> kinds;
    /// Of the root block of each template.
    private final Map<Long, Integer> roots = new HashMap<>();
    private final MessageBlocks blocks;
    private final MessageHeader header;
    /// By kind; null where there is none.
    private final ReplayedTable[] tables;
    private JournalCursor cursor;

    /// @param tables by the paths of their blocks
    ReplayedMessage(Schema schema, Map<String, ReplayedTable> tables) {
        this.schema = schema;
        kinds = BlockTree.of(schema).kinds();
        blocks = new MessageBlocks(schema);
        header = new MessageHeader(schema);
        this.tables = kinds.stream().map(kind -> tables.get(kind.path())).toArray(ReplayedTable[]::new);
        for (BlockKind kind : kinds) {
            roots.putIfAbsent((long) kind.message().id(), kind.index());
        }
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
        cursor = at;
        return blocks.split(at.memory(), at.offset(), at.length());
    }

    /// Whether there is a table for each kind of block that the message has.
    boolean hasTables() {
        for (int i = 0; i < blocks.touchedCount(); i++) {
            if (tables[blocks.touched(i)] == null) {
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
        for (int i = 0; i < blocks.touchedCount(); i++) {
            int kind = blocks.touched(i);
            if (tables[kind] == null) {
                continue;
            }
            if (kinds.get(kind).parent() == BlockKind.NONE) {
                tables[kind].place(cursor.row());
            } else if (!tables[kind].isPlaced()) {
                place(kind);
            }
        }
        for (int i = 0; i < blocks.count(); i++) {
            ReplayedTable table = tables[blocks.kind(i)];
            if (table != null && table.isPlaced() && hasHead(i)) {
                table.compare(table.next() + blocks.entry(i), head(i), cursor.timeNs(), cursor.position(),
                        cursor.memory(), blocks.offset(i), blocks.length(i), blocks.version());
            }
        }
        for (int i = 0; i < blocks.touchedCount(); i++) {
            int kind = blocks.touched(i);
            if (tables[kind] != null && tables[kind].isPlaced()) {
                tables[kind].pass(blocks.count(kind), required);
            }
        }
    }

    private void place(int kind) {
        int first = 0;
        while (blocks.kind(first) != kind) {
            first++;
        }
        if (hasHead(first)) {
            tables[kind].place(RowAnchor.find(tables[kind], head(first), row -> score(kind, row)));
        }
    }

    /// How many rows from a row on are those of the message's blocks of a kind.
    private long score(int kind, long row) {
        long score = 0;
        for (int i = 0; i < blocks.count(); i++) {
            if (blocks.kind(i) == kind && tables[kind].isOf(row + blocks.entry(i), head(i), cursor.timeNs(),
                    cursor.memory(), blocks.offset(i), blocks.length(i), blocks.version())) {
                score++;
            }
        }
        return score;
    }

    private boolean hasHead(int block) {
        int parent = kinds.get(blocks.kind(block)).parent();
        return parent == BlockKind.NONE || tables[parent] != null;
    }

    /// With what the row of a block begins.
    private long head(int block) {
        int parent = kinds.get(blocks.kind(block)).parent();
        return parent == BlockKind.NONE ? cursor.position() : tables[parent].next() + blocks.parent(block);
    }
}
