// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory.internal;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/// One mapping, created once and unmapped when its arena is closed.
///
/// @param memory   all of it
/// @param arena    owns the mapping and nothing else
/// @param resource the file or other resource that holds it, for messages
/// @param used     whether others may have written it already; else it is all zero
public record Extent(MemorySegment memory, Arena arena, String resource, boolean used) implements AutoCloseable {
    @Override
    public void close() {
        arena.close();
    }
}
