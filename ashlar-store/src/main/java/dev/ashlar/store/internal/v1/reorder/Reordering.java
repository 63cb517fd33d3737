// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1.reorder;

import static dev.ashlar.store.internal.v1.file.StoreLayout.PACKED_LONG;

import dev.ashlar.sbe.internal.files.ScratchFolder;
import dev.ashlar.sbe.ir.Block;
import dev.ashlar.sbe.ir.Field;
import dev.ashlar.sbe.ir.Message;
import dev.ashlar.sbe.ir.Presence;
import dev.ashlar.store.Appender;
import dev.ashlar.store.Cursor;
import dev.ashlar.store.JournalCursor;
import dev.ashlar.store.JournalDefinition;
import dev.ashlar.store.JournalWriter;
import dev.ashlar.store.Reorder;
import dev.ashlar.store.Reorder.Report;
import dev.ashlar.store.RowPrefix;
import dev.ashlar.store.Store;
import dev.ashlar.store.StoreException;
import dev.ashlar.store.StoreException.Reason;
import dev.ashlar.store.StoreOptions;
import dev.ashlar.store.StoreWriter;
import dev.ashlar.store.TableDefinition;
import dev.ashlar.store.internal.v1.file.HeadFile;
import dev.ashlar.store.internal.v1.index.NullRule;
import dev.ashlar.store.internal.v1.store.Container.OfJournal;
import dev.ashlar.store.internal.v1.store.OpenStore;
import dev.ashlar.store.internal.v1.table.Rows;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;

/// Reads a table, sorts it, and writes it.
///
/// **Threading**: one thread, that of the writer it writes with.
public final class Reordering {
    /// Progress is reported each time this many rows are done.
    private static final long TOLD_ROWS = 1 << 14;

    private final Reorder wanted;
    private long done;
    private long all;

    public Reordering(Reorder wanted) {
        this.wanted = wanted;
    }

    /// As [Reorder#into(StoreWriter, String)].
    public Report into(StoreWriter store, String newTable) throws IOException {
        Rows rows = table(store);
        if (rows.prefix() != RowPrefix.NONE) {
            throw new StoreException(Reason.UNKNOWN, store.folder(), "a journal fills this table; write it as a new "
                    + "store: name=" + wanted.table());
        }
        if (((OpenStore) store).find(newTable) != null) {
            throw new StoreException(Reason.SCHEMA, store.folder(),
                    "another container has this name: name=" + newTable);
        }
        try (ScratchFolder scratch = ScratchFolder.nextTo(store.folder())) {
            return rows(rows, store, newTable, scratch.path());
        }
    }

    /// As [Reorder#into(Store, Path, StoreOptions)].
    public Report into(Store store, Path newStore, StoreOptions options) throws IOException {
        Rows rows = table(store);
        if (rows.prefix() == RowPrefix.PARENT) {
            throw new StoreException(Reason.UNKNOWN, store.folder(), "entries of a group keep the order of their "
                    + "messages; reorder the table of the messages, and the entries follow: name="
                    + wanted.table());
        }
        requireRoom(newStore);
        try (ScratchFolder scratch = ScratchFolder.nextTo(newStore)) {
            Path made = scratch.path().resolve("store");
            Report report;
            try (StoreWriter writer = StoreWriter.open(made, options)) {
                report = rows.prefix() == RowPrefix.NONE ? rows(rows, writer, wanted.table(), scratch.path())
                        : messages((OpenStore) store, rows, writer, scratch.path());
            }
            ScratchFolder.moveTo(newStore, made, false);
            return report;
        }
    }

    private static void requireRoom(Path newStore) throws IOException {
        if (Files.exists(newStore.resolve(HeadFile.NAME))) {
            throw new StoreException(Reason.EXISTS, newStore, "name another folder");
        }
        if (Files.exists(newStore) && !ScratchFolder.isEmptyFolder(newStore)) {
            throw new StoreException(Reason.NOT_A_STORE, newStore, (Files.isDirectory(newStore)
                    ? "folder is not empty" : "not a folder") + "; name an empty or a new folder");
        }
        Path parent = newStore.toAbsolutePath().normalize().getParent();
        if (parent != null && !Files.isDirectory(parent)) {
            throw new NoSuchFileException(parent.toString(), null, "no such folder; create it first");
        }
    }

    private Rows table(Store store) throws StoreException {
        Rows rows = (Rows) store.table(wanted.table());
        int oldest = rows.chunks().stream().mapToInt(chunk -> chunk.layout().schemaVersion()).min()
                .orElse(rows.schema().version());
        requireNulls(store, rows, oldest, rows.block());
        return rows;
    }

