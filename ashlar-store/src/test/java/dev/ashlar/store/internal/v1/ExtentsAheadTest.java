// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.store.Appender;
import dev.ashlar.store.Durability;
import dev.ashlar.store.Store;
import dev.ashlar.store.StoreException;
import dev.ashlar.store.StoreException.Reason;
import dev.ashlar.store.StoreOptions;
import dev.ashlar.store.VerifyOptions;
import dev.ashlar.store.internal.v1.file.StoreFile;
import dev.ashlar.store.internal.v1.store.ReadStore;
import dev.ashlar.store.internal.v1.store.WriteStore;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Extents are made before somebody waits for them.
class ExtentsAheadTest {
    /// Chunks of a page, 16 of them in an extent, and three extents.
    private static final StoreOptions OPTIONS = new StoreOptions(4096, 16 * 4096, 48 * 4096, Durability.NONE,
            Duration.ofHours(1));
    private static final int ROWS = 200;

    @TempDir(factory = MemoryFolder.class)
    Path folder;

    private boolean exists(int extent) {
        return Files.exists(folder.resolve("store/extents/%04d.ext".formatted(extent)));
    }

    /// Fills a chunk of a page, which takes some less than 200 rows.
    private static void fill(Appender appender, MemorySegment rows) throws StoreException {
        appender.appendAll(rows, 0, ROWS);
    }

    @Test
    void shouldMakeTheFirstExtentWithTheAppender() throws IOException {
        try (WriteStore store = WriteStore.open(folder.resolve("store"), OPTIONS, new CalmDisk())) {
            store.define(Ticks.DEFINITION);
            assertFalse(exists(0));
            store.appender(Ticks.NAME);
            assertTrue(exists(0));
        }
    }

    @Test
    void shouldMakeTheNextExtentWhenAQuarterIsLeftAndNoneBeyondTheBound() throws IOException {
        try (WriteStore store = WriteStore.open(folder.resolve("store"), OPTIONS, new CalmDisk());
                Arena arena = Arena.ofConfined()) {
            store.define(Ticks.DEFINITION);
            Appender appender = store.appender(Ticks.NAME);
            MemorySegment rows = arena.allocate(20 * ROWS);
            // The number of extents does not tell: the next one may be there before anybody looks.
            while (16 - chunks(store) > 4) {
                assertFalse(exists(1));
                fill(appender, rows);
            }
            store.endThreads();
            assertTrue(exists(1));
            StoreException full = assertThrows(StoreException.class, () -> {
                while (true) {
                    fill(appender, rows);
                }
            });
            assertEquals(Reason.NO_SPACE, full.reason());
            assertEquals(48, chunks(store));
            assertFalse(exists(3));
        }
        try (Store store = ReadStore.open(folder.resolve("store"), new CalmDisk())) {
            assertEquals(List.of(), store.verify(VerifyOptions.all()).findings());
        }
    }

    private static int chunks(WriteStore store) {
        return store.containers().getFirst().chain().links().length;
    }

    /// What could not be made ahead is made when it is needed.
    @Test
    void shouldTryAgainWhenAnExtentCannotBeMadeAhead() throws IOException {
        AtomicInteger failures = new AtomicInteger();
        CalmDisk disk = new CalmDisk() {
            @Override
            public StoreFile create(Path path) throws IOException {
                if (path.toString().endsWith(".ext.tmp") && Thread.currentThread().getName().equals("ashlar-extent")) {
                    failures.incrementAndGet();
                    throw new IOException("test");
                }
                return super.create(path);
            }
        };
        try (WriteStore store = WriteStore.open(folder.resolve("store"), OPTIONS, disk);
                Arena arena = Arena.ofConfined()) {
            store.define(Ticks.DEFINITION);
            Appender appender = store.appender(Ticks.NAME);
            MemorySegment rows = arena.allocate(20 * ROWS);
            for (int i = 0; i < 30; i++) {
                fill(appender, rows);
            }
            assertTrue(failures.get() >= 2, failures::toString);
            assertEquals(30 * ROWS, store.table(Ticks.NAME).endRow());
        }
    }
}
