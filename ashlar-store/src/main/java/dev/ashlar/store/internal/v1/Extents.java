// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1;

import static dev.ashlar.store.internal.v1.StoreLayout.EXTENT;
import static dev.ashlar.store.internal.v1.StoreLayout.offset;

import dev.ashlar.store.StoreException;
import dev.ashlar.store.StoreException.Reason;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// The files with the chunks, each mapped once and whole until the store closes.
///
/// A file has its full length before it is mapped and is never cut; it is sparse, and the space of a chunk is taken as
/// the chunk fills. A file that somebody has cut is mapped as far as it goes: its other chunks stay readable.
///
/// **Threading**: any thread; mapping a further file blocks others who do so.
public final class Extents implements AutoCloseable {
    private static final String FOLDER = "extents";

    private final Path folder;
    private final Geometry geometry;
    private final StoreId id;
    private final StoreDisk disk;
    private final boolean writable;
    private final Arena arena = Arena.ofShared();
    private final List<StoreFile> files = new ArrayList<>();
    private volatile MemorySegment[] mapped = new MemorySegment[0];

    Extents(Path store, Geometry geometry, StoreId id, StoreDisk disk, boolean writable) {
        folder = store.resolve(FOLDER);
        this.geometry = geometry;
        this.id = id;
        this.disk = disk;
        this.writable = writable;
    }

    Geometry geometry() {
        return geometry;
    }

    int count() {
        return mapped.length;
    }

    /// The memory of an extent, which has to be mapped.
    MemorySegment memory(int extent) {
        return mapped[extent];
    }

    Entry entry(int chunk) {
        return new Entry(memory(geometry.extent(chunk)), geometry.entryOffset(chunk));
    }

    /// Whether the file goes as far as the end of a chunk.
    boolean holds(int chunk) {
        return geometry.chunkOffset(chunk) + geometry.chunkBytes() <= memory(geometry.extent(chunk)).byteSize();
    }

    Path file(int extent) {
        return folder.resolve("%04d.ext".formatted(extent));
    }

    /// Maps extents until there are so many.
    synchronized void map(int extents) throws StoreException {
        while (mapped.length < extents) {
            Path file = file(mapped.length);
            try {
                add(open(file, mapped.length));
            } catch (NoSuchFileException e) {
                throw new StoreException(Reason.MISSING, file, "extents=" + extents);
            } catch (StoreException e) {
                throw e;
            } catch (IOException e) {
                throw new StoreException(Reason.ACCESS, file, "mapping failed", e);
            }
        }
    }

    /// Maps all extents that are there, in a row from the first.
    ///
    /// @param least how many there have to be
    synchronized void mapAll(int least) throws StoreException {
        int there = mapped.length;
        while (Files.exists(file(there))) {
            there++;
        }
        map(Math.max(there, least));
    }

    /// Makes one more extent, durable but for its chunks.
    synchronized void create() throws StoreException {
        Path file = file(mapped.length);
        Path unfinished = file.resolveSibling(file.getFileName() + ".tmp");
        try {
            if (mapped.length == 0) {
                disk.createFolder(folder);
                // The folder may have been made by one that died before its name was durable.
                disk.syncFolder(folder.getParent());
            }
            try (StoreFile content = disk.create(unfinished)) {
                disk.length(content, geometry.extentFileBytes());
                disk.reserve(content, 0, geometry.chunksOffset());
                disk.write(content, header(mapped.length), 0);
                disk.sync(content);
            }
            disk.move(unfinished, file);
            disk.syncFolder(folder);
            add(open(file, mapped.length));
        } catch (IOException e) {
            throw new StoreException(Reason.NO_SPACE, file, "extent cannot be made: extentBytes="
                    + geometry.extentFileBytes(), e);
        }
    }

    /// Takes space for a range of an extent.
    void reserve(int extent, long offset, long bytes) throws StoreException {
        try {
            disk.reserve(files.get(extent), offset, bytes);
        } catch (IOException e) {
            throw new StoreException(Reason.NO_SPACE, file(extent), "offset=" + offset + ", bytes=" + bytes, e);
        }
    }

    void sync(int extent, long offset, long bytes) throws IOException {
        disk.sync(files.get(extent), memory(extent), offset, bytes);
    }

    private void add(MemorySegment memory) {
        MemorySegment[] more = java.util.Arrays.copyOf(mapped, mapped.length + 1);
        more[mapped.length] = memory;
        mapped = more;
    }

    private MemorySegment open(Path file, int extent) throws IOException {
        StoreFile content = disk.open(file, writable);
        try {
            long bytes = Math.min(content.length(), geometry.extentFileBytes());
            boolean cut = bytes < geometry.extentFileBytes();
            if (bytes < geometry.chunksOffset() || writable && cut) {
                throw new StoreException(Reason.TRUNCATED, file, "length=" + bytes + ", expected="
                        + geometry.extentFileBytes() + (writable ? "; readers may open what is left" : ""));
            }
            check(content, extent);
            MemorySegment memory = disk.map(content, writable ? MapMode.READ_WRITE : MapMode.READ_ONLY, bytes, arena);
            files.add(content);
            return memory;
        } catch (IOException e) {
            content.close();
            throw e;
        }
    }

    private void check(StoreFile file, int extent) throws IOException {
        ByteBuffer found = ByteBuffer.allocate((int) EXTENT.byteSize());
        file.read(found, 0);
        FileHeader.check(header(extent), found.flip(), file.path());
    }

    private ByteBuffer header(int extent) {
        ByteBuffer bytes = ByteBuffer.allocate((int) EXTENT.byteSize()).order(ByteOrder.LITTLE_ENDIAN);
        MemorySegment header = MemorySegment.ofBuffer(bytes);
        header.set(StoreLayout.PACKED_LONG, offset(EXTENT, "magic"), StoreLayout.EXTENT_MAGIC);
        header.set(StoreLayout.PACKED_INT, offset(EXTENT, "version"), StoreLayout.VERSION);
        header.set(StoreLayout.PACKED_LONG, offset(EXTENT, "storeIdHigh"), id.high());
        header.set(StoreLayout.PACKED_LONG, offset(EXTENT, "storeIdLow"), id.low());
        header.set(StoreLayout.PACKED_INT, offset(EXTENT, "extent"), extent);
        header.set(StoreLayout.PACKED_INT, offset(EXTENT, "extentChunks"), geometry.extentChunks());
        header.set(StoreLayout.PACKED_INT, offset(EXTENT, "chunkBytes"), geometry.chunkBytes());
        long checked = offset(EXTENT, "storeIdHigh");
        header.set(StoreLayout.PACKED_INT, offset(EXTENT, "checksum"),
                Checksum.of(header, checked, EXTENT.byteSize() - checked));
        return bytes;
    }

    @Override
    public void close() throws IOException {
        arena.close();
        for (StoreFile file : files) {
            file.close();
        }
    }
}
