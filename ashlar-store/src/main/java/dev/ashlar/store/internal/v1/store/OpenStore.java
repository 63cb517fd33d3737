// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1.store;

import dev.ashlar.sbe.ir.Block;
import dev.ashlar.sbe.ir.Schema;
import dev.ashlar.store.DeclaredIndex;
import dev.ashlar.store.Journal;
import dev.ashlar.store.JournalDefinition;
import dev.ashlar.store.LastValues;
import dev.ashlar.store.RowPrefix;
import dev.ashlar.store.Store;
import dev.ashlar.store.StoreException;
import dev.ashlar.store.StoreException.Reason;
import dev.ashlar.store.Table;
import dev.ashlar.store.internal.v1.chunk.BlockLayout;
import dev.ashlar.store.internal.v1.chunk.Chain;
import dev.ashlar.store.internal.v1.chunk.Chain.Link;
import dev.ashlar.store.internal.v1.file.Catalog;
import dev.ashlar.store.internal.v1.file.CatalogRecord.ContainerRecord;
import dev.ashlar.store.internal.v1.file.CatalogRecord.IndexRecord;
import dev.ashlar.store.internal.v1.file.ContainerKind;
import dev.ashlar.store.internal.v1.file.Extents;
import dev.ashlar.store.internal.v1.file.Locks;
import dev.ashlar.store.internal.v1.file.Pins;
import dev.ashlar.store.internal.v1.file.StoreDisk;
import dev.ashlar.store.internal.v1.index.OpenIndexes;
import dev.ashlar.store.internal.v1.journal.FrameIndex;
import dev.ashlar.store.internal.v1.journal.Frames;
import dev.ashlar.store.internal.v1.store.Container.OfChunks;
import dev.ashlar.store.internal.v1.store.Container.OfJournal;
import dev.ashlar.store.internal.v1.store.Container.OfTable;
import dev.ashlar.store.internal.v1.store.Container.OfValues;
import dev.ashlar.store.internal.v1.table.Rows;
import dev.ashlar.store.internal.v1.values.ValueKeyLayout;
import dev.ashlar.store.internal.v1.values.ValueTable;
import dev.ashlar.store.internal.v1.values.ValueTableLayout;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/// Common base of the readers and the writer of a store: its files and, by name, the containers in them.
public abstract class OpenStore implements Store {
    final Path folder;
    final StoreDisk disk;
    public final Locks locks;
    public final Pins pins;
    final Catalog catalog;
    public final Extents extents;
    /// By name, in the order of the catalog; read under the lock of this map.
    final Map<String, Container> containers = new LinkedHashMap<>();

    /// Used under the lock of the containers.
    final OpenIndexes openIndexes = new OpenIndexes();

    /// Why containers cannot be opened, by name.
    final Map<String, StoreException> damaged = new LinkedHashMap<>();

    OpenStore(Path folder, StoreDisk disk, Locks locks, Pins pins, Catalog catalog, Extents extents) {
        this.folder = folder;
        this.disk = disk;
        this.locks = locks;
        this.pins = pins;
        this.catalog = catalog;
        this.extents = extents;
    }

    @Override
    public Path folder() {
        return folder;
    }

    public final StoreDisk disk() {
        return disk;
    }

    public final Pins pins() {
        return pins;
    }

    public final Catalog catalog() {
        return catalog;
    }

    public final Extents extents() {
        return extents;
    }

    /// Why containers cannot be opened, by name.
    public final Map<String, StoreException> damaged() {
        return damaged;
    }

    /// Indexes that are declared, of whatever.
    public final List<IndexRecord> indexRecords() {
        synchronized (containers) {
            return List.copyOf(catalog.indexes());
        }
    }

    @Override
    public List<Schema> schemas() {
        synchronized (containers) {
            return catalog.schemas().stream().filter(Objects::nonNull).toList();
        }
    }

