// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.flow;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.SplittableRandom;

/// What [CellIT] runs in a process of its own: writes cells of a mapped file until it is killed, on its own from where
/// the one before it stopped.
///
/// The file: the number of the last sync that began, and of the last completed; for each cell the version that this one
/// is to save and the one that the last completed one saved; then the cells.
public final class CellProgram {
    static final VersionedCell[] CELLS = {
        new VersionedCell(16, 4), new VersionedCell(40, 5), new VersionedCell(1200, 4)
    };
    static final SeqlockCell SEQLOCK = new SeqlockCell(200);

    private static final long BEGUN = 0;
    private static final long COMPLETED = 8;
    private static final long SAVING = 16;
    private static final long SAVED = SAVING + CELLS.length * 8L;
    private static final long HEADER_BYTES = SAVED + CELLS.length * 8L;
    static final long SEQLOCK_OFFSET = offset(CELLS.length);
    static final long FILE_BYTES = SEQLOCK_OFFSET + SEQLOCK.byteSize();
    private static final VarHandle LONGS = ValueLayout.JAVA_LONG.varHandle();

    private final MemorySegment memory;
    private final Syncs syncs;
    private final VersionedCellWriter[] writers = new VersionedCellWriter[CELLS.length];
    private final MemorySegment value = Arena.ofAuto().allocate(1200, 8);

    private CellProgram(MemorySegment memory) {
        this.memory = memory;
        syncs = new Syncs(get(memory, COMPLETED));
        for (int i = 0; i < CELLS.length; i++) {
            writers[i] = VersionedCellWriter.durable(CELLS[i], syncs);
        }
        begin();
    }

    /// @param args the file
    public static void main(String[] args) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        try (FileChannel file = FileChannel.open(Path.of(args[0]), StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            MemorySegment memory = file.map(MapMode.READ_WRITE, 0, FILE_BYTES, Arena.global());
            System.out.println("ready");
            in.readLine();
            CellProgram program = new CellProgram(memory);
            SplittableRandom random = new SplittableRandom(Long.parseLong(args[1]));
            program.step(random);
            System.out.println("writing");
            while (!in.ready()) {
                program.step(random);
            }
        }
    }

    static long offset(int cell) {
        long offset = HEADER_BYTES;
        for (int i = 0; i < cell; i++) {
            offset += CELLS[i].byteSize();
        }
        return offset;
    }

    /// The version of a cell that the last completed sync saved; 0 if none.
    static long saved(MemorySegment memory, int cell) {
        return get(memory, SAVED + cell * 8L);
    }

    private void step(SplittableRandom random) {
        for (int i = 0; i < CELLS.length; i++) {
            int length = CELLS[i].valueLength();
            Values.fill(value, 0, length, Math.max(0, CELLS[i].latest(memory, offset(i))) + 1);
            require(writers[i].write(memory, offset(i), value, 0) > 0);
        }
        Values.fill(value, 0, SEQLOCK.valueLength(), Math.max(0, SEQLOCK.latest(memory, SEQLOCK_OFFSET)) + 1);
        require(SEQLOCK.write(memory, SEQLOCK_OFFSET, value, 0) > 0);
        if (random.nextInt(5) == 0) {
            if (syncs.begun() == syncs.completed()) {
                begin();
            } else {
                complete();
            }
        }
    }

    private void begin() {
        if (get(memory, BEGUN) == syncs.begun()) {
            for (int i = 0; i < CELLS.length; i++) {
                set(memory, SAVING + i * 8L, Math.max(0, CELLS[i].latest(memory, offset(i))));
            }
            set(memory, BEGUN, syncs.begun() + 1);
        }
        syncs.begin();
    }

    private void complete() {
        for (int i = 0; i < CELLS.length; i++) {
            set(memory, SAVED + i * 8L, get(memory, SAVING + i * 8L));
        }
        set(memory, COMPLETED, syncs.begun());
        syncs.complete(syncs.begun());
    }

    private static void require(boolean right) {
        if (!right) {
            throw new IllegalStateException("not written");
        }
    }

    private static long get(MemorySegment memory, long offset) {
        return (long) LONGS.getAcquire(memory, offset);
    }

    private static void set(MemorySegment memory, long offset, long number) {
        LONGS.setRelease(memory, offset, number);
    }
}
