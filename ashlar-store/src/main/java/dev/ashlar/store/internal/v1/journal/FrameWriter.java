// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1.journal;

import static dev.ashlar.store.internal.v1.file.StoreLayout.FRAME;
import static dev.ashlar.store.internal.v1.file.StoreLayout.FRAME_BYTES;
import static dev.ashlar.store.internal.v1.file.StoreLayout.INT;
import static dev.ashlar.store.internal.v1.file.StoreLayout.LONG;

import dev.ashlar.memory.MemoryFaults;
import dev.ashlar.sbe.ir.Schema;
import dev.ashlar.sbe.otf.MessageHeader;
import dev.ashlar.sbe.otf.ValidationResult.Status;
import dev.ashlar.store.JournalWriter;
import dev.ashlar.store.MessageClaim;
import dev.ashlar.store.StoreException;
import dev.ashlar.store.UnsplitMessages;
import dev.ashlar.store.internal.v1.chunk.Chain.Link;
import dev.ashlar.store.internal.v1.chunk.ChunkOwner;
import dev.ashlar.store.internal.v1.chunk.OpenChunk;
import dev.ashlar.store.internal.v1.file.Entry.Identity;
import dev.ashlar.store.internal.v1.file.StoreLayout;
import dev.ashlar.store.internal.v1.file.StoreStep;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;

/// Adds frames to the chunk at the end of a journal, and the resulting rows to its index and tables.
///
/// All space is reserved first. Then the frame is written, then rows beyond those that readers see, and then one store
/// publishes each of journal, index and tables. A process that dies in between leaves frames whose rows are missing;
/// the rows are rebuilt when the store is opened.
///
/// It is its own claim: there is never more than one.
public final class FrameWriter implements JournalWriter, MessageClaim {
    private static final long LENGTH = StoreLayout.offset(FRAME, "length");
    private static final long CHECKSUM = StoreLayout.offset(FRAME, "checksum");
    private static final long TIME = StoreLayout.offset(FRAME, "time");
    private static final long SEQUENCE = StoreLayout.offset(FRAME, "sequence");
    private static final long ROW = StoreLayout.offset(FRAME, "row");
    private static final int NOTHING = -1;
    /// How much of a journal has to be replayed at most after the death of the process.
    private static final long MARK_BYTES = 1 << 22;
    /// And after the loss of power, where each commit is durable.
    private static final long DURABLE_MARK_BYTES = 1 << 26;

    private final Frames journal;
    private final int container;
    private final ChunkOwner owner;
    private final Boundary boundary;
    private final MessageRows.Tables tables;
    private final OpenChunk chunk;
    private final int capacity;
    private final FrameIndexer indexer;
    private final FrameChecksum checksum;
    private final UnsplitCounts refusals = new UnsplitCounts();
    private MessageRows rows;
    private MessageHeader header;
    /// Bytes of the current chunk, published or not.
    private long end;
    private int claimed = NOTHING;
    private boolean batch;
    private boolean failed;
    private long markedPosition;
    private long durablePosition;
    private long recorded;
    private final long openedPosition;
    private long leastTimeNs = Long.MAX_VALUE;
    private long greatestTimeNs = Long.MIN_VALUE;
    private long row = UNKNOWN;

    /// @param indexRow the row of the index that comes next
    public FrameWriter(Frames journal, int container, int indexContainer, long indexRow, ChunkOwner owner,
            Boundary boundary, MessageRows.Tables tables) {
        this.journal = journal;
        this.container = container;
        this.owner = owner;
        this.boundary = boundary;
        this.tables = tables;
        chunk = new OpenChunk(owner, journal.chain(), container);
        capacity = owner.extents().geometry().chunkBytes();
        indexer = new FrameIndexer(owner, journal.index(), indexContainer, indexRow, this::publish);
        checksum = journal.checksum();
        end = chunk.count();
        if (journal.chain().last() != null) {
            checksum.enter(journal.chain().last());
        }
        openedPosition = chunk.first() + end;
        markedPosition = openedPosition;
        durablePosition = openedPosition;
        look(journal.schema());
    }

    private void look(Schema schema) {
        rows = new MessageRows(schema, tables, this::publish);
        header = new MessageHeader(schema);
    }

