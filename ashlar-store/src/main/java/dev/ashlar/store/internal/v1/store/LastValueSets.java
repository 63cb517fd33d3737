// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1.store;

import dev.ashlar.sbe.ir.Block;
import dev.ashlar.sbe.ir.Schema;
import dev.ashlar.store.LastValues;
import dev.ashlar.store.LastValuesDefinition;
import dev.ashlar.store.LastValuesWriter;
import dev.ashlar.store.RecoveryReport.Kind;
import dev.ashlar.store.StoreException;
import dev.ashlar.store.StoreException.Reason;
import dev.ashlar.store.internal.v1.file.CatalogRecord.ContainerRecord;
import dev.ashlar.store.internal.v1.file.ContainerKind;
import dev.ashlar.store.internal.v1.store.Container.OfValues;
import dev.ashlar.store.internal.v1.values.ValueKeyLayout;
import dev.ashlar.store.internal.v1.values.ValueRecovery;
import dev.ashlar.store.internal.v1.values.ValueSync;
import dev.ashlar.store.internal.v1.values.ValueTable;
import dev.ashlar.store.internal.v1.values.ValueTableLayout;
import dev.ashlar.store.internal.v1.values.ValueWriter;
import java.util.HashMap;
import java.util.Map;

/// The last-value tables of a store that is open for writing.
///
/// **Threading**: the writer's.
final class LastValueSets {
    private final WriteStore store;
    private final Definitions definitions;
    private final Checkpoints checkpoints;
    private final Map<String, ValueSync> syncs = new HashMap<>();
    private final Map<String, ValueWriter> writers = new HashMap<>();

    LastValueSets(WriteStore store, Checkpoints checkpoints) {
        this.store = store;
        definitions = store.definitions();
        this.checkpoints = checkpoints;
    }

    /// Takes up the last-value tables that are there. After a loss of power their cells are put right, which a
    /// checkpoint has to make durable before the first is written.
    void open(Recovery found) {
        for (OfValues container : store.containers(OfValues.class)) {
            int id = container.record().id();
            if (found.kind() == Kind.POWER_LOSS) {
                ValueRecovery.run(container.values(), found.detail(id)).forEach(found::report);
            }
            watch(container, found.detail(id), found.kind());
        }
    }

    private void watch(OfValues container, long completed, Kind kind) {
        ValueSync sync = new ValueSync(store.extents, container.values(), completed, kind != Kind.CLEAN,
                kind == Kind.PROCESS_DEATH);
        syncs.put(container.record().name(), sync);
        checkpoints.watch(container.record().id(), sync);
    }

    LastValues define(LastValuesDefinition definition) throws StoreException {
        Container known = store.find(definition.name());
        ValueKeyLayout key = ValueKeyLayout.of(definition.message(), definition.keyFields(),
                definition.schema().byteOrder());
        if (known == null) {
            return make(definition, key).values();
        }
        ContainerRecord record = known.record();
        boolean same = record.path().equals(definition.message().name())
                && record.timeField().equals(key.text()) && record.detail() == definition.slots();
        if (!(known instanceof OfValues values) || !same) {
            throw new StoreException(Reason.SCHEMA, store.folder, "another container has this name: name="
                    + record.name() + ", kind=" + record.kind() + ", path=" + record.path() + ", key="
                    + record.timeField() + ", slots=" + record.detail());
        }
        Schema schema = values.values().schema();
        boolean changed = !values.values().block().equals(definition.message())
                || schema.id() != definition.schema().id()
                || !schema.byteOrder().equals(definition.schema().byteOrder());
        if (changed) {
            evolve(values, definition, key);
        }
        return values.values();
    }

    private OfValues make(LastValuesDefinition definition, ValueKeyLayout key) throws StoreException {
        definitions.checkName(definition.name());
        // Refuses a block that no chunk can hold before anything is written of it.
        ValueTableLayout.of(definition.schema(), definition.message(), key, definition.slots(),
                store.extents.geometry().chunkBytes());
        OfValues made = definitions.make(OfValues.class, new ContainerRecord(definitions.nextId(),
                ContainerKind.LAST_VALUES,
                definition.name(), definitions.addSchema(definition.schema()), definition.message().name(), 0, 0,
                key.text(), definition.slots()));
        watch(made, 0, Kind.CLEAN);
        return made;
    }

    private void evolve(OfValues container, LastValuesDefinition definition, ValueKeyLayout key) throws StoreException {
        Schema newer = definition.schema();
        ValueTable lastValues = container.values();
        if (lastValues.schema().version() > newer.version()) {
            throw new StoreException(Reason.SCHEMA, store.folder, "store has a newer schema: version="
                    + lastValues.schema().version() + ", given=" + newer.version() + " (" + lastValues.name() + ")");
        }
        JournalFit.requireReadable(store.folder, lastValues.schema(), newer);
        if (!key.isLike(lastValues.keyLayout())) {
            throw new StoreException(Reason.SCHEMA, store.folder,
                    "key has another offset or type than before: keyFields=" + key.text() + " ("
                            + lastValues.name() + ")");
        }
        ValueWriter writer = writers.get(lastValues.name());
        if (writer != null) {
            writer.checkNothingOpen();
        }
        Block block = definition.message();
        ValueTableLayout layout = ValueTableLayout.of(newer, block, key, definition.slots(),
                store.extents.geometry().chunkBytes());
        definitions.layOut(container, newer);
        lastValues.layout(layout);
        if (writer != null) {
            writer.layoutChanged();
        }
    }

    LastValuesWriter writer(OfValues container) {
        return writers.computeIfAbsent(container.record().name(), name ->
                new ValueWriter(container.values(), store.chunks(), container.record().id(), syncs.get(name)));
    }
}
