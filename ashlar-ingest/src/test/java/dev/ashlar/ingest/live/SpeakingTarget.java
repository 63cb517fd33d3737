// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest.live;

import dev.ashlar.store.StoreException;
import java.lang.foreign.MemorySegment;
import java.util.function.LongBinaryOperator;

/// Passes on to another target, and prints after each commit how many messages were committed.
final class SpeakingTarget extends PassingTarget {
    private final LongBinaryOperator times;
    private long messages;

    /// @param times the time of a message, from how many there were before and when it came
    SpeakingTarget(RecordTarget target, LongBinaryOperator times) {
        super(target);
        this.times = times;
    }

    @Override
    public void record(MemorySegment memory, long offset, int length, long timeNs, long sequence)
            throws StoreException {
        super.record(memory, offset, length, times.applyAsLong(messages, timeNs), sequence);
        messages++;
    }

    @Override
    public void commit() throws StoreException {
        super.commit();
        System.out.println(messages);
    }
}
