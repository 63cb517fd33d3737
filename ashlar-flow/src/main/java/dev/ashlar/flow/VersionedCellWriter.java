// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.flow;

import dev.ashlar.flow.internal.v1.CellLayout;
import dev.ashlar.flow.internal.v1.CellWord;
import dev.ashlar.flow.internal.v1.Control;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.util.Objects;
import java.util.zip.CRC32C;

/// Writes versioned cells of one layout, anywhere in memory.
///
/// A *durable* writer also keeps cells recoverable after a loss of power, when any sector of the disk may be old or
/// new:
/// 1. the slot that was current when the last completed sync began is not touched before a later sync is completed: it
///    is *pinned*, and so is the one that a sync under way saves;
/// 2. every slot has its version and a checksum, so [#recover] finds the newest intact slot, which is the pinned one or
///    a later one.
///
/// **Threading**: one thread at a time, and one writer at a time for each cell, across all processes; it never waits
/// for readers. **Ownership**: borrows the memory, between [#claim] and its end. **Failure**: as [Cell]; an uncommitted
/// value was not written, whatever the cause.
public final class VersionedCellWriter {
    /// [#recover] found traces of values, but no intact one.
    public static final long TORN = -4;

    private final VersionedCell cell;
    private final boolean durable;
    private final Syncs syncs;
    private final CRC32C crc = new CRC32C();
    /// What is checksummed: the stamp, then the value. In an array, since any memory can be copied to one, and since
    /// the JDK's checksum of an array takes no object.
    private final byte[] checked;

    private MemorySegment memory;
    private long offset;
    private long word;
    private long control;

    private VersionedCellWriter(VersionedCell cell, boolean durable, Syncs syncs) {
        this.cell = cell;
        this.durable = durable;
        this.syncs = syncs;
        checked = new byte[durable ? Long.BYTES + cell.valueLength() : 0];
    }

    /// A writer for memory that need not survive a crash of the system: no slots are pinned and nothing is checksummed.
    public static VersionedCellWriter inMemory(VersionedCell cell) {
        return new VersionedCellWriter(cell, false, new Syncs(0));
    }

    /// A writer for memory that is synced to a disk.
    ///
    /// @param syncs that count the syncs of all this memory; several writers may share them
    public static VersionedCellWriter durable(VersionedCell cell, Syncs syncs) {
        return new VersionedCellWriter(cell, true, syncs);
    }

    /// Replaces the value with a copy.
    ///
    /// @return the version, 1 for the first value; or [Cell#CORRUPT]
    public long write(MemorySegment memory, long offset, MemorySegment source, long sourceOffset) {
        long valueOffset = claim(memory, offset);
        if (valueOffset < 0) {
            return valueOffset;
        }
        MemorySegment.copy(source, sourceOffset, memory, valueOffset, cell.valueLength());
        return commit();
    }

    /// Begins to replace the value: write all bytes of the new value at the returned offset, which holds an older one.
    /// Ends with [#commit] or [#abort]; until then readers see the old value. An unfinished claim, also one of a
    /// process that died, is void.
    ///
    /// @return the offset of the next value in the memory, or [Cell#CORRUPT]
    public long claim(MemorySegment memory, long offset) {
        this.memory = null;
        Objects.checkFromIndexSize(offset, cell.byteSize(), memory.byteSize());
        long seen = CellLayout.get(memory, offset + CellLayout.WORD);
        long stored = CellLayout.get(memory, offset + CellLayout.CONTROL);
        long begun = syncs.begun();
        int current = CellWord.low(seen);
        if (!isSound(seen, stored, begun)) {
            return Cell.CORRUPT;
        }
        long advanced = Control.advanced(stored, begun, current);
        int filling = Control.filling(advanced);
        if (filling == current) {
            filling = next(current, advanced, syncs.completed() < begun);
        }
        // What this one stores below must not be seen before the last value is current, which a reader has read until
        // then from the slot that is taken here.
        VarHandle.storeStoreFence();
        advanced = Control.withFilling(advanced, filling);
        CellLayout.setOpaque(memory, offset + CellLayout.CONTROL, advanced);
        CellLayout.setOpaque(memory, cell.stampOffset(offset, filling), 0);
        // No byte of the next value before the stamp of the old one is gone.
        VarHandle.storeStoreFence();
        this.memory = memory;
        this.offset = offset;
        word = seen;
        control = advanced;
        return cell.slotValueOffset(offset, filling);
    }

