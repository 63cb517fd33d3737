// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1.file;

import static dev.ashlar.store.internal.v1.file.StoreLayout.ENTRY;
import static dev.ashlar.store.internal.v1.file.StoreLayout.INT;
import static dev.ashlar.store.internal.v1.file.StoreLayout.LONG;
import static dev.ashlar.store.internal.v1.file.StoreLayout.offset;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;

/// The entry of one chunk in the directory of its extent.
///
/// The first half describes the chunk and does not change while the chunk is in use; it has a checksum. The second half
/// has independent words (`count`, `next`, `retired`) and the seal, which has its own checksum. So whatever mix of old
/// and new bytes a loss of power leaves, each part is intact or known to be damaged.
///
/// **Threading**: one writer; any number of readers, for whom `count`, `next` and `retired` are release words.
///
/// @param memory of the extent
/// @param at     offset of the entry
public record Entry(MemorySegment memory, long at) {
    private static final long CONTAINER = offset(ENTRY, "container");
    private static final long ORDINAL = offset(ENTRY, "ordinal");
    private static final long FIRST = offset(ENTRY, "first");
    private static final long CAPACITY = offset(ENTRY, "capacity");
    private static final long EPOCH = offset(ENTRY, "epoch");
    private static final long STRIDE = offset(ENTRY, "stride");
    private static final long BLOCK_LENGTH = offset(ENTRY, "blockLength");
    private static final long SCHEMA_VERSION = offset(ENTRY, "schemaVersion");
    private static final long PREFIX = offset(ENTRY, "prefix");
    private static final long FOOTER = offset(ENTRY, "footer");
    private static final long COUNT = offset(ENTRY, "count");
    private static final long NEXT = offset(ENTRY, "next");
    private static final long RETIRED = offset(ENTRY, "retired");
    private static final long SEAL_CHECKSUM = offset(ENTRY, "sealChecksum");
    private static final long FOOTER_CHECKSUM = offset(ENTRY, "footerChecksum");
    private static final long SEALED = offset(ENTRY, "sealed");
    private static final long MIN_TIME = offset(ENTRY, "minTime");
    private static final long MAX_TIME = offset(ENTRY, "maxTime");
    private static final long SEALED_AT = offset(ENTRY, "sealedAt");

    /// What a chunk is used for.
    ///
    /// @param container     whose it is, from 1
    /// @param ordinal       how many chunks the container had before it
    /// @param first         its first row, or the position of its first byte in a journal
    /// @param capacity      rows, or bytes, that fit
    /// @param stride        bytes from row to row; 1 in a journal
    /// @param blockLength   bytes of a block; in a journal, bytes in use of the chunk before
    /// @param schemaVersion of the blocks
    /// @param prefix        bytes before the block in each row
    /// @param footer        bytes at the end of the chunk that are for its seal
    public record Identity(int container, long ordinal, long first, long capacity, int stride, int blockLength,
            int schemaVersion, int prefix, int footer) {
        /// Whether rows of this layout lie inside a chunk, and their blocks inside the rows. `blockLength` in a journal
        /// is that of another chunk.
        public boolean fits(Geometry geometry) {
            int chunkBytes = geometry.chunkBytes();
            return ordinal >= 0 && first >= 0 && capacity >= 0 && stride >= 0 && blockLength >= 0 && prefix >= 0
                    && footer >= 0 && footer <= chunkBytes && first <= Long.MAX_VALUE - capacity
                    && ((long) prefix + blockLength <= stride
                            || stride == 1 && prefix == 0 && blockLength <= chunkBytes)
                    && (stride == 0 || capacity <= (chunkBytes - footer) / stride);
        }
    }

    /// Whether the chunk is free: everything but the epoch, which outlives each use, is zero.
    public boolean isUnused() {
        boolean unused = true;
        for (long field = 0; field < ENTRY.byteSize(); field += Long.BYTES) {
            unused &= field == EPOCH || memory.get(LONG, at + field) == 0;
        }
        return unused;
    }

    /// Whether it says what the chunk is used for.
    public boolean isWhole() {
        return container() > 0 && memory.get(INT, at) == checksum(CONTAINER, COUNT - CONTAINER);
    }

    public Identity identity() {
        return new Identity(container(), memory.get(LONG, at + ORDINAL), memory.get(LONG, at + FIRST),
                memory.get(LONG, at + CAPACITY), memory.get(INT, at + STRIDE), memory.get(INT, at + BLOCK_LENGTH),
                memory.get(INT, at + SCHEMA_VERSION), memory.get(INT, at + PREFIX), memory.get(INT, at + FOOTER));
    }

    int container() {
        return memory.get(INT, at + CONTAINER);
    }

    /// Grows with each use of the chunk, and whenever it is given up.
    public long epoch() {
        return StoreLayout.getAcquire(memory, at + EPOCH);
    }

    /// Says what the chunk is used for; it has no rows yet. The checksum comes last: until then the entry is not whole.
    ///
    /// No two uses have the same epoch, even if one was lost with power: a chunk is used again only after another
    /// durable checkpoint. This holds as long as epochs do not outrun generations, so releasing a chunk increments the
    /// epoch once, and this method does not.
    ///
    /// @param generation of the last durable checkpoint
    public void use(Identity identity, long generation) {
        if (!isUnused()) {
            clear();
        }
        memory.set(LONG, at + ORDINAL, identity.ordinal());
        memory.set(LONG, at + FIRST, identity.first());
        memory.set(LONG, at + CAPACITY, identity.capacity());
        StoreLayout.setRelease(memory, at + EPOCH, Math.max(epoch(), generation));
        memory.set(INT, at + STRIDE, identity.stride());
        memory.set(INT, at + BLOCK_LENGTH, identity.blockLength());
        memory.set(INT, at + SCHEMA_VERSION, identity.schemaVersion());
        memory.set(INT, at + PREFIX, identity.prefix());
        memory.set(INT, at + FOOTER, identity.footer());
        memory.set(INT, at + CONTAINER, identity.container());
        VarHandle.releaseFence();
        memory.set(INT, at, checksum(CONTAINER, COUNT - CONTAINER));
    }

