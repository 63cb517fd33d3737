// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.object;

import dev.ashlar.codec.MemoryClass;
import java.lang.foreign.MemorySegment;

/// Which memory a generated method is for; there is one for each, as the JIT makes good code only for what it knows.
enum MemoryVariant {
    NATIVE(MemoryClass.NATIVE),
    ARRAY(MemoryClass.ARRAY),
    ANY(MemorySegment.class);

    private final Class<?> memoryClass;

    MemoryVariant(Class<?> memoryClass) {
        this.memoryClass = memoryClass;
    }

    Class<?> memoryClass() {
        return memoryClass;
    }
}
