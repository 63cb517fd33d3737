// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.flow;

import dev.ashlar.flow.internal.v1.CellLayout;
import dev.ashlar.flow.internal.v1.CellWord;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;

/// A cell with several slots. The writer fills a slot that is not current and then makes it current.
///
/// **Layout**: `docs/formats/cell-v1.md`: 16 bytes, plus 16 bytes and the value for every slot, rounded up to a
/// multiple of 8.
///
/// **Threading**: as [Cell]. If a writer stops or dies at any point, readers still read the last value at the first
/// attempt, and the next writer continues. An attempt fails only if its slot is refilled meanwhile: with `n` slots,
/// when the writer begins its `n`-th write since, or one or two writes earlier while that many slots are pinned (see
/// [VersionedCellWriter]). Four slots are enough to write; with more, attempts fail less often.
///
/// A reader sees the values of one cell in the order in which they were written. Values of different cells are not of
/// the same moment.
public final class VersionedCell implements Cell {
    /// One current, one that is being filled, two that may be pinned.
    public static final int MIN_SLOTS = 4;
    public static final int MAX_SLOTS = 16;

    private static final long HEADER_BYTES = CellLayout.HEADER.byteSize();
    private static final long SLOT_HEADER_BYTES = CellLayout.SLOT.byteSize();

    private final int valueLength;
    private final int slots;
    private final long stride;

    /// @param valueLength bytes of the value, from 1 to [#MAX_VALUE_LENGTH]
    /// @param slots       from [#MIN_SLOTS] to [#MAX_SLOTS]
    public VersionedCell(int valueLength, int slots) {
        if (valueLength < 1 || valueLength > MAX_VALUE_LENGTH) {
            throw new IllegalArgumentException(
                    "value length out of range: valueLength=" + valueLength + ", most=" + MAX_VALUE_LENGTH);
        }
        if (slots < MIN_SLOTS || slots > MAX_SLOTS) {
            throw new IllegalArgumentException(
                    "slots out of range: slots=" + slots + ", least=" + MIN_SLOTS + ", most=" + MAX_SLOTS);
        }
        this.valueLength = valueLength;
        this.slots = slots;
        stride = SLOT_HEADER_BYTES + CellLayout.paddedBytes(valueLength);
    }

    public int slots() {
        return slots;
    }

    @Override
    public int valueLength() {
        return valueLength;
    }

    @Override
    public long byteSize() {
        return HEADER_BYTES + slots * stride;
    }

    @Override
    public long beginRead(MemorySegment memory, long offset) {
        long word = CellLayout.getAcquire(memory, offset + CellLayout.WORD);
        if (!isSound(word)) {
            return word == 0 ? EMPTY : CORRUPT;
        }
        if (CellLayout.getOpaque(memory, stampOffset(offset, CellWord.low(word))) == word) {
            return word;
        }
        // A writer changes the stamp of a slot only after another is current: who saw the one has to see the other.
        VarHandle.acquireFence();
        return CellLayout.getOpaque(memory, offset + CellLayout.WORD) == word ? CORRUPT : CONTENDED;
    }

    @Override
    public long valueOffset(long offset, long ticket) {
        if (!isSound(ticket)) {
            throw new IllegalArgumentException("not a ticket of this cell: ticket=" + ticket + ", slots=" + slots);
        }
        return slotValueOffset(offset, CellWord.low(ticket));
    }

    @Override
    public boolean validate(MemorySegment memory, long offset, long ticket) {
        // Whoever read a byte of the next value in this slot sees here that its stamp is gone: the writer removes it,
        // and fences, before it fills the slot.
        VarHandle.acquireFence();
        long stampOffset = valueOffset(offset, ticket) - SLOT_HEADER_BYTES + CellLayout.STAMP;
        return CellLayout.getOpaque(memory, stampOffset) == ticket;
    }

    @Override
    public long latest(MemorySegment memory, long offset) {
        long word = CellLayout.getAcquire(memory, offset + CellLayout.WORD);
        return isSound(word) ? CellWord.version(word) : word == 0 ? EMPTY : CORRUPT;
    }

    /// Whether a word says that a slot is current, and which.
    boolean isSound(long word) {
        int slot = CellWord.low(word);
        return word > 0xff && slot >= 1 && slot <= slots;
    }

    long slotValueOffset(long offset, int slot) {
        return offset + HEADER_BYTES + (slot - 1) * stride + SLOT_HEADER_BYTES;
    }

    long stampOffset(long offset, int slot) {
        return offset + HEADER_BYTES + (slot - 1) * stride + CellLayout.STAMP;
    }

    long checksumOffset(long offset, int slot) {
        return offset + HEADER_BYTES + (slot - 1) * stride + CellLayout.CHECKSUM;
    }
}
