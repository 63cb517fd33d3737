// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory;

import java.lang.foreign.MemorySegment;

/// Moves a flyweight to a structure in memory; for example `decoder::wrap`.
@FunctionalInterface
public interface Flyweight {
    /// @param memory that holds the structure
    /// @param offset at which it begins
    void wrap(MemorySegment memory, long offset);
}
