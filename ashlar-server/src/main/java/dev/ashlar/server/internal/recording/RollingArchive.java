// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.server.internal.recording;

import dev.ashlar.archive.Archive;
import dev.ashlar.archive.Archive.Day;
import dev.ashlar.archive.ArchiveOptions;
import dev.ashlar.archive.ArchiveWriter;
import dev.ashlar.archive.Division.Period;
import dev.ashlar.server.GatewayOptions;
import dev.ashlar.sql.SqlSession;
import dev.ashlar.store.Journal;
import dev.ashlar.store.JournalDefinition;
import dev.ashlar.store.JournalWriter;
import dev.ashlar.store.Store;
import dev.ashlar.store.StoreException;
import dev.ashlar.store.StoreWriter;
import dev.ashlar.store.SyncLag;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/// A store for each day or hour. The first message of a new one seals the one before.
///
/// Queries and tails read the archive as any other process does, so that a change of the day ends none of them.
public final class RollingArchive implements GatewayStore {
    private final JournalDefinition definition;
    private final UnaryOperator<JournalWriter> around;
    private final Consumer<String> log;
    private final ArchiveWriter writer;
    private final Archive reader;
    /// Held for writing while days change.
    private final ReadWriteLock changing = new ReentrantReadWriteLock();
    /// Of the open day; null while there is none. Guarded by the lock.
    private StoreWriter store;
    private OpenRecorder recorder;
    private volatile SyncLag lastLag;

    private RollingArchive(GatewayOptions options, ArchiveOptions archive, UnaryOperator<JournalWriter> around,
            Consumer<String> log) throws StoreException {
        definition = options.journal();
        this.around = around;
        this.log = log;
        writer = ArchiveWriter.open(options.folder(), archive, this::opened);
        try {
            reader = Archive.open(options.folder());
        } catch (StoreException | RuntimeException e) {
            try (writer) {
                throw e;
            }
        }
    }

    static RollingArchive open(GatewayOptions options, ArchiveOptions archive, UnaryOperator<JournalWriter> around,
            Consumer<String> log, long nowNs) throws StoreException {
        RollingArchive opened = new RollingArchive(options, archive, around, log);
        try {
            opened.roll(nowNs);
            return opened;
        } catch (StoreException | RuntimeException e) {
            try (opened) {
                throw e;
            }
        }
    }

    private void opened(Period period, StoreWriter opened) throws StoreException {
        Journal journal = opened.define(definition);
        long base = writer.days().stream().filter(Day::open).findFirst().orElseThrow().base();
        if (recorder != null) {
            log.accept("records into " + period.name());
        }
        recorder = OpenRecorder.of(around.apply(opened.journalWriter(journal.name())), journal, base);
        store = opened;
        lastLag = opened.lag();
    }

    /// For queries and tails.
    public Archive reader() {
        return reader;
    }

    @Override
    public OpenRecorder roll(long timeNs) throws StoreException {
        if (timeNs >= writer.endNs()) {
            changing.writeLock().lock();
            try {
                store = null;
                writer.roll(timeNs);
            } finally {
                changing.writeLock().unlock();
            }
        }
        return recorder;
    }

    @Override
    public long endNs() {
        return writer.endNs();
    }

    @Override
    public SyncLag lag() {
        lastLag = read(open -> ((StoreWriter) open).lag(), lastLag);
        return lastLag;
    }

    @Override
    public <T> T read(Function<Store, T> view, T otherwise) {
        if (!changing.readLock().tryLock()) {
            return otherwise;
        }
        try {
            return store == null ? otherwise : view.apply(store);
        } finally {
            changing.readLock().unlock();
        }
    }

    @Override
    public SqlSession session() {
        return SqlSession.of(reader);
    }

    @Override
    public void seal() throws StoreException {
        changing.writeLock().lock();
        try {
            store = null;
            writer.seal();
        } finally {
            changing.writeLock().unlock();
        }
    }

    @Override
    public void close() throws StoreException {
        changing.writeLock().lock();
        try (writer; reader) {
            store = null;
        } finally {
            changing.writeLock().unlock();
        }
    }
}
