// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest.internal.loading;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.ashlar.archive.Archive;
import dev.ashlar.archive.ArchiveOptions;
import dev.ashlar.ingest.live.ArchiveTarget;
import dev.ashlar.ingest.sample.SampleFeed;
import dev.ashlar.store.Durability;
import dev.ashlar.store.JournalDefinition;
import dev.ashlar.store.StoreOptions;
import dev.ashlar.testkit.Seed;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Looks for messages in an archive of many days, some of which have messages of the day before.
class KnownDaysTest {
    private static final JournalDefinition JOURNAL = new JournalDefinition("messages", SampleFeed.schema());
    private static final long DAY_NS = 86_400_000_000_000L;
    private static final int DAYS = 60;

    /// Written once, and only read by the tests.
    @TempDir
    static Path temp;
    private static final SplittableRandom RANDOM = Seed.random("KnownDaysTest");
    /// Messages that are there, by their time: the number in their bytes.
    private static final Map<Long, Integer> THERE = new HashMap<>();

    @BeforeAll
    static void writeDays() throws IOException {
        StoreOptions small = StoreOptions.defaults().withChunkBytes(4096).withDurability(Durability.NONE);
        try (ArchiveTarget target = ArchiveTarget.open(temp.resolve("feed"), ArchiveOptions.daily(ZoneOffset.UTC)
                .withStore(small), JOURNAL, DAY_NS)) {
            for (int day = 1; day <= DAYS; day++) {
                // Every seventh has nothing.
                for (int i = 0; i < 10 && day % 7 != 0; i++) {
                    long timeNs = day * DAY_NS + RANDOM.nextLong(DAY_NS);
                    record(target, timeNs);
                    if (i == 0 && day % 5 == 0) {
                        record(target, timeNs - DAY_NS);
                    }
                }
            }
        }
    }

    private static void record(ArchiveTarget target, long timeNs) throws IOException {
        int number = THERE.size();
        if (THERE.putIfAbsent(timeNs, number) == null) {
            target.record(message(number), 0, Integer.BYTES, timeNs, 0);
        }
    }

    private static MemorySegment message(int number) {
        return MemorySegment.ofArray(new int[] {number});
    }

    private KnownDays search() throws IOException {
        return new KnownDays(Archive.open(temp.resolve("feed")), "messages");
    }

    private static void assertFound(boolean expected, KnownDays known, long timeNs, int number) throws IOException {
        MemorySegment message = message(number);
        assertEquals(expected, known.find(timeNs, 0, message, 0, message.byteSize()) >= 0,
                () -> "timeNs=" + timeNs + ", number=" + message.get(ValueLayout.JAVA_INT_UNALIGNED, 0));
    }

    @Test
    void shouldFindEachOnceInWhateverOrder() throws IOException {
        try (KnownDays known = search()) {
            for (int input = 0; input < 2; input++) {
                Long[] times = THERE.keySet().toArray(Long[]::new);
                for (int i = times.length - 1; i > 0; i--) {
                    int other = RANDOM.nextInt(i + 1);
                    long swapped = times[i];
                    times[i] = times[other];
                    times[other] = swapped;
                }
                for (long timeNs : times) {
                    assertFound(false, known, timeNs, -1);
                    assertFound(true, known, timeNs, THERE.get(timeNs));
                    assertFound(false, known, timeNs, THERE.get(timeNs));
                    long near = timeNs + RANDOM.nextLong(-DAY_NS, DAY_NS);
                    assertFound(false, known, near, THERE.get(timeNs));
                }
                known.restart();
            }
        }
    }

    /// The last message of an input may be the first of the next one, too.
    @Test
    void shouldFindAMessageAgainForTheNextInput() throws IOException {
        long timeNs = THERE.keySet().iterator().next();
        try (KnownDays known = search()) {
            assertFound(true, known, timeNs, THERE.get(timeNs));
            known.restart();
            assertFound(true, known, timeNs, THERE.get(timeNs));
        }
    }

    @Test
    void shouldKeepFewDaysOpen() throws IOException {
        Path maps = Path.of("/proc/self/maps");
        assumeTrue(Files.exists(maps), "nothing tells what is mapped");
        try (KnownDays known = search()) {
            for (long timeNs : THERE.keySet().stream().sorted().toList()) {
                assertFound(true, known, timeNs, THERE.get(timeNs));
            }
            String feed = temp.resolve("feed").toRealPath() + "/";
            long mapped = Files.readAllLines(maps).stream().filter(line -> line.contains(feed))
                    .map(line -> line.substring(line.indexOf(feed) + feed.length()).split("/")[0]).distinct().count();
            assertTrue(mapped > 0 && mapped < DAYS / 2, () -> "days mapped=" + mapped);
        }
    }
}
