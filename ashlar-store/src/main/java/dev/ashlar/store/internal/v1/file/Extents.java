// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1.file;

import static dev.ashlar.store.internal.v1.file.StoreLayout.EXTENT;
import static dev.ashlar.store.internal.v1.file.StoreLayout.offset;

import dev.ashlar.memory.MemoryFaults;
import dev.ashlar.store.StoreException;
import dev.ashlar.store.StoreException.Reason;
import dev.ashlar.store.internal.v1.file.Entry.Identity;
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
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/// The files with the chunks, each mapped once and whole until the store closes.
///
/// A file has its full length before it is mapped and is never cut; it is sparse, and the space of a chunk is taken as
/// the chunk fills.
///
/// For readers, damage here is no error, so that they can read the rest: a truncated file is mapped up to its end, and
/// a missing file is not mapped. A writer refuses such a store.
///
/// **Threading**: any thread; mapping a further file blocks others who do so.
public class Extents implements AutoCloseable {
    private static final String FOLDER = "extents";
    /// A disk with less left may be what was full.
    private static final long FULL_BYTES = 1 << 26;

    private final Path folder;
    private final Geometry geometry;
    private final StoreId id;
    private final StoreDisk disk;
    private final boolean writable;
    private final Arena arena = Arena.ofShared();
    private final List<StoreFile> files = new CopyOnWriteArrayList<>();
    /// Extents that were synced since it was last looked whether their files are there.
    private final BitSet synced = new BitSet();
    private final List<StoreException> damage = new ArrayList<>();
    /// Chunks that have all their space, which they keep when they are used again.
    private final BitSet reserved = new BitSet();
    private volatile MemorySegment[] mapped = new MemorySegment[0];

    public Extents(Path store, Geometry geometry, StoreId id, StoreDisk disk, boolean writable) {
        folder = store.resolve(FOLDER);
        this.geometry = geometry;
        this.id = id;
        this.disk = disk;
        this.writable = writable;
    }

    /// The same files, for those who keep what they change of them to themselves.
    public Extents(Extents shared) {
        folder = shared.folder;
        geometry = shared.geometry;
        id = shared.id;
        disk = shared.disk;
        writable = false;
    }

    public StoreId id() {
        return id;
    }

    public Geometry geometry() {
        return geometry;
    }

    public int count() {
        return mapped.length;
    }

    /// The memory of an extent, which has to be mapped.
    MemorySegment memory(int extent) {
        return mapped[extent];
    }

    public Entry entry(int chunk) {
        return new Entry(memory(geometry.extent(chunk)), geometry.entryOffset(chunk));
    }

    /// The entry that all processes see, in which a writer says that it has given the chunk to another use.
    public Entry sharedEntry(int chunk) {
        return entry(chunk);
    }

    /// The memory with the rows of a chunk.
    public MemorySegment chunkMemory(int chunk) {
        return memory(geometry.extent(chunk));
    }

    /// Where a chunk begins in its memory.
    public long chunkOffset(int chunk) {
        return geometry.chunkOffset(chunk);
    }

    /// Says what a chunk that was claimed is used for.
    ///
    /// @param generation of the last durable checkpoint
    public void use(int chunk, Identity identity, long generation) {
        entry(chunk).use(identity, generation);
    }

    /// How many rows go into a new chunk.
    ///
    /// @param most as many as fit into one
    public int capacity(int most, int stride) {
        return most;
    }

    /// Whether rows may be added to a chunk that was there when the store was opened.
    public boolean mayGrow(int chunk) {
        return true;
    }

    /// Ensures that the first bytes of a chunk can be changed, through links that are created afterwards.
    public void makeWritable(int chunk, long bytes) {
    }

    /// Whether the file goes as far as the end of a chunk.
    public boolean holds(int chunk) {
        return geometry.chunkOffset(chunk) + geometry.chunkBytes() <= memory(geometry.extent(chunk)).byteSize();
    }

