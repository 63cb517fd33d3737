// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.conformance.formats;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.archive.ArchiveOptions;
import dev.ashlar.archive.ArchiveWriter;
import dev.ashlar.store.Durability;
import dev.ashlar.store.RowClaim;
import dev.ashlar.store.Store;
import dev.ashlar.store.StoreException;
import dev.ashlar.store.StoreOptions;
import dev.ashlar.store.StoreWriter;
import dev.ashlar.store.TableDefinition;
import dev.ashlar.testkit.ChildProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/// Commits and retires rows as fast as it can, next to a reader in another process. All values of a row follow from its
/// number.
public final class TickWriter {
    private static final int PATIENCE_SECONDS = 1_800;
    private static final int KEPT_ROWS = 200_000;
    private static final int BATCH_ROWS = 1_000;
    private static final int KEPT_HOURS = 12;
    /// 20,000 rows an hour.
    private static final long STEP_NS = 180_000_000;
    private static final long PAUSE_NS = 2_000_000;
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    private static final StoreOptions OPTIONS =
            new StoreOptions(1 << 16, 1 << 20, 1 << 26, Durability.NONE, Duration.ofHours(1));

    private TickWriter() {
    }

    /// A reader, and the file with what it says.
    record Reader(Process process, Path output) { }

    /// Writes until all readers have ended.
    ///
    /// @param start  starts the readers, once there are rows
    /// @throws AssertionError if a reader does not end well
    static void writeNextTo(Path folder, Callable<List<Reader>> start) throws Exception {
        try (StoreWriter store = StoreWriter.open(folder, OPTIONS)) {
            define(store);
            long row = append(store, 0, BATCH_ROWS, 1);
            List<Reader> readers = start.call();
            long[] full = {0};
            long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
            while (readers.stream().anyMatch(reader -> reader.process.isAlive()) && System.nanoTime() < deadline) {
                row = appendAndRetire(store, row, full);
            }
            for (Reader reader : readers) {
                requireEnd(reader.process, "rows=" + row + ", full=" + full[0], reader.output);
            }
            System.out.println("written: rows=" + row + ", full=" + full[0]);
        }
    }

    /// Writes until the reader ends.
    static void writeNextTo(Path folder, Callable<Process> start, Path output) throws Exception {
        writeNextTo(folder, () -> List.of(new Reader(start.call(), output)));
    }

    private static long appendAndRetire(StoreWriter store, long from, long[] full) throws StoreException {
        long row;
        try {
            row = append(store, from, BATCH_ROWS, 1);
        } catch (StoreException e) {
            // The reader holds rows back, so the store is full until it goes on.
            if (e.reason() != StoreException.Reason.NO_SPACE) {
                throw e;
            }
            row = store.appender("Ticks").endRow();
            full[0]++;
        }
        store.retire("Ticks", Math.max(0, row - KEPT_ROWS));
        return row;
    }

    /// Likewise, in a process of its own, until it is killed. It says `begun` after a while.
    ///
    /// @param args the folder of the store
    public static void main(String[] args) throws Exception {
        try (StoreWriter store = StoreWriter.open(Path.of(args[0]), OPTIONS)) {
            define(store);
            long row = 0;
            boolean begun = false;
            while (row >= 0) {
                row = appendAndRetire(store, row, new long[1]);
                if (!begun && row > 2 * KEPT_ROWS) {
                    System.out.println("begun");
                    begun = true;
                }
            }
        }
    }

    /// Kills the writer while a reader reads. The reader goes on, and sees all that was committed.
    ///
    /// @param start  starts the reader, which says `begun` and the last row it saw
    /// @param output of the reader
    static void killNextTo(Path folder, Callable<Process> start, Path output) throws Exception {
        try (ChildProcess writer = new ChildProcess(List.of(), TickWriter.class, folder)) {
            assertEquals("begun", writer.hear());
            Process reader = start.call();
            while (reader.isAlive() && !Files.readString(output).contains("begun")) {
                Thread.sleep(1);
            }
            writer.kill();
            requireEnd(reader, "killed", output);
        }
        try (Store store = Store.open(folder)) {
            String text = Files.readString(output);
            assertTrue(text.contains("last=" + (store.table("Ticks").endRow() - 1) + ","), () -> text);
        }
        // And a writer goes on.
        try (StoreWriter store = StoreWriter.open(folder, OPTIONS)) {
            long end = store.appender("Ticks").endRow();
            assertEquals(end + BATCH_ROWS, append(store, end, BATCH_ROWS, 1));
        }
    }

    private static void requireEnd(Process reader, String written, Path output) throws Exception {
        String said = written + ": " + Files.readString(output);
        if (!reader.waitFor(1, TimeUnit.MINUTES)) {
            reader.destroyForcibly();
            assertTrue(false, "reader does not end: " + said);
        }
        assertEquals(0, reader.exitValue(), "rows of the reader differ: " + said);
        System.out.println(said);
    }

    /// Writes to an archive of hours until the reader ends, and drops the oldest. Times are numbers of rows times
    /// [#STEP_NS].
    ///
    /// @param start  starts the reader, once there are rows
    /// @param output of the reader
    /// @throws AssertionError if the reader does not end well
    static void rollNextTo(Path folder, Callable<Process> start, Path output) throws Exception {
        ArchiveOptions hourly = ArchiveOptions.hourly(ZoneOffset.UTC).withStore(OPTIONS);
        try (ArchiveWriter archive = ArchiveWriter.open(folder, hourly, (hour, store) -> define(store))) {
            long row = append(archive.roll(0), 0, BATCH_ROWS, STEP_NS);
            Process reader = start.call();
            long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
            while (reader.isAlive() && System.nanoTime() < deadline) {
                row = append(archive.roll(row * STEP_NS), row, BATCH_ROWS, STEP_NS);
                if (archive.days().size() > KEPT_HOURS) {
                    archive.drop(archive.days().getFirst().name());
                }
                LockSupport.parkNanos(PAUSE_NS);
            }
            requireEnd(reader, "rows=" + row, output);
        }
    }

    private static void define(StoreWriter store) throws StoreException {
        try {
            store.define(new TableDefinition("Ticks", KitStores.quotes(1),
                    TableDefinition.of(KitStores.quotes(1), "Tick").message(), "time"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static long append(StoreWriter store, long from, int count, long stepNs) throws StoreException {
        long row = from;
        while (row < from + count) {
            RowClaim claim = store.appender("Ticks").claim((int) (from + count - row));
            for (int i = 0; i < claim.rows(); i++) {
                long at = claim.offset(i);
                claim.memory().set(LONG, at, row * stepNs);
                claim.memory().set(LONG, at + 8, 3 * row);
                claim.memory().set(INT, at + 16, (int) row);
                claim.memory().set(INT, at + 20, (int) ~row);
                row++;
            }
            claim.commit();
        }
        return row;
    }
}
