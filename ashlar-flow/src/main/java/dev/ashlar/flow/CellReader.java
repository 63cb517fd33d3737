// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.flow;

import dev.ashlar.flow.internal.v1.CellLayout;
import dev.ashlar.memory.Wrappable;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/// Reads one cell again and again, and keeps the value: as long as it does not change, a read is one load and no copy.
///
/// ```java
/// CellReader reader = new CellReader(cell, memory, 0);
/// if (reader.read(Cell.MAX_ATTEMPTS) > 0) {
///     price = reader.value().get(ValueLayout.JAVA_LONG, 0);
///     quantity = reader.value().get(ValueLayout.JAVA_LONG, 8);       // of the same moment
/// }
/// ```
///
/// **Threading**: one thread; any number of readers may read a cell. A read never waits for a [VersionedCell]'s writer.
/// While the writer of a [SeqlockCell] is replacing the value that was read last, that value is still the newest.
///
/// **Ownership**: owns the copy, and borrows the cell's memory. **Allocation**: none after the constructor.
///
/// **Failure**: after a negative result, the value is that of the last successful read.
public final class CellReader {
    private static final int ALIGNMENT = 8;

    private final Cell cell;
    private final MemorySegment memory;
    /// What the cell's word was when the value was read; its version tells whether there is a newer one.
    private long word;
    private MemorySegment value;
    /// Takes the next value, so that one that was torn replaces nothing.
    private MemorySegment spare;

    /// @throws IndexOutOfBoundsException if the cell is not inside the memory
    /// @throws IllegalArgumentException  if it is not aligned to 8 bytes
    public CellReader(Cell cell, MemorySegment memory, long offset) {
        this.cell = cell;
        this.memory = memory.asSlice(offset, cell.byteSize());
        value = Arena.ofAuto().allocate(cell.valueLength(), ALIGNMENT);
        spare = Arena.ofAuto().allocate(cell.valueLength(), ALIGNMENT);
        // An unaligned cell is refused here rather than at the first read.
        CellLayout.getAcquire(this.memory, CellLayout.WORD);
    }

    /// Brings the value up to date.
    ///
    /// @param maxAttempts from 1 to [Cell#MAX_ATTEMPTS]; counts only if the value has changed
    /// @return [Cell#version] and [Cell#attempts] in one, 0 attempts if the value is that of the last read; or
    ///         [Cell#EMPTY], [Cell#CONTENDED] or [Cell#CORRUPT]
    public long read(int maxAttempts) {
        // Versions are never reused: the same one is the same value. A seqlock's mark is in the low byte.
        long now = CellLayout.getAcquire(memory, CellLayout.WORD);
        return (now ^ word) >>> Byte.SIZE == 0 && word != 0 ? now & -1L << Byte.SIZE : readChanged(maxAttempts);
    }

    private long readChanged(int maxAttempts) {
        long result = cell.read(memory, 0, spare, 0, maxAttempts);
        if (result > 0) {
            word = result;
            MemorySegment before = value;
            value = spare;
            spare = before;
        }
        return result;
    }

    /// Wraps a flyweight around the value; the next read may change what it shows.
    ///
    /// @throws IllegalStateException if no read has succeeded yet
    public void wrap(Wrappable flyweight) {
        flyweight.wrap(value(), 0);
    }

    /// The value; the next read may change what it shows.
    ///
    /// @throws IllegalStateException if no read has succeeded yet
    public MemorySegment value() {
        if (word == 0) {
            throw new IllegalStateException("no value has been read yet: call read, and check its result");
        }
        return value;
    }
}
