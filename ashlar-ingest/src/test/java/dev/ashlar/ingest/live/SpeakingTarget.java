// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest.live;

import dev.ashlar.store.StoreException;
import dev.ashlar.store.SyncLag;
import java.lang.foreign.MemorySegment;

/// Passes on to another target, and prints after each commit how many messages were committed.
final class SpeakingTarget implements RecordTarget {
    private final RecordTarget target;
    private long messages;

    SpeakingTarget(RecordTarget target) {
        this.target = target;
    }

    @Override
    public int maxLength() {
        return target.maxLength();
    }

    @Override
    public void record(MemorySegment memory, long offset, int length, long timeNs, long sequence)
            throws StoreException {
        target.record(memory, offset, length, timeNs, sequence);
        messages++;
    }

    @Override
    public void commit() throws StoreException {
        target.commit();
        System.out.println(messages);
    }

    @Override
    public SyncLag lag() {
        return target.lag();
    }

    @Override
    public void close() throws StoreException {
        target.close();
    }
}
