// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory.internal.v1;

import dev.ashlar.memory.PoolFileException;
import dev.ashlar.memory.PoolFileException.Reason;
import dev.ashlar.memory.internal.Disk;
import dev.ashlar.memory.internal.FileSpace;
import java.io.EOFException;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.ThreadLocalRandom;
import java.util.zip.CRC32C;

/// The mapped directory of a pool, and its creation.
///
/// A file gets its name by a link once it is complete; the link fails if another process was first. So there is no lock
/// to wait for, and no process ever sees an incomplete file.
///
/// **Ownership**: owns the mapping.
public final class DirectoryFile implements AutoCloseable {
    static final String FILE = "pool.directory";
    private static final long CHECKED_FROM = PoolLayout.offset(PoolLayout.HEADER, "checksum") + Integer.BYTES;

    private final Path folder;
    private final PoolGeometry geometry;
    private final Arena arena;
    private final MemorySegment memory;

    private DirectoryFile(Path folder, PoolGeometry geometry, Arena arena, MemorySegment memory) {
        this.folder = folder;
        this.geometry = geometry;
        this.arena = arena;
        this.memory = memory;
    }

    /// Opens the directory of a folder, and makes it first if there is none.
    ///
    /// @param wanted the sizes that it has to have; null for those that it has
    static DirectoryFile open(Path folder, PoolGeometry wanted, FileSpace space, Disk disk, PoolSteps steps)
            throws IOException {
        Path file = folder.resolve(FILE);
        if (wanted != null && Files.notExists(file)) {
            make(file, wanted, space, steps);
        }
        Arena arena = Arena.ofShared();
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            PoolGeometry found = check(file, channel, wanted);
            MemorySegment memory = disk.map(channel, MapMode.READ_WRITE, found.directoryBytes(), arena);
            DirectoryFile directory = new DirectoryFile(folder, found, arena, memory);
            directory.deleteUnfinished();
            return directory;
        } catch (FileSystemException e) {
            arena.close();
            throw new PoolFileException(e instanceof NoSuchFileException ? Reason.MISSING : Reason.ACCESS, file, e);
        } catch (IOException | RuntimeException e) {
            arena.close();
            throw e;
        }
    }

    MemorySegment memory() {
        return memory;
    }

    public PoolGeometry geometry() {
        return geometry;
    }

    Path folder() {
        return folder;
    }

    Path file() {
        return folder.resolve(FILE);
    }

    /// How many extents the pool has.
    public int extents() {
        return PoolLayout.getIntVolatile(memory, PoolLayout.EXTENTS);
    }

    /// Counts an extent that has its name, unless another process has done so.
    void count(int extent) {
        PoolLayout.compareAndSet(memory, PoolLayout.EXTENTS, extent, extent + 1);
    }

    @Override
    public void close() {
        arena.close();
    }

    private static void make(Path file, PoolGeometry geometry, FileSpace space, PoolSteps steps) throws IOException {
        Path unfinished = file.resolveSibling(
                FILE + "-" + Long.toHexString(ThreadLocalRandom.current().nextLong()) + ".tmp");
        try {
            try (FileChannel channel = space.create(unfinished, geometry.directoryBytes())) {
                ByteBuffer header = header(geometry).asByteBuffer();
                for (long position = 0; header.hasRemaining();) {
                    position += channel.write(header, position);
                }
            }
            steps.at(PoolStep.DIRECTORY_FILLED);
            Files.createLink(file, unfinished);
            steps.at(PoolStep.DIRECTORY_LINKED);
        } catch (FileAlreadyExistsException | NoSuchFileException e) {
            if (Files.notExists(file)) {
                throw e;
            }
            // Another was first, and may have deleted what this one had begun.
        } catch (FileSystemException e) {
            throw new PoolFileException(Reason.ACCESS, file, e);
        } catch (IOException e) {
            throw new PoolFileException(Reason.NO_SPACE, file, e);
        } catch (UnsupportedOperationException e) {
            throw new PoolFileException(Reason.ACCESS, file, "file system has no hard links");
        } finally {
            Files.deleteIfExists(unfinished);
        }
    }

    static MemorySegment header(PoolGeometry geometry) {
        MemorySegment header = Arena.ofAuto().allocate(PoolLayout.HEADER);
        set(header, "version", PoolLayout.VERSION);
        set(header, "chunkBytes", geometry.chunkBytes());
        set(header, "maxChunks", geometry.maxChunks());
        set(header, "extentChunks", geometry.extentChunks());
        set(header, "maxProcesses", PoolLayout.MAX_PROCESSES);
        set(header, "maxContainers", PoolLayout.MAX_CONTAINERS);
        header.set(PoolLayout.LONG, PoolLayout.offset(PoolLayout.HEADER, "createdMs"), System.currentTimeMillis());
        header.set(PoolLayout.LONG, PoolLayout.offset(PoolLayout.HEADER, "magic"), PoolLayout.MAGIC);
        set(header, "checksum", checksum(header));
        return header;
    }

    private static PoolGeometry check(Path file, FileChannel channel, PoolGeometry wanted) throws IOException {
        MemorySegment header = read(file, channel);
        long magic = header.get(PoolLayout.LONG, 0);
        if (magic != PoolLayout.MAGIC) {
            throw new PoolFileException(Reason.FOREIGN, file, "magic=" + Long.toHexString(magic) + ", expected="
                    + Long.toHexString(PoolLayout.MAGIC));
        }
        int version = get(header, "version");
        if (version != PoolLayout.VERSION) {
            throw new PoolFileException(Reason.VERSION, file, "version=" + version + ", known=" + PoolLayout.VERSION);
        }
        int checksum = get(header, "checksum");
        if (checksum != checksum(header)) {
            throw new PoolFileException(Reason.CORRUPT, file, "checksum=" + Integer.toHexString(checksum)
                    + ", computed=" + Integer.toHexString(checksum(header)));
        }
        PoolGeometry found = geometry(file, header);
        if (wanted != null && !wanted.equals(found)) {
            throw new PoolFileException(Reason.SIZES, file, "wanted=" + wanted + ", found=" + found);
        }
        if (channel.size() < found.directoryBytes()) {
            throw new PoolFileException(Reason.TRUNCATED, file, "length=" + channel.size() + ", expected="
                    + found.directoryBytes());
        }
        int extents = header.get(PoolLayout.INT, PoolLayout.EXTENTS);
        if (extents < 0 || extents > found.maxExtents()) {
            throw new PoolFileException(Reason.CORRUPT, file, "extents=" + extents + ", maxExtents="
                    + found.maxExtents());
        }
        return found;
    }

    private static PoolGeometry geometry(Path file, MemorySegment header) throws PoolFileException {
        int processes = get(header, "maxProcesses");
        int containers = get(header, "maxContainers");
        if (processes != PoolLayout.MAX_PROCESSES || containers != PoolLayout.MAX_CONTAINERS) {
            throw new PoolFileException(Reason.CORRUPT, file, "maxProcesses=" + processes + ", maxContainers="
                    + containers);
        }
        try {
            return new PoolGeometry(get(header, "chunkBytes"), get(header, "maxChunks"), get(header, "extentChunks"));
        } catch (IllegalArgumentException e) {
            throw new PoolFileException(Reason.CORRUPT, file, e.getMessage());
        }
    }

    /// Read with positioned reads: a file that is too short is found out, where a mapping would fault.
    private static MemorySegment read(Path file, FileChannel channel) throws IOException {
        MemorySegment header = Arena.ofAuto().allocate(PoolLayout.HEADER);
        ByteBuffer bytes = ByteBuffer.allocate((int) header.byteSize());
        try {
            while (bytes.hasRemaining()) {
                if (channel.read(bytes, bytes.position()) < 0) {
                    throw new EOFException();
                }
            }
        } catch (EOFException e) {
            throw new PoolFileException(Reason.TRUNCATED, file, "length=" + channel.size() + ", header="
                    + header.byteSize());
        }
        return header.copyFrom(MemorySegment.ofBuffer(bytes.flip()));
    }

    /// Over what never changes.
    private static int checksum(MemorySegment header) {
        CRC32C checksum = new CRC32C();
        checksum.update(header.asSlice(CHECKED_FROM, PoolLayout.EXTENTS - CHECKED_FROM).asByteBuffer());
        return (int) checksum.getValue();
    }

    /// Directories that others began and did not link in time. Whoever is at it still finds that it was too late.
    private void deleteUnfinished() throws IOException {
        try (DirectoryStream<Path> unfinished = Files.newDirectoryStream(folder, FILE + "-*.tmp")) {
            for (Path other : unfinished) {
                Files.deleteIfExists(other);
            }
        }
    }

    private static int get(MemorySegment header, String field) {
        return header.get(PoolLayout.INT, PoolLayout.offset(PoolLayout.HEADER, field));
    }

    private static void set(MemorySegment header, String field, int value) {
        header.set(PoolLayout.INT, PoolLayout.offset(PoolLayout.HEADER, field), value);
    }
}
