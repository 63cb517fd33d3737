// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1.store;

import dev.ashlar.sbe.ir.Block;
import dev.ashlar.sbe.ir.Schema;
import dev.ashlar.store.Board;
import dev.ashlar.store.BoardDefinition;
import dev.ashlar.store.BoardWriter;
import dev.ashlar.store.RecoveryReport.Kind;
import dev.ashlar.store.StoreException;
import dev.ashlar.store.StoreException.Reason;
import dev.ashlar.store.internal.v1.file.CatalogRecord.ContainerRecord;
import dev.ashlar.store.internal.v1.file.ContainerKind;
import dev.ashlar.store.internal.v1.store.Container.OfValues;
import dev.ashlar.store.internal.v1.values.BoardLayout;
import dev.ashlar.store.internal.v1.values.BoardRecovery;
import dev.ashlar.store.internal.v1.values.BoardSync;
import dev.ashlar.store.internal.v1.values.KeyLayout;
import dev.ashlar.store.internal.v1.values.RecordWriter;
import dev.ashlar.store.internal.v1.values.Records;
import java.util.HashMap;
import java.util.Map;

/// The boards of a store that is open for writing.
///
/// **Threading**: the writer's.
final class Boards {
    private final WriteStore store;
    private final Checkpoints checkpoints;
    private final Map<String, BoardSync> syncs = new HashMap<>();
    private final Map<String, RecordWriter> writers = new HashMap<>();

    Boards(WriteStore store, Checkpoints checkpoints) {
        this.store = store;
        this.checkpoints = checkpoints;
    }

    /// Takes up the boards that are there. After a loss of power their cells are put right, which a checkpoint has to
    /// make durable before the first is written.
    void open(Recovery found) {
        for (OfValues container : store.containers(OfValues.class)) {
            int id = container.record().id();
            if (found.kind() == Kind.POWER_LOSS) {
                BoardRecovery.run(container.values(), found.detail(id)).forEach(found::report);
            }
            watch(container, found.detail(id), found.kind());
        }
    }

    private void watch(OfValues container, long completed, Kind kind) {
        BoardSync sync = new BoardSync(store.extents, container.values(), completed, kind != Kind.CLEAN,
                kind == Kind.PROCESS_DEATH);
        syncs.put(container.record().name(), sync);
        checkpoints.watch(container.record().id(), sync);
    }

    Board define(BoardDefinition definition) throws StoreException {
        Container known = store.find(definition.name());
        KeyLayout key = KeyLayout.of(definition.message(), definition.keyFields(), definition.schema().byteOrder());
        if (known == null) {
            return make(definition, key).values();
        }
        ContainerRecord record = known.record();
        boolean same = record.path().equals(definition.message().name())
                && record.timeField().equals(key.text()) && record.detail() == definition.slots();
        if (!(known instanceof OfValues values) || !same) {
            throw new StoreException(Reason.SCHEMA, store.folder, "there is another of this name: name="
                    + record.name() + ", kind=" + record.kind() + ", path=" + record.path() + ", key="
                    + record.timeField() + ", slots=" + record.detail());
        }
        Schema schema = values.values().schema();
        boolean changed = !values.values().block().equals(definition.message()) || schema.id() != definition.schema().id()
                || !schema.byteOrder().equals(definition.schema().byteOrder());
        if (changed) {
            evolve(values, definition, key);
        }
        return values.values();
    }

    private OfValues make(BoardDefinition definition, KeyLayout key) throws StoreException {
        store.checkName(definition.name());
        // Refuses a block that no chunk can hold before anything is written of it.
        BoardLayout.of(definition.schema(), definition.message(), key, definition.slots(),
                store.extents.geometry().chunkBytes());
        OfValues made = (OfValues) store.make(new ContainerRecord(store.nextId(), ContainerKind.BOARD,
                definition.name(), store.addSchema(definition.schema()), definition.message().name(), 0, 0,
                key.text(), definition.slots()));
        watch(made, 0, Kind.CLEAN);
        return made;
    }

    private void evolve(OfValues container, BoardDefinition definition, KeyLayout key) throws StoreException {
        Schema newer = definition.schema();
        Records board = container.values();
        if (board.schema().version() > newer.version()) {
            throw new StoreException(Reason.SCHEMA, store.folder, "store has a newer schema: version="
                    + board.schema().version() + ", given=" + newer.version() + " (" + board.name() + ")");
        }
        JournalFit.requireReadable(store.folder, board.schema(), newer);
        if (!key.isLike(board.keyLayout())) {
            throw new StoreException(Reason.SCHEMA, store.folder, "key lies elsewhere, or has another type: keyFields="
                    + key.text() + " (" + board.name() + ")");
        }
        RecordWriter writer = writers.get(board.name());
        if (writer != null) {
            writer.checkNothingOpen();
        }
        Block block = definition.message();
        BoardLayout layout = BoardLayout.of(newer, block, key, definition.slots(),
                store.extents.geometry().chunkBytes());
        store.layOut(container, newer);
        board.layout(layout);
        if (writer != null) {
            writer.layoutChanged();
        }
    }

    BoardWriter writer(OfValues container) {
        return writers.computeIfAbsent(container.record().name(), name ->
                new RecordWriter(container.values(), store, container.record().id(), syncs.get(name)));
    }
}
