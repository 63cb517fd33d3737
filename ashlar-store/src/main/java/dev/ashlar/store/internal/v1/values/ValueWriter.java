// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1.values;

import dev.ashlar.codec.MessageEncoder;
import dev.ashlar.flow.VersionedCell;
import dev.ashlar.flow.VersionedCellWriter;
import dev.ashlar.memory.MemoryFaults;
import dev.ashlar.store.LastValuesReader;
import dev.ashlar.store.LastValuesWriter;
import dev.ashlar.store.StoreException;
import dev.ashlar.store.StoreException.Reason;
import dev.ashlar.store.ValueClaim;
import dev.ashlar.store.internal.v1.chunk.Chain;
import dev.ashlar.store.internal.v1.chunk.ChunkOwner;
import dev.ashlar.store.internal.v1.chunk.OpenChunk;
import dev.ashlar.store.internal.v1.file.Extents;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Objects;

/// Replaces values of a last-value table, and adds records at its end: for new keys, and for those whose record is laid
/// out by an older version of the schema.
///
/// It is its own claim: there is never more than one. Callers fill in a buffer that is exactly one block, which the
/// commit copies into the cell: the neighbours of a cell are out of reach.
public final class ValueWriter implements LastValuesWriter, ValueClaim {
    private final ValueTable records;
    private final ChunkOwner owner;
    private final ValueSync sync;
    private final OpenChunk chunk;
    private final Key key;
    private ValueTableLayout layout;
    private VersionedCellWriter cells;
    /// Whether the last chunk has the current layout.
    private boolean fits;

    private boolean open;
    /// What the caller fills in.
    private MemorySegment block;
    /// Where the commit copies it.
    private MemorySegment memory = MemorySegment.NULL;
    private long cellValue;
    /// What is claimed is a new record.
    private boolean added;
    /// The record of the key that there was; [LastValuesReader#ABSENT] if there was none.
    private long found;
    /// The chunk of that record, among the last-value table's.
    private int foundIn;
    /// Of pieces that this commit is the first to change since the last sync.
    private long changedBytes;

    public ValueWriter(ValueTable records, ChunkOwner owner, int container, ValueSync sync) {
        this.records = records;
        this.owner = owner;
        this.sync = sync;
        chunk = new OpenChunk(owner, records.chain(), container);
        key = new Key(records.keyLayout());
        records.refresh();
        layoutChanged();
    }

    /// From the next claim on values are laid out again.
    public void layoutChanged() {
        layout = records.layout();
        cells = VersionedCellWriter.durable(layout.record().cell(), sync.syncs());
        block = Arena.ofAuto().allocate(layout.block().blockLength(), Long.BYTES);
        Chain.Link last = records.chain().last();
        fits = last != null && layout.record().isOf(last.identity(), owner.extents().geometry().chunkBytes());
    }

    @Override
    public ValueClaim claim(long number) throws StoreException {
        checkNothingOpen();
        checkHolds(key.set(number), number);
        return begin(false);
    }

    @Override
    public ValueClaim claim(CharSequence text) throws StoreException {
        checkNothingOpen();
        checkHolds(key.set(text), text);
        return begin(false);
    }

    @Override
    public ValueClaim claim(MemorySegment source, long at) throws StoreException {
        checkNothingOpen();
        key.set(source, at);
        return begin(false);
    }

    @Override
    public ValueClaim update(long number) throws StoreException {
        checkNothingOpen();
        checkHolds(key.set(number), number);
        return begin(true);
    }

    @Override
    public ValueClaim update(CharSequence text) throws StoreException {
        checkNothingOpen();
        checkHolds(key.set(text), text);
        return begin(true);
    }

    @Override
    public ValueClaim update(MemorySegment source, long at) throws StoreException {
        checkNothingOpen();
        key.set(source, at);
        return begin(true);
    }

    public void checkNothingOpen() {
        if (open) {
            throw new IllegalStateException("claim is open: key=" + key + " (" + records.name() + ")");
        }
    }

    private void checkHolds(boolean holds, long number) {
        if (!holds) {
            refuse(Long.toString(number));
        }
    }

    private void checkHolds(boolean holds, CharSequence text) {
        if (!holds) {
            refuse(text);
        }
    }

    private void refuse(CharSequence wanted) {
        throw new IllegalArgumentException("field cannot hold this key: key=" + wanted + " (" + records.name() + ")");
    }

    private ValueClaim begin(boolean copy) throws StoreException {
        try {
            ValueChunk of = locate();
            read(copy ? of : null);
        } catch (InternalError e) {
            throw owner.fault(e);
        }
        key.putBlock(block, 0);
        open = true;
        return this;
    }