    /// Makes the rows that are missing of messages from a position on.
    ///
    /// @return how many messages there are from there on
    public long replay(Path folder, long from) throws StoreException {
        long messages = new FrameReplay(folder, journal, indexer, rows).run(from, capacity);
        publish();
        boundary.leave();
        return messages;
    }

    /// Whether something is recorded that is not published.
    public boolean isBusy() {
        return !failed && (batch || claimed != NOTHING);
    }

    /// From here on messages are split by a newer schema.
    public void schema(Schema newer) {
        journal.schema(newer);
        look(newer);
    }

    @Override
    public long record(MemorySegment source, long offset, int length, long timeNs, long sequence)
            throws StoreException {
        Objects.checkFromIndexSize(offset, length, source.byteSize());
        claim(length);
        try {
            MemorySegment.copy(source, offset, chunk.memory(), end + FRAME_BYTES, length);
        } catch (InternalError e) {
            throw fault(e);
        }
        return commit(length, timeNs, sequence);
    }

    @Override
    public int maxLength() {
        return capacity - FRAME_BYTES;
    }

    @Override
    public MessageClaim claim(int maxLength) throws StoreException {
        if (claimed != NOTHING) {
            throw new IllegalStateException("claim is open: length=" + claimed + " (" + journal.name() + ")");
        }
        checkNotFailed();
        if (maxLength < 0 || maxLength > maxLength()) {
            throw new IllegalArgumentException("message does not fit into a chunk: length=" + maxLength + ", bound="
                    + maxLength() + " (" + journal.name() + ")");
        }
        long wanted = end + FrameChecksum.padded(FRAME_BYTES + maxLength);
        try {
            if (wanted > capacity || journal.ended() || journal.chain().last() == null) {
                roll(FrameChecksum.padded(FRAME_BYTES + maxLength));
            } else {
                chunk.reserve((int) wanted);
            }
        } catch (InternalError e) {
            throw fault(e);
        }
        claimed = maxLength;
        return this;
    }

    private StoreException fault(InternalError e) {
        StoreException fault = owner.fault(e);
        failed = true;
        return fault;
    }

    private void checkNotFailed() throws StoreException {
        if (failed) {
            owner.recorded(container);
        }
    }

    private void roll(int bytes) throws StoreException {
        chunk.prepare(0, bytes);
        publish();
        Link last = journal.chain().last();
        long first = last == null ? 0 : last.identity().first() + capacity;
        chunk.rollPrepared(new Identity(0, 0, first, capacity, 1, (int) end, 0, 0, 0));
        journal.ended(false);
        boundary.leave();
        owner.at(StoreStep.ROLLED);
        end = 0;
        checksum.enter(journal.chain().last());
    }

    @Override
    public MemorySegment memory() {
        checkClaimed();
        return chunk.memory();
    }

    @Override
    public long offset() {
        checkClaimed();
        return end + FRAME_BYTES;
    }

    @Override
    public int capacity() {
        checkClaimed();
        return claimed;
    }

    private void checkClaimed() {
        if (claimed == NOTHING) {
            throw new IllegalStateException("nothing is claimed (" + journal.name() + ")");
        }
    }

    @Override
    public long commit(int length, long timeNs, long sequence) throws StoreException {
        checkClaimed();
        if (length < 0 || length > claimed) {
            throw new IllegalArgumentException("message longer than claimed: length=" + length + ", claimed="
                    + claimed + " (" + journal.name() + ")");
        }
        claimed = NOTHING;
        try {
            return add(length, timeNs, sequence);
        } catch (InternalError e) {
            throw fault(e);
        }
    }

