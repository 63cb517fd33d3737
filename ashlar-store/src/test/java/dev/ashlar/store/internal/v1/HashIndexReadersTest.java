// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.store.Appender;
import dev.ashlar.store.HashIndex;
import dev.ashlar.store.HashReader;
import dev.ashlar.store.IndexDefinition;
import dev.ashlar.store.StoreWriter;
import dev.ashlar.store.Table;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Readers next to the writer, who makes the index grow again and again: each row that the writer said is there is
/// found, and nothing is found that has another key.
class HashIndexReadersTest {
    private static final int ROWS = 300_000;
    private static final int KEYS = 50_000;
    private static final int READERS = 3;

    @TempDir
    Path folder;

    @Test
    void shouldFindAllThatWasCommittedWhileItGrows() throws Exception {
        try (StoreWriter writer = StoreWriter.open(folder, Ticks.SMALL.withChunkBytes(1 << 16));
                ExecutorService threads = Executors.newFixedThreadPool(READERS)) {
            Table table = writer.define(Things.definition(ByteOrder.LITTLE_ENDIAN, 0));
            Appender appender = writer.appender(Things.NAME);
            AtomicLong committed = new AtomicLong();
            try (HashIndex index = HashIndex.build(table, IndexDefinition.multi("u64"))) {
                writer.keepUp(index);
                long least = index.memoryBytes();
                List<Future<Long>> readers = new ArrayList<>();
                for (int i = 0; i < READERS; i++) {
                    SplittableRandom random = new SplittableRandom(i);
                    readers.add(threads.submit(() -> read(index, committed, random)));
                }
                for (long row = 0; row < ROWS; row++) {
                    Things.append(appender, ByteOrder.LITTLE_ENDIAN, false, row % KEYS, "x");
                    committed.setRelease(row + 1);
                }
                for (Future<Long> reader : readers) {
                    assertTrue(reader.get() > 0);
                }
                assertTrue(index.memoryBytes() > 100 * least);
                assertEquals(KEYS, index.entryCount());
            }
        }
    }

    private static long read(HashIndex index, AtomicLong committed, SplittableRandom random) {
        long[] keys = new long[100];
        long[] rows = new long[100];
        long seen = 0;
        try (HashReader reader = index.reader()) {
            for (long there = 0; there < ROWS;) {
                there = committed.getAcquire();
                for (int i = 0; i < keys.length; i++) {
                    keys[i] = random.nextInt(2 * KEYS);
                }
                reader.lookup(keys, 0, keys.length, rows);
                for (int i = 0; i < keys.length; i++) {
                    // The last row below `there` with this key.
                    long wanted = keys[i] < KEYS ? there - 1 - Math.floorMod(there - 1 - keys[i], (long) KEYS) : -1;
                    if (wanted >= 0) {
                        assertTrue(rows[i] >= wanted, rows[i] + " instead of " + wanted);
                        assertEquals(keys[i], rows[i] % KEYS);
                        if (rows[i] >= KEYS) {
                            assertEquals(rows[i] - KEYS, reader.previous(rows[i]));
                        }
                        seen++;
                    } else {
                        assertTrue(rows[i] < 0 || keys[i] < KEYS && rows[i] % KEYS == keys[i]);
                    }
                }
            }
        }
        return seen;
    }
}
