// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest.live;

import dev.ashlar.store.StoreException;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.CountDownLatch;

/// A disk that stands still: passes messages on once it may.
final class StandingTarget extends PassingTarget {
    final CountDownLatch stands = new CountDownLatch(1);
    private final CountDownLatch mayGoOn;

    StandingTarget(RecordTarget target, CountDownLatch mayGoOn) {
        super(target);
        this.mayGoOn = mayGoOn;
    }

    @Override
    public void record(MemorySegment memory, long offset, int length, long timeNs, long sequence)
            throws StoreException {
        stands.countDown();
        try {
            mayGoOn.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        super.record(memory, offset, length, timeNs, sequence);
    }
}