    private long add(int length, long timeNs, long sequence) throws StoreException {
        int at = (int) end;
        long position = chunk.first() + at;
        Status status = rows.split(chunk.memory(), at + FRAME_BYTES, length);
        indexer.prepare();
        row = switch (status) {
            case OK -> rows.prepare();
            case OTHER_SCHEMA, UNKNOWN_TEMPLATE -> UNKNOWN;
            case HEADER_TOO_LONG, VERSION_OUT_OF_RANGE, BLOCK_TOO_LONG, GROUP_TOO_LONG, DATA_TOO_LONG,
                    TOO_MANY_EMPTY_ENTRIES, COUNT_OUT_OF_RANGE -> MALFORMED;
        };
        try {
            write(at, length, timeNs, sequence);
            indexer.add(position, at == 0, timeNs, sequence);
            if (status == Status.OK) {
                rows.write(position, timeNs);
            } else {
                refuse(at + FRAME_BYTES, length, status);
            }
            if (!batch || boundary.isEntered()) {
                publish();
                boundary.leave();
            }
        } catch (RuntimeException | Error e) {
            // Nobody knows which of its rows are there, so no checkpoint may follow.
            failed = true;
            owner.fail(e);
            throw e;
        }
        recorded++;
        leastTimeNs = Math.min(leastTimeNs, timeNs);
        greatestTimeNs = Math.max(greatestTimeNs, timeNs);
        if (!batch) {
            recorded();
        }
        return position;
    }

    private void write(int at, int length, long timeNs, long sequence) {
        MemorySegment memory = chunk.memory();
        memory.set(LONG, at + TIME, timeNs);
        memory.set(LONG, at + SEQUENCE, sequence);
        memory.set(LONG, at + ROW, row);
        memory.set(INT, at + CHECKSUM, checksum.of(at, FRAME_BYTES + length));
        memory.set(INT, at + LENGTH, FRAME_BYTES + length);
        end = at + FrameChecksum.padded(FRAME_BYTES + length);
        owner.at(StoreStep.FRAME_WRITTEN);
    }

    private void refuse(long message, int length, Status status) {
        if (length < header.encodedLength()) {
            refusals.add(-1, -1, status);
        } else {
            header.wrap(chunk.memory(), message, length);
            refusals.add(header.schemaId(), header.templateId(), status);
        }
    }

    /// Publishes what there is. Until [Boundary#leave()] follows, no checkpoint is taken.
    private void publish() {
        // What is published counts: all that was stored has to be there.
        MemoryFaults.settle();
        if (!boundary.isEntered()) {
            boundary.enter();
        }
        if (end != chunk.count()) {
            chunk.publish(end);
            owner.at(StoreStep.FRAMES_PUBLISHED);
        }
        indexer.publish();
        rows.publish();
        owner.at(StoreStep.DONE);
    }

    @Override
    public void abort() {
        claimed = NOTHING;
    }

    @Override
    public void beginBatch() {
        if (batch) {
            throw new IllegalStateException("batch is open (" + journal.name() + ")");
        }
        batch = true;
    }

    @Override
    public void endBatch() throws StoreException {
        if (!batch) {
            throw new IllegalStateException("no batch is open (" + journal.name() + ")");
        }
        checkNotFailed();
        try {
            publishBatch();
            recorded();
        } catch (InternalError e) {
            throw fault(e);
        }
    }

    @Override
    public void sync() throws StoreException {
        if (batch) {
            throw new IllegalStateException("batch is open (" + journal.name() + ")");
        }
        checkNotFailed();
        try {
            owner.sync(container);
        } catch (InternalError e) {
            throw fault(e);
        }
    }

    private void recorded() throws StoreException {
        owner.recorded(container);
        long position = chunk.first() + end;
        if (position - markedPosition >= MARK_BYTES) {
            boolean durably = position - durablePosition >= DURABLE_MARK_BYTES;
            if (owner.mark(durably)) {
                markedPosition = position;
                durablePosition = durably ? position : durablePosition;
            }
        }
    }

    /// Publishes what is recorded, as the store closes.
    public void publishBatch() {
        batch = false;
        publish();
        boundary.leave();
    }

    @Override
    public long row() {
        return row;
    }

    @Override
    public long recordedCount() {
        return recorded;
    }

    /// The end of the journal when the store was opened.
    public long openedPosition() {
        return openedPosition;
    }

    /// Of the messages recorded since then.
    public long leastTimeNs() {
        return leastTimeNs;
    }

    /// Of the messages recorded since then.
    public long greatestTimeNs() {
        return greatestTimeNs;
    }

    @Override
    public List<UnsplitMessages> refusals() {
        return refusals.toList();
    }
}
