// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.conformance.formats;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.archive.Archive;
import dev.ashlar.archive.ArchiveOptions;
import dev.ashlar.archive.ArchiveWriter;
import dev.ashlar.sbe.ir.Schema;
import dev.ashlar.store.Durability;
import dev.ashlar.store.JournalCursor;
import dev.ashlar.store.JournalDefinition;
import dev.ashlar.store.JournalWriter;
import dev.ashlar.store.Store;
import dev.ashlar.store.StoreException;
import dev.ashlar.store.StoreOptions;
import dev.ashlar.store.StoreWriter;
import dev.ashlar.testkit.ProgramRun;
import dev.ashlar.testkit.Seed;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Python begins at the message of a time where Java does, although some are late, and does not read what is before.
@Tag("slow")
class PythonSeekTest {
    private static final StoreOptions OPTIONS =
            new StoreOptions(1 << 18, 1 << 20, 1 << 26, Durability.NONE, Duration.ofHours(1));
    private static final int MESSAGES = 20_000;
    private static final long START_NS = TimeUnit.DAYS.toNanos(20_000);
    private static final long STEP_NS = 1_000;
    /// More than an index row is for, and few of all.
    private static final int MOST_FRAMES = 1_500;
    @TempDir
    Path temp;

    @BeforeEach
    void requirePython() throws Exception {
        PythonPrograms.require();
    }

    /// Times of messages: each hundredth is late, by up to half of all there are.
    private static long[] times(SplittableRandom random, long startNs, int count) {
        long[] times = new long[count];
        for (int n = 0; n < count; n++) {
            int late = random.nextInt(100) == 0 ? random.nextInt(count / 2) : 0;
            times[n] = startNs + STEP_NS * Math.max(0, n - late);
        }
        return times;
    }

    private static void record(StoreWriter store, long[] times) throws Exception {
        Schema schema = KitStores.quotes(1);
        byte[] order = KitStores.encode(schema, "Order", KitStores.order(8, 1));
        JournalWriter writer = store.journalWriter("orders");
        for (int n = 0; n < times.length; n++) {
            writer.record(MemorySegment.ofArray(order), 0, order.length, times[n], n);
        }
    }

    private static void define(StoreWriter store) throws StoreException {
        try {
            store.define(new JournalDefinition("orders", KitStores.quotes(1)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Before the first, after the last, and around some.
    private static long[] wanted(SplittableRandom random, long[] times) {
        long last = Arrays.stream(times).max().orElseThrow();
        LongStream some = LongStream.generate(() -> times[random.nextInt(times.length)] + random.nextInt(-2, 3))
                .limit(40);
        return LongStream.concat(LongStream.of(-1, 0, times[0], last, last + 1), some).toArray();
    }

    private static List<String> python(Path folder, int most, long[] wanted) throws Exception {
        PythonPrograms.built();
        List<Object> arguments = new ArrayList<>(List.of(PythonPrograms.PYTHON.resolve("tests/seek.py"), folder, most));
        Arrays.stream(wanted).forEach(arguments::add);
        ProgramRun output = PythonPrograms.run(Map.of(), arguments.toArray());
        assertEquals(0, output.exitCode(), output.text());
        return output.text().lines().toList();
    }

    private static List<String> java(Store store, long[] wanted) throws StoreException {
        List<String> lines = new ArrayList<>();
        JournalCursor cursor = store.journal("orders").cursor();
        for (long time : wanted) {
            // Python's times are signed.
            boolean found = cursor.seekTime(Math.max(0, time));
            String first = found ? " " + cursor.position() + " " + cursor.timeNs() : "";
            int count = found ? 1 : 0;
            while (found && cursor.next()) {
                count++;
            }
            lines.add(count + first);
        }
        return lines;
    }

    @Test
    void shouldBeginWhereJavaDoes() throws Exception {
        SplittableRandom random = Seed.random("PythonSeekTest");
        long[] times = times(random, START_NS, MESSAGES);
        long[] wanted = wanted(random, times);
        Path folder = temp.resolve("store");
        try (StoreWriter writer = StoreWriter.open(folder, OPTIONS)) {
            define(writer);
            record(writer, times);
            try (Store store = Store.open(folder)) {
                List<String> expected = java(store, wanted);
                // What follows is more than what is not older.
                long notOlder = Arrays.stream(times).filter(time -> time >= times[MESSAGES / 2]).count();
                assertTrue(Long.parseLong(java(store, new long[] {times[MESSAGES / 2]}).getFirst().split(" ")[0])
                        > notOlder);
                assertEquals(expected, python(folder, MOST_FRAMES, wanted), "live");
            }
            writer.retireMessages("orders", writer.journal("orders").endPosition() / 2);
            try (Store store = Store.open(folder)) {
                assertTrue(store.journal("orders").firstPosition() > 0);
                assertEquals(java(store, wanted), python(folder, MOST_FRAMES, wanted), "retired");
            }
        }
        try (Store store = Store.open(folder)) {
            assertEquals(java(store, wanted), python(folder, MOST_FRAMES, wanted), "closed");
        }
    }

    /// Late messages were recorded on the day after theirs.
    @Test
    void shouldGoOnThroughAllDays() throws Exception {
        SplittableRandom random = Seed.random("PythonSeekTest");
        Path folder = temp.resolve("days");
        List<Long> all = new ArrayList<>();
        ArchiveOptions daily = ArchiveOptions.daily(ZoneOffset.UTC).withStore(OPTIONS);
        try (ArchiveWriter archive = ArchiveWriter.open(folder, daily, (day, store) -> define(store))) {
            for (int day = 0; day < 4; day++) {
                long start = START_NS + TimeUnit.DAYS.toNanos(day);
                long[] times = times(random, start, 500);
                for (int n = 0; n < 250; n += 10) {
                    times[n] -= TimeUnit.HOURS.toNanos(day == 0 ? 0 : 6);
                }
                record(archive.roll(start), times);
                Arrays.stream(times).forEach(all::add);
            }
            long[] times = all.stream().mapToLong(Long::longValue).toArray();
            long[] wanted = wanted(random, times);
            List<String> expected = new ArrayList<>();
            long[] positions = positions(Archive.open(folder));
            for (long time : wanted) {
                int first = 0;
                while (first < times.length && times[first] < time) {
                    first++;
                }
                expected.add(times.length - first + (first == times.length ? "" : " " + positions[first] + " "
                        + times[first]));
            }
            assertEquals(expected, python(folder, Integer.MAX_VALUE, wanted));
        }
    }

    /// Of all messages: those of their days, from the base of the day on.
    private static long[] positions(Archive opened) throws Exception {
        List<Long> found = new ArrayList<>();
        try (Archive archive = opened) {
            for (Archive.Day day : archive.days()) {
                try (Store store = Store.open(archive.folder().resolve(day.name()))) {
                    JournalCursor cursor = store.journal("orders").cursor();
                    while (cursor.next()) {
                        found.add(day.base() + cursor.position());
                    }
                }
            }
        }
        return found.stream().mapToLong(Long::longValue).toArray();
    }
}
