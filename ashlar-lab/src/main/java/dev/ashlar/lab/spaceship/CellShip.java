// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.spaceship;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import dev.ashlar.flow.Cell;
import dev.ashlar.flow.SeqlockCell;
import dev.ashlar.flow.VersionedCell;
import dev.ashlar.flow.VersionedCellWriter;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/// A ship in one of our cells, where another process could read it as well. A cell has one writer: if there are several
/// they take turns by a lock, of which readers know nothing.
final class CellShip implements Spaceship {
    private static final int POSITION_BYTES = 2 * Integer.BYTES;
    private static final int ALIGNMENT = 128;
    private static final int SLOTS = 8;

    private final Cell cell;
    private final boolean severalWriters;
    private final Writing writing;
    private final MemorySegment memory;
    private final MemorySegment next;

    private interface Writing {
        long write(MemorySegment memory, long offset, MemorySegment source, long sourceOffset);
    }

    private CellShip(Cell cell, Writing writing, boolean severalWriters) {
        this.cell = cell;
        this.writing = writing;
        this.severalWriters = severalWriters;
        memory = Arena.ofAuto().allocate(cell.byteSize(), ALIGNMENT);
        next = Arena.ofAuto().allocate(POSITION_BYTES, ALIGNMENT);
        moveAlone(0, 0);
    }

    static CellShip versioned(boolean severalWriters) {
        VersionedCell cell = new VersionedCell(POSITION_BYTES, SLOTS);
        return new CellShip(cell, VersionedCellWriter.inMemory(cell)::write, severalWriters);
    }

    static CellShip seqlock(boolean severalWriters) {
        SeqlockCell cell = new SeqlockCell(POSITION_BYTES);
        return new CellShip(cell, cell::write, severalWriters);
    }

    @Override
    public int readPosition(int[] coordinates) {
        for (int attempt = 1;; attempt++) {
            long ticket = cell.beginRead(memory, 0);
            if (ticket > 0) {
                long at = cell.valueOffset(0, ticket);
                int x = memory.get(JAVA_INT, at);
                int y = memory.get(JAVA_INT, at + Integer.BYTES);
                if (cell.validate(memory, 0, ticket)) {
                    coordinates[0] = x;
                    coordinates[1] = y;
                    return attempt;
                }
            } else if (ticket != Cell.CONTENDED) {
                throw new IllegalStateException("no cell: status=" + ticket);
            }
            Thread.onSpinWait();
        }
    }

    @Override
    public int move(int dx, int dy) {
        if (severalWriters) {
            synchronized (this) {
                moveAlone(dx, dy);
            }
        } else {
            moveAlone(dx, dy);
        }
        return 1;
    }

    private void moveAlone(int dx, int dy) {
        next.set(JAVA_INT, 0, next.get(JAVA_INT, 0) + dx);
        next.set(JAVA_INT, Integer.BYTES, next.get(JAVA_INT, Integer.BYTES) + dy);
        if (writing.write(memory, 0, next, 0) < 0) {
            throw new IllegalStateException("not written: offset=0");
        }
    }
}