    @Override
    public List<Table> tables() {
        List<Table> tables = new ArrayList<>();
        containers(OfTable.class).forEach(container -> tables.add(container.rows()));
        return tables;
    }

    @Override
    public Table table(String name) throws StoreException {
        return container(name, OfTable.class).rows();
    }

    @Override
    public List<Journal> journals() {
        List<Journal> journals = new ArrayList<>();
        containers(OfJournal.class).forEach(container -> journals.add(container.frames()));
        return journals;
    }

    @Override
    public Journal journal(String name) throws StoreException {
        return container(name, OfJournal.class).frames();
    }

    @Override
    public List<LastValues> lastValues() {
        return containers(OfValues.class).stream().<LastValues>map(OfValues::values).toList();
    }

    @Override
    public LastValues lastValues(String name) throws StoreException {
        return container(name, OfValues.class).values();
    }

    @Override
    public List<DeclaredIndex> indexes() {
        synchronized (containers) {
            if (catalog.indexes().isEmpty()) {
                return List.of();
            }
            Map<Integer, Rows> tables = new HashMap<>();
            containers(OfTable.class).forEach(container -> tables.put(container.record().id(), container.rows()));
            return openIndexes.of(catalog.indexes(), tables);
        }
    }

    final void closeIndexes() {
        synchronized (containers) {
            openIndexes.close();
        }
    }

    /// The container of a name, or null.
    public final Container find(String name) {
        synchronized (containers) {
            return containers.get(name);
        }
    }

    @Override
    public void requireFit(JournalDefinition definition) throws StoreException {
        JournalFit.require(this, definition);
    }

    public final List<Container> containers() {
        synchronized (containers) {
            return List.copyOf(containers.values());
        }
    }

    /// The containers of a kind.
    public final <C extends Container> List<C> containers(Class<C> type) {
        return containers().stream().filter(type::isInstance).map(type::cast).toList();
    }

    /// The container of a name and kind.
    public final <C extends Container> C container(String name, Class<C> type) throws StoreException {
        synchronized (containers) {
            Container container = containers.get(name);
            if (damaged.containsKey(name)) {
                throw damaged.get(name);
            }
            if (!type.isInstance(container)) {
                throw new StoreException(Reason.UNKNOWN, folder, "name=" + name + ", kind=" + kind(type)
                        + ", there are " + containers.keySet());
            }
            return type.cast(container);
        }
    }

    private static ContainerKind kind(Class<? extends Container> type) {
        return type == OfTable.class ? ContainerKind.TABLE
                : type == OfJournal.class ? ContainerKind.JOURNAL
                : type == OfValues.class ? ContainerKind.LAST_VALUES : ContainerKind.JOURNAL_INDEX;
    }

    /// The journal that fills what a record describes, if one does.
    private Optional<Frames> source(ContainerRecord record) {
        return containers(OfJournal.class).stream().filter(journal -> journal.record().id() == record.source())
                .map(OfJournal::frames).findFirst();
    }

    /// Makes what reads a container.
    public final Container open(ContainerRecord record, Chain chain) throws StoreException {
        return switch (record.kind()) {
            case TABLE -> {
                Rows rows = new Rows(record.name(), chain, pins, layout(record), record.timeField());
                source(record).ifPresent(rows::journal);
                yield new OfTable(record, chain, rows);
            }
            case JOURNAL -> new OfJournal(record, chain, new Frames(record.name(), chain, pins, extents.id(),
                    catalog.schema(record.schema())));
            case JOURNAL_INDEX -> {
                source(record).ifPresent(journal -> journal.index(new FrameIndex(chain)));
                yield new OfChunks(record, chain);
            }
            case LAST_VALUES -> new OfValues(record, chain, records(record, chain));
        };
    }

