// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1.store;

import dev.ashlar.memory.AllocationException;
import dev.ashlar.memory.MemoryFaults;
import dev.ashlar.store.Appender;
import dev.ashlar.store.DeclaredIndex;
import dev.ashlar.store.Durability;
import dev.ashlar.store.IndexDeclaration;
import dev.ashlar.store.Journal;
import dev.ashlar.store.JournalDefinition;
import dev.ashlar.store.JournalWriter;
import dev.ashlar.store.LastValues;
import dev.ashlar.store.LastValuesDefinition;
import dev.ashlar.store.LastValuesWriter;
import dev.ashlar.store.ReadOptions;
import dev.ashlar.store.RecoveryReport;
import dev.ashlar.store.RecoveryReport.Kind;
import dev.ashlar.store.Retention;
import dev.ashlar.store.RowIndex;
import dev.ashlar.store.StoreException;
import dev.ashlar.store.StoreException.Reason;
import dev.ashlar.store.StoreInfo;
import dev.ashlar.store.StoreOptions;
import dev.ashlar.store.StoreWriter;
import dev.ashlar.store.SyncLag;
import dev.ashlar.store.Table;
import dev.ashlar.store.TableDefinition;
import dev.ashlar.store.VerifyOptions;
import dev.ashlar.store.VerifyReport;
import dev.ashlar.store.internal.v1.chunk.Chain;
import dev.ashlar.store.internal.v1.chunk.Chain.Link;
import dev.ashlar.store.internal.v1.chunk.ReadCheck;
import dev.ashlar.store.internal.v1.file.CatalogRecord.ContainerRecord;
import dev.ashlar.store.internal.v1.file.ContainerKind;
import dev.ashlar.store.internal.v1.file.LiveFile;
import dev.ashlar.store.internal.v1.file.OpenFiles;
import dev.ashlar.store.internal.v1.file.StoreDisk;
import dev.ashlar.store.internal.v1.journal.Boundary;
import dev.ashlar.store.internal.v1.store.Container.OfJournal;
import dev.ashlar.store.internal.v1.store.Container.OfTable;
import dev.ashlar.store.internal.v1.store.Container.OfValues;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// A store that is open for writing.
public final class WriteStore extends OpenStore implements StoreWriter {
    /// As many chunks as can be numbered.
    private static final long MOST_BYTES = 1L << 53;

    private final StoreOptions options;
    private final LiveFile live;
    private final WriterChunks chunks;
    private final Definitions definitions;
    private final Checkpoints checkpoints;
    private final Tables tables;
    private final Journals journals;
    private final LastValueSets allLastValues;
    /// Whether nothing is written, and what cannot be recovered is left out.
    private final boolean inMemory;
    private RecoveryReport recovery;
    private Sealer sealer;
    private Syncer syncer;
    private boolean closed;
    /// Whether rows that others wrote are compared with their checksums.
    private boolean verifies = true;

    private WriteStore(StoreDisk disk, StoreOptions options, OpenFiles files, boolean inMemory) {
        super(files.folder(), disk, files.locks(), files.pins(), files.catalog(), files.extents());
        this.inMemory = inMemory;
        this.options = options;
        live = files.live();
        Boundary boundary = new Boundary();
        checkpoints = new Checkpoints(folder, disk, files, boundary);
        chunks = new WriterChunks(files, disk, options, checkpoints, inMemory);
        definitions = new Definitions(this, live);
        tables = new Tables(this);
        journals = new Journals(this, boundary);
        allLastValues = new LastValueSets(this, checkpoints);
    }

    public static StoreWriter open(Path folder, StoreOptions options) throws StoreException {
        return open(folder, options, new StoreDisk());
    }

    public static WriteStore open(Path folder, StoreOptions options, StoreDisk disk) throws StoreException {
        long start = System.nanoTime();
        OpenFiles files = OpenFiles.openOrCreate(folder, options, disk);
        try {
            WriteStore store = new WriteStore(disk, options, files, false);
            Recovery found = new Recovery(store.extents, files.checkpoint(), files.durable(), disk.boot());
            found.checkOwners(store.catalog.containers().size(), store.folder);
            found.checkJournals(store.catalog.containers(), store.folder);
            store.catalog.settle(files.checkpoint().catalogBytes());
            long messages = store.takeUp(found);
            store.chunks.opened();
            store.recovery = found.report(files.created(), store.rows(), messages, System.nanoTime() - start);
            store.live.writerPid(ProcessHandle.current().pid());
            store.live.catalogBytes(store.catalog.bytes());
            store.watchFooters(store.checkpoints.generation());
            if (found.kind() == Kind.PROCESS_DEATH && store.journals().isEmpty()) {
                // What the checkpoint says of a writer that is not done still holds; what is not yet durable may be
                // much, and waits for the next.
                store.checkpoints.entriesChanged();
            } else {
                // From here on nothing is found in the directory that the checkpoint does not know.
                store.checkpoints.write(found.changed());
            }
            store.locks.lockRecovered();
            store.sealer = new Sealer(store.extents, () -> store.containers(OfTable.class), store::layout,
                    store.checkpoints);
            store.chunks.seal(store.sealer);
            if (options.durability() == Durability.INTERVAL) {
                store.syncer = new Syncer(store.checkpoints, options.syncInterval());
                store.checkpoints.bound(options.maxUndurableBytes(), store.syncer::soon);
            }
            return store;
        } catch (StoreException | RuntimeException e) {
            files.closeQuietly();
            throw e;
        } catch (InternalError e) {
            StoreException fault = files.extents().fault(e);
            files.closeQuietly();
            throw fault;
        }
    }

