// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest.live;

import dev.ashlar.store.StoreException;
import dev.ashlar.store.SyncLag;
import java.lang.foreign.MemorySegment;

/// Passes everything on to another target, as far as it is not overridden.
abstract class PassingTarget implements RecordTarget {
    private final RecordTarget target;

    PassingTarget(RecordTarget target) {
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
    }

    @Override
    public void commit() throws StoreException {
        target.commit();
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