    /// Finds the cell for the key, or makes one.
    ///
    /// @return the chunk of the record that the key had; null if it had none
    private ValueChunk locate() throws StoreException {
        found = records.find(key);
        ValueChunk of = null;
        if (found != LastValuesReader.ABSENT) {
            ValueChunk[] chunks = records.chunks();
            foundIn = ValueTable.indexOf(chunks, found);
            of = chunks[foundIn];
        }
        added = of == null || !of.layout().isLike(layout.record());
        long at = added ? add(of) : of.offset(found);
        memory = added ? chunk.memory() : of.memory();
        synchronized (sync) {
            cellValue = cells.claim(memory, layout.record().cellOffset(at));
        }
        // Never of a new record, which is zeros.
        if (cellValue < 0) {
            Extents extents = owner.extents();
            throw new StoreException(Reason.CORRUPT, extents.file(extents.geometry().extent(of.link().chunk())),
                    "cell of a record is damaged: record=" + found + ", key=" + key + ", last-value table=" + records.name());
        }
        return of;
    }

    /// Begins a record at the end.
    ///
    /// @param of chunk of the record that moves there; null if none does
    private long add(ValueChunk of) throws StoreException {
        ValueRecordLayout record = layout.record();
        int chunkBytes = owner.extents().geometry().chunkBytes();
        if (chunk.first() + chunk.count() >= ValueTable.MAX_RECORDS) {
            throw new StoreException(Reason.NO_SPACE, owner.extents().file(0),
                    "table has the maximum number of records: bound=" + ValueTable.MAX_RECORDS
                            + ", last-value table=" + records.name());
        }
        if (!fits || chunk.count() == record.capacity(chunkBytes)) {
            chunk.roll(record.identity(chunk.first() + chunk.count(), chunkBytes));
            fits = true;
        }
        chunk.reserve((int) (chunk.count() + 1) * record.stride());
        long at = chunk.count() * record.stride();
        long before = 0;
        if (of != null) {
            before = of.layout().before(of.memory(), of.offset(found))
                    + Math.max(0, of.layout().cell().latest(of.memory(), of.layout().cellOffset(of.offset(found))));
        }
        record.begin(chunk.memory(), at, before, key);
        return at;
    }

    /// Fills the block with the current value, or null.
    private void read(ValueChunk of) {
        if (of != null) {
            long cellAt = of.layout().cellOffset(of.offset(found));
            VersionedCell cell = of.layout().cell();
            long ticket = cell.beginRead(of.memory(), cellAt);
            if (ticket > 0) {
                layout.nulls().complete(of.memory(), cell.valueOffset(cellAt, ticket), of.layout().blockLength(),
                        of.layout().schemaVersion(), block, 0);
                return;
            }
        }
        layout.nulls().complete(block, 0, 0, 0, block, 0);
    }

    @Override
    public MemorySegment memory() {
        checkClaimed();
        return block;
    }

    @Override
    public long offset() {
        checkClaimed();
        return 0;
    }

    @Override
    public <E extends MessageEncoder> E wrap(E encoder) {
        layout.encoded().require(encoder);
        encoder.wrap(memory(), 0);
        return encoder;
    }

    private void checkClaimed() {
        if (!open) {
            throw new IllegalStateException("nothing is claimed (" + records.name() + ")");
        }
    }

    @Override
    public long commit() throws StoreException {
        checkClaimed();
        open = false;
        if (!key.isOfBlock(block, 0)) {
            throw new IllegalStateException("block has another key than the claim: key=" + key + " ("
                    + records.name() + ")");
        }
        try {
            changedBytes = 0;
            long version = replace();
            owner.grow(changedBytes);
            return version;
        } catch (InternalError e) {
            throw owner.fault(e);
        }
    }

    private long replace() throws StoreException {
        long version;
        MemorySegment.copy(block, 0, memory, cellValue, block.byteSize());
        // What is current was stored as a whole.
        MemoryFaults.settle();
        synchronized (sync) {
            version = cells.commit();
            if (added) {
                publish();
            } else {
                ValueChunk of = records.chunks()[foundIn];
                changedBytes += sync.changed(foundIn, of.offset(found) - of.base(), layout.record().stride());
            }
        }
        long number = added ? chunk.first() + chunk.count() - 1 : found;
        if (added) {
            records.refresh();
        }
        owner.committed();
        ValueChunk of = records.chunk(number);
        return of.layout().before(of.memory(), of.offset(number)) + version;
    }

    /// The old record names the new one first: from the moment the new one counts, it is what readers of either get.
    private void publish() {
        long count = chunk.count();
        if (found != LastValuesReader.ABSENT) {
            ValueChunk of = records.chunks()[foundIn];
            of.layout().moved(of.memory(), of.offset(found), chunk.first() + count);
            changedBytes += sync.changed(foundIn, of.offset(found) - of.base(), Long.BYTES);
        }
        chunk.publish(count + 1);
        sync.added();
    }

    @Override
    public void abort() {
        open = false;
    }

    @Override
    public long put(MemorySegment source, long at) throws StoreException {
        checkNothingOpen();
        // Refuses a source that is too short before anything is claimed.
        Objects.checkFromIndexSize(at, layout.block().blockLength(), source.byteSize());
        key.setBlock(source, at);
        try {
            locate();
        } catch (InternalError e) {
            throw owner.fault(e);
        }
        MemorySegment.copy(source, at, block, 0, block.byteSize());
        open = true;
        return commit();
    }
}
