// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.sbe.ir.Schema;
import dev.ashlar.store.JournalCursor;
import dev.ashlar.store.JournalDefinition;
import dev.ashlar.store.JournalWriter;
import dev.ashlar.store.Store;
import dev.ashlar.store.StoreException;
import dev.ashlar.store.TestSchemas;
import dev.ashlar.store.VerifyOptions;
import dev.ashlar.store.VerifyReport;
import dev.ashlar.store.VerifyReport.Finding;
import dev.ashlar.store.VerifyReport.Replayed;
import dev.ashlar.store.internal.v1.chunk.Chain;
import dev.ashlar.store.internal.v1.chunk.Chain.Link;
import dev.ashlar.store.internal.v1.file.Checksum;
import dev.ashlar.store.internal.v1.file.StoreLayout;
import dev.ashlar.store.internal.v1.store.ReadStore;
import dev.ashlar.store.internal.v1.store.WriteStore;
import dev.ashlar.testkit.Seed;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Stores of many shapes: evolved, retired, opened again, with unknown messages. Sound ones are found sound, and
/// of damaged ones only what is damaged is reported.
class ReplayPropertyTest {
    private static final int STORES = 4;
    private static final int TRIALS = 10;
    private static final Schema NEWER = TestSchemas.ordersWithParties();

    @TempDir(factory = MemoryFolder.class)
    Path folder;
    private final CalmDisk disk = new CalmDisk();
    private final SplittableRandom random = Seed.random("ReplayPropertyTest");
    private Path store;
    private Path extent;
    private byte[] sound;
    private VerifyReport report;
    /// Of each frame that is left, its position and where it begins in the extent.
    private final List<long[]> frames = new ArrayList<>();

    /// @param shape whether messages are retired (1), and the schema grows (2)
    private void make(int shape) throws IOException {
        store = folder.resolve(Integer.toString(shape + random.nextInt(1 << 20) * 4));
        extent = store.resolve("extents/0000.ext");
        long n = 0;
        for (int opened = 0; opened < 3; opened++) {
            try (WriteStore writer = WriteStore.open(store, Ticks.SMALL, disk)) {
                Schema schema = (shape & 2) != 0 && opened > 0 ? NEWER : Orders.SCHEMA;
                writer.define(new JournalDefinition(Orders.NAME, schema));
                JournalWriter recorder = writer.journalWriter(Orders.NAME);
                for (int i = 50 + random.nextInt(100); i > 0; i--, n++) {
                    byte[] bytes = Orders.bytes(random.nextInt(4) == 0 ? NEWER : Orders.SCHEMA, n);
                    bytes[random.nextInt(9) == 0 ? 2 : bytes.length - 1] += 50;
                    int length = random.nextInt(9) == 0 ? random.nextInt(bytes.length) : bytes.length;
                    recorder.record(MemorySegment.ofArray(bytes), 0, length, random.nextInt(1000), n);
                }
                if ((shape & 1) != 0) {
                    writer.retireMessages(Orders.NAME, writer.journal(Orders.NAME).endPosition()
                            - random.nextInt(1 << 14));
                }
            }
        }
        sound = Files.readAllBytes(extent);
        report = verify();
        VerifyTest.assertSound(report);
        assertTrue(report.replayed().stream().allMatch(table -> table.unchecked() == 0), report::toString);
        frames.clear();
        try (Store reader = ReadStore.open(store, disk); JournalCursor cursor = reader.journal(Orders.NAME).cursor()) {
            while (cursor.next()) {
                frames.add(new long[] {cursor.position(), cursor.offset() - StoreLayout.FRAME_BYTES, cursor.length()});
            }
        }
        assertEquals(frames.size(), report.messages());
    }

    private VerifyReport verify() throws StoreException {
        try (Store reader = ReadStore.open(store, disk)) {
            return reader.verify(VerifyOptions.all());
        }
    }

    private void damage(byte[] bytes, long at) {
        bytes[(int) at] ^= (byte) (1 << random.nextInt(8));
    }