    /// Makes the claimed value current.
    ///
    /// @return its version
    /// @throws IllegalStateException if nothing is claimed
    public long commit() {
        if (memory == null) {
            throw new IllegalStateException("nothing is claimed");
        }
        MemorySegment claimed = memory;
        memory = null;
        int slot = Control.filling(control);
        long next = CellWord.of(CellWord.version(word) + 1, slot);
        // A sync that began since the claim saves the slot that is current until now, not this one.
        long advanced = Control.advanced(control, syncs.begun(), CellWord.low(word));
        if (advanced != control) {
            CellLayout.setOpaque(claimed, offset + CellLayout.CONTROL, advanced);
        }
        if (durable) {
            CellLayout.setInt(claimed, cell.checksumOffset(offset, slot), checksum(claimed, offset, next));
        }
        CellLayout.setRelease(claimed, cell.stampOffset(offset, slot), next);
        CellLayout.setRelease(claimed, offset + CellLayout.WORD, next);
        return CellWord.version(next);
    }

    /// Gives up the claim; nothing was written. Does nothing without a claim.
    public void abort() {
        memory = null;
    }

    /// Recovers a cell after a loss of power: its newest intact value becomes current.
    ///
    /// That is at least as new as the one that was current when the last completed sync began, and it is complete,
    /// although perhaps not committed. Force all recovered memory to the disk before the first write, so that torn
    /// values cannot reappear. After the mere death of a process there is nothing to recover.
    ///
    /// **Threading**: no other thread or process uses the cell.
    ///
    /// @return the version of the value; [Cell#EMPTY] if the cell was never written, [#TORN] if it was and no value
    ///         survived whole. In both cases the cell is empty afterwards
    /// @throws IllegalStateException if this writer is not durable
    public long recover(MemorySegment memory, long offset) {
        if (!durable) {
            throw new IllegalStateException("nothing can be recovered without checksums: the writer is not durable");
        }
        this.memory = null;
        long newest = 0;
        boolean traces = CellLayout.get(memory, offset + CellLayout.WORD) != 0;
        for (int slot = 1; slot <= cell.slots(); slot++) {
            long stamp = CellLayout.get(memory, cell.stampOffset(offset, slot));
            traces |= stamp != 0;
            if (stamp > newest && cell.isSound(stamp) && CellWord.low(stamp) == slot
                    && CellLayout.getInt(memory, cell.checksumOffset(offset, slot))
                            == checksum(memory, offset, stamp)) {
                newest = stamp;
            }
        }
        int current = CellWord.low(newest);
        for (int slot = 1; slot <= cell.slots(); slot++) {
            if (slot != current) {
                empty(memory, cell.stampOffset(offset, slot), cell.checksumOffset(offset, slot));
            }
        }
        CellLayout.setOpaque(memory, offset + CellLayout.CONTROL, Control.of(syncs.begun(), current, current, current));
        CellLayout.setRelease(memory, offset + CellLayout.WORD, newest);
        return newest != 0 ? CellWord.version(newest) : traces ? TORN : Cell.EMPTY;
    }

    /// The next value gets the version of one that was lost. Where a stamp and its checksum lie in two sectors, the new
    /// stamp would make the old value whole, if its checksum was still there. Zeros are left alone: they may be a hole
    /// of the file.
    private static void empty(MemorySegment memory, long stampOffset, long checksumOffset) {
        if (CellLayout.get(memory, stampOffset) != 0) {
            CellLayout.setOpaque(memory, stampOffset, 0);
        }
        if (CellLayout.getInt(memory, checksumOffset) != 0) {
            CellLayout.setInt(memory, checksumOffset, 0);
        }
    }

    private boolean isSound(long word, long control, long begun) {
        int slots = cell.slots();
        return (word == 0 || cell.isSound(word)) && CellWord.version(word) < CellWord.MAX_VERSION
                && control >= 0 && Control.sync(control) <= begun
                && Control.pinned(control) <= slots && Control.pinnedBefore(control) <= slots
                && Control.filling(control) <= slots
                && (Control.filling(control) != 0 || word == 0)
                && (Control.filling(control) == CellWord.low(word)
                        || Control.filling(control) != Control.pinned(control));
    }

    /// The slot after the current one, but for those that are pinned: so the one that was current longest ago.
    private int next(int current, long control, boolean syncing) {
        int slot = current;
        do {
            slot = slot == cell.slots() ? 1 : slot + 1;
        } while (slot == Control.pinned(control) || syncing && slot == Control.pinnedBefore(control));
        return slot;
    }

    private int checksum(MemorySegment memory, long offset, long stamp) {
        CellLayout.put(checked, 0, stamp);
        long valueOffset = cell.slotValueOffset(offset, CellWord.low(stamp));
        MemorySegment.copy(memory, ValueLayout.JAVA_BYTE, valueOffset, checked, Long.BYTES, cell.valueLength());
        crc.reset();
        crc.update(checked, 0, checked.length);
        return (int) crc.getValue();
    }
}
