// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory;

import java.lang.foreign.MemorySegment;

/// Something that can be wrapped around a structure in memory, such as the flyweight behind `decoder::wrap`.
@FunctionalInterface
public interface Wrappable {
    /// @param memory that holds the structure
    /// @param offset at which it begins
    void wrap(MemorySegment memory, long offset);
}
