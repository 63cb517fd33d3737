// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1.store;

import static dev.ashlar.store.internal.v1.file.StoreLayout.PACKED_LONG;

import dev.ashlar.sbe.ir.Schema;
import dev.ashlar.sbe.otf.BlockKind;
import dev.ashlar.sbe.otf.BlockTree;
import dev.ashlar.store.CorruptChunkException;
import dev.ashlar.store.Journal;
import dev.ashlar.store.JournalDefinition;
import dev.ashlar.store.RowPrefix;
import dev.ashlar.store.StoreException;
import dev.ashlar.store.StoreException.Reason;
import dev.ashlar.store.internal.v1.chunk.Chain.Link;
import dev.ashlar.store.internal.v1.file.Catalog;
import dev.ashlar.store.internal.v1.file.CatalogRecord.ContainerRecord;
import dev.ashlar.store.internal.v1.file.ContainerKind;
import dev.ashlar.store.internal.v1.file.StoreStep;
import dev.ashlar.store.internal.v1.journal.Boundary;
import dev.ashlar.store.internal.v1.journal.FrameCursor;
import dev.ashlar.store.internal.v1.journal.FrameIndex;
import dev.ashlar.store.internal.v1.journal.FrameWriter;
import dev.ashlar.store.internal.v1.journal.Frames;
import dev.ashlar.store.internal.v1.store.Container.OfChunks;
import dev.ashlar.store.internal.v1.store.Container.OfJournal;
import dev.ashlar.store.internal.v1.store.Container.OfTable;
import dev.ashlar.store.internal.v1.table.DerivedRows;
import dev.ashlar.store.internal.v1.table.Rows;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToLongFunction;

/// The journals of a store that is open for writing, and the tables that they fill.
///
/// **Threading**: the writer's.
final class Journals {
    /// Suffix that makes the name of a journal's index from that of the journal; no name in a schema has it.
    private static final String INDEX = "$index";

    private final WriteStore store;
    private final Definitions definitions;
    private final Boundary boundary;
    private final Map<String, FrameWriter> recorders = new HashMap<>();
    /// Whether rows may be missing.
    private boolean opening = true;

    Journals(WriteStore store, Boundary boundary) {
        this.store = store;
        definitions = store.definitions();
        this.boundary = boundary;
    }

    /// Takes up the journals that there are, and makes the rows that are missing.
    ///
    /// @return how many messages were looked at for that
    long open(Recovery found) throws StoreException {
        long messages = 0;
        for (OfJournal journal : store.containers(OfJournal.class)) {
            try {
                messages += open(journal, found);
            } catch (StoreException | CorruptChunkException e) {
                store.leaveOutTables(journal.record(), journal.chain(), found, e);
            }
        }
        // From here on a table continues where it ends.
        opening = false;
        return messages;
    }

    private long open(OfJournal journal, Recovery found) throws StoreException {
        int id = journal.record().id();
        if (journal.frames().schema() == null) {
            throw new StoreException(Reason.CORRUPT, store.folder.resolve(Catalog.NAME), "schema cannot be read: number="
                    + journal.record().schema() + ", journal=" + journal.record().name());
        }
        boolean mayHaveLeftovers = !found.isClean() || found.ended(id);
        Link last = journal.chain().last();
        // Nothing can be added to a chunk that is full, and its end is where the next one begins.
        journal.frames().ended(mayHaveLeftovers && last != null && last.count() < last.identity().capacity());
        OfChunks index = index(journal);
        FrameWriter recorder = journalWriter(journal, index, found.end(index.record().id()),
                table -> found.end(table.record().id()));
        recorders.put(journal.record().name(), recorder);
        return recorder.replay(store.folder, found.end(id));
    }

    private FrameWriter journalWriter(OfJournal journal, OfChunks index, long indexRow,
            ToLongFunction<OfTable> tableEnd) {
        int id = journal.record().id();
        return new FrameWriter(journal.frames(), id, index.record().id(), indexRow, store.chunks(), boundary, kind -> {
            OfTable table = table(journal.record().name(), id, kind);
            long from = opening ? tableEnd.applyAsLong(table) : table.chain().end();
            return new DerivedRows(table.rows(), store.chunks(), table.record().id(), from);
        });
    }

    private OfChunks index(OfJournal journal) throws StoreException {
        int id = journal.record().id();
        for (OfChunks index : store.containers(OfChunks.class)) {
            if (index.record().source() == id) {
                return index;
            }
        }
        return definitions.make(OfChunks.class, new ContainerRecord(definitions.nextId(), ContainerKind.JOURNAL_INDEX,
                free(journal.record().name() + INDEX), 0, "", 0, id, "", 0));
    }

    /// The table for a kind of block, which is known by its path: its name may have been taken by another.
    private OfTable table(String journal, int id, BlockKind kind) throws StoreException {
        OfTable known = find(id, kind);
        if (known != null) {
            return known;
        }
        RowPrefix prefix = kind.parent() == BlockKind.NONE ? RowPrefix.MESSAGE : RowPrefix.PARENT;
        int schema = store.container(journal, OfJournal.class).record().schema();
        OfTable made = definitions.make(OfTable.class, new ContainerRecord(definitions.nextId(), ContainerKind.TABLE,
                free(kind.table()),
                schema, kind.path(), prefix.bytes(), id, "", 0));
        store.chunks().at(StoreStep.TABLE_MADE);
        return made;
    }