    public Path file(int extent) {
        return folder.resolve(StoreLayout.numbered(extent, ".ext"));
    }

    /// Damage that readers tolerate.
    public synchronized List<StoreException> damage() {
        return List.copyOf(damage);
    }

    /// Maps extents until there are this many.
    ///
    /// @throws StoreException if there are fewer, or one is damaged and this is for a writer
    public synchronized void map(int extents) throws StoreException {
        while (mapped.length < extents) {
            map(extents, false);
        }
    }

    /// @param known whether there has to be such an extent
    private void map(int extents, boolean known) throws StoreException {
        Path file = file(mapped.length);
        StoreException problem;
        try {
            add(open(file, mapped.length));
            return;
        } catch (NoSuchFileException e) {
            problem = new StoreException(Reason.MISSING, file, "extents=" + extents);
            if (!known) {
                throw problem;
            }
        } catch (StoreException e) {
            problem = e;
        } catch (IOException e) {
            problem = new StoreException(Reason.ACCESS, file, "mapping failed", e);
        }
        if (writable) {
            throw problem;
        }
        damage.add(problem);
        add(MemorySegment.NULL);
    }

    /// Maps all extents that are there, in a row from the first.
    ///
    /// @param least how many there have to be
    public synchronized void mapAll(int least) throws StoreException {
        while (mapped.length < least) {
            map(least, true);
        }
        while (Files.exists(file(mapped.length))) {
            map(mapped.length + 1);
        }
    }

