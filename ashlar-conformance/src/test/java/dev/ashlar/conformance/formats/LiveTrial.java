// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.conformance.formats;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.archive.ArchiveOptions;
import dev.ashlar.archive.ArchiveWriter;
import dev.ashlar.store.Store;
import dev.ashlar.store.StoreWriter;
import dev.ashlar.testkit.ChildProcess;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/// Readers in other processes next to a [LiveWriter].
final class LiveTrial {
    private static final int PATIENCE_SECONDS = 1_800;
    private static final int KEPT_HOURS = 12;
    /// 20,000 rows an hour.
    private static final long STEP_NS = 180_000_000;
    private static final long PAUSE_NS = 2_000_000;

    /// A reader, and the file with what it says.
    record Reader(Process process, Path output) {
        private void requireEnd(String written) throws Exception {
            boolean ended = process.waitFor(10, TimeUnit.MINUTES);
            process.destroyForcibly();
            String said = written + ": " + Files.readString(output);
            assertTrue(ended, () -> "reader does not end: " + said);
            assertEquals(0, process.exitValue(), () -> "the reader found: " + said);
            System.out.println(said);
        }
    }

    /// Writes until all readers have ended.
    ///
    /// @param start starts the readers, once there is something to read
    /// @throws AssertionError if a reader does not end well
    static void writeNextTo(Path folder, Callable<List<Reader>> start) throws Exception {
        try (StoreWriter store = StoreWriter.open(folder, LiveWriter.OPTIONS)) {
            LiveWriter writer = new LiveWriter(store);
            // A turn for each key, which readers expect.
            for (int key = 0; key < LiveWriter.DEPTH_KEYS; key++) {
                writer.writeAndRetire();
            }
            List<Reader> readers = start.call();
            long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
            while (readers.stream().anyMatch(reader -> reader.process.isAlive()) && System.nanoTime() < deadline) {
                writer.writeAndRetire();
            }
            for (Reader reader : readers) {
                reader.requireEnd(writer.toString());
            }
        }
    }

    /// Kills the writer while a reader reads. The reader goes on, and sees all that was committed.
    ///
    /// @param start starts the reader, which says `begun`, the last row and the last order that it saw
    static void killNextTo(Path folder, Callable<Reader> start) throws Exception {
        try (ChildProcess writer = new ChildProcess(List.of(), LiveWriter.class, folder)) {
            assertEquals("begun", writer.hear());
            Reader reader = start.call();
            while (reader.process.isAlive() && !Files.readString(reader.output).contains("begun")) {
                Thread.sleep(1);
            }
            writer.kill();
            reader.requireEnd("killed");
            try (Store store = Store.open(folder)) {
                String text = Files.readString(reader.output);
                String last = "last=" + (store.table("Ticks").endRow() - 1) + ", order="
                        + (store.table("Order").endRow() - 1) + ",";
                assertTrue(text.contains(last), () -> "expected " + last + " " + text);
            }
        }
        // And a writer goes on.
        try (StoreWriter store = StoreWriter.open(folder, LiveWriter.OPTIONS)) {
            LiveWriter writer = new LiveWriter(store);
            long ticks = writer.ticks();
            long orders = writer.orders();
            writer.writeAndRetire();
            assertEquals(ticks + LiveWriter.BATCH_ROWS, store.table("Ticks").endRow());
            assertTrue(writer.orders() > orders && store.table("Order").endRow() == writer.orders(), writer::toString);
        }
    }

    /// Writes to an archive of hours until the reader ends, and drops the oldest. Times are numbers of rows times
    /// [#STEP_NS].
    ///
    /// @param start starts the reader, once there are rows
    /// @throws AssertionError if the reader does not end well
    static void rollNextTo(Path folder, Callable<Reader> start) throws Exception {
        ArchiveOptions hourly = ArchiveOptions.hourly(ZoneOffset.UTC).withStore(LiveWriter.OPTIONS);
        try (ArchiveWriter archive = ArchiveWriter.open(folder, hourly,
                (hour, store) -> LiveWriter.defineTicks(store))) {
            long row = LiveWriter.appendTicks(archive.roll(0), 0, LiveWriter.BATCH_ROWS, STEP_NS);
            Reader reader = start.call();
            long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
            while (reader.process.isAlive() && System.nanoTime() < deadline) {
                row = LiveWriter.appendTicks(archive.roll(row * STEP_NS), row, LiveWriter.BATCH_ROWS, STEP_NS);
                if (archive.days().size() > KEPT_HOURS) {
                    archive.drop(archive.days().getFirst().name());
                }
                LockSupport.parkNanos(PAUSE_NS);
            }
            reader.requireEnd("rows=" + row);
        }
    }
}
