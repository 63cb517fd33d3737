// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.flow;

import java.lang.foreign.Arena;

class FixedLengthRingContractTest extends QueueContract {
    @Override
    MessageQueue create(Arena arena) {
        return FixedLengthRing.create(arena.allocate(FixedLengthRing.byteSize(16, BYTES), 128), 0, 16, BYTES);
    }

    @Override
    int type() {
        return 0;
    }
}
