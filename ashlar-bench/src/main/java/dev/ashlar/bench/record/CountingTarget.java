// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.record;

import dev.ashlar.ingest.live.RecordTarget;
import dev.ashlar.store.StoreException;
import dev.ashlar.store.SyncLag;
import java.lang.foreign.MemorySegment;

/// Shows other threads how many messages a target has committed.
final class CountingTarget implements RecordTarget {
    private final RecordTarget target;
    private long recorded;
    private volatile long committed;

    CountingTarget(RecordTarget target) {
        this.target = target;
    }

    long committed() {
        return committed;
    }

    @Override
    public int maxLength() {
        return target.maxLength();
    }

    @Override
    public void record(MemorySegment memory, long offset, int length, long timeNs, long sequence)
            throws StoreException {
        target.record(memory, offset, length, timeNs, sequence);
        recorded++;
    }

    @Override
    public void commit() throws StoreException {
        target.commit();
        committed = recorded;
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
