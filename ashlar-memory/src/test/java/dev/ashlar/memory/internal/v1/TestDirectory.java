// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory.internal.v1;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/// A directory in the hands of a test, which plays all processes itself.
public record TestDirectory(Arena arena, MemorySegment memory, PoolGeometry geometry, Slots slots, Entries entries,
        PoolCatalog catalog, Reaper reaper) implements AutoCloseable {
    /// In memory, all zero.
    static TestDirectory of(PoolGeometry geometry, PoolSteps steps) {
        Arena arena = Arena.ofShared();
        return of(arena, arena.allocate(geometry.directoryBytes(), 64), geometry, steps);
    }

    /// That of a pool, which may be open at the same time.
    public static TestDirectory map(Path folder) throws IOException {
        Arena arena = Arena.ofShared();
        try (FileChannel channel = FileChannel.open(folder.resolve(DirectoryFile.FILE), StandardOpenOption.READ,
                StandardOpenOption.WRITE)) {
            MemorySegment memory = channel.map(MapMode.READ_WRITE, 0, channel.size(), arena);
            int maxChunks = memory.get(PoolLayout.INT, PoolLayout.offset(PoolLayout.HEADER, "maxChunks"));
            int chunkBytes = memory.get(PoolLayout.INT, PoolLayout.offset(PoolLayout.HEADER, "chunkBytes"));
            int extentChunks = memory.get(PoolLayout.INT, PoolLayout.offset(PoolLayout.HEADER, "extentChunks"));
            return of(arena, memory, new PoolGeometry(chunkBytes, maxChunks, extentChunks), PoolSteps.NONE);
        }
    }

    private static TestDirectory of(Arena arena, MemorySegment memory, PoolGeometry geometry, PoolSteps steps) {
        Slots slots = new Slots(memory, geometry);
        Entries entries = new Entries(memory, geometry, steps);
        PoolCatalog catalog = new PoolCatalog(memory, geometry, slots, steps);
        return new TestDirectory(arena, memory, geometry, slots, entries, catalog,
                new Reaper(geometry, slots, entries, catalog, steps));
    }

    /// Gives back what the processes of these slots had, though they may live.
    public void reapAll(long dead, int own) {
        reaper.reap(dead, own);
    }

    @Override
    public void close() {
        arena.close();
    }
}
