// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest.live;

import dev.ashlar.store.StoreException;
import dev.ashlar.store.SyncLag;
import java.lang.foreign.MemorySegment;
import java.util.function.LongBinaryOperator;

/// Passes on to another target, and prints after each commit how many messages were committed.
final class SpeakingTarget implements RecordTarget {
    private final RecordTarget target;
    private final LongBinaryOperator times;
    private long messages;

    /// @param times the time of a message, from how many there were before and when it came
    SpeakingTarget(RecordTarget target, LongBinaryOperator times) {
        this.target = target;
        this.times = times;
    }

    @Override
    public int maxLength() {
        return target.maxLength();
    }

    @Override
    public void record(MemorySegment memory, long offset, int length, long timeNs, long sequence)
            throws StoreException {
        target.record(memory, offset, length, times.applyAsLong(messages, timeNs), sequence);
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