    /// Does what opening a store for writing does after a loss of power, in memory of the caller's own: nothing is
    /// written, and where a writer would refuse the store the caller gets what is left.
    ///
    /// @param files with [PrivateExtents], and words of its own in place of the live file
    static WriteStore recover(OpenFiles files, ReadOptions reading, StoreDisk disk) throws StoreException {
        StoreOptions unbounded = StoreOptions.defaults().withMaxBytes(MOST_BYTES).withDurability(Durability.NONE);
        WriteStore store = new WriteStore(disk, unbounded, files, true);
        store.verifies = reading.verify();
        store.takeUp(new Recovery(store.extents, files.checkpoint(), files.durable(), disk.boot()));
        return store;
    }

    /// Opens the containers that exist, and completes those that follow from others.
    ///
    /// @return how many messages were looked at for that
    private long takeUp(Recovery found) throws StoreException {
        Map<ContainerRecord, Chain> unreadable = new HashMap<>();
        for (ContainerRecord record : catalog.containers()) {
            Chain chain = new Chain(extents, record.id(), record.name() + " in " + folder, found.chain(record));
            serve(record, chain);
            if (inMemory) {
                found.promise(chain, record.id());
            }
            try {
                enter(open(record, chain), found.durableEnd(record.id()));
            } catch (StoreException e) {
                leaveOut(record, e);
                if (record.kind() == ContainerKind.JOURNAL) {
                    unreadable.put(record, chain);
                }
            }
        }
        for (Map.Entry<ContainerRecord, Chain> journal : unreadable.entrySet()) {
            leaveOutTables(journal.getKey(), journal.getValue(), found, damaged.get(journal.getKey().name()));
        }
        found.finish(chunks.space(), chunks.retirement(), containers());
        allLastValues.open(found);
        return journals.open(found);
    }

    /// Takes note of a container that cannot be opened, or not be recovered, so that nobody takes the rest for all.
    ///
    /// @throws StoreException where it is needed
    private void leaveOut(ContainerRecord record, StoreException why) throws StoreException {
        if (!inMemory) {
            throw why;
        }
        synchronized (containers) {
            containers.remove(record.name());
            damaged.put(record.name(), why);
        }
    }

    /// Takes note of a journal whose messages since the last checkpoint cannot be split again: its tables would
    /// be short.
    ///
    /// @throws StoreException where they are needed
    void leaveOutTables(ContainerRecord journal, Chain chain, Recovery found, Exception why) throws StoreException {
        StoreException told = why instanceof StoreException known ? known : new StoreException(Reason.CORRUPT, folder,
                "rows cannot be rebuilt from the messages: journal=" + journal.name(), why);
        if (!inMemory) {
            throw told;
        }
        for (Container table : containers()) {
            if (chain.end() > found.durableEnd(journal.id()) && table.record().kind() == ContainerKind.TABLE
                    && table.record().source() == journal.id()) {
                leaveOut(table.record(), told);
            }
        }
    }

    void serve(ContainerRecord record, Chain chain) {
        chain.serve(verifies && record.kind() == ContainerKind.TABLE, ReadCheck.Heads.of(record));
    }

    /// Has footers made durable that the last writer wrote and did not live to.
    private void watchFooters(long generation) {
        for (Container container : containers()) {
            for (Link link : container.chain().links()) {
                if (link.entry().isSealedAfter(generation)) {
                    long end = link.offset() + extents.geometry().chunkBytes();
                    checkpoints.sealed(extents.geometry().extent(link.chunk()), end - link.identity().footer(), end);
                }
            }
        }
    }

    void enter(Container container, long durableEnd) {
        synchronized (containers) {
            containers.put(container.record().name(), container);
        }
        if (!inMemory) {
            checkpoints.watch(container, durableEnd);
        }
    }

    private long rows() {
        return containers(OfTable.class).stream().mapToLong(container -> container.rows().rowCount()).sum();
    }

    @Override
    public RecoveryReport recovery() {
        return recovery;
    }

    @Override
    public Table define(TableDefinition definition) throws StoreException {
        return change(() -> tables.define(definition));
    }

