// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1.file;

import dev.ashlar.memory.internal.Os;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.UUID;

/// The file system operations of a store. Tests have one that fails at its n-th use, and one that records what has
/// reached the disk, to test what survives a loss of power.
///
/// **Threading**: any thread.
public class StoreDisk {
    private static final Path BOOT_ID = Path.of("/proc/sys/kernel/random/boot_id");
    private static final int ZEROS_BYTES = 1 << 18;

    private final StoreId boot = readBoot();
    private final Os os = Os.current();
    private final ByteBuffer zeros = ByteBuffer.allocateDirect(ZEROS_BYTES);

    private static StoreId readBoot() {
        try {
            return StoreId.of(UUID.fromString(Files.readString(BOOT_ID).strip()));
        } catch (IOException | IllegalArgumentException e) {
            return StoreId.random();
        }
    }

    /// Identifies this boot of the machine. Random if the system does not report it, and different for each start of
    /// some containers: the death of a writer then counts as a loss of power.
    public StoreId boot() {
        return boot;
    }

    /// Bytes that a file takes on the disk; -1 where the system does not tell.
    public long allocatedBytes(Path path) {
        return os.allocatedBytes(path);
    }

    /// Told of what the recorder of a journal does between its uses of the disk. Tests look at the files here.
    public void at(StoreStep step) {
    }

    /// Opens a file that is there.
    public StoreFile open(Path path, boolean writable) throws IOException {
        return StoreFile.open(path, writable);
    }

    /// Makes a file, in place of one that is there.
    public StoreFile create(Path path) throws IOException {
        return StoreFile.create(path);
    }

    /// Gives a new file its length, without space.
    public void length(StoreFile file, long bytes) throws IOException {
        file.length(bytes);
    }

    /// Reads as many bytes as there are, up to what remains in a heap buffer.
    public void read(StoreFile file, ByteBuffer bytes, long position) throws IOException {
        file.read(bytes, position);
    }

    /// Writes all that remains in a buffer.
    public void write(StoreFile file, ByteBuffer bytes, long position) throws IOException {
        file.write(bytes, position);
    }

    /// Maps the beginning of a file.
    public MemorySegment map(StoreFile file, MapMode mode, long bytes, Arena arena) throws IOException {
        return file.map(mode, bytes, arena);
    }

    /// Takes space for a range of a file that was never written or whose content is of no use, so that storing there
    /// through a mapping cannot fail. By writing zeros, which makes the pages, too: where `fallocate` takes the space,
    /// ext4 has more to do for each page that is stored to later.
    public synchronized void reserve(StoreFile file, long position, long bytes) throws IOException {
        for (long at = position, end = position + bytes; at < end; at += zeros.limit()) {
            zeros.clear().limit((int) Math.min(ZEROS_BYTES, end - at));
            write(file, zeros, at);
        }
    }

    /// Makes a range of a mapped file durable.
    ///
    /// @param range  the memory of the range, no more
    /// @param offset of the range in the file
    public void sync(StoreFile file, MemorySegment range, long offset) throws IOException {
        try {
            range.force();
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    /// Makes all that was written to a file durable, its length included.
    public void sync(StoreFile file) throws IOException {
        file.sync();
    }

    /// Gives a file another name, at once.
    public void move(Path from, Path to) throws IOException {
        Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
    }

    /// Removes a file, or a folder that has nothing in it.
    public void delete(Path path) throws IOException {
        Files.delete(path);
    }

    /// Makes a folder, and those above it, durable but for what is in it.
    public void createFolder(Path folder) throws IOException {
        Path above = folder.toAbsolutePath().normalize().getParent();
        if (above == null || Files.isDirectory(folder)) {
            return;
        }
        createFolder(above);
        makeFolder(folder);
        syncFolder(above);
    }

    public void makeFolder(Path folder) throws IOException {
        Files.createDirectories(folder);
    }

    /// Makes the names in a folder durable, where the system has such a thing.
    public void syncFolder(Path folder) throws IOException {
        Uninterrupted.call(() -> {
            try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
                channel.force(true);
            } catch (AccessDeniedException e) {
                // Windows does not open folders, and keeps names without being asked.
            }
            return folder;
        });
    }
}