    @Test
    void shouldBlameNoRowsForDamagedMessages() throws IOException {
        for (int i = 0; i < STORES; i++) {
            make(i % 4);
            for (int trial = 0; trial < TRIALS; trial++) {
                byte[] bytes = sound.clone();
                Set<Long> damaged = new TreeSet<>();
                for (int count = 1 + random.nextInt(6); count > 0; count--) {
                    long[] frame = frames.get(random.nextInt(frames.size()));
                    if (damaged.add(frame[0])) {
                        damage(bytes, frame[1] + random.nextLong(StoreLayout.FRAME_BYTES + frame[2]));
                    }
                }
                Files.write(extent, bytes);
                VerifyReport found = verify();
                Set<Long> covered = new HashSet<>();
                for (Finding finding : found.findings()) {
                    assertEquals(Orders.NAME, finding.container(), found::toString);
                    frames.stream().map(frame -> frame[0]).filter(position -> position >= finding.first()
                            && position < finding.end()).forEach(covered::add);
                }
                assertEquals(damaged, covered);
                for (Replayed table : found.replayed()) {
                    assertEquals(0, table.differing(), found::toString);
                    // Where the first messages that are left are damaged, their rows cannot be determined from retired
                    // ones.
                    assertTrue(table.rows() + table.unchecked() >= sound(table.table()).rows(), found::toString);
                }
            }
        }
    }

    private Replayed sound(String name) {
        return report.replayed().stream().filter(table -> table.table().equals(name)).findFirst().orElseThrow();
    }

    @Test
    void shouldCountTheRowsThatDiffer() throws IOException {
        for (int i = 0; i < STORES; i++) {
            make(i % 4);
            for (int trial = 0; trial < TRIALS; trial++) {
                List<Replayed> tables = report.replayed().stream().filter(table -> table.rows() > 0).toList();
                Replayed table = tables.get(random.nextInt(tables.size()));
                byte[] bytes = sound.clone();
                TreeSet<Long> damaged = new TreeSet<>();
                try (ReadStore reader = ReadStore.open(store, disk)) {
                    Link[] links = reader.find(table.table()).chain().links();
                    for (int count = 1 + random.nextInt(3); count > 0; count--) {
                        long row = reader.table(table.table()).endRow() - 1 - random.nextLong(table.rows());
                        Link link = links[Chain.indexOf(links, row)];
                        int stride = link.identity().stride();
                        if (damaged.add(row)) {
                            damage(bytes, link.offset() + (row - link.identity().first()) * stride
                                    + random.nextInt(stride));
                        }
                    }
                }
                Files.write(extent, bytes);
                VerifyReport found = verify();
                String text = "damaged=" + damaged + ": " + found;
                assertTrue(found.findings().stream().allMatch(finding -> finding.container().equals(table.table())),
                        text);
                assertTrue(found.findings().stream().anyMatch(finding -> finding.first() == damaged.first()
                        && finding.end() == damaged.last() + 1 && finding.found().startsWith("rows differ")), text);
                assertTrue(found.replayed().contains(new Replayed(table.table(), table.rows(), damaged.size(), 0)),
                        text);
            }
        }
    }

    /// Whatever the bytes are, verifying ends, and says that something is wrong.
    @Test
    void shouldEndWhateverTheBytesAre() throws IOException {
        for (int i = 0; i < STORES; i++) {
            make(i % 4);
            for (int trial = 0; trial < TRIALS; trial++) {
                byte[] bytes = sound.clone();
                int used = 8192 + 4096 * (int) (report.chunks() + 1);
                for (int count = 1 + random.nextInt(20); count > 0; count--) {
                    int at = StoreLayout.EXTENT_HEADER_BYTES + random.nextInt(used - StoreLayout.EXTENT_HEADER_BYTES);
                    int length = Math.min(random.nextInt(3) == 0 ? random.nextInt(3000) : 1, bytes.length - at);
                    for (int j = 0; j < length; j++) {
                        bytes[at + j] = (byte) random.nextInt();
                    }
                }
                spoil(bytes);
                Files.write(extent, bytes);
                assertTrue(verify().findings().stream().allMatch(finding -> finding.end() >= finding.first()));
            }
        }
    }

    /// Makes an entry say what it should not, under a checksum that fits.
    private void spoil(byte[] bytes) {
        int chunk = random.nextInt((int) report.chunks());
        long at = StoreLayout.EXTENT_HEADER_BYTES + (long) chunk * StoreLayout.ENTRY_BYTES;
        MemorySegment entry = MemorySegment.ofArray(bytes).asSlice(at, StoreLayout.ENTRY_BYTES);
        String field = List.of("ordinal", "first", "capacity").get(random.nextInt(3));
        long value = random.nextInt(3) == 0 ? random.nextLong() : random.nextInt(1 << 20);
        entry.set(StoreLayout.PACKED_LONG, StoreLayout.offset(StoreLayout.ENTRY, field), value);
        entry.set(StoreLayout.PACKED_INT, StoreLayout.offset(StoreLayout.ENTRY, "stride"), random.nextInt(100));
        long from = StoreLayout.offset(StoreLayout.ENTRY, "container");
        entry.set(StoreLayout.PACKED_INT, 0, Checksum.of(entry, from,
                StoreLayout.offset(StoreLayout.ENTRY, "count") - from));
    }
}
