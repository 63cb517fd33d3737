// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1.store;

import dev.ashlar.sbe.ir.Schema;
import dev.ashlar.store.StoreException;
import dev.ashlar.store.StoreException.Reason;
import dev.ashlar.store.internal.v1.chunk.BlockLayout;
import dev.ashlar.store.internal.v1.chunk.Chain;
import dev.ashlar.store.internal.v1.chunk.Chain.Link;
import dev.ashlar.store.internal.v1.file.CatalogRecord.CommitsRecord;
import dev.ashlar.store.internal.v1.file.CatalogRecord.ContainerRecord;
import dev.ashlar.store.internal.v1.file.CatalogRecord.IndexRecord;
import dev.ashlar.store.internal.v1.file.CatalogRecord.LayoutRecord;
import dev.ashlar.store.internal.v1.file.ContainerKind;
import dev.ashlar.store.internal.v1.file.LiveFile;
import dev.ashlar.store.internal.v1.file.StoreLayout;
import dev.ashlar.store.internal.v1.store.Container.OfTable;

/// Makes and changes what the catalog of an open store says: containers, schemas, layouts, indexes. Records are durable
/// before anything relies on them.
///
/// **Threading**: the writer's.
record Definitions(WriteStore store, LiveFile live) {
    private static final int MAX_NAME_LENGTH = 200;

    int nextId() {
        return store.catalog.containers().stream().mapToInt(ContainerRecord::id).max().orElse(0) + 1;
    }

    void checkName(String name) {
        if (name.isEmpty() || name.length() > MAX_NAME_LENGTH) {
            throw new IllegalArgumentException("name is empty or too long: length=" + name.length() + ", bound="
                    + MAX_NAME_LENGTH);
        }
    }

    /// Makes a container that the catalog does not know.
    <C extends Container> C make(Class<C> type, ContainerRecord record) throws StoreException {
        if (store.containers().size() == StoreLayout.MAX_CONTAINERS) {
            throw new StoreException(Reason.NO_SPACE, store.folder, "store has the maximum number of containers: bound="
                    + StoreLayout.MAX_CONTAINERS);
        }
        if (record.kind() == ContainerKind.TABLE) {
            // Refuses a block that no chunk can hold before anything is written of it.
            store.layout(record);
        }
        synchronized (store.containers) {
            store.catalog.add(record);
        }
        live.catalogBytes(store.catalog.bytes());
        Chain chain = new Chain(store.extents, record.id(), record.name() + " in " + store.folder, new Link[0]);
        store.serve(record, chain);
        Container made = store.open(record, chain);
        store.enter(made, 0);
        return type.cast(made);
    }

    int addSchema(Schema schema) throws StoreException {
        synchronized (store.containers) {
            return store.catalog.add(schema);
        }
    }

    /// Lays out what comes by another schema.
    void layOut(Container container, Schema newer) throws StoreException {
        ContainerRecord was = container.record();
        LayoutRecord change = new LayoutRecord(was.id(), addSchema(newer));
        ContainerRecord is = new ContainerRecord(was.id(), was.kind(), was.name(), change.schema(), was.path(),
                was.prefix(), was.source(), was.timeField(), was.detail());
        BlockLayout layout = container instanceof OfTable ? store.layout(is) : null;
        synchronized (store.containers) {
            store.catalog.change(change);
            store.containers.put(is.name(), container.with(is));
        }
        live.catalogBytes(store.catalog.bytes());
        if (container instanceof OfTable table) {
            table.rows().layout(layout);
        }
    }

    /// Notes in the catalog that extents have records of commits, before the first is written.
    void recordCommits() throws StoreException {
        synchronized (store.containers) {
            if (store.catalog.hasCommits()) {
                return;
            }
            store.catalog.change(new CommitsRecord());
        }
        live.catalogBytes(store.catalog.bytes());
    }

    /// Adds the declaration of an index to the catalog, or removes it.
    ///
    /// @return whether it said anything new
    boolean change(IndexRecord index) throws StoreException {
        synchronized (store.containers) {
            if (store.catalog.indexes().stream().anyMatch(index::isOf) == index.declared()) {
                return false;
            }
            store.catalog.change(index);
        }
        live.catalogBytes(store.catalog.bytes());
        return true;
    }
}
