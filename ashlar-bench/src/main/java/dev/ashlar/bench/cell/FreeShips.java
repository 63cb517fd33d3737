// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.cell;

import dev.ashlar.flow.Cell;
import dev.ashlar.flow.SeqlockCell;
import dev.ashlar.flow.VersionedCell;
import dev.ashlar.flow.VersionedCellWriter;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.concurrent.atomic.AtomicReference;

/// Spaceships that are read without a lock.
final class FreeShips {
    private static final int VALUE_BYTES = 2 * Long.BYTES;
    private static final int ALIGNMENT = 128;

    private FreeShips() {
    }

    /// A new object for each move.
    static final class CopyOnWrite implements Spaceship {
        private record Seen(long x, long y) {
        }

        private final AtomicReference<Seen> current = new AtomicReference<>(new Seen(0, 0));

        @Override
        public int read(Place place) {
            Seen seen = current.get();
            place.x = seen.x;
            place.y = seen.y;
            return 1;
        }

        @Override
        public int move(long dx, long dy) {
            for (int attempt = 1;; attempt++) {
                Seen seen = current.get();
                if (current.compareAndSet(seen, new Seen(seen.x + dx, seen.y + dy))) {
                    return attempt;
                }
            }
        }
    }

    /// A cell in native memory. A move is to go on from the last one, so with several writers it is made under a lock,
    /// of which readers know nothing.
    private abstract static class InACell implements Spaceship {
        final Cell cell;
        final MemorySegment memory;
        private final boolean alone;
        private final Object writers = new Object();
        private long x;
        private long y;

        InACell(Cell cell, int writerCount) {
            this.cell = cell;
            alone = writerCount == 1;
            memory = Arena.ofAuto().allocate(cell.byteSize(), ALIGNMENT);
        }

        @Override
        public final int read(Place place) {
            for (int attempt = 1;; attempt++) {
                long ticket = cell.beginRead(memory, 0);
                if (ticket > 0) {
                    long at = cell.valueOffset(0, ticket);
                    long seenX = memory.get(ValueLayout.JAVA_LONG, at);
                    long seenY = memory.get(ValueLayout.JAVA_LONG, at + Long.BYTES);
                    if (cell.validate(memory, 0, ticket)) {
                        place.x = seenX;
                        place.y = seenY;
                        return attempt;
                    }
                }
                Thread.onSpinWait();
            }
        }

        @Override
        public final int move(long dx, long dy) {
            if (alone) {
                x += dx;
                y += dy;
                write(x, y);
            } else {
                synchronized (writers) {
                    x += dx;
                    y += dy;
                    write(x, y);
                }
            }
            return 1;
        }

        abstract void write(long newX, long newY);
    }

    static final class Seqlock extends InACell {
        private final SeqlockCell written;
        private final MemorySegment value = Arena.ofAuto().allocate(VALUE_BYTES, Long.BYTES);

        Seqlock(int writerCount) {
            super(new SeqlockCell(VALUE_BYTES), writerCount);
            written = (SeqlockCell) cell;
            write(0, 0);
        }

        @Override
        void write(long newX, long newY) {
            value.set(ValueLayout.JAVA_LONG, 0, newX);
            value.set(ValueLayout.JAVA_LONG, Long.BYTES, newY);
            written.write(memory, 0, value, 0);
        }
    }

    static final class Versioned extends InACell {
        private static final int SLOTS = 8;
        private final VersionedCellWriter writer;

        Versioned(int writerCount) {
            super(new VersionedCell(VALUE_BYTES, SLOTS), writerCount);
            writer = VersionedCellWriter.inMemory((VersionedCell) cell);
            write(0, 0);
        }

        @Override
        void write(long newX, long newY) {
            long at = writer.claim(memory, 0);
            memory.set(ValueLayout.JAVA_LONG, at, newX);
            memory.set(ValueLayout.JAVA_LONG, at + Long.BYTES, newY);
            writer.commit();
        }
    }
}