    /// Gives the chunk up. The count goes first, so that an entry that is not whole has none; the epoch goes before the
    /// mark of retirement, so that a reader who knew the chunk sees either that it is retired or that it is another.
    public void clear() {
        StoreLayout.setRelease(memory, at + COUNT, 0);
        StoreLayout.setRelease(memory, at + EPOCH, epoch() + 1);
        VarHandle.storeStoreFence();
        memory.set(INT, at, 0);
        for (long field = 0; field < ENTRY.byteSize(); field += Long.BYTES) {
            if (field != EPOCH) {
                memory.set(LONG, at + field, 0);
            }
        }
    }

    public long countOffset() {
        return at + COUNT;
    }

    /// Committed rows or bytes.
    public long count() {
        return StoreLayout.getAcquire(memory, at + COUNT);
    }

    /// Sets the count of a chunk that has fewer rows than it had. A seal that speaks of others goes.
    public void count(long count) {
        if (memory.get(LONG, at + SEALED) != count) {
            unseal();
        }
        StoreLayout.setRelease(memory, at + COUNT, count);
    }

    /// The number of the chunk that follows this one when it is full; -1 if there is none yet.
    public int next() {
        return (int) StoreLayout.getAcquire(memory, at + NEXT) - 1;
    }

    /// The word that [#next] is made of: the number plus one; 0 if there is none.
    public long nextWord() {
        return StoreLayout.getAcquire(memory, at + NEXT);
    }

    public void next(int chunk) {
        StoreLayout.setRelease(memory, at + NEXT, chunk + 1L);
    }

    /// The number of the retirement that took the chunk from its container; 0 if it belongs to it.
    public long retired() {
        return StoreLayout.getAcquire(memory, at + RETIRED);
    }

    public void retired(long retirement) {
        StoreLayout.setRelease(memory, at + RETIRED, retirement);
    }

    /// What is known of a full chunk.
    ///
    /// @param rows           rows that it covers; 0 where a chunk is not sealed
    /// @param footerChecksum CRC32C of the footer
    /// @param minTime        least and
    /// @param maxTime        greatest time of its rows
    /// @param generation     of the first checkpoint that makes the footer durable
    public record Seal(long rows, int footerChecksum, long minTime, long maxTime, long generation) { }

    /// The seal, or null where there is none, or none that is whole.
    public Seal seal() {
        long rows = StoreLayout.getAcquire(memory, at + SEALED);
        if (rows == 0 || memory.get(INT, at + SEAL_CHECKSUM) != sealChecksum()) {
            return null;
        }
        return new Seal(rows, memory.get(INT, at + FOOTER_CHECKSUM), memory.get(LONG, at + MIN_TIME),
                memory.get(LONG, at + MAX_TIME), memory.get(LONG, at + SEALED_AT));
    }

    /// Whether there are bytes of a seal, although nothing says that there is one.
    public boolean hasTraceOfSeal() {
        return memory.get(INT, at + SEAL_CHECKSUM) != 0 || memory.get(INT, at + FOOTER_CHECKSUM) != 0
                || memory.get(LONG, at + MIN_TIME) != 0 || memory.get(LONG, at + MAX_TIME) != 0
                || memory.get(LONG, at + SEALED_AT) != 0;
    }

    /// Whether there are words of a seal that is not whole.
    public boolean isSealTorn() {
        return seal() == null && (hasSeal() || hasTraceOfSeal());
    }

    /// Whether there is a seal whose footer no checkpoint up to this one has made durable.
    public boolean isSealedAfter(long generation) {
        Seal seal = seal();
        return seal != null && seal.generation() > generation;
    }

    /// Whether there is a seal, whole or not.
    public boolean hasSeal() {
        return StoreLayout.getAcquire(memory, at + SEALED) != 0;
    }

    public void seal(Seal seal) {
        memory.set(LONG, at + MIN_TIME, seal.minTime());
        memory.set(LONG, at + MAX_TIME, seal.maxTime());
        memory.set(LONG, at + SEALED_AT, seal.generation());
        memory.set(INT, at + FOOTER_CHECKSUM, seal.footerChecksum());
        memory.set(INT, at + SEAL_CHECKSUM, sealChecksum(seal.rows()));
        StoreLayout.setRelease(memory, at + SEALED, seal.rows());
    }

    /// Takes the seal away.
    public void unseal() {
        StoreLayout.setRelease(memory, at + SEALED, 0);
        memory.set(INT, at + SEAL_CHECKSUM, 0);
        memory.set(INT, at + FOOTER_CHECKSUM, 0);
        memory.set(LONG, at + MIN_TIME, 0);
        memory.set(LONG, at + MAX_TIME, 0);
        memory.set(LONG, at + SEALED_AT, 0);
    }

    private int sealChecksum() {
        return sealChecksum(memory.get(LONG, at + SEALED));
    }

    /// Of footer checksum, rows, times and generation; the epoch goes into it, too, so that no seal outlives a use.
    private int sealChecksum(long rows) {
        Checksum sum = new Checksum();
        sum.add(memory, at + EPOCH, Long.BYTES);
        sum.add(memory, at + FOOTER_CHECKSUM, Integer.BYTES);
        sum.add(rows);
        sum.add(memory, at + MIN_TIME, 3 * Long.BYTES);
        return sum.value();
    }

    private int checksum(long field, long bytes) {
        return Checksum.of(memory, at + field, bytes);
    }
}
