// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.flow;

import java.lang.foreign.Arena;

class RingGroupContractTest extends QueueContract {
    @Override
    MessageQueue create(Arena arena) {
        return RingGroup.create(arena.allocate(RingGroup.byteSize(3, 256), 128), 0, 3, 256);
    }
}