    private OfTable find(int journal, BlockKind kind) {
        return store.containers(OfTable.class).stream()
                .filter(table -> table.record().source() == journal && table.record().path().equals(kind.path()))
                .findFirst().orElse(null);
    }

    /// A name, or what makes it one that no other container has.
    private String free(String name) {
        String free = name;
        while (store.find(free) != null) {
            free += "$";
        }
        return free;
    }

    Journal define(JournalDefinition definition) throws StoreException {
        JournalFit.require(store, definition);
        Container known = store.find(definition.name());
        if (!(known instanceof OfJournal journal)) {
            return make(definition);
        }
        if (!journal.frames().schema().equals(definition.schema())) {
            evolve(journal, definition.schema());
        }
        return journal.frames();
    }

    private Journal make(JournalDefinition definition) throws StoreException {
        int id = definitions.nextId();
        definitions.checkName(definition.name());
        OfJournal journal = definitions.make(OfJournal.class,
                new ContainerRecord(id, ContainerKind.JOURNAL, definition.name(),
                definitions.addSchema(definition.schema()), "", 0, 0, "", 0));
        OfChunks index = index(journal);
        recorders.put(definition.name(), journalWriter(journal, index, 0, table -> table.chain().end()));
        return journal.frames();
    }

    private void evolve(OfJournal journal, Schema newer) throws StoreException {
        FrameWriter recorder = recorders.get(journal.record().name());
        if (recorder.isBusy()) {
            throw new IllegalStateException("batch or claim is open (" + journal.record().name() + ")");
        }
        // No message is ever split again by another schema than the first time.
        store.sync();
        for (OfTable table : store.containers(OfTable.class)) {
            if (table.record().source() == journal.record().id()
                    && !table.rows().schema().equals(newer)) {
                definitions.layOut(table, newer);
            }
        }
        // The journal comes last: its tables have room for what it knows.
        definitions.layOut(journal, newer);
        recorder.schema(newer);
    }

    FrameWriter journalWriter(String name) throws StoreException {
        store.container(name, OfJournal.class);
        store.chunks().prepare();
        return recorders.get(name);
    }

    /// The times of what was recorded; empty if the journal cannot be written.
    Optional<RecordedTimes> times(String name) {
        return Optional.ofNullable(recorders.get(name)).map(recorder -> new RecordedTimes(recorder.openedPosition(),
                recorder.leastTimeNs(), recorder.greatestTimeNs()));
    }

    /// Publishes what is recorded, as the store closes.
    void close() {
        for (FrameWriter recorder : recorders.values()) {
            if (recorder.isBusy()) {
                recorder.abort();
                recorder.publishBatch();
            }
        }
    }

    long positionOf(String name, long timeNs) throws StoreException {
        Frames journal = store.container(name, OfJournal.class).frames();
        try (FrameCursor cursor = journal.cursor()) {
            return cursor.trySeekTime(timeNs) ? cursor.position() : journal.endPosition();
        }
    }

    /// Retires messages, and the rows that were made of them.
    long retire(String name, long position, Retirement retirement) throws StoreException {
        OfJournal journal = store.container(name, OfJournal.class);
        OfChunks index = index(journal);
        long rows = index.chain().end();
        // The index continues from its last row, and reads what comes after that.
        long limit = rows == 0 ? 0 : Math.min(position, journal.frames().index().get(rows - 1, FrameIndex.POSITION));
        // What is split again after a loss of power has to be there.
        store.sync();
        boundary.enter();
        long first = retire(journal, index, limit, retirement);
        boundary.leave();
        return first;
    }

    private long retire(OfJournal journal, OfChunks index, long limit, Retirement retirement) {
        retirement.retire(journal.chain(), limit);
        long first = journal.frames().firstPosition();
        retirement.retire(index.chain(), journal.frames().index().lastLess(FrameIndex.POSITION, first) + 1);
        Map<Integer, Long> firstRows = new HashMap<>();
        for (BlockKind kind : BlockTree.of(journal.frames().schema()).kinds()) {
            OfTable table = find(journal.record().id(), kind);
            if (table != null) {
                long from = kind.parent() == BlockKind.NONE ? first : firstRows.getOrDefault(kind.parent(), 0L);
                long row = firstNotLess(table.rows(), from);
                firstRows.put(kind.index(), row);
                retirement.retire(table.chain(), row);
            }
        }
        return first;
    }

    /// The first row whose prefix begins with a value or a greater one: a position, or the row of a parent. They only
    /// grow.
    private static long firstNotLess(Rows rows, long value) {
        Link[] links = rows.chain().links();
        long low = rows.firstRow();
        long high = rows.endRow();
        while (low < high) {
            long middle = (low + high) >>> 1;
            Link link = rows.at(links, middle);
            long at = link.offset() + (middle - link.identity().first()) * link.identity().stride();
            if (link.memory().get(PACKED_LONG, at) < value) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }
}