    @Override
    public Journal define(JournalDefinition definition) throws StoreException {
        return change(() -> journals.define(definition));
    }

    @Override
    public JournalWriter journalWriter(String journal) throws StoreException {
        return change(() -> journals.journalWriter(journal));
    }

    /// The times of the messages recorded in a journal since the store was opened; empty if it cannot be written.
    public Optional<RecordedTimes> times(String journal) {
        return journals.times(journal);
    }

    @Override
    public LastValues define(LastValuesDefinition definition) throws StoreException {
        return change(() -> allLastValues.define(definition));
    }

    @Override
    public LastValuesWriter lastValuesWriter(String lastValues) throws StoreException {
        return change(() -> allLastValues.writer(container(lastValues, OfValues.class)));
    }

    @Override
    public Appender appender(String table) throws StoreException {
        return change(() -> tables.appender(table));
    }

    @Override
    public DeclaredIndex declare(IndexDeclaration index) throws StoreException {
        checkOpen();
        tables.declare(index);
        return indexes().stream().filter(other -> other.declaration().equals(index)).findFirst().orElseThrow();
    }

    @Override
    public boolean drop(IndexDeclaration index) throws StoreException {
        checkOpen();
        return tables.drop(index);
    }

    @Override
    public void keepUp(RowIndex index) throws AllocationException {
        checkOpen();
        IndexFollowers.keepUp(index, containers(OfTable.class));
    }

    /// Waits until all chunks are sealed that are full now.
    public void sealNow() {
        sealer.finish();
    }

    public WriterChunks chunks() {
        return chunks;
    }

    Definitions definitions() {
        return definitions;
    }

    /// Something that changes the store.
    @FunctionalInterface
    private interface Change<T> {
        T run() throws StoreException;
    }

    private <T> T change(Change<T> change) throws StoreException {
        checkOpen();
        try {
            return change.run();
        } catch (InternalError e) {
            throw chunks.fault(e);
        }
    }

    @Override
    public void beginBatch() {
        checkOpen();
        chunks.beginBatch();
    }

    @Override
    public void endBatch() throws StoreException {
        checkOpen();
        try {
            chunks.endBatch();
        } catch (InternalError e) {
            throw chunks.fault(e);
        }
    }

    @Override
    public void sync() throws StoreException {
        change(() -> {
            checkpoints.write(false);
            return null;
        });
    }

    @Override
    public SyncLag lag() {
        return checkpoints.lag();
    }

    @Override
    public long retire(String table, long row) throws StoreException {
        return change(() -> {
            OfTable container = tables.own(table);
            chunks.retirement().retire(container.chain(), row);
            return container.rows().firstRow();
        });
    }

    @Override
    public long retireMessages(String journal, long position) throws StoreException {
        return change(() -> journals.retire(journal, position, chunks.retirement()));
    }

    @Override
    public long retireMessagesBefore(String journal, long timeNs) throws StoreException {
        return change(() -> journals.retire(journal, journals.positionOf(journal, timeNs), chunks.retirement()));
    }

    @Override
    public long retain(String name, Retention retention, long nowNs) throws StoreException {
        checkOpen();
        RetentionBounds bounds = new RetentionBounds(retention, nowNs);
        if (!(find(name) instanceof OfJournal)) {
            return retire(name, bounds.firstRow(container(name, OfTable.class).rows()));
        }
        long oldest = bounds.oldestTime();
        return retireMessages(name, bounds.firstPosition(container(name, OfJournal.class).frames(),
                oldest == 0 ? 0 : journals.positionOf(name, oldest)));
    }

    @Override
    public StoreInfo info() throws StoreException {
        checkOpen();
        try (ReadStore reader = ReadStore.open(folder, disk)) {
            return reader.info();
        }
    }

    @Override
    public VerifyReport verify(VerifyOptions how) throws StoreException {
        checkOpen();
        // As others see it.
        try (ReadStore reader = ReadStore.open(folder, disk)) {
            return reader.verify(how);
        }
    }

    @Override
    public boolean refresh() {
        // Whoever writes knows all.
        return false;
    }

    private void checkOpen() {
        if (closed) {
            throw new IllegalStateException("store is closed (" + folder + ")");
        }
    }

    @Override
    public void close() throws StoreException {
        if (closed) {
            return;
        }
        closeIndexes();
        try {
            try {
                journals.close();
            } finally {
                closed = true;
                chunks.close();
                sealer.closeAll();
                endThreads();
            }
            MemoryFaults.settle();
            checkpoints.close();
        } catch (InternalError e) {
            throw chunks.fault(e);
        } finally {
            pins.close();
            locks.unlockWriter();
            closeFiles(catalog, extents, live, locks);
        }
    }

    /// Nothing more is sealed or synced but by the writer itself.
    public void endThreads() {
        chunks.endThreads();
        sealer.close();
        if (syncer != null) {
            syncer.close();
        }
    }
}
