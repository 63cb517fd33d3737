// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.spaceship;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import dev.ashlar.flow.Cell;
import dev.ashlar.flow.CellReader;
import dev.ashlar.flow.SeqlockCell;
import dev.ashlar.flow.VersionedCell;
import dev.ashlar.flow.VersionedCellWriter;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/// A ship in one of Ashlar's cells, where another process could read it, too. A cell has one writer: if there are
/// several, they take turns with a lock, which readers do not use.
final class CellShip implements Spaceship {
    private static final int POSITION_BYTES = 2 * Integer.BYTES;
    private static final int ALIGNMENT = 128;

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
        VersionedCell cell = new VersionedCell(POSITION_BYTES, 8);
        return new CellShip(cell, VersionedCellWriter.inMemory(cell)::write, severalWriters);
    }

    static CellShip seqlock(boolean severalWriters) {
        SeqlockCell cell = new SeqlockCell(POSITION_BYTES);
        return new CellShip(cell, cell::write, severalWriters);
    }

    @Override
    public Reader reader() {
        return new Watch(new CellReader(cell, memory, 0));
    }

    /// Decodes a position only once until the ship moves, however often it is read.
    private static final class Watch implements Reader {
        private final CellReader reader;
        private int x;
        private int y;

        Watch(CellReader reader) {
            this.reader = reader;
        }

        @Override
        public int readPosition(int[] coordinates) {
            long result = reader.read(Cell.MAX_ATTEMPTS);
            if (Cell.attempts(result) > 0) {
                result = decode(result);
            }
            coordinates[0] = x;
            coordinates[1] = y;
            return Math.max(1, Cell.attempts(result));
        }

        private long decode(long first) {
            long result = first;
            while (result < 0) {
                if (result != Cell.CONTENDED) {
                    throw new IllegalStateException("cell cannot be read: status=" + result);
                }
                result = reader.read(Cell.MAX_ATTEMPTS);
            }
            x = reader.value().get(JAVA_INT, 0);
            y = reader.value().get(JAVA_INT, Integer.BYTES);
            return result;
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
            throw new IllegalStateException("cell was not written: offset=0");
        }
    }
}
