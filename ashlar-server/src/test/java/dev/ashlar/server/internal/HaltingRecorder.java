// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.server.internal;

import dev.ashlar.store.Recorder;
import dev.ashlar.store.Refusal;
import dev.ashlar.store.StoreException;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.concurrent.Semaphore;

/// A recorder of a store that publishes a group only when it may: a disk that hangs.
final class HaltingRecorder implements Recorder {
    private final Semaphore groups = new Semaphore(Integer.MAX_VALUE);
    private Recorder recorder;
    private volatile StoreException failure;

    HaltingRecorder around(Recorder other) {
        recorder = other;
        return this;
    }

    void halt() {
        groups.drainPermits();
    }

    void goOn() {
        groups.release(Integer.MAX_VALUE / 2);
    }

    /// From now on, nothing can be published.
    void fail(StoreException why) {
        failure = why;
    }

    @Override
    public void endBatch() throws StoreException {
        groups.acquireUninterruptibly();
        if (failure != null) {
            throw failure;
        }
        recorder.endBatch();
    }

    @Override
    public long record(MemorySegment source, long offset, int length, long timeNs, long sequence)
            throws StoreException {
        return recorder.record(source, offset, length, timeNs, sequence);
    }

    @Override
    public int maxLength() {
        return recorder.maxLength();
    }

    @Override
    public long claim(int maxLength) throws StoreException {
        return recorder.claim(maxLength);
    }

    @Override
    public MemorySegment memory() {
        return recorder.memory();
    }

    @Override
    public long commit(int length, long timeNs, long sequence) throws StoreException {
        return recorder.commit(length, timeNs, sequence);
    }

    @Override
    public void abort() {
        recorder.abort();
    }

    @Override
    public void beginBatch() {
        recorder.beginBatch();
    }

    @Override
    public void sync() throws StoreException {
        recorder.sync();
    }

    @Override
    public long row() {
        return recorder.row();
    }

    @Override
    public long recordedCount() {
        return recorder.recordedCount();
    }

    @Override
    public List<Refusal> refusals() {
        return recorder.refusals();
    }
}