    /// In chunks of an older version a newer field is null. What is written is of the newest version, where a field
    /// that is required is never null.
    private static void requireNulls(Store store, Rows rows, int oldest, Block block) throws StoreException {
        for (Field field : block.fields()) {
            if (field.meta().sinceVersion() > oldest && field.presence() == Presence.REQUIRED
                    && !NullRule.of(field, rows.schema().byteOrder()).isEver()) {
                throw new StoreException(Reason.SCHEMA, store.folder(), "rows of version " + oldest + " have no value for "
                        + "a field that is required since version " + field.meta().sinceVersion() + ": field="
                        + field.name() + " (" + rows.name() + ")");
            }
        }
        if (rows.prefix() == RowPrefix.MESSAGE) {
            for (Block group : block.groups()) {
                requireNulls(store, rows, oldest, group);
            }
        }
    }

    private Report rows(Rows rows, StoreWriter writer, String name, Path scratch) throws IOException {
        OrderKey key = new OrderKey(rows, wanted.by());
        Message message = rows.schema().message(rows.block().name());
        try (ExternalSort sort = new ExternalSort(key.length(), wanted.memoryBytes(), scratch);
                Cursor cursor = rows.cursor()) {
            all = 2 * rows.rowCount();
            while (cursor.next()) {
                int length = cursor.blockLength();
                long at = sort.claim(length);
                key.write(cursor.memory(), cursor.offset(), length, cursor.schemaVersion(), sort.memory(), at);
                MemorySegment.copy(cursor.memory(), cursor.offset(), sort.memory(), at + key.length(), length);
                sort.commit();
                tell();
            }
            long read = done;
            all = 2 * read;
            writer.define(new TableDefinition(name, rows.schema(), message, timeField(rows)));
            Appender appender = writer.appender(name);
            sort.drain((memory, offset, length) -> {
                appender.append(memory, offset, length);
                tell();
            });
            return new Report(done - read, 0, sort.runs());
        }
    }

    /// The field whose 8 bytes are the time of rows; empty if there is none.
    private static String timeField(Rows rows) {
        if (rows.timeOffset().isEmpty()) {
            return "";
        }
        int offset = rows.timeOffset().getAsInt();
        return rows.block().fields().stream().filter(field -> field.offset() <= offset
                && offset < field.offset() + field.encodedLength()).map(Field::name).findFirst().orElse("");
    }

    private Report messages(OpenStore store, Rows rows, StoreWriter writer, Path scratch) throws IOException {
        OfJournal journal = journal(store);
        OrderKey key = new OrderKey(rows, wanted.by());
        try (ExternalSort sort = new ExternalSort(key.length(), wanted.memoryBytes(), scratch);
                Cursor cursor = rows.cursor(); JournalCursor messages = journal.frames().cursor()) {
            all = 2 * rows.rowCount();
            long leftOut = 0;
            while (cursor.next()) {
                if (!messages.seekPosition(cursor.position())) {
                    leftOut++;
                    continue;
                }
                long at = sort.claim(2 * Long.BYTES + messages.length());
                key.write(cursor.memory(), cursor.offset(), cursor.blockLength(), cursor.schemaVersion(),
                        sort.memory(), at);
                long content = at + key.length();
                sort.memory().set(PACKED_LONG, content, messages.timeNs());
                sort.memory().set(PACKED_LONG, content + Long.BYTES, messages.sequence());
                MemorySegment.copy(messages.memory(), messages.offset(), sort.memory(), content + 2 * Long.BYTES,
                        messages.length());
                sort.commit();
                tell();
            }
            long read = done;
            all = 2 * read;
            writer.define(new JournalDefinition(journal.record().name(), journal.frames().schema()));
            JournalWriter recorder = writer.journalWriter(journal.record().name());
            sort.drain((memory, offset, length) -> {
                recorder.record(memory, offset + 2 * Long.BYTES, length - 2 * Long.BYTES,
                        memory.get(PACKED_LONG, offset), memory.get(PACKED_LONG, offset + Long.BYTES));
                tell();
            });
            return new Report(done - read, leftOut, sort.runs());
        }
    }

    private OfJournal journal(OpenStore store) throws StoreException {
        int source = store.find(wanted.table()).record().source();
        List<OfJournal> found = store.containers(OfJournal.class).stream()
                .filter(container -> container.record().id() == source).toList();
        if (found.isEmpty() || found.getFirst().frames().schema() == null) {
            throw new StoreException(Reason.CORRUPT, store.folder(), "the journal of the table cannot be read: name="
                    + wanted.table());
        }
        return found.getFirst();
    }

    private void tell() {
        if (++done % TOLD_ROWS == 0) {
            wanted.progress().at(done, all);
        }
    }
}
