// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.server.internal;

import dev.ashlar.store.JournalWriter;
import dev.ashlar.store.MessageClaim;
import dev.ashlar.store.StoreException;
import dev.ashlar.store.UnsplitMessages;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.concurrent.Semaphore;

/// A recorder of a store that publishes a group only when it may: a disk that hangs.
final class HaltingRecorder implements JournalWriter {
    private final Semaphore groups = new Semaphore(Integer.MAX_VALUE);
    private JournalWriter recorder;
    private volatile StoreException failure;
    private volatile Error recordError;
    private volatile Error publishError;
    private volatile Error syncError;

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

    /// From now on, no message can be recorded.
    void failRecord(Error why) {
        recordError = why;
    }

    /// From now on, no group can be published.
    void failPublish(Error why) {
        publishError = why;
    }

    /// From now on, nothing can be made durable.
    void failSync(Error why) {
        syncError = why;
    }

    private static void throwIf(Error why) {
        if (why != null) {
            throw why;
        }
    }

    @Override
    public void endBatch() throws StoreException {
        groups.acquireUninterruptibly();
        throwIf(publishError);
        if (failure != null) {
            throw failure;
        }
        recorder.endBatch();
    }

    @Override
    public long record(MemorySegment source, long offset, int length, long timeNs, long sequence)
            throws StoreException {
        throwIf(recordError);
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
        throwIf(syncError);
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
