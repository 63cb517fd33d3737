// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.flow;

import java.lang.foreign.Arena;

class RingContractTest extends QueueContract {
    @Override
    MessageQueue create(Arena arena) {
        return Ring.create(arena.allocate(Ring.byteSize(256), 128), 0, 256);
    }
}
