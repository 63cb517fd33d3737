// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.flow;

import java.lang.foreign.Arena;

class OneToOneRingContractTest extends QueueContract {
    @Override
    MessageQueue create(Arena arena) {
        return OneToOneRing.create(arena.allocate(OneToOneRing.byteSize(256), 128), 0, 256);
    }
}
