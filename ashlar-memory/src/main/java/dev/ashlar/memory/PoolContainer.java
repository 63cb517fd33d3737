// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory;

import dev.ashlar.memory.internal.ChunkMap;
import dev.ashlar.memory.internal.Lease;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.Optional;

/// The life cycle of a container: how it gets its chunks, who keeps them, and when they are released.
///
/// ```
///              open                 close by the last owner            last bulk operation ends
///   RETURNED ────────► 1 owner, 0 pins ────────► 0 owners, n pins ────────► 0 ── chunks go back ──► RETURNED
///                      retain, close: owners     no access finds a
///                      bulk operation: pins      chunk from here on
/// ```
///
/// The fields that an access reads ([#contiguous], [#extent], `byteSize`, [#distances], [#table]) are plain: an access
/// concurrent with an open, grow or close sees each of them as it was before or after. Growing writes the tables first,
/// then the size, then `extent` and `contiguous`; the table entries of a chunk hold until close.
abstract sealed class PoolContainer implements AutoCloseable permits ContainerBytes {
    /// Owners in the lower half, bulk operations under way in the upper; [#RETURNED] when the chunks are given back.
    private static final VarHandle STATE;
    private static final long RETURNED = -1;
    private static final long ONE_PIN = 1L << 32;
    private static final long OWNERS = ONE_PIN - 1;
    private static final MemorySegment[] NO_TABLE = {};
    private static final long[] NO_DISTANCES = {};
    private static final int[] NO_CHUNKS = {};
    /// Leads out of any memory, whatever offset it is added to.
    private static final long ELSEWHERE = Long.MIN_VALUE;

