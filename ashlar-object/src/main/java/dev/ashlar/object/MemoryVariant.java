// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.object;

import dev.ashlar.codec.MemoryClass;
import java.lang.foreign.MemorySegment;

/// The class of memory that a generated method is for. There is a method for each, because the JIT generates good code
/// only if it knows the class.
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
