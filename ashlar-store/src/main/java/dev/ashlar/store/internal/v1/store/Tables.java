// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1.store;

import dev.ashlar.sbe.ir.Schema;
import dev.ashlar.store.Appender;
import dev.ashlar.store.IndexDeclaration;
import dev.ashlar.store.StoreException;
import dev.ashlar.store.StoreException.Reason;
import dev.ashlar.store.Table;
import dev.ashlar.store.TableDefinition;
import dev.ashlar.store.internal.v1.file.CatalogRecord.ContainerRecord;
import dev.ashlar.store.internal.v1.file.CatalogRecord.IndexRecord;
import dev.ashlar.store.internal.v1.file.ContainerKind;
import dev.ashlar.store.internal.v1.index.IndexKey;
import dev.ashlar.store.internal.v1.store.Container.OfTable;
import dev.ashlar.store.internal.v1.table.RowAppender;
import dev.ashlar.store.internal.v1.table.Rows;
import java.util.HashMap;
import java.util.Map;

/// The tables of a store that is open for writing that no journal fills, and the indexes that are declared of any.
///
/// **Threading**: the writer's.
final class Tables {
    private final WriteStore store;
    private final Definitions definitions;
    private final Map<String, RowAppender> appenders = new HashMap<>();

    Tables(WriteStore store) {
        this.store = store;
        definitions = store.definitions();
    }

    Table define(TableDefinition definition) throws StoreException {
        Container known = store.find(definition.name());
        if (known == null) {
            return make(definition).rows();
        }
        ContainerRecord record = known.record();
        boolean same = record.source() == 0
                && record.path().equals(definition.message().name())
                && record.timeField().equals(definition.timeField());
        if (!(known instanceof OfTable table) || !same) {
            throw new StoreException(Reason.SCHEMA, store.folder, "another container has this name: name="
                    + record.name() + ", kind=" + record.kind() + ", path=" + record.path() + ", timeField="
                    + record.timeField());
        }
        if (!table.rows().schema().equals(definition.schema())) {
            evolve(table, definition.schema());
        }
        return table.rows();
    }

    private OfTable make(TableDefinition definition) throws StoreException {
        definitions.checkName(definition.name());
        if (!definition.timeField().isEmpty()
                && Rows.timeOffset(definition.message(), definition.timeField()) < 0) {
            throw new IllegalArgumentException("time field is not a field of 8 bytes: timeField="
                    + definition.timeField() + " (" + definition.message().name() + ")");
        }
        if (JournalFit.reserves(store, definition.name())) {
            throw new StoreException(Reason.SCHEMA, store.folder, "a journal reserves this name for a table: name="
                    + definition.name());
        }
        int schema = definitions.addSchema(definition.schema());
        return definitions.make(OfTable.class, new ContainerRecord(definitions.nextId(), ContainerKind.TABLE,
                definition.name(), schema,
                definition.message().name(), 0, 0, definition.timeField(), 0));
    }

    /// Lays out what comes by a newer schema, if its readers can read what there is.
    private void evolve(OfTable container, Schema newer) throws StoreException {
        String name = container.record().name();
        Schema older = container.rows().schema();
        if (older.version() > newer.version() && container.rows().block().blockLength() > 0) {
            throw new StoreException(Reason.SCHEMA, store.folder, "store has a newer schema: version="
                    + older.version() + ", given=" + newer.version() + " (" + name + ")");
        }
        JournalFit.requireReadable(store.folder, older, newer);
        definitions.layOut(container, newer);
        RowAppender appender = appenders.get(name);
        if (appender != null) {
            appender.layoutChanged();
        }
    }

    Appender appender(String table) throws StoreException {
        OfTable container = own(table);
        if (store.chunks().isDurable()) {
            definitions.recordCommits();
        }
        store.chunks().prepare();
        return appenders.computeIfAbsent(table, _ ->
                new RowAppender(container.rows(), store.chunks(), container.record().id()));
    }

    /// One that no journal fills.
    OfTable own(String table) throws StoreException {
        OfTable container = store.container(table, OfTable.class);
        if (container.record().source() != 0) {
            throw new StoreException(Reason.UNKNOWN, store.folder, "a journal fills this table: name=" + table);
        }
        return container;
    }

    void declare(IndexDeclaration index) throws StoreException {
        OfTable container = store.container(index.table(), OfTable.class);
        Rows rows = container.rows();
        // Refuses what cannot be a key before anything is written of it.
        new IndexKey(rows.block(), index.fields(), rows.schema().byteOrder());
        definitions.change(new IndexRecord(container.record().id(), index.kind(), true, index.fields()));
    }

    /// @return whether there was one
    boolean drop(IndexDeclaration index) throws StoreException {
        OfTable container = store.container(index.table(), OfTable.class);
        return definitions.change(new IndexRecord(container.record().id(), index.kind(), false, index.fields()));
    }
}
