// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1.verify;

import dev.ashlar.sbe.ir.Schema;
import dev.ashlar.sbe.otf.ValidationResult.Status;
import dev.ashlar.store.CorruptChunkException;
import dev.ashlar.store.JournalWriter;
import dev.ashlar.store.StoreException;
import dev.ashlar.store.VerifyReport.Replayed;
import dev.ashlar.store.internal.v1.chunk.Chain;
import dev.ashlar.store.internal.v1.chunk.Chain.Link;
import dev.ashlar.store.internal.v1.file.Marks;
import dev.ashlar.store.internal.v1.file.StoreLayout;
import dev.ashlar.store.internal.v1.journal.FrameCursor;
import dev.ashlar.store.internal.v1.journal.Frames;
import dev.ashlar.store.internal.v1.store.Container.OfJournal;
import dev.ashlar.store.internal.v1.store.Container.OfTable;
import dev.ashlar.store.internal.v1.store.ReadStore;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongConsumer;

/// Splits the messages of a journal again and compares the result with the existing rows.
///
/// The chunk with the row of its root block shows by which schema a message was split when it was recorded: a newer
/// schema begins a new chunk in all tables.
///
/// A writer may be at work. Messages are published before their rows, and rows before those of the groups inside them;
/// so the ends of the tables of the innermost groups are read first, then those of the tables around them, and that of
/// the journal last. Then each row seen has a message that is seen. The last checkpoint, whose marks are of one moment,
/// says which rows must exist.
///
/// Damaged frames are reported by [FramesCheck]. What rows they had cannot be compared.
///
/// **Threading**: one thread.
final class ReplayCheck {
    /// Messages between two reports of progress.
    private static final int REPORTED_MESSAGES = 1 << 14;

    private final ReadStore store;
    private final OfJournal container;
    private final Frames journal;
    private final StoreFindings findings;
    private final Map<String, ReplayedTable> tables = new HashMap<>();
    private final List<ReplayedMessage> versions = new ArrayList<>();
    /// Whether all schemas can be read, so that it is known what they know.
    private boolean complete;
    /// Position before which messages have their rows for certain.
    private long required;
    /// No message is split by an older schema than one before it.
    private int version;
    private boolean begun;

    ReplayCheck(ReadStore store, OfJournal journal, StoreFindings findings) {
        this.store = store;
        this.findings = findings;
        container = journal;
        this.journal = journal.frames();
    }

    /// @param progress called with each further byte of the journal
    List<Replayed> run(LongConsumer progress) {
        long pin = store.pins().pin();
        try {
            Marks marks = store.readCheckpoint().marks();
            int mark = marks.indexOf(container.record().id());
            required = mark < 0 ? 0 : marks.end(mark);
            refresh();
            List<ReplayedTable> inward = look();
            // Rows may be laid out by a schema that came meanwhile.
            refresh();
            complete = store.schemas().size() == store.catalog().schemas().size();
            // A store may have known a newer one before, for another table.
            store.schemas().stream().filter(schema -> journal.schema() != null
                    && schema.id() == journal.schema().id())
                    .sorted(Comparator.comparingInt(Schema::version))
                    .forEach(schema -> versions.add(new ReplayedMessage(schema, tables)));
            int chunkBytes = journal.chain().geometry().chunkBytes();
            // If not, it is reported where frames are checked.
            boolean fits = Arrays.stream(journal.chain().links()).allMatch(link -> journal.chain().holds(link)
                    && FramesCheck.fits(link.identity(), chunkBytes));
            if (fits && !versions.isEmpty()) {
                replay(progress);
            }
            return inward.stream().map(table -> table.finish(findings)).toList();
        } finally {
            store.pins().unpin(pin);
        }
    }

    private void refresh() {
        try {
            store.refresh();
        } catch (StoreException e) {
            // What could not be read is found where it is looked for.
        }
    }

    /// Looks how far the tables go, the innermost groups first.
    private List<ReplayedTable> look() {
        List<ReplayedTable> seen = new ArrayList<>();
        store.containers(OfTable.class).stream().filter(table -> table.record().source() == container.record().id())
                .sorted(Comparator.comparingLong(table -> -depth(table))).forEach(table -> {
                    ReplayedTable replayed = new ReplayedTable(table, store::layout);
                    tables.put(table.record().path(), replayed);
                    seen.add(replayed);
                });
        seen.sort(Comparator.comparingInt(table -> table.container().record().id()));
        return seen;
    }

    private static long depth(OfTable table) {
        return table.record().path().chars().filter(c -> c == '/').count();
    }

