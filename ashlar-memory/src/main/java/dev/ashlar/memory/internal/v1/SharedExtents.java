// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory.internal.v1;

import dev.ashlar.memory.NoSpaceException;
import dev.ashlar.memory.PoolFileException;
import dev.ashlar.memory.PoolFileException.Reason;
import dev.ashlar.memory.internal.Disk;
import dev.ashlar.memory.internal.Extent;
import dev.ashlar.memory.internal.ExtentSource;
import dev.ashlar.memory.internal.FileSpace;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Locale;

/// The extents of a shared pool, in the order of their numbers: those that others have made, then new ones.
///
/// An extent is created under a name of this process, linked to its final name once its space is allocated, and counted
/// last. If two processes create the same extent, the second to link it uses that of the first. If a process dies
/// between linking and counting, the next process counts the extent. Extents are never cut or deleted.
public final class SharedExtents implements ExtentSource {
    private final PoolMember member;
    private final DirectoryFile directory;
    private final FileSpace space;
    private final Disk disk;
    private final PoolSteps steps;
    private int mapped;

    public SharedExtents(PoolMember member, FileSpace space, Disk disk, PoolSteps steps) {
        this.member = member;
        directory = member.directory();
        this.space = space;
        this.disk = disk;
        this.steps = steps;
    }

    /// The next extent, whose length the pool decides.
    @Override
    public Extent create(long ignored) throws NoSpaceException {
        Path file = directory.folder().resolve(String.format(Locale.ROOT, "extent-%04d", mapped));
        long bytes = directory.geometry().extentBytes(mapped);
        Arena arena = Arena.ofShared();
        try {
            if (directory.extents() <= mapped) {
                make(file, bytes);
            }
            try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
                if (channel.size() < bytes) {
                    throw new PoolFileException(Reason.TRUNCATED, file, "length=" + channel.size() + ", expected="
                            + bytes);
                }
                Extent extent = new Extent(disk.map(channel, MapMode.READ_WRITE, bytes, arena), arena,
                        file.toString(), true);
                mapped++;
                return extent;
            }
        } catch (NoSuchFileException e) {
            arena.close();
            throw new NoSpaceException(bytes, file.toString(),
                    new PoolFileException(Reason.MISSING, file, "extents=" + directory.extents()));
        } catch (IOException | OutOfMemoryError e) {
            arena.close();
            throw new NoSpaceException(bytes, file.toString(), e);
        }
    }

    @Override
    public String name() {
        return directory.folder().toString();
    }

    @Override
    public void close() {
        member.close();
    }

    private void make(Path file, long bytes) throws IOException {
        member.check();
        Path unfinished = file.resolveSibling(file.getFileName() + "-" + member.slot() + ".tmp");
        try {
            // Another may have linked it and died before it counted.
            if (Files.notExists(file)) {
                Files.deleteIfExists(unfinished);
                space.create(unfinished, bytes).close();
                steps.at(PoolStep.EXTENT_FILLED);
                Files.createLink(file, unfinished);
                steps.at(PoolStep.EXTENT_LINKED);
            }
        } catch (FileAlreadyExistsException e) {
            // Another was first.
        } catch (IOException e) {
            // Another may have had the space that this one lacked, for the same extent.
            if (Files.notExists(file)) {
                throw e;
            }
        } catch (UnsupportedOperationException e) {
            throw new IOException("file system has no hard links", e);
        } finally {
            Files.deleteIfExists(unfinished);
        }
        directory.count(mapped);
        steps.at(PoolStep.EXTENT_COUNTED);
    }

    /// The slot of the process that began an extent, by the name of the file; -1 for other files.
    static int slotOf(Path unfinished) {
        String name = unfinished.getFileName().toString();
        try {
            return Integer.parseInt(name.substring(name.lastIndexOf('-') + 1, name.lastIndexOf('.')));
        } catch (NumberFormatException e) {
            return -1;
        }
    }
}
