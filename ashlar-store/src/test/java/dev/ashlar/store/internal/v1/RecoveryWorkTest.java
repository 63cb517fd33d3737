// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.store.Durability;
import dev.ashlar.store.RecoveryReport.Kind;
import dev.ashlar.store.StoreOptions;
import dev.ashlar.store.internal.v1.file.StoreFile;
import dev.ashlar.store.internal.v1.file.StoreId;
import dev.ashlar.store.internal.v1.file.StoreLayout;
import dev.ashlar.store.internal.v1.store.WriteStore;
import dev.ashlar.testkit.TestFiles;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What it takes to open a store whose writer is gone does not grow with the rows it has: the directory is read, 128
/// bytes for each chunk, and of the rows nothing is read, written or synced.
class RecoveryWorkTest {
    private static final int CHUNK = 1 << 18;
    private static final StoreOptions OPTIONS = new StoreOptions(CHUNK, 512L * CHUNK, 1024L * CHUNK, Durability.NONE,
            Duration.ofHours(1));
    private static final int ROWS_OF_A_CHUNK = CHUNK / 20;

    @TempDir(factory = MemoryFolder.class)
    Path folder;

    /// Counts bytes.
    private static final class CountingDisk extends CalmDisk {
        long written;
        long synced;

        CountingDisk(StoreId boot) {
            super(boot);
        }

        @Override
        public void write(StoreFile file, ByteBuffer bytes, long position) throws IOException {
            written += bytes.remaining();
            super.write(file, bytes, position);
        }

        @Override
        public void sync(StoreFile file, MemorySegment range, long offset) {
            synced += range.byteSize();
        }
    }

    private record Work(Kind kind, long written, long synced, long nanoseconds) { }

    private Work recover(int chunks, boolean power) throws Exception {
        Path store = folder.resolve("store" + chunks + power);
        Path crashed = folder.resolve("crashed" + chunks + power);
        CalmDisk disk = new CalmDisk();
        long rows;
        try (WriteStore writer = WriteStore.open(store, OPTIONS, disk); Arena arena = Arena.ofConfined()) {
            writer.define(Ticks.DEFINITION);
            MemorySegment block = arena.allocate(20L * ROWS_OF_A_CHUNK);
            for (int chunk = 0; chunk < chunks; chunk++) {
                writer.appender(Ticks.NAME).appendAll(block, 0, ROWS_OF_A_CHUNK);
            }
            writer.appender(Ticks.NAME).appendAll(block, 0, ROWS_OF_A_CHUNK / 2);
            // What is sealed when the store is opened is another thread's work, at its own time.
            writer.sealNow();
            if (power) {
                writer.sync();
            }
            rows = writer.table(Ticks.NAME).endRow();
            TestFiles.copy(store, crashed);
        }
        CountingDisk counting = new CountingDisk(power ? StoreId.random() : disk.boot());
        try (WriteStore writer = WriteStore.open(crashed, OPTIONS, counting)) {
            assertEquals(rows, writer.recovery().rows());
            return new Work(writer.recovery().kind(), counting.written, counting.synced,
                    writer.recovery().nanoseconds());
        }
    }

    @Test
    void shouldDoAsMuchWithManyChunksAsWithOne() throws Exception {
        recover(2, false);
        for (boolean power : new boolean[] {false, true}) {
            Work one = recover(1, power);
            Work many = recover(200, power);
            System.out.println("RecoveryWorkTest: 1 full chunk " + one + ", 200 full chunks " + many);
            assertEquals(power ? Kind.POWER_LOSS : Kind.PROCESS_DEATH, many.kind());
            assertEquals(one.written(), many.written());
            // The directories of both have one extent.
            assertEquals(one.synced(), many.synced());
            assertTrue(many.synced() <= 4096 + 512L * StoreLayout.ENTRY_BYTES);
        }
    }
}
