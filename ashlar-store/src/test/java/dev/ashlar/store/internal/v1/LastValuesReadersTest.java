// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.flow.Cell;
import dev.ashlar.store.Durability;
import dev.ashlar.store.LastValues;
import dev.ashlar.store.LastValuesReader;
import dev.ashlar.store.LastValuesWriter;
import dev.ashlar.store.Store;
import dev.ashlar.store.StoreWriter;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLongArray;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Threads read, through the writer's last-value table and through another store, while values are replaced, keys come,
/// the layout changes and all is synced: nobody sees a mix, an older value after a newer one, or a key that is there as
/// absent.
class LastValuesReadersTest {
    private static final int KEYS = 400;
    private static final int COMMITS = 200_000;
    private static final int READERS = 3;

    @TempDir
    Path folder;
    /// What was committed last of each key, plus 1.
    private final AtomicLongArray done = new AtomicLongArray(KEYS);
    /// Readers that have read nothing yet.
    private final CountDownLatch idle = new CountDownLatch(READERS);
    private volatile boolean ended;

    @Test
    void shouldReadWhatWasCommittedWhole() throws Exception {
        try (StoreWriter writer = StoreWriter.open(folder, Ticks.SMALL.withDurability(Durability.INTERVAL)
                .withSyncInterval(Duration.ofMillis(1)));
                ExecutorService threads = Executors.newFixedThreadPool(READERS)) {
            LastValues lastValues = writer.define(Quotes.DEFINITION);
            try (Store store = Store.open(folder)) {
                List<Future<Long>> readers = new ArrayList<>();
                for (LastValues of : List.of(lastValues, lastValues, store.lastValues(Quotes.NAME))) {
                    readers.add(threads.submit(read(of)));
                }
                try {
                    write(writer);
                } finally {
                    ended = true;
                }
                for (Future<Long> reader : readers) {
                    assertTrue(reader.get() > 0);
                }
            }
            assertEquals(KEYS, lastValues.recordCount());
            LastValuesCheckTest.assertSound(writer);
        }
    }

    private void write(StoreWriter writer) throws Exception {
        LastValuesWriter quotes = writer.lastValuesWriter(Quotes.NAME);
        for (int i = 0; i < COMMITS; i++) {
            if (i == COMMITS / 10) {
                // However late they start: they read while the others are committed.
                assertTrue(idle.await(5, TimeUnit.MINUTES), "somebody read nothing");
            } else if (i == COMMITS / 2) {
                writer.define(Quotes.NEWER);
            }
            int id = i % 2 == 0 ? i / 2 % 3 : (int) ((long) i * i % (1 + (long) i * KEYS / COMMITS));
            Quotes.put(quotes, id, i, i >= COMMITS / 2 ? Quotes.NEWER_LENGTH : Quotes.LENGTH);
            done.set(id, i + 1);
        }
        for (int id = 0; id < KEYS; id++) {
            Quotes.put(quotes, id, COMMITS + id, Quotes.NEWER_LENGTH);
        }
    }

    private Callable<Long> read(LastValues lastValues) {
        return () -> {
            LastValuesReader reader = lastValues.reader();
            MemorySegment target = MemorySegment.ofArray(new byte[64]);
            long[] numbers = new long[KEYS];
            long[] records = new long[KEYS];
            long reads = 0;
            for (int id = 0; !ended; id = (id + 1) % KEYS) {
                long least = done.get(id) - 1;
                // By the number that was found first, and by what is found now.
                long record = id % 2 == 0 && records[id] > 0 ? records[id] : reader.find(id);
                if (record < 0) {
                    assertEquals(-1, least);
                    continue;
                }
                records[id] = record;
                int length = lastValues.block().blockLength();
                long result = reader.read(record, target, 0, 20);
                assertTrue(result > 0 || result == Cell.CONTENDED, () -> "result=" + result);
                if (result > 0 && length == lastValues.block().blockLength()) {
                    long number = Quotes.number(target, 0, id, length);
                    assertTrue(number >= least && number >= numbers[id], "number=" + number + ", least=" + least);
                    numbers[id] = number;
                    if (reads++ == 0) {
                        idle.countDown();
                    }
                }
            }
            return reads;
        };
    }
}
