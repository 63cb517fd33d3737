// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1.file;

import static dev.ashlar.store.internal.v1.file.StoreLayout.LIVE;
import static dev.ashlar.store.internal.v1.file.StoreLayout.LONG;
import static dev.ashlar.store.internal.v1.file.StoreLayout.PIN;
import static dev.ashlar.store.internal.v1.file.StoreLayout.offset;

import dev.ashlar.store.StoreException;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Path;

/// `store.live`: the words that the processes with an open store share. Nothing in it outlives them, and no stored data
/// depends on it.
///
/// A reader pins the number of the last retirement it has seen: chunks retired later are not reused until it unpins.
///
/// **Threading**: any thread.
public final class LiveFile implements AutoCloseable {
    public static final String NAME = "store.live";
    private static final long RETIREMENTS = offset(LIVE, "retirements");
    private static final long CATALOG_BYTES = offset(LIVE, "catalogBytes");
    private static final long WRITER_PID = offset(LIVE, "writerPid");
    private static final long CLAIMS = offset(LIVE, "claims");
    public static final long BYTES = LIVE.byteSize() + StoreLayout.MAX_READERS * PIN.byteSize();
    /// The pin of a slot that holds nothing.
    private static final long NOTHING = 0;

    /// Of the mapping; null where the memory is another's.
    private final Arena arena;
    private final MemorySegment memory;

    private LiveFile(Path file, StoreDisk disk, boolean writable) throws IOException {
        arena = Arena.ofShared();
        try (StoreFile content = disk.open(file, writable)) {
            if (content.length() < BYTES) {
                throw new StoreException(StoreException.Reason.TRUNCATED, file, "length=" + content.length()
                        + ", expected=" + BYTES);
            }
            memory = disk.map(content, writable ? MapMode.READ_WRITE : MapMode.READ_ONLY, BYTES, arena);
        } catch (IOException | RuntimeException e) {
            arena.close();
            throw e;
        }
    }

    /// The words in memory of which others have other views; nothing is owned.
    public LiveFile(MemorySegment memory) {
        this.memory = memory;
        arena = null;
    }

    /// Words that no other process sees.
    public static LiveFile alone() {
        return new LiveFile(Arena.ofAuto().allocate(BYTES, Long.BYTES));
    }

    /// Opens the file to read the words of the writer, and to pin if it may be written.
    ///
    /// @throws IOException if it is not there, or not whole
    public static LiveFile open(Path store, StoreDisk disk, boolean writable) throws IOException {
        return new LiveFile(store.resolve(NAME), disk, writable);
    }

    /// Opens the file for the writer, who makes it if it is not there or not whole.
    static LiveFile openOrCreate(Path store, StoreDisk disk, StoreId id) throws IOException {
        try {
            return new LiveFile(store.resolve(NAME), disk, true);
        } catch (IOException e) {
            create(store, disk, id);
            return new LiveFile(store.resolve(NAME), disk, true);
        }
    }

    /// Makes the file, in place of one that is there.
    static void create(Path store, StoreDisk disk, StoreId id) throws IOException {
        Path unfinished = store.resolve(NAME + ".tmp");
        try (StoreFile content = disk.create(unfinished)) {
            ByteBuffer bytes = ByteBuffer.allocate((int) BYTES);
            MemorySegment words = MemorySegment.ofBuffer(bytes);
            words.set(StoreLayout.PACKED_LONG, offset(LIVE, "magic"), StoreLayout.LIVE_MAGIC);
            words.set(StoreLayout.PACKED_INT, offset(LIVE, "version"), StoreLayout.VERSION);
            words.set(StoreLayout.PACKED_LONG, offset(LIVE, "storeIdHigh"), id.high());
            words.set(StoreLayout.PACKED_LONG, offset(LIVE, "storeIdLow"), id.low());
            disk.write(content, bytes, 0);
            // Its space is taken for good: what is stored there through mappings must not find the disk full.
            disk.sync(content);
        }
        disk.move(unfinished, store.resolve(NAME));
        // On its own: the name of the head must not reach the disk before this one and those of the files before it.
        disk.syncFolder(store);
    }

    /// What is wrong with the header; null if nothing is.
    public String problem(StoreId id) {
        if (memory.get(LONG, offset(LIVE, "magic")) != StoreLayout.LIVE_MAGIC) {
            return "no magic number";
        }
        int version = memory.get(StoreLayout.INT, offset(LIVE, "version"));
        StoreId found = new StoreId(memory.get(LONG, offset(LIVE, "storeIdHigh")),
                memory.get(LONG, offset(LIVE, "storeIdLow")));
        return version != StoreLayout.VERSION ? "version=" + version + ", expected=" + StoreLayout.VERSION
                : found.equals(id) ? null : "store=" + found + ", expected=" + id;
    }

    /// The number of the last retirement.
    public long retirements() {
        return StoreLayout.getVolatile(memory, RETIREMENTS);
    }

    /// Says that chunks have been retired; the number is never less than it was.
    public void retirements(long number) {
        StoreLayout.setVolatile(memory, RETIREMENTS, number);
    }

    public long catalogBytes() {
        return StoreLayout.getAcquire(memory, CATALOG_BYTES);
    }

    public void catalogBytes(long bytes) {
        StoreLayout.setRelease(memory, CATALOG_BYTES, bytes);
    }

    /// How many chunks have been taken since the file was made: if it has grown, a container that had none may have
    /// one.
    public long claims() {
        return StoreLayout.getAcquire(memory, CLAIMS);
    }

    public void claims(long number) {
        StoreLayout.setRelease(memory, CLAIMS, number);
    }

    /// The process that writes, or did; for people.
    public long writerPid() {
        return memory.get(LONG, WRITER_PID);
    }

    public void writerPid(long pid) {
        memory.set(LONG, WRITER_PID, pid);
    }

    /// What the process in a slot has pinned: the number of a retirement plus one; 0 for nothing.
    public long pinned(int slot) {
        return StoreLayout.getVolatile(memory, pin(slot));
    }

    void pin(int slot, long retirement) {
        memory.set(LONG, pin(slot) + offset(PIN, "pid"), ProcessHandle.current().pid());
        StoreLayout.setVolatile(memory, pin(slot), retirement + 1);
    }

    public void unpin(int slot) {
        StoreLayout.setVolatile(memory, pin(slot), NOTHING);
    }

    private static long pin(int slot) {
        return LIVE.byteSize() + slot * PIN.byteSize();
    }

    @Override
    public void close() {
        if (arena != null) {
            arena.close();
        }
    }
}
