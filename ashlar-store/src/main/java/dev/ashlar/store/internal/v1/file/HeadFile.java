// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1.file;

import static dev.ashlar.store.internal.v1.file.StoreLayout.CHECKPOINT;
import static dev.ashlar.store.internal.v1.file.StoreLayout.CHECKPOINTS;
import static dev.ashlar.store.internal.v1.file.StoreLayout.CHECKPOINT_BYTES;
import static dev.ashlar.store.internal.v1.file.StoreLayout.MARK;
import static dev.ashlar.store.internal.v1.file.StoreLayout.PACKED_INT;
import static dev.ashlar.store.internal.v1.file.StoreLayout.PACKED_LONG;
import static dev.ashlar.store.internal.v1.file.StoreLayout.offset;

import dev.ashlar.store.StoreException;
import dev.ashlar.store.StoreException.Reason;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;

/// `store.head`: four places for checkpoints. Two alternate for durable checkpoints, which are written once everything
/// they describe is durable; two for checkpoints that are valid as long as the machine is up. A torn checkpoint is not
/// intact, and the one before it is used.
///
/// **Threading**: one thread at a time.
public final class HeadFile implements AutoCloseable {
    public static final String NAME = "store.head";
    private static final int HEADER_BYTES = (int) CHECKPOINT.byteSize();
    private static final int MARK_BYTES = (int) MARK.byteSize();
    private static final int CLEAN = 1;
    private static final int ATTEMPTS = 10;
    private static final long ATTEMPT_NS = 1_000_000;
    private static final long CHECKED = offset(CHECKPOINT, "length");

    private final Path file;
    private final StoreDisk disk;
    private final StoreFile content;
    private final ByteBuffer bytes = ByteBuffer.allocate(CHECKPOINT_BYTES).order(ByteOrder.LITTLE_ENDIAN);
    private final MemorySegment memory = MemorySegment.ofBuffer(bytes);
    private final Checksum sum = new Checksum();
    /// Where the last checkpoint of each kind stands.
    private int durablePlace = 1;
    private int fleetingPlace = 3;
    private Checkpoint durable;
    /// Whether a place was not whole when they were last read.
    private boolean torn;

    private HeadFile(Path file, StoreDisk disk, StoreFile content) {
        this.file = file;
        this.disk = disk;
        this.content = content;
    }

    public static HeadFile open(Path store, StoreDisk disk, boolean writable) throws StoreException {
        Path file = store.resolve(NAME);
        try {
            return new HeadFile(file, disk, disk.open(file, writable));
        } catch (NoSuchFileException e) {
            if (OpenFiles.isBeginning(store)) {
                throw new StoreException(Reason.UNFINISHED, store, "a writer is creating it, or died while "
                        + "creating it; open it again later, or open it for writing");
            }
            throw new StoreException(Reason.NOT_A_STORE, store, "no file " + NAME);
        } catch (IOException e) {
            throw new StoreException(Reason.ACCESS, file, "cannot be opened", e);
        }
    }

    /// Creates the file atomically with a first, durable checkpoint: the store exists once this file has its name.
    public static void create(Path store, StoreDisk disk, Checkpoint first) throws IOException {
        Path file = store.resolve(NAME);
        Path unfinished = store.resolve(NAME + ".tmp");
        try (StoreFile content = disk.create(unfinished)) {
            HeadFile head = new HeadFile(unfinished, disk, content);
            disk.write(content, ByteBuffer.allocate(CHECKPOINTS * CHECKPOINT_BYTES), 0);
            head.write(first, true);
        }
        disk.move(unfinished, file);
        disk.syncFolder(store);
    }

    /// Writes a checkpoint, in the place of the one before the last of its kind.
    public void write(Checkpoint checkpoint, boolean durable) throws IOException {
        int place = durable ? 1 - durablePlace : 5 - fleetingPlace;
        encode(checkpoint);
        disk.write(content, bytes, (long) place * CHECKPOINT_BYTES);
        if (durable) {
            disk.sync(content);
            durablePlace = place;
        } else {
            fleetingPlace = place;
        }
    }

