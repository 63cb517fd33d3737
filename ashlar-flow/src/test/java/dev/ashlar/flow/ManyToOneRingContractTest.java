// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.flow;

import java.lang.foreign.Arena;

class ManyToOneRingContractTest extends QueueContract {
    @Override
    MessageQueue create(Arena arena) {
        return ManyToOneRing.create(arena.allocate(ManyToOneRing.byteSize(3, 256, 64), 128), 0, 3, 256, 64);
    }
}