    private void replay(LongConsumer progress) {
        long end = journal.endPosition();
        try (FrameCursor cursor = journal.cursor()) {
            long told = journal.firstPosition();
            int messages = 0;
            while (true) {
                try {
                    if (!cursor.next() || cursor.position() >= end) {
                        break;
                    }
                    begin(cursor.position());
                    message(cursor);
                } catch (CorruptChunkException e) {
                    if (e.first() >= end) {
                        break;
                    }
                    begin(e.first());
                    tables.values().forEach(ReplayedTable::lose);
                }
                if (++messages % REPORTED_MESSAGES == 0) {
                    progress.accept(cursor.position() - told);
                    told = cursor.position();
                }
            }
            progress.accept(Math.max(0, end - told));
        }
    }

    /// Nothing was retired if what comes first is the first of all.
    private void begin(long position) {
        if (!begun && position == 0) {
            tables.values().forEach(table -> table.place(0));
        }
        begun = true;
    }

    private void message(FrameCursor cursor) {
        long row = cursor.row();
        if (row >= 0) {
            recorded(cursor, row);
        } else if (row >= JournalWriter.MALFORMED && complete && !isRefused(cursor, row)) {
            add(cursor, "message has no row, although it can be split: row=" + row,
                    "it is missing from the tables; the journal has it");
        }
    }

    /// Whether a schema that may have counted refuses the message as it was refused.
    private boolean isRefused(FrameCursor cursor, long row) {
        for (ReplayedMessage by : versions.subList(version, versions.size())) {
            boolean refused = switch (by.split(cursor)) {
                case OK -> false;
                case OTHER_SCHEMA, UNKNOWN_TEMPLATE -> row == JournalWriter.UNKNOWN;
                case HEADER_TOO_LONG, VERSION_OUT_OF_RANGE, BLOCK_TOO_LONG, GROUP_TOO_LONG, DATA_TOO_LONG,
                        TOO_MANY_EMPTY_ENTRIES, COUNT_OUT_OF_RANGE -> row == JournalWriter.MALFORMED;
            };
            if (refused) {
                return true;
            }
        }
        return false;
    }

    private void recorded(FrameCursor cursor, long row) {
        boolean needed = cursor.position() < required;
        ReplayedTable root = null;
        for (int i = version; i < versions.size(); i++) {
            ReplayedMessage by = versions.get(i);
            ReplayedTable table = by.root(cursor);
            if (table == null) {
                continue;
            }
            root = table;
            if (table.versionOf(row) == by.schema().version() && by.split(cursor) == Status.OK) {
                version = i;
                compare(by, table, cursor, row, needed);
                return;
            }
        }
        if (root == null) {
            if (needed && complete && store.damagedContainers().isEmpty()) {
                add(cursor, "message has a row, but there is no table for it: row=" + row, "its rows are lost");
            }
        } else if (row >= root.end()) {
            // Published after the tables were looked at, if it need not be there.
            root.place(row);
            root.pass(1, needed);
        } else {
            unknown(root, cursor, row);
        }
    }

    private void compare(ReplayedMessage by, ReplayedTable root, FrameCursor cursor, long row, boolean needed) {
        if (root.isPlaced() && root.next() != row) {
            add(cursor, "row of a message does not follow that of the message before: row=" + row + ", expected="
                    + root.next(), "rows in between belong to no message, or to two");
            by.loseGroups(cursor);
        }
        if (needed && !by.hasTables()  && store.damagedContainers().isEmpty()) {
            add(cursor, "message has groups for which there are no tables: row=" + row, "their rows are lost");
        }
        by.compare(needed);
    }

    /// The row is missing, or the schema by which it was laid out is unknown, or that schema has no row for the
    /// message.
    private void unknown(ReplayedTable root, FrameCursor cursor, long row) {
        int written = root.versionOf(row);
        boolean known = versions.stream().anyMatch(by -> by.schema().version() == written);
        if (written >= 0 && known && complete) {
            add(cursor, "message cannot be split by the version of its row: row=" + row + ", version=" + written,
                    "its rows cannot be compared with it");
        }
        versions.forEach(by -> by.loseGroups(cursor));
        root.place(row);
        root.lose();
    }

    private void add(FrameCursor cursor, String found, String meaning) {
        long position = cursor.position();
        Link[] links = journal.chain().links();
        Link link = links[Chain.indexOf(links, position)];
        findings.addChunk(journal.name(), link, Math.max(0, position - link.identity().first()), position,
                position + StoreLayout.FRAME_BYTES + cursor.length(), found, meaning);
    }
}
