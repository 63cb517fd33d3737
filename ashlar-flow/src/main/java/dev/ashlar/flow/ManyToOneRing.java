// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.flow;

import dev.ashlar.flow.internal.v1.CellLayout;
import dev.ashlar.flow.internal.v1.ManyToOneRingLayout;
import dev.ashlar.flow.internal.v1.RingLayout;
import java.lang.foreign.MemorySegment;
import java.util.Objects;

/// A bounded in-memory queue of messages from several producers to one consumer, in one order over all of them. Each is
/// a thread or a process.
///
/// ```
///   lane 1   │ record │ record │            each producer fills in records in a lane of its own,
///   lane 2   │ record │ record │ record │   where nobody else looks
///   order    │ 1 │ 2 │ 2 │ 1 │ 2 │          and then adds an entry, one word, by compare-and-set:
///              ▲ head             ▲ tail    the message is there whole, and has its place
/// ```
///
/// Claims are invisible to others. A producer that dies or stops at any point has added its message or has not; the
/// others and the consumer continue, and nobody has to detect the death. A producer that wakes up later does no harm:
/// its compare-and-set fails, because the word has the number of another lap. Separate lanes ([RingGroup]) are faster
/// but have no order between them.
///
/// **Layout**: `docs/formats/many-to-one-ring-v1.md`. **Threading**: immutable; one [ManyToOneRingProducer] of each
/// lane and one [ManyToOneRingConsumer] at a time, across all processes, each used by one thread. **Ownership**:
/// borrows the memory.
///
/// **Failure**: refusals are [MessageQueue#FULL], [MessageQueue#CLOSED] and [MessageQueue#CORRUPT].
public final class ManyToOneRing implements MessageQueue {
    public static final int MAX_LANES = ManyToOneRingLayout.MAX_LANES;
    public static final int MIN_LANE_BYTES = 64;
    public static final int MAX_LANE_BYTES = ManyToOneRingLayout.MAX_LANE_BYTES;
    public static final int MAX_ENTRIES = 1 << 24;
    /// A record takes at most this part of its lane.
    private static final int MAX_PART = 8;

    final MemorySegment memory;
    final long offset;
    final int entryBits;
    private final int entries;
    private final int lanes;
    private final int laneBytes;
    private final int maxLength;

    private ManyToOneRing(MemorySegment memory, long offset, int entries, int lanes, int laneBytes) {
        this.memory = memory;
        this.offset = offset;
        this.entries = entries;
        this.lanes = lanes;
        this.laneBytes = laneBytes;
        maxLength = Math.max(2 * ManyToOneRingLayout.RECORD_BYTES,
                laneBytes / MAX_PART) - ManyToOneRingLayout.RECORD_BYTES;
        entryBits = Integer.numberOfTrailingZeros(entries);
    }

    /// Memory size of a ring, in bytes.
    public static long byteSize(int lanes, int laneBytes, int entries) {
        check(lanes, laneBytes, entries);
        return ManyToOneRingLayout.LANES + lanes * ManyToOneRingLayout.LANE.byteSize() + (long) entries * Long.BYTES
                + (long) lanes * laneBytes;
    }

    /// Creates an empty ring and overwrites the memory, which must not be in use.
    ///
    /// @param memory    with an alignment of 8: native, mapped or `long[]`
    /// @param offset    a multiple of 8; a multiple of 128 avoids false sharing
    /// @param lanes     most producers at a time, up to [#MAX_LANES]
    /// @param laneBytes bytes for the records of each, a power of two: a message takes 8 plus its length, rounded up to
    ///     a multiple of 8
    /// @param entries   entries of the order, a power of two, at least as many as lanes. Each lane may have an equal
    ///     share of them pending; a message or a batch takes one
    public static ManyToOneRing create(MemorySegment memory, long offset, int lanes, int laneBytes, int entries) {
        Objects.checkFromIndexSize(offset, byteSize(lanes, laneBytes, entries), memory.byteSize());
        ManyToOneRing ring = new ManyToOneRing(memory, offset, entries, lanes, laneBytes);
        CellLayout.setRelease(memory, offset, 0);
        for (long at = offset + Long.BYTES; at < ring.lane(0); at += Long.BYTES) {
            CellLayout.setOpaque(memory, at, 0);
        }
        CellLayout.setInt(memory, offset + ManyToOneRingLayout.VERSION_AT, ManyToOneRingLayout.VERSION);
        CellLayout.setInt(memory, offset + ManyToOneRingLayout.ENTRIES_AT, entries);
        CellLayout.setInt(memory, offset + ManyToOneRingLayout.LANES_AT, lanes);
        CellLayout.setInt(memory, offset + ManyToOneRingLayout.LANE_BYTES_AT, laneBytes);
        // Whoever sees the magic number sees the rest.
        CellLayout.setRelease(memory, offset, ManyToOneRingLayout.MAGIC);
        return ring;
    }