    /// Why a container cannot be read whose schema cannot.
    final StoreException unreadable(ContainerRecord record) {
        StoreException cause = catalog.problem(record.schema());
        if (cause == null) {
            return new StoreException(Reason.CORRUPT, folder.resolve(Catalog.NAME), "no such schema: number="
                    + record.schema() + ", container=" + record.name());
        }
        StoreException problem = new StoreException(cause.reason(), catalog.schemaFile(record.schema()),
                "schema of " + record.name() + " cannot be read" + Catalog.REMEDY);
        problem.initCause(cause);
        return problem;
    }

    @Override
    public Map<String, StoreException> unreadable() {
        synchronized (containers) {
            Map<String, StoreException> all = new LinkedHashMap<>(damaged);
            for (OfJournal container : containers(OfJournal.class)) {
                if (container.frames().schema() == null) {
                    all.put(container.record().name(), unreadable(container.record()));
                }
            }
            return all;
        }
    }

    private ValueTable records(ContainerRecord record, Chain chain) throws StoreException {
        Schema schema = catalog.schema(record.schema());
        if (schema == null) {
            throw unreadable(record);
        }
        Block block = BlockLayout.find(schema, record.path());
        int chunkBytes = extents.geometry().chunkBytes();
        try {
            if (block == null) {
                throw new IllegalArgumentException("schema has no such block: path=" + record.path());
            }
            ValueKeyLayout key = ValueKeyLayout.parse(block, record.timeField(), schema.byteOrder());
            int slots = Math.toIntExact(record.detail());
            return new ValueTable(record.name(), chain, key, slots,
                    ValueTableLayout.of(schema, block, key, slots, chunkBytes),
                    chunkBytes);
        } catch (IllegalArgumentException | ArithmeticException e) {
            throw new StoreException(Reason.CORRUPT, folder.resolve(Catalog.NAME),
                    "definition of a last-value table is invalid: container=" + record.name(), e);
        }
    }

    /// How the catalog wants the rows of a table.
    public final BlockLayout layout(ContainerRecord record) throws StoreException {
        Schema schema = catalog.schema(record.schema());
        if (schema == null) {
            throw unreadable(record);
        }
        Block block = BlockLayout.find(schema, record.path());
        if (block == null) {
            throw new StoreException(Reason.CORRUPT, folder.resolve(Catalog.NAME), "schema has no such block: path="
                    + record.path() + ", container=" + record.name());
        }
        RowPrefix prefix = switch (record.prefix()) {
            case 0 -> RowPrefix.NONE;
            case Long.BYTES -> RowPrefix.PARENT;
            case 2 * Long.BYTES -> RowPrefix.MESSAGE;
            default -> throw new StoreException(Reason.CORRUPT, folder.resolve(Catalog.NAME), "prefix="
                    + record.prefix() + ", container=" + record.name());
        };
        return BlockLayout.of(schema, block, prefix, extents.geometry().chunkBytes());
    }

    /// How the rows of a chunk of a table were laid out; null if no schema of the store says so.
    public final BlockLayout layout(OfTable container, Link link) {
        ContainerRecord record = container.record();
        for (Schema schema : schemas().reversed()) {
            Block block = schema.id() == container.rows().schema().id()
                    && schema.version() == link.identity().schemaVersion()
                    ? BlockLayout.find(schema, record.path()) : null;
            if (block != null) {
                BlockLayout layout = BlockLayout.of(schema, block, container.rows().prefix(),
                        extents.geometry().chunkBytes());
                if (layout.describes(link.identity())) {
                    return layout;
                }
            }
        }
        return null;
    }

    /// Closes all files, also if one cannot be closed.
    final void closeFiles(AutoCloseable... files) throws StoreException {
        Exception failure = null;
        for (AutoCloseable file : files) {
            try {
                if (file != null) {
                    file.close();
                }
            } catch (Exception e) {
                failure = e;
            }
        }
        if (failure instanceof IOException) {
            throw new StoreException(Reason.ACCESS, folder, "cannot be closed", failure);
        } else if (failure instanceof RuntimeException unexpected) {
            throw unexpected;
        }
    }
}
