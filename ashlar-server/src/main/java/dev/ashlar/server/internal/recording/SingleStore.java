// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.server.internal.recording;

import dev.ashlar.server.GatewayOptions;
import dev.ashlar.sql.SqlSession;
import dev.ashlar.store.Journal;
import dev.ashlar.store.JournalWriter;
import dev.ashlar.store.Store;
import dev.ashlar.store.StoreException;
import dev.ashlar.store.StoreWriter;
import dev.ashlar.store.SyncLag;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/// One store for all time.
public final class SingleStore implements GatewayStore {
    private final StoreWriter store;
    private final OpenRecorder recorder;

    private SingleStore(StoreWriter store, OpenRecorder recorder) {
        this.store = store;
        this.recorder = recorder;
    }

    static SingleStore open(GatewayOptions options, UnaryOperator<JournalWriter> around) throws StoreException {
        StoreWriter store = StoreWriter.open(options.folder(), options.store());
        try {
            Journal journal = store.define(options.journal());
            JournalWriter writer = around.apply(store.journalWriter(journal.name()));
            return new SingleStore(store, OpenRecorder.of(writer, journal, 0));
        } catch (StoreException | RuntimeException e) {
            try (store) {
                throw e;
            }
        }
    }

    public Store store() {
        return store;
    }

    @Override
    public OpenRecorder roll(long timeNs) {
        return recorder;
    }

    @Override
    public long endNs() {
        return Long.MAX_VALUE;
    }

    @Override
    public SyncLag lag() {
        return store.lag();
    }

    @Override
    public <T> T read(Function<Store, T> view, T otherwise) {
        return view.apply(store);
    }

    @Override
    public SqlSession session() {
        return SqlSession.of(store);
    }

    @Override
    public void seal() {
        // A store goes on.
    }

    @Override
    public void close() throws StoreException {
        store.close();
    }
}
