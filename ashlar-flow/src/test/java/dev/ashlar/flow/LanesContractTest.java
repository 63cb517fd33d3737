// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.flow;

import java.lang.foreign.Arena;

class LanesContractTest extends QueueContract {
    @Override
    MessageQueue create(Arena arena) {
        return Lanes.create(arena.allocate(Lanes.byteSize(3, 256), 128), 0, 3, 256);
    }
}