    /// @throws StoreException if the file was deleted
    public void requireFile() throws StoreException {
        if (Files.notExists(file)) {
            throw new StoreException(Reason.MISSING, file, "deleted while it was open");
        }
    }

    /// Of those that were read, the last one that is durable.
    public Checkpoint durable() {
        return durable;
    }

    /// The last checkpoint that is whole: none older than the last that was when this was called.
    ///
    /// The writer may be writing a place while it is read, and may have written the others after they were read. So
    /// what was read next to a torn place is used only if a second read finds nothing later.
    ///
    /// @param boot of this machine; those that hold only while it is up count if they are of it
    public Checkpoint read(StoreId boot) throws StoreException {
        Checkpoint last = null;
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            Checkpoint found = readOnce(boot);
            if (found == null) {
                LockSupport.parkNanos(ATTEMPT_NS);
            } else if (!torn || last != null && found.generation() == last.generation()) {
                return found;
            } else {
                last = found;
            }
        }
        if (last == null) {
            throw new StoreException(Reason.CORRUPT, file, "no valid checkpoint");
        }
        return last;
    }

    private Checkpoint readOnce(StoreId boot) throws StoreException {
        Checkpoint fleeting = null;
        boolean foreign = true;
        int other = StoreLayout.VERSION;
        torn = false;
        for (int place = 0; place < CHECKPOINTS; place++) {
            fill(place);
            if (memory.get(PACKED_LONG, offset(CHECKPOINT, "magic")) != StoreLayout.HEAD_MAGIC) {
                continue;
            }
            foreign = false;
            int version = memory.get(PACKED_INT, offset(CHECKPOINT, "version"));
            if (version != StoreLayout.VERSION) {
                if (isMeant()) {
                    throw otherVersion(version);
                }
                other = version;
            }
            Checkpoint found = isWhole() ? decode() : null;
            torn |= found == null;
            if (found != null && place < 2 && isLater(found, durable)) {
                durable = found;
                durablePlace = place;
            } else if (found != null && place >= 2 && found.boot().equals(boot) && isLater(found, fleeting)) {
                fleeting = found;
                fleetingPlace = place;
            }
        }
        if (foreign) {
            throw new StoreException(Reason.NOT_A_STORE, file, "no magic number");
        }
        Checkpoint last = fleeting != null && durable != null && isLater(fleeting, durable) ? fleeting : durable;
        if (last == null && other != StoreLayout.VERSION) {
            // A later version may have other checksums as well.
            throw otherVersion(other);
        }
        return last;
    }

    private static boolean isLater(Checkpoint one, Checkpoint other) {
        return other == null || one.generation() > other.generation();
    }

    private StoreException otherVersion(int version) {
        return new StoreException(Reason.VERSION, file, "version=" + version + ", this program reads "
                + StoreLayout.VERSION);
    }

    /// What is wrong with a checkpoint; null if nothing is.
    ///
    /// @param needed whether it must have been written
    public String problem(int place, boolean needed) throws StoreException {
        fill(place);
        boolean empty = true;
        for (long at = 0; at < HEADER_BYTES; at += Long.BYTES) {
            empty &= memory.get(PACKED_LONG, at) == 0;
        }
        if (empty) {
            return needed ? "checkpoint is missing: place=" + place : null;
        }
        if (memory.get(PACKED_LONG, offset(CHECKPOINT, "magic")) != StoreLayout.HEAD_MAGIC) {
            return "checkpoint has no magic number: place=" + place;
        }
        return isWhole() ? null : "checkpoint differs from its checksum: place=" + place;
    }

    private void fill(int place) throws StoreException {
        bytes.clear();
        try {
            disk.read(content, bytes, (long) place * CHECKPOINT_BYTES);
        } catch (IOException e) {
            throw new StoreException(Reason.ACCESS, file, "cannot be read", e);
        }
        while (bytes.hasRemaining()) {
            bytes.put((byte) 0);
        }
    }

    /// Whether length and checksum fit each other, which later versions keep where they are.
    private boolean isMeant() {
        int length = memory.get(PACKED_INT, CHECKED);
        return length >= HEADER_BYTES && length <= CHECKPOINT_BYTES
                && memory.get(PACKED_INT, offset(CHECKPOINT, "checksum")) == checksum(length);
    }

    private boolean isWhole() {
        return isMeant() && memory.get(PACKED_INT, CHECKED)
                == HEADER_BYTES + (long) MARK_BYTES * memory.get(PACKED_INT, offset(CHECKPOINT, "marks"));
    }

    private int checksum(int length) {
        sum.reset();
        sum.add(memory, 0, offset(CHECKPOINT, "checksum"));
        sum.add(memory, CHECKED, length - CHECKED);
        return sum.value();
    }

    private void encode(Checkpoint from) {
        Marks marks = from.marks();
        int length = HEADER_BYTES + MARK_BYTES * marks.count();
        memory.asSlice(0, HEADER_BYTES).fill((byte) 0);
        putLong("magic", StoreLayout.HEAD_MAGIC);
        putInt("version", StoreLayout.VERSION);
        putInt("length", length);
        putInt("flags", from.clean() ? CLEAN : 0);
        putLong("generation", from.generation());
        putLong("storeIdHigh", from.id().high());
        putLong("storeIdLow", from.id().low());
        putLong("bootIdHigh", from.boot().high());
        putLong("bootIdLow", from.boot().low());
        putLong("writtenMs", from.writtenMs());
        putLong("createdMs", from.createdMs());
        putInt("chunkBytes", from.geometry().chunkBytes());
        putInt("extentChunks", from.geometry().extentChunks());
        putInt("extents", from.extents());
        putInt("marks", marks.count());
        putLong("catalogBytes", from.catalogBytes());
        for (int i = 0; i < marks.count(); i++) {
            long at = HEADER_BYTES + (long) i * MARK_BYTES;
            memory.set(PACKED_LONG, at, marks.container(i));
            memory.set(PACKED_LONG, at + offset(MARK, "first"), marks.first(i));
            memory.set(PACKED_LONG, at + offset(MARK, "end"), marks.end(i));
            memory.set(PACKED_LONG, at + offset(MARK, "detail"), marks.detail(i));
        }
        putInt("checksum", checksum(length));
        bytes.clear().limit(length);
    }

    private Checkpoint decode() throws StoreException {
        Marks marks = new Marks();
        int count = getInt("marks");
        if (count > StoreLayout.MAX_CONTAINERS) {
            throw new StoreException(Reason.CORRUPT, file, "marks=" + count + ", bound=" + StoreLayout.MAX_CONTAINERS);
        }
        for (int i = 0; i < count; i++) {
            long at = HEADER_BYTES + (long) i * MARK_BYTES;
            marks.add(memory.get(PACKED_INT, at), memory.get(PACKED_LONG, at + offset(MARK, "first")),
                    memory.get(PACKED_LONG, at + offset(MARK, "end")),
                    memory.get(PACKED_LONG, at + offset(MARK, "detail")));
        }
        return new Checkpoint(getLong("generation"), (getInt("flags") & CLEAN) != 0,
                new StoreId(getLong("storeIdHigh"), getLong("storeIdLow")),
                new StoreId(getLong("bootIdHigh"), getLong("bootIdLow")), getLong("writtenMs"), getLong("createdMs"),
                new Geometry(getInt("chunkBytes"), getInt("extentChunks")), getInt("extents"), getLong("catalogBytes"),
                marks);
    }

    private int getInt(String field) {
        return memory.get(PACKED_INT, offset(CHECKPOINT, field));
    }

    private long getLong(String field) {
        return memory.get(PACKED_LONG, offset(CHECKPOINT, field));
    }

    private void putInt(String field, int value) {
        memory.set(PACKED_INT, offset(CHECKPOINT, field), value);
    }

    private void putLong(String field, long value) {
        memory.set(PACKED_LONG, offset(CHECKPOINT, field), value);
    }

    @Override
    public void close() throws IOException {
        content.close();
    }
}
