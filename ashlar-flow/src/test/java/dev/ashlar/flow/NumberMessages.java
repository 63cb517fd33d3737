// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.flow;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;

/// Tests whose messages are numbers.
abstract class NumberMessages {
    static final int BYTES = 8;
    final List<Long> taken = new ArrayList<>();

    /// The type of all messages; queues of one type take 0 alone.
    int type() {
        return 3;
    }

    final long put(QueueProducer producer, long number) {
        long at = producer.claim(BYTES, type());
        if (at < 0) {
            return at;
        }
        producer.memory().set(ValueLayout.JAVA_LONG, at, number);
        return producer.commit();
    }

    final void take(MemorySegment memory, long offset, int length, int type) {
        assertEquals(BYTES, length);
        assertEquals(type(), type);
        taken.add(memory.get(ValueLayout.JAVA_LONG, offset));
    }
}
