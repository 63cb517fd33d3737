// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory.internal;

import dev.ashlar.memory.NoSpaceException;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/// Extents in memory that belongs to this process alone.
///
/// With native access the system maps them, on request with huge pages and with all pages populated. Without it, they
/// come from [Arena#allocate], which clears and thereby commits them at once, sparse or not. The JVM's limit on direct
/// memory does not count memory of arenas that are closed explicitly.
public record AnonymousExtents(Os os, boolean reserve, boolean hugePages) implements ExtentSource {
    private static final String NAME = "anonymous memory";
    private static final int PAGE_BYTES = 4096;

    @Override
    public Extent create(long bytes) throws NoSpaceException {
        Arena arena = Arena.ofShared();
        try {
            if (reserve) {
                requireAvailable(bytes);
            }
            MemorySegment memory = os.mapAnonymous(bytes, reserve, hugePages, arena);
            if (memory == null) {
                requireAvailable(bytes);
                memory = arena.allocate(bytes, PAGE_BYTES);
            }
            return new Extent(memory, arena, NAME, false);
        } catch (OutOfMemoryError | IOException e) {
            arena.close();
            throw new NoSpaceException(bytes, NAME, e);
        }
    }

    /// The system promises more memory than it has, and ends a process when all is taken: ask first.
    private void requireAvailable(long bytes) throws IOException {
        long availableBytes = os.availableBytes();
        if (bytes > availableBytes) {
            throw new IOException("more than the memory available: availableBytes=" + availableBytes);
        }
    }

    @Override
    public String name() {
        return NAME;
    }
}
