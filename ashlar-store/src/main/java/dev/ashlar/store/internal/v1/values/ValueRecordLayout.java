// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1.values;

import static dev.ashlar.store.internal.v1.file.StoreLayout.INT;
import static dev.ashlar.store.internal.v1.file.StoreLayout.LONG;
import static dev.ashlar.store.internal.v1.file.StoreLayout.RECORD;
import static dev.ashlar.store.internal.v1.file.StoreLayout.offset;

import dev.ashlar.flow.Cell;
import dev.ashlar.flow.VersionedCell;
import dev.ashlar.store.internal.v1.file.Entry.Identity;
import dev.ashlar.store.internal.v1.file.StoreLayout;
import java.lang.foreign.MemorySegment;

/// How the records of one chunk of a last-value table lie in memory: a header, the key, up to a multiple of 8, and a
/// cell with the block.
///
/// Keys do not change once their record is published. A record that moved keeps its last value, and names the record
/// that replaces it *before* that record is published. So a reader that finds no name, or the name of a record that is
/// not published yet, has the current record.
///
/// **Threading**: immutable. `moved` is a release word.
public final class ValueRecordLayout {
    private static final long MOVED = offset(RECORD, "moved");
    private static final long BEFORE = offset(RECORD, "before");
    private static final long CHECKSUM = offset(RECORD, "checksum");
    private static final long KEY = RECORD.byteSize();

    private final int prefix;
    private final VersionedCell cell;
    private final int schemaVersion;
    private final int stride;

    public ValueRecordLayout(int keyLength, int blockLength, int schemaVersion, int slots) {
        prefix = (int) KEY + Key.paddedBytes(keyLength);
        cell = new VersionedCell(blockLength, slots);
        this.schemaVersion = schemaVersion;
        stride = Math.toIntExact(prefix + cell.byteSize());
    }

    public VersionedCell cell() {
        return cell;
    }

    public int stride() {
        return stride;
    }

    int blockLength() {
        return cell.valueLength();
    }

    int schemaVersion() {
        return schemaVersion;
    }

    public int capacity(int chunkBytes) {
        return chunkBytes / stride;
    }

    /// What the entry of a chunk says that is laid out so; container and ordinal are for others to say.
    Identity identity(long first, int chunkBytes) {
        return new Identity(0, 0, first, capacity(chunkBytes), stride, blockLength(), schemaVersion, prefix, 0);
    }

    /// Whether a chunk is laid out so.
    boolean isOf(Identity identity, int chunkBytes) {
        return identity.stride() == stride && identity.blockLength() == blockLength()
                && identity.schemaVersion() == schemaVersion && identity.prefix() == prefix
                && identity.capacity() == capacity(chunkBytes);
    }

    public boolean isLike(ValueRecordLayout other) {
        return stride == other.stride && blockLength() == other.blockLength() && schemaVersion == other.schemaVersion;
    }

    /// Where the key of a record lies.
    long keyOffset(long at) {
        return at + KEY;
    }

    /// Where the cell of a record lies.
    public long cellOffset(long at) {
        return at + prefix;
    }

    /// Begins a record in memory that may hold anything.
    void begin(MemorySegment memory, long at, long before, Key key) {
        for (long offset = 0; offset < stride; offset += Long.BYTES) {
            memory.set(LONG, at + offset, 0);
        }
        memory.set(LONG, at + BEFORE, before);
        memory.set(INT, at + CHECKSUM, key.checksum(before));
        key.put(memory, keyOffset(at));
    }

    /// Whether the key is whole, and what was stored with it; it is read into `key`.
    public boolean readKey(MemorySegment memory, long at, Key key) {
        key.set(memory, keyOffset(at));
        // The zeros behind it are compared where it is looked for.
        return memory.get(INT, at + CHECKSUM) == key.checksum(before(memory, at)) && key.isAt(memory, keyOffset(at));
    }

    /// The number of the record that took its place; 0 if none did.
    public long moved(MemorySegment memory, long at) {
        return StoreLayout.getAcquire(memory, at + MOVED);
    }

    /// Says which record takes its place; it is published after.
    public void moved(MemorySegment memory, long at, long record) {
        StoreLayout.setRelease(memory, at + MOVED, record);
    }

    /// How many versions of the value its key had in records before.
    long before(MemorySegment memory, long at) {
        return memory.get(LONG, at + BEFORE);
    }

    /// The version of the key's last value; or as [Cell#latest].
    long latest(MemorySegment memory, long at) {
        long version = cell.latest(memory, cellOffset(at));
        return version > 0 ? before(memory, at) + version : version;
    }

    /// What a reader gets for a ticket that is valid: the version of the key's value, and the attempts.
    long result(MemorySegment memory, long at, long ticket, int attempts) {
        return before(memory, at) + Cell.version(ticket) << 8 | attempts;
    }
}