    /// Opens an existing ring.
    ///
    /// @throws IllegalArgumentException if there is none, or one of another version
    public static ManyToOneRing open(MemorySegment memory, long offset) {
        Objects.checkFromIndexSize(offset, ManyToOneRingLayout.LANES, memory.byteSize());
        long magic = CellLayout.getAcquire(memory, offset);
        int version = CellLayout.getInt(memory, offset + ManyToOneRingLayout.VERSION_AT);
        if (magic != ManyToOneRingLayout.MAGIC || version != ManyToOneRingLayout.VERSION) {
            throw new IllegalArgumentException("no many-to-one ring: magic=" + Long.toHexString(magic) + ", version=" + version
                    + ", expected=" + ManyToOneRingLayout.VERSION);
        }
        int entries = CellLayout.getInt(memory, offset + ManyToOneRingLayout.ENTRIES_AT);
        int lanes = CellLayout.getInt(memory, offset + ManyToOneRingLayout.LANES_AT);
        int laneBytes = CellLayout.getInt(memory, offset + ManyToOneRingLayout.LANE_BYTES_AT);
        Objects.checkFromIndexSize(offset, byteSize(lanes, laneBytes, entries), memory.byteSize());
        return new ManyToOneRing(memory, offset, entries, lanes, laneBytes);
    }

    private static void check(int lanes, int laneBytes, int entries) {
        if (lanes < 1 || lanes > MAX_LANES || laneBytes < MIN_LANE_BYTES || laneBytes > MAX_LANE_BYTES
                || Integer.bitCount(laneBytes) != 1 || entries < lanes || entries > MAX_ENTRIES
                || Integer.bitCount(entries) != 1) {
            throw new IllegalArgumentException("out of range, or not a power of two: lanes=" + lanes + ", most="
                    + MAX_LANES + ", laneBytes=" + laneBytes + ", least=" + MIN_LANE_BYTES + ", most="
                    + MAX_LANE_BYTES + ", entries=" + entries + ", least=" + lanes + ", most=" + MAX_ENTRIES);
        }
    }

    @Override
    public int producers() {
        return lanes;
    }

    /// Capacity for records of one producer, in bytes.
    public int laneBytes() {
        return laneBytes;
    }

    /// Capacity in messages or batches.
    public int entries() {
        return entries;
    }

    @Override
    public int maxLength() {
        return maxLength;
    }

    /// Messages and batches added and not yet released; a snapshot.
    public long pendingCount() {
        // Head first: the tail seen after it is not before it.
        long head = CellLayout.getAcquire(memory, offset + ManyToOneRingLayout.HEAD);
        return Math.max(0, CellLayout.getAcquire(memory, offset + ManyToOneRingLayout.TAIL) - head);
    }

    @Override
    public long refusedCount() {
        long count = 0;
        for (int lane = 0; lane < lanes; lane++) {
            count += refusedCount(lane);
        }
        return count;
    }

    /// Messages of a lane refused since the ring was created.
    public long refusedCount(int lane) {
        return CellLayout.getOpaque(memory, words(Objects.checkIndex(lane, lanes)) + ManyToOneRingLayout.REFUSED);
    }

    /// {@inheritDoc}
    ///
    /// @throws IllegalArgumentException if the lane is corrupt
    @Override
    public ManyToOneRingProducer producer(int lane) {
        return new ManyToOneRingProducer(this, Objects.checkIndex(lane, lanes));
    }

    @Override
    public ManyToOneRingConsumer consumer() {
        return new ManyToOneRingConsumer(this);
    }

    /// Where the words of a lane lie.
    long words(int lane) {
        return offset + ManyToOneRingLayout.LANES + lane * ManyToOneRingLayout.LANE.byteSize();
    }

    /// Where an index has its entry.
    long entry(long index) {
        return words(lanes) + (index & entries - 1) * Long.BYTES;
    }

    /// Where the records of a lane lie.
    long lane(int lane) {
        return words(lanes) + (long) entries * Long.BYTES + (long) lane * laneBytes;
    }

    /// Bytes of a record that may lie at a place of a lane.
    ///
    /// @param word the record's header
    /// @return 0 if none can be there
    int recordBytes(int place, long word) {
        int length = (int) word & ~ManyToOneRingLayout.MORE;
        int type = (int) (word >>> 32);
        boolean padding = type == ManyToOneRingLayout.PADDING;
        long bytes = RingLayout.recordBytes(length);
        boolean possible = bytes <= laneBytes - place
                && (padding ? bytes == laneBytes - place && ((int) word & ManyToOneRingLayout.MORE) != 0
                        : type >= 0 && length <= maxLength);
        return possible ? (int) bytes : 0;
    }
}
