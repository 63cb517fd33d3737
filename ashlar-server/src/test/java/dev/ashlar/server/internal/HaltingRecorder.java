// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.server.internal;

import dev.ashlar.store.JournalWriter;
import dev.ashlar.store.MessageClaim;
import dev.ashlar.store.StoreException;
import dev.ashlar.store.UnsplitMessages;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;

/// A recorder of a store that publishes a group only when it may: a disk that hangs.
final class HaltingRecorder implements JournalWriter {
    private final Semaphore groups = new Semaphore(Integer.MAX_VALUE);
    private JournalWriter recorder;
    private volatile StoreException failure;
    private final Map<Step, Error> errors = new ConcurrentHashMap<>();

    /// What may fail.
    enum Step {
        /// To record a message.
        RECORD,
        /// To publish a group.
        PUBLISH,
        /// To make it durable.
        SYNC
    }

    HaltingRecorder around(JournalWriter other) {
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

    /// From now on, this step fails.
    void fail(Step step, Error why) {
        errors.put(step, why);
    }

    private void begin(Step step) {
        Error why = errors.get(step);
        if (why != null) {
            throw why;
        }
    }

    @Override
    public void endBatch() throws StoreException {
        groups.acquireUninterruptibly();
        begin(Step.PUBLISH);
        if (failure != null) {
            throw failure;
        }
        recorder.endBatch();
    }

    @Override
    public long record(MemorySegment source, long offset, int length, long timeNs, long sequence)
            throws StoreException {
        begin(Step.RECORD);
        return recorder.record(source, offset, length, timeNs, sequence);
    }

    @Override
    public int maxLength() {
        return recorder.maxLength();
    }

    @Override
    public MessageClaim claim(int maxLength) throws StoreException {
        return recorder.claim(maxLength);
    }

    @Override
    public void beginBatch() {
        recorder.beginBatch();
    }

    @Override
    public void sync() throws StoreException {
        begin(Step.SYNC);
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
    public List<UnsplitMessages> refusals() {
        return recorder.refusals();
    }
}
