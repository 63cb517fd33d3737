// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.flow;

import dev.ashlar.flow.internal.v1.CellLayout;
import dev.ashlar.flow.internal.v1.CellWord;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;

/// A cell whose value is replaced in place, while a mark in its word is set.
///
/// **Layout**: `docs/formats/cell-v1.md`: 8 bytes and the value, rounded up to a multiple of 8.
///
/// **Threading**: as [Cell], but readers depend on the writer: if it stops or dies while writing, every attempt ends as
/// [Cell#CONTENDED] until it continues or until the next [#write]. Use it inside one process, or where a
/// [VersionedCell] takes too much memory. One thread at a time writes with [#write], or any number with [#tryWrite],
/// where each also depends on the others. **Failure**: after a loss of power the value may be a mix of bytes.
public final class SeqlockCell implements Cell {
    private static final int WRITING = 1;
    private static final long HEADER_BYTES = CellLayout.SEQLOCK_HEADER.byteSize();

    private final int valueLength;
    private final long byteSize;

    /// @param valueLength bytes of the value, from 1 to [#MAX_VALUE_LENGTH]
    public SeqlockCell(int valueLength) {
        if (valueLength < 1 || valueLength > MAX_VALUE_LENGTH) {
            throw new IllegalArgumentException(
                    "value length out of range: valueLength=" + valueLength + ", most=" + MAX_VALUE_LENGTH);
        }
        this.valueLength = valueLength;
        byteSize = HEADER_BYTES + CellLayout.paddedBytes(valueLength);
    }

    @Override
    public int valueLength() {
        return valueLength;
    }

    @Override
    public long byteSize() {
        return byteSize;
    }

    @Override
    public long beginRead(MemorySegment memory, long offset) {
        long word = CellLayout.getAcquire(memory, offset + CellLayout.WORD);
        if (word > 0 && CellWord.low(word) == 0) {
            return word;
        }
        return !isSound(word) ? CORRUPT : word == 0 ? EMPTY : CONTENDED;
    }

    @Override
    public long valueOffset(long offset, long ticket) {
        return offset + HEADER_BYTES;
    }

    @Override
    public boolean validate(MemorySegment memory, long offset, long ticket) {
        // Whoever read a byte of the next value sees the mark here, which the writer stores, and fences, before.
        VarHandle.acquireFence();
        return CellLayout.getOpaque(memory, offset + CellLayout.WORD) == ticket;
    }

    @Override
    public long latest(MemorySegment memory, long offset) {
        long word = CellLayout.getAcquire(memory, offset + CellLayout.WORD);
        return !isSound(word) ? CORRUPT : CellWord.version(word) == 0 ? EMPTY : CellWord.version(word);
    }

    /// Replaces the value, as the only writer of this cell. Also replaces what a dead writer left unfinished.
    ///
    /// @return the version, 1 for the first value; or [Cell#CORRUPT]
    public long write(MemorySegment memory, long offset, MemorySegment source, long sourceOffset) {
        long word = CellLayout.get(memory, offset + CellLayout.WORD);
        if (!isSound(word)) {
            return CORRUPT;
        }
        checkCopy(memory, offset, source, sourceOffset);
        CellLayout.setOpaque(memory, offset + CellLayout.WORD, word | WRITING);
        return finish(memory, offset, source, sourceOffset, word);
    }

    /// Replaces the value, as one of several writers of this cell.
    ///
    /// @param maxAttempts from 1 to [#MAX_ATTEMPTS]
    /// @return the version, 1 for the first value; [Cell#CONTENDED] if another was writing at each attempt, and
    ///         nothing was written; or [Cell#CORRUPT]
    public long tryWrite(MemorySegment memory, long offset, MemorySegment source, long sourceOffset, int maxAttempts) {
        CellWord.checkAttempts(maxAttempts, MAX_ATTEMPTS);
        checkCopy(memory, offset, source, sourceOffset);
        for (int attempt = 1; attempt <= maxAttempts; attempt++) {
            long word = CellLayout.getOpaque(memory, offset + CellLayout.WORD);
            if (!isSound(word)) {
                return CORRUPT;
            }
            if (CellWord.low(word) == 0
                    && CellLayout.compareAndSet(memory, offset + CellLayout.WORD, word, word | WRITING)) {
                return finish(memory, offset, source, sourceOffset, word);
            }
            Thread.onSpinWait();
        }
        return CONTENDED;
    }

    private long finish(MemorySegment memory, long offset, MemorySegment source, long sourceOffset, long word) {
        // No byte of the next value before the mark.
        VarHandle.storeStoreFence();
        MemorySegment.copy(source, sourceOffset, memory, offset + HEADER_BYTES, valueLength);
        long version = CellWord.version(word) + 1;
        CellLayout.setRelease(memory, offset + CellLayout.WORD, CellWord.of(version, 0));
        return version;
    }

    /// A copy that is refused after the mark was set would keep readers out for good.
    private void checkCopy(MemorySegment memory, long offset, MemorySegment source, long sourceOffset) {
        memory.get(ValueLayout.JAVA_BYTE, offset + HEADER_BYTES + valueLength - 1);
        source.get(ValueLayout.JAVA_BYTE, sourceOffset);
        source.get(ValueLayout.JAVA_BYTE, sourceOffset + valueLength - 1);
    }

    private static boolean isSound(long word) {
        return word >= 0 && CellWord.low(word) <= WRITING && CellWord.version(word) < CellWord.MAX_VERSION;
    }
}