    static {
        try {
            STATE = MethodHandles.lookup().findVarHandle(PoolContainer.class, "state", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    final ChunkPool pool;
    final int shift;
    final long mask;

    /// The whole container if its chunks are adjacent, else null. Exactly as long as the container, so that the bounds
    /// check of the JDK is the only one needed.
    MemorySegment contiguous;
    /// The extent, where all chunks lie in one but not in a row; else null. Null, too, in a slice in which elements of
    /// an array might lie in two chunks, since it begins where no long would.
    MemorySegment extent;
    /// Chunk by chunk, what to add to the offset of a byte to get its place in the extent of the first chunk;
    /// [#ELSEWHERE] for chunks of other extents, and beyond `chunkCount`.
    long[] distances = NO_DISTANCES;
    /// Chunk by chunk; beyond `chunkCount`, nothing.
    MemorySegment[] table = NO_TABLE;
    /// Of byte 0, in the first chunk of `table`: not 0 in slices only.
    final long origin;
    long byteSize;
    private volatile long state = RETURNED;

    int[] chunks = NO_CHUNKS;
    int chunkCount;
    /// The lease by which a published container has its chunks; null if it owns them.
    volatile Lease lease;
    PoolContainer previous;
    PoolContainer next;
    final PoolContainer parent;
    private PoolContainer firstSlice;
    /// The extent of the first chunk.
    private MemorySegment home;
    private MemorySegment lastSolid;
    private int lastFirstChunk = -1;
    private StackTraceElement[] site;

    PoolContainer(ChunkPool pool) {
        this.pool = pool;
        parent = null;
        origin = 0;
        mask = pool.options().chunkBytes() - 1;
        shift = Integer.numberOfTrailingZeros(pool.options().chunkBytes());
    }

    /// A slice of another container.
    PoolContainer(PoolContainer parent, long offset, long length) {
        pool = parent.pool;
        this.parent = parent;
        shift = parent.shift;
        mask = parent.mask;
        origin = offset;
        table = parent.table;
        distances = parent.distances;
        byteSize = length;
        contiguous = parent.contiguous == null ? null : parent.contiguous.asSlice(offset, length);
        extent = offset % Long.BYTES == 0 ? parent.extent : null;
        next = parent.firstSlice;
        parent.firstSlice = this;
    }

    /// Bytes of the container; 0 once it is closed.
    public final long byteSize() {
        return Math.max(byteSize, 0);
    }

    /// Whether the chunks are adjacent, so that access is as fast as to flat memory.
    public final boolean isContiguous() {
        return contiguous != null;
    }

    /// Whether the container can be used.
    public final boolean isOpen() {
        return parent != null ? parent.isOpen() && byteSize >= 0 : state > 0 && (state & OWNERS) != 0;
    }

    /// Makes the container longer. Its bytes keep their offsets; a contiguous container may become scattered.
    ///
    /// @throws PoolFullException        if the pool may not grow that much
    /// @throws NoSpaceException         if the system refuses the memory
    /// @throws IllegalArgumentException if `newByteSize` is less than `byteSize`
    public final synchronized void grow(long newByteSize) throws AllocationException {
        if (parent != null) {
            throw new UnsupportedOperationException("a slice cannot grow (" + pool + ")");
        }
        pin();
        try {
            if (lease != null) {
                throw new UnsupportedOperationException("a published container cannot grow (" + pool + ")");
            }
            if (newByteSize < byteSize) {
                throw new IllegalArgumentException("smaller than before: newByteSize=" + newByteSize + ", byteSize="
                        + byteSize + " (" + pool + ")");
            }
            int owned = chunkCount;
            claim(newByteSize);
            show(newByteSize, owned);
        } finally {
            unpin();
        }
    }

    /// See [SegmentedMemory#reopen].
    final synchronized void open(long newByteSize) throws AllocationException {
        if (parent != null || !STATE.compareAndSet(this, RETURNED, 0L)) {
            throw new IllegalStateException("container is in use (" + pool + ")");
        }
        boolean entered = false;
        try {
            claim(newByteSize);
            show(newByteSize, 0);
            if (pool.options().leakListener() != null) {
                site = new Throwable().getStackTrace();
            }
            state = 1;
            pool.enter(this);
            entered = true;
        } finally {
            if (!entered) {
                invalidate();
                pool.takeBack(this, false);
                state = RETURNED;
            }
        }
    }

    /// Opens a new container over chunks that somebody else has claimed, and that it learned of by [#locate].
    final synchronized void adopt(long newByteSize, boolean readOnly, Lease newLease) {
        lease = newLease;
        show(newByteSize, 0);
        if (readOnly) {
            contiguous = readOnly(contiguous);
            extent = readOnly(extent);
            for (int i = 0; i < chunkCount; i++) {
                table[i] = readOnly(table[i]);
            }
        }
        state = 1;
    }

    private static MemorySegment readOnly(MemorySegment memory) {
        return memory == null ? null : memory.asReadOnly();
    }

    /// Makes room for the numbers and places of this many chunks.
    final void makeRoom(int count) {
        chunks = Arrays.copyOf(chunks, count);
        MemorySegment[] newTable = Arrays.copyOf(table, count);
        long[] newDistances = Arrays.copyOf(distances, count);
        Arrays.fill(newDistances, distances.length, count, ELSEWHERE);
        VarHandle.releaseFence();
        table = newTable;
        distances = newDistances;
    }

    /// Notes where the chunks lie that were claimed, from one on to before another. For the pool, which keeps the map
    /// from changing.
    final void locate(ChunkMap map, int from, int to) {
        for (int i = from; i < to; i++) {
            if (i == 0) {
                home = map.extentOf(chunks[0]).memory();
            }
            MemorySegment chunk = map.chunk(chunks[i]);
            long place = chunk.address() - home.address();
            table[i] = chunk;
            distances[i] = place >= 0 && place < home.byteSize() ? place - ((long) i << shift) : ELSEWHERE;
        }
        chunkCount = to;
    }

    /// Forgets where all chunks were; their numbers are left. For the pool, which takes them back.
    final void forget() {
        Arrays.fill(table, 0, chunkCount, null);
        Arrays.fill(distances, 0, chunkCount, ELSEWHERE);
        chunkCount = 0;
    }

    /// Ends the use by one owner. When the last owner closes, the container is closed and its chunks are released to
    /// the pool. Closing a closed container does nothing.
    @Override
    public final void close() {
        if (parent != null) {
            parent.drop(this);
            return;
        }
        for (long now = state; now > 0 && (now & OWNERS) != 0; now = state) {
            if ((now & OWNERS) > 1) {
                if (STATE.compareAndSet(this, now, now - 1)) {
                    return;
                }
            } else if (STATE.compareAndSet(this, now, now - 1 + ONE_PIN)) {
                // Pinned by this thread until no new access can find the chunks.
                invalidate();
                unpin();
                return;
            }
        }
    }

    /// Keeps the chunks from being given back until [#unpin].
    final void pin() {
        if (parent != null) {
            if (byteSize < 0) {
                throw refusal(0, 0);
            }
            parent.pin();
        } else {
            addToState(ONE_PIN);
            try {
                pool.check();
            } catch (IllegalStateException e) {
                unpin();
                throw e;
            }
        }
    }

    final void unpin() {
        if (parent != null) {
            parent.unpin();
            return;
        }
        for (long now = state; now > 0; now = state) {
            if (STATE.compareAndSet(this, now, now - ONE_PIN)) {
                if (now == ONE_PIN) {
                    try {
                        pool.takeBack(this, true);
                    } finally {
                        state = RETURNED;
                    }
                } else {
                    pool.check();
                }
                return;
            }
        }
    }

    /// Whether a range lies before one that overlaps it, so that it has to be copied there from its end.
    final boolean isBefore(long offset, PoolContainer target, long targetOffset, long length) {
        long from = offset + origin;
        long to = targetOffset + target.origin;
        return root() == target.root() && from < to && to < from + length;
    }

    final PoolContainer root() {
        return parent == null ? this : parent;
    }

    final void checkRange(long offset, long length) {
        if (offset < 0 || length < 0 || offset > byteSize - length) {
            throw refusal(offset, length);
        }
    }

    final RuntimeException refusal(long offset, long length) {
        return isOpen()
                ? new IndexOutOfBoundsException("outside the container: offset=" + offset + ", length=" + length
                        + ", byteSize=" + byteSize + " (" + pool + ")")
                : new IllegalStateException("container is closed: offset=" + offset + " (" + pool + ")");
    }

    /// The chunk to take next if it is free: what follows the last; in a container opened again, the first it had
    /// then, so that its owner finds what is in the cache, and the slice made for it fits again.
    final int wish() {
        return chunkCount > 0 ? chunks[chunkCount - 1] + 1 : lastFirstChunk;
    }

    final ContainerInfo info() {
        return new ContainerInfo(byteSize, chunkCount, contiguous != null, Optional.ofNullable(site));
    }

    /// Ends all use, since the pool is closing; nothing is given back.
    final void invalidateByPool() {
        invalidate();
        state = RETURNED;
    }

    private void addToState(long what) {
        for (long now = state; now > 0 && (now & OWNERS) != 0; now = state) {
            if (STATE.compareAndSet(this, now, now + what)) {
                return;
            }
        }
        throw refusal(0, 0);
    }

    final void addOwner() {
        addToState(1);
    }

    /// Claims the chunks that are missing for this size.
    private void claim(long newByteSize) throws AllocationException {
        int needed = pool.chunksFor(newByteSize);
        if (needed <= chunkCount) {
            return;
        }
        if (needed > chunks.length) {
            if (newByteSize > pool.options().maxBytes()) {
                throw new PoolFullException(newByteSize, pool.statistics().freeBytes(), pool.options().maxBytes(),
                        pool.toString());
            }
            makeRoom(chunkCount == 0 ? needed : Math.max(needed, chunkCount + (chunkCount >> 1)));
        }
        int owned = chunkCount;
        pool.claim(this, needed - owned, newByteSize);
        pool.prepare(this, owned);
    }

    /// Lets accesses see the chunks that were claimed: the table first, then the size.
    private void show(long newByteSize, int owned) {
        VarHandle.releaseFence();
        MemorySegment all = null;
        if (isRow(Math.max(owned, 1))) {
            int first = chunkCount == 0 ? -1 : chunks[0];
            if (lastSolid == null || first != lastFirstChunk || lastSolid.byteSize() != newByteSize) {
                lastSolid = first < 0 ? MemorySegment.NULL : pool.row(first, newByteSize);
                lastFirstChunk = first;
            }
            all = lastSolid;
        }
        MemorySegment one = all == null && isInOneExtent(owned) ? home : null;
        byteSize = newByteSize;
        VarHandle.releaseFence();
        extent = one;
        contiguous = all;
    }

    private boolean isRow(int from) {
        for (int i = from; i < chunkCount; i++) {
            if (chunks[i] != chunks[i - 1] + 1) {
                return false;
            }
        }
        return from == 1 || contiguous != null;
    }

    private boolean isInOneExtent(int from) {
        for (int i = from; i < chunkCount; i++) {
            if (distances[i] == ELSEWHERE) {
                return false;
            }
        }
        return from == 0 || contiguous != null || extent != null;
    }

    /// Ends one slice.
    private synchronized void drop(PoolContainer slice) {
        for (PoolContainer at = firstSlice, before = null; at != null; before = at, at = at.next) {
            if (at == slice) {
                if (before == null) {
                    firstSlice = at.next;
                } else {
                    before.next = at.next;
                }
            }
        }
        slice.invalidate();
    }

    /// Ends all use. Not while the container is opened, grown or sliced: what these show would be left.
    private synchronized void invalidate() {
        contiguous = null;
        extent = null;
        byteSize = parent == null ? 0 : -1;
        for (PoolContainer slice = firstSlice; slice != null; slice = slice.next) {
            slice.invalidate();
        }
        firstSlice = null;
        VarHandle.releaseFence();
    }
}
