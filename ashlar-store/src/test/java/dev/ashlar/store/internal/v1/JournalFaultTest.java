// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.store.CorruptChunkException;
import dev.ashlar.store.Durability;
import dev.ashlar.store.Journal;
import dev.ashlar.store.JournalCursor;
import dev.ashlar.store.JournalWriter;
import dev.ashlar.store.RecoveryReport.Kind;
import dev.ashlar.store.Store;
import dev.ashlar.store.StoreException;
import dev.ashlar.store.StoreException.Reason;
import dev.ashlar.store.StoreOptions;
import dev.ashlar.store.StoreWriter;
import dev.ashlar.store.internal.v1.chunk.Chain.Link;
import dev.ashlar.store.internal.v1.file.StoreDisk;
import dev.ashlar.store.internal.v1.file.StoreId;
import dev.ashlar.store.internal.v1.file.StoreLayout;
import dev.ashlar.store.internal.v1.file.StoreStep;
import dev.ashlar.store.internal.v1.store.Container.OfJournal;
import dev.ashlar.store.internal.v1.store.WriteStore;
import dev.ashlar.testkit.Seed;
import dev.ashlar.testkit.TestFiles;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JournalFaultTest {
    private static final int MESSAGES = 300;

    @TempDir
    Path folder;

    /// A cursor at each position, and where in the extent the frame begins.
    private final List<Long> positions = new ArrayList<>();
    private final List<Long> offsets = new ArrayList<>();
    private final List<Integer> lengths = new ArrayList<>();

    private void write() throws StoreException {
        try (StoreWriter writer = Orders.writer(folder, MESSAGES)) {
            Journal journal = writer.journal(Orders.NAME);
            try (JournalCursor cursor = journal.cursor()) {
                while (cursor.next()) {
                    positions.add(cursor.position());
                    offsets.add(cursor.offset() - StoreLayout.FRAME_BYTES);
                    lengths.add(cursor.length());
                }
            }
        }
    }

    @Test
    void shouldReadAllButTheFrameInWhichABitHasChanged() throws IOException {
        write();
        Path extent = folder.resolve("extents").resolve("0000.ext");
        byte[] sound = Files.readAllBytes(extent);
        SplittableRandom random = Seed.random("shouldReadAllButTheFrameInWhichABitHasChanged");
        for (int round = 0; round < 300; round++) {
            int damaged = random.nextInt(MESSAGES);
            int at = random.nextInt(round % 3 == 0 ? 4 : StoreLayout.FRAME_BYTES + lengths.get(damaged));
            byte[] bytes = sound.clone();
            bytes[(int) (offsets.get(damaged) + at)] ^= (byte) (1 << random.nextInt(8));
            Files.write(extent, bytes);
            try (Store store = Store.open(folder)) {
                checkAllBut(store, damaged);
            }
        }
    }

    private void checkAllBut(Store store, int damaged) throws StoreException {
        try (JournalCursor cursor = store.journal(Orders.NAME).cursor()) {
            CorruptChunkException found = null;
            int n = 0;
            while (true) {
                try {
                    if (!cursor.next()) {
                        break;
                    }
                } catch (CorruptChunkException e) {
                    assertEquals(null, found);
                    found = e;
                    assertEquals(damaged, n);
                    assertEquals(positions.get(damaged), e.first());
                    int next = n + 1;
                    while (next < MESSAGES && positions.get(next) < e.end()) {
                        next++;
                    }
                    assertEquals(damaged + 1, next, () -> "from " + damaged + " to " + e.end());
                    n = next;
                    continue;
                }
                Orders.check(cursor, n++);
            }
            assertEquals(MESSAGES, n);
            assertTrue(found != null, () -> "damage was not seen: n=" + damaged);
            assertThrows(CorruptChunkException.class, () -> cursor.seekPosition(positions.get(damaged)));
            if (damaged > 0) {
                assertTrue(cursor.seekTime(Orders.time(damaged - 1)));
                Orders.check(cursor, damaged - 1);
            }
            assertTrue(cursor.seekPosition(positions.get(MESSAGES - 1)) || damaged == MESSAGES - 1);
        } catch (CorruptChunkException e) {
            assertEquals(MESSAGES - 1, damaged);
        }
    }

    @Test
    void shouldFindItsWayWithoutItsIndex() throws IOException {
        write();
        Path extent = folder.resolve("extents").resolve("0000.ext");
        byte[] bytes = Files.readAllBytes(extent);
        int index;
        try (WriteStore writer = WriteStore.open(folder, Ticks.SMALL, new StoreDisk())) {
            index = writer.find(Orders.NAME + "$index").chain().last().chunk();
        }
        int entry = StoreLayout.EXTENT_HEADER_BYTES + index * StoreLayout.ENTRY_BYTES;
        Arrays.fill(bytes, entry, entry + 8, (byte) 0x55);
        Files.write(extent, bytes);
        try (Store store = Store.open(folder); JournalCursor cursor = store.journal(Orders.NAME).cursor()) {
            for (int n = 0; n < MESSAGES; n += 10) {
                assertTrue(cursor.seekTime(Orders.time(n)));
                Orders.check(cursor, n);
            }
            assertTrue(cursor.previous());
            assertEquals(MESSAGES, store.journal(Orders.NAME).messageCount());
        }
    }

    @Test
    void shouldBeginAnewWhereOnlyLaterChunksReachedTheDisk() throws IOException {
        Path store = folder.resolve("store");
        Path left = folder.resolve("left");
        try (WriteStore writer = WriteStore.open(store, Ticks.SMALL.withDurability(Durability.NONE),
                new StoreDisk())) {
            writer.define(Orders.DEFINITION);
            Orders.record(writer.journalWriter(Orders.NAME), 0, MESSAGES);
            Link first = writer.container(Orders.NAME, OfJournal.class).chain().links()[0];
            TestFiles.copy(store, left);
            Path extent = left.resolve("extents").resolve("0000.ext");
            byte[] content = Files.readAllBytes(extent);
            Arrays.fill(content, (int) first.entry().at(), (int) first.entry().at() + StoreLayout.ENTRY_BYTES,
                    (byte) 0);
            Files.write(extent, content);
        }
        try (WriteStore writer = WriteStore.open(left, Ticks.SMALL, new CalmDisk())) {
            assertEquals(Kind.POWER_LOSS, writer.recovery().kind());
            assertEquals(0, writer.journal(Orders.NAME).messageCount());
            Orders.record(writer.journalWriter(Orders.NAME), 0, MESSAGES);
            assertEquals(MESSAGES, writer.journal(Orders.NAME).messageCount());
        }
    }

    @Test
    void shouldFailWhenAPublicationEndsInTheMiddle() throws StoreException {
        StoreId boot = StoreId.random();
        for (StoreStep last : List.of(StoreStep.FRAME_WRITTEN, StoreStep.FRAMES_PUBLISHED, StoreStep.ROWS_PUBLISHED)) {
            Path store = folder.resolve(last.name());
            StoreStep[] breaks = {null};
            StoreDisk disk = new CalmDisk(boot) {
                @Override
                public void at(StoreStep step) {
                    if (step == breaks[0]) {
                        breaks[0] = null;
                        throw new IllegalStateException("broken by the test");
                    }
                }
            };
            StoreException failed = assertThrows(StoreException.class, () -> {
                try (WriteStore writer = WriteStore.open(store, Ticks.SMALL, disk)) {
                    writer.define(Orders.DEFINITION);
                    JournalWriter recorder = writer.journalWriter(Orders.NAME);
                    Orders.record(recorder, 0, 50);
                    breaks[0] = last;
                    assertThrows(IllegalStateException.class, () -> Orders.record(recorder, 50, 51));
                    assertEquals(Reason.FAILED, assertThrows(StoreException.class,
                            () -> Orders.record(recorder, 50, 51)).reason());
                    assertEquals(Reason.FAILED, assertThrows(StoreException.class, writer::sync).reason());
                }
            });
            assertEquals(Reason.FAILED, failed.reason());
            try (WriteStore writer = WriteStore.open(store, Ticks.SMALL, new CalmDisk(boot))) {
                Orders.checkAll(writer, last == StoreStep.FRAME_WRITTEN ? 50 : 51);
            }
        }
    }

    @Test
    void shouldLeaveNothingOfAMessageForWhichThereIsNoSpace() throws StoreException {
        StoreOptions options = Ticks.SMALL.withMaxBytes(64 * 4096);
        long recorded = 0;
        try (StoreWriter writer = StoreWriter.open(folder, options)) {
            writer.define(Orders.DEFINITION);
            JournalWriter recorder = writer.journalWriter(Orders.NAME);
            StoreException full = null;
            while (full == null) {
                byte[] bytes = Orders.bytes(recorded);
                try {
                    recorder.record(MemorySegment.ofArray(bytes), 0, bytes.length, Orders.time(recorded),
                            Orders.sequence(recorded));
                    recorded++;
                } catch (StoreException e) {
                    full = e;
                }
            }
            assertEquals(Reason.NO_SPACE, full.reason());
            Orders.checkAll(writer, recorded);
            // Not all containers need a chunk at the same time: shorter messages may still fit.
            byte[] beat = Orders.bytes(0);
            beat[0] = 0;
            beat[2] = 2;
            for (int i = 0; i < 3; i++) {
                assertThrows(StoreException.class, () -> {
                    for (int n = 0; n < 1000; n++) {
                        recorder.record(MemorySegment.ofArray(beat), 0, 8, 0, 0);
                    }
                });
            }
            writer.retireMessages(Orders.NAME, writer.journal(Orders.NAME).endPosition());
            Orders.record(recorder, recorded, recorded + 100);
            try (JournalCursor cursor = writer.journal(Orders.NAME).cursor()) {
                assertTrue(cursor.seekTime(Orders.time(recorded)));
                Orders.check(cursor, recorded);
            }
        }
    }
}
