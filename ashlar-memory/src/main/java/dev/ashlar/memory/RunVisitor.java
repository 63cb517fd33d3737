// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory;

import java.lang.foreign.MemorySegment;

/// Receives runs of contiguous memory, one after the other.
@FunctionalInterface
public interface RunVisitor {
    /// @param memory   valid during the call only
    /// @param base     where the run begins in `memory`
    /// @param length   bytes of the run
    /// @param offset   of its first byte in the container
    void visit(MemorySegment memory, long base, long length, long offset);
}
