// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.store.Appender;
import dev.ashlar.store.Cursor;
import dev.ashlar.store.RecoveryReport.Kind;
import dev.ashlar.store.Store;
import dev.ashlar.store.StoreException;
import dev.ashlar.store.TableDefinition;
import dev.ashlar.store.TestSchemas;
import dev.ashlar.store.internal.v1.chunk.Chain.Link;
import dev.ashlar.store.internal.v1.chunk.ChunkScan;
import dev.ashlar.store.internal.v1.file.Extents;
import dev.ashlar.store.internal.v1.store.WriteStore;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What a reader finds whom the system stops for as long as its writer, or the next one, takes for something else.
class LiveReaderTest {
    private static final TableDefinition OTHER = new TableDefinition("Other", TestSchemas.tick(),
            TestSchemas.tick().message(Ticks.NAME), "");

    @TempDir(factory = MemoryFolder.class)
    Path folder;
    private final CalmDisk disk = new CalmDisk();

    /// Reads the directory, and lets the writer do something before it looks at a chunk.
    private final class Paused extends Extents {
        private final int at;
        private Runnable work;

        Paused(Path store, Extents of, int at, Runnable work) throws StoreException {
            super(store, of.geometry(), of.id(), disk, false);
            this.at = at;
            this.work = work;
            mapAll(0);
        }

        @Override
        public boolean holds(int chunk) {
            Runnable now = chunk == at ? work : null;
            if (now != null) {
                work = null;
                now.run();
            }
            return super.holds(chunk);
        }
    }

    /// The first chunk is taken behind the reader, the second before it.
    @Test
    void shouldFindTheFirstChunkOfATableThatIsBegunMeanwhile() throws Exception {
        for (int at = 0; at < 8; at++) {
            Path store = folder.resolve("begun" + at);
            try (WriteStore writer = WriteStore.open(store, Ticks.SMALL.withMaxBytes(64 * 4096), disk)) {
                writer.define(OTHER);
                Ticks.append(writer.appender("Other"), 10);
                writer.define(Ticks.DEFINITION);
                Appender appender = writer.appender(Ticks.NAME);
                try (Paused extents = new Paused(store, writer.extents(), at, () -> append(appender, 1000))) {
                    Link[] found = ChunkScan.of(extents).of(2, extents);
                    assertTrue(found.length == 0 || found[0].identity().first() == 0, "at=" + at);
                    assertEquals(1000, appender.endRow());
                }
            }
        }
    }

    private static void append(Appender appender, int rows) {
        try {
            Ticks.append(appender, rows);
        } catch (StoreException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// A writer ends after it has taken a chunk, and before it has put a row there.
    @Test
    void shouldKeepAnEmptyChunkInWhichAReaderWaits() throws Exception {
        try (WriteStore writer = WriteStore.open(folder, Ticks.SMALL.withMaxBytes(64 * 4096), disk)) {
            writer.define(Ticks.DEFINITION);
            writer.define(OTHER);
            Ticks.append(writer.appender(Ticks.NAME), 198);
            writer.appender(Ticks.NAME).claim().abort();
            // Rows of a newer schema begin another one.
            writer.define(new TableDefinition(Ticks.NAME, TestSchemas.tickWithVenue(),
                    TestSchemas.tickWithVenue().message(Ticks.NAME), "time"));
            writer.appender(Ticks.NAME).claim().abort();
        }
        try (Store reader = Store.open(folder); Cursor tail = reader.table(Ticks.NAME).tail();
                Cursor cursor = reader.table(Ticks.NAME).cursor()) {
            for (long row = 0; row < 198; row++) {
                assertTrue(cursor.next());
                Ticks.check(cursor, row);
            }
            assertFalse(cursor.next());
            assertFalse(tail.next());
            try (WriteStore writer = WriteStore.open(folder, Ticks.SMALL.withMaxBytes(64 * 4096), disk)) {
                assertEquals(Kind.CLEAN, writer.recovery().kind());
                Ticks.append(writer.appender("Other"), 2000);
                assertFalse(cursor.next());
                assertFalse(tail.next());
                Ticks.append(writer.appender(Ticks.NAME), 300);
                for (long row = 198; row < 498; row++) {
                    assertTrue(tail.next());
                    Ticks.check(tail, row);
                    assertTrue(cursor.next());
                    Ticks.check(cursor, row);
                }
                assertFalse(tail.next());
            }
        }
    }
}