    /// Makes one more extent, durable but for its chunks.
    public synchronized void create() throws StoreException {
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
            throw new StoreException(Reason.NO_SPACE, file, "extent cannot be created: extentBytes="
                    + geometry.extentFileBytes(), e);
        }
    }

    /// Takes space for a range of an extent.
    public void reserve(int extent, long offset, long bytes) throws StoreException {
        try {
            disk.reserve(files.get(extent), offset, bytes);
        } catch (IOException e) {
            throw new StoreException(Reason.NO_SPACE, file(extent), "offset=" + offset + ", bytes=" + bytes, e);
        }
    }

    /// Writes what remains in a buffer into a chunk.
    ///
    /// @param at in the chunk
    public void write(int chunk, long at, ByteBuffer from) throws StoreException {
        int extent = geometry.extent(chunk);
        int bytes = from.remaining();
        try {
            disk.write(files.get(extent), from, geometry.chunkOffset(chunk) + at);
        } catch (IOException e) {
            throw new StoreException(Reason.NO_SPACE, file(extent), "offset=" + (geometry.chunkOffset(chunk) + at)
                    + ", bytes=" + bytes, e);
        }
    }

    /// Allocates space for bytes of a chunk; all bytes before them must have space already. Does nothing if the whole
    /// chunk has space.
    ///
    /// Only for the writer's thread.
    ///
    /// @param from in the chunk
    public void reserve(int chunk, int from, int bytes) throws StoreException {
        if (!reserved.get(chunk)) {
            reserve(geometry.extent(chunk), geometry.chunkOffset(chunk) + from, bytes);
            reserved.set(chunk, from + bytes == geometry.chunkBytes());
        }
    }

    /// Says why memory of these files could not be read or written.
    ///
    /// @throws InternalError the given one, if it says something else
    public StoreException fault(InternalError fault) {
        if (!MemoryFaults.isFault(fault)) {
            throw fault;
        }
        for (int extent = 0; extent < count(); extent++) {
            StoreException gone = gone(extent, fault);
            if (gone != null) {
                return gone;
            }
        }
        long usable = 0;
        try {
            usable = Files.getFileStore(folder).getUsableSpace();
        } catch (IOException e) {
            // Unknown, so the disk may be full.
        }
        return usable < FULL_BYTES ? new StoreException(Reason.NO_SPACE, folder, "mapped file could not be written:"
                + " usableBytes=" + usable + "; on a copy-on-write file system (btrfs, ZFS, snapshots, reflinks) each"
                + " overwrite needs new space; free some and open the store again", fault)
                : new StoreException(Reason.ACCESS, folder, "mapped file could not be read or written; its disk"
                        + " fails, or is full and copies on write: check the system's log, then verify the store",
                        fault);
    }

    /// Why a file is no longer as it was when it was mapped; null if it is.
    private StoreException gone(int extent, Throwable cause) {
        Path file = file(extent);
        long expected = memory(extent).byteSize();
        try {
            long length = expected == 0 ? 0 : Files.size(file);
            return length >= expected ? null : new StoreException(Reason.TRUNCATED, file, "cut while it was open: length="
                    + length + ", expected=" + expected + "; restore it from a copy of the store", cause);
        } catch (NoSuchFileException e) {
            return new StoreException(Reason.MISSING, file,
                    "deleted while it was open; restore it from a copy of the store", cause);
        } catch (IOException e) {
            return new StoreException(Reason.ACCESS, file, "length cannot be read", e);
        }
    }

    /// Makes a range durable. Whether the file is still there says [#requireFiles].
    public void sync(int extent, long offset, long bytes) throws IOException {
        sync(extent, offset, range(extent, offset, bytes));
    }

    /// The memory of a range, for those who make it durable again and again.
    public MemorySegment range(int extent, long offset, long bytes) {
        return memory(extent).asSlice(offset, bytes);
    }

    public void sync(int extent, long offset, MemorySegment range) throws IOException {
        disk.sync(files.get(extent), range, offset);
        synced.set(extent);
    }

    /// Checks that files synced since the last call still exist with their full length. The check costs about a third
    /// of a sync, so it is not done for each one.
    ///
    /// @throws StoreException if one was deleted or truncated: what is stored there is lost
    public void requireFiles() throws StoreException {
        for (int extent = synced.nextSetBit(0); extent >= 0; extent = synced.nextSetBit(extent + 1)) {
            StoreException gone = gone(extent, null);
            if (gone != null) {
                throw gone;
            }
        }
        synced.clear();
    }

    /// Whether the file goes as far as the end of the entry of a chunk.
    public boolean hasEntry(int chunk) {
        return geometry.entryOffset(chunk) + StoreLayout.ENTRY_BYTES <= memory(geometry.extent(chunk)).byteSize();
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
            if (bytes < geometry.extentFileBytes()) {
                tolerate(new StoreException(Reason.TRUNCATED, file, "length=" + bytes + ", expected="
                        + geometry.extentFileBytes() + (writable ? "; readers can still open the store" : "")));
            }
            if (bytes > EXTENT.byteSize()) {
                check(content, extent);
            }
            MemorySegment memory = disk.map(content, writable ? MapMode.READ_WRITE : MapMode.READ_ONLY, bytes, arena);
            files.add(content);
            return memory;
        } catch (IOException e) {
            content.close();
            throw e;
        }
    }

    private void tolerate(StoreException problem) throws StoreException {
        if (writable) {
            throw problem;
        }
        damage.add(problem);
    }

    private void check(StoreFile file, int extent) throws IOException {
        ByteBuffer found = ByteBuffer.allocate((int) EXTENT.byteSize()).order(ByteOrder.LITTLE_ENDIAN);
        file.read(found, 0);
        ByteBuffer expected = header(extent);
        try {
            FileHeader.check(expected, found.flip(), file.path());
        } catch (StoreException e) {
            if (e.reason() != Reason.CORRUPT || isOfAnother(MemorySegment.ofBuffer(found),
                    MemorySegment.ofBuffer(expected))) {
                throw e;
            }
            tolerate(e);
        }
    }

    /// Whether a header is intact, but belongs to another extent or store: then its entries are not ours.
    private static boolean isOfAnother(MemorySegment header, MemorySegment expected) {
        long place = offset(EXTENT, "storeIdHigh");
        return FileHeader.isWhole(header) && MemorySegment.mismatch(header, place, header.byteSize(), expected, place,
                expected.byteSize()) >= 0;
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
        FileHeader.seal(header);
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
