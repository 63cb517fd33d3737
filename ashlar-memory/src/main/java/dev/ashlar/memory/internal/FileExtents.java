// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory.internal;

import dev.ashlar.memory.NoSpaceException;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/// Extents in files of a folder, on a disk or a tmpfs; one file each.
///
/// Where the system allows it, a file is deleted as soon as it is mapped, so that nothing of it remains when the
/// process dies; elsewhere the files are deleted when the pool closes. A file has its full length before it is mapped,
/// and its length never changes.
public final class FileExtents implements ExtentSource {
    private final Path folder;
    private final FileSpace space;
    private final Disk disk;
    private final List<Path> leftovers = new ArrayList<>();
    /// By chance, so that pools may share a folder.
    private final String name = Long.toHexString(ThreadLocalRandom.current().nextLong());
    private int nextFile;

    public FileExtents(Path folder, Os os, Disk disk, boolean reserve) {
        this.folder = folder;
        this.disk = disk;
        space = new FileSpace(os, disk, reserve);
    }

    @Override
    public Extent create(long bytes) throws NoSpaceException {
        Path file = folder.resolve("extent-" + name + "-" + nextFile++ + ".tmp");
        Arena arena = Arena.ofShared();
        try {
            MemorySegment memory = map(file, bytes, arena);
            deleteOrRemember(file);
            return new Extent(memory, arena, file.toString(), false);
        } catch (IOException | OutOfMemoryError e) {
            arena.close();
            deleteOrRemember(file);
            throw new NoSpaceException(bytes, file.toString(), e);
        }
    }

    @Override
    public String name() {
        return folder.toString();
    }

    @Override
    public void close() {
        leftovers.forEach(FileExtents::delete);
    }

    private MemorySegment map(Path file, long bytes, Arena arena) throws IOException {
        try (FileChannel channel = space.create(file, bytes)) {
            return disk.map(channel, MapMode.READ_WRITE, bytes, arena);
        }
    }

    private void deleteOrRemember(Path file) {
        if (!delete(file)) {
            leftovers.add(file);
        }
    }

    /// Whether the file is gone. Where mapped files cannot be deleted, they are once they are mapped no longer.
    private static boolean delete(Path file) {
        try {
            Files.deleteIfExists(file);
            return true;
        } catch (IOException e) {
            return false;
        }
    }
}
