// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.codec;

import java.lang.foreign.MemorySegment;

/// A flyweight over memory and nothing more.
final class Window extends Flyweight {
    Window(MemorySegment memory) {
        keep(memory, memory.byteSize());
    }
}
