// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.flow.Cell;
import dev.ashlar.store.CorruptChunkException;
import dev.ashlar.store.LastValuesReader;
import dev.ashlar.store.LastValuesWriter;
import dev.ashlar.store.Store;
import dev.ashlar.store.StoreWriter;
import dev.ashlar.store.VerifyOptions;
import dev.ashlar.store.VerifyReport.Finding;
import dev.ashlar.store.internal.v1.chunk.Chain;
import dev.ashlar.store.internal.v1.file.Geometry;
import dev.ashlar.store.internal.v1.store.Container.OfValues;
import dev.ashlar.store.internal.v1.store.OpenStore;
import dev.ashlar.store.internal.v1.values.ValueRecordLayout;
import dev.ashlar.store.internal.v1.verify.StoreFindings;
import dev.ashlar.store.internal.v1.verify.ValuesCheck;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A byte of a last-value table is changed: the check says where, and all other records are read.
class LastValuesCheckTest {
    private static final int KEYS = 30;

    @TempDir(factory = MemoryFolder.class)
    Path folder;

    static List<Finding> check(Store store) {
        OpenStore opened = (OpenStore) store;
        StoreFindings findings = new StoreFindings(opened.extents);
        for (OfValues container : opened.containers(OfValues.class)) {
            for (Chain.Link link : container.chain().links()) {
                new ValuesCheck(container.values()).check(link, link.count(), findings);
            }
        }
        return findings.list();
    }

    static void assertSound(Store store) {
        assertEquals(List.of(), check(store));
    }

    @Test
    void shouldFindEachChangedByte() throws IOException {
        try (StoreWriter writer = StoreWriter.open(folder, Ticks.SMALL)) {
            writer.define(Quotes.DEFINITION);
            assertSound(writer);
            LastValuesWriter quotes = writer.lastValuesWriter(Quotes.NAME);
            for (int i = 0; i < 3 * KEYS; i++) {
                Quotes.put(quotes, i % KEYS, i, Quotes.LENGTH);
            }
            assertSound(writer);
            assertEquals(List.of(), writer.verify(VerifyOptions.all()).findings());
        }
        Path extent = folder.resolve("extents/0000.ext");
        byte[] sound = Files.readAllBytes(extent);
        Geometry geometry = new Geometry(4096, 64);
        ValueRecordLayout layout = new ValueRecordLayout(4, Quotes.LENGTH, 0, 4);
        int record = 7;
        int at = (int) geometry.chunkOffset(0) + record * layout.stride();
        int found = 0;
        for (int i = 0; i < layout.stride(); i++) {
            byte[] damaged = sound.clone();
            damaged[at + i] ^= 0x10;
            Files.write(extent, damaged);
            try (Store store = Store.open(folder)) {
                List<Finding> problems = store.verify(VerifyOptions.all()).findings();
                assertEquals(check(store), problems);
                found += problems.size();
                assertTrue(problems.size() <= 1, problems::toString);
                assertTrue(problems.stream().allMatch(p -> p.first() == record && p.end() == record + 1),
                        problems::toString);
                boolean key = i >= 8 && i < 20 || i >= 24 && i < 32;
                assertTrue(!key || problems.size() == 1, "offset=" + i);
                readAll(store.lastValues(Quotes.NAME).reader(), record, key);
            }
        }
        // Key, what comes before it, its checksum; stamp, checksum and value of one slot; most of the word of the cell.
        assertTrue(found >= 4 + 16 + 12 + Quotes.LENGTH, "found=" + found);
    }

    private static void readAll(LastValuesReader reader, int damaged, boolean key) {
        MemorySegment target = MemorySegment.ofArray(new byte[Quotes.LENGTH]);
        for (int id = 0; id < KEYS; id++) {
            int wanted = id;
            if (id != damaged) {
                assertEquals(2 * KEYS + id, Quotes.number(reader, id, target, Quotes.LENGTH));
            } else if (key) {
                assertThrows(CorruptChunkException.class, () -> reader.find(wanted));
            } else {
                long result = reader.read(reader.find(id), target, 0, 3);
                assertTrue(result > 0 || result == Cell.CORRUPT || result == Cell.EMPTY, "result=" + result);
            }
        }
        if (key) {
            // Nobody knows whether it was that of the damaged record.
            assertThrows(CorruptChunkException.class, () -> reader.find(KEYS));
        } else {
            assertEquals(LastValuesReader.ABSENT, reader.find(KEYS));
        }
    }

    @Test
    void shouldReadTheOtherChunksWhenAnEntryIsDamaged() throws IOException {
        int count;
        try (StoreWriter writer = StoreWriter.open(folder, Ticks.SMALL)) {
            writer.define(Quotes.DEFINITION);
            LastValuesWriter quotes = writer.lastValuesWriter(Quotes.NAME);
            count = 3 * new ValueRecordLayout(4, Quotes.LENGTH, 0, 4).capacity(4096);
            for (int id = 0; id < count; id++) {
                Quotes.put(quotes, id, id, Quotes.LENGTH);
            }
        }
        Path extent = folder.resolve("extents/0000.ext");
        byte[] bytes = Files.readAllBytes(extent);
        bytes[(int) new Geometry(4096, 64).entryOffset(1) + 20] ^= 1;
        Files.write(extent, bytes);
        MemorySegment target = MemorySegment.ofArray(new byte[Quotes.LENGTH]);
        try (Store store = Store.open(folder)) {
            LastValuesReader reader = store.lastValues(Quotes.NAME).reader();
            for (int id = 0; id < count; id++) {
                int wanted = id;
                if (id >= count / 3 && id < count / 3 * 2) {
                    assertThrows(CorruptChunkException.class, () -> reader.find(wanted));
                    assertThrows(CorruptChunkException.class, () -> reader.read(wanted, target, 0, 1));
                } else {
                    assertEquals(id, Quotes.number(reader, id, target, Quotes.LENGTH));
                }
            }
            assertEquals(count / 3 * 2, store.lastValues(Quotes.NAME).recordCount());
            List<Long> visited = new ArrayList<>();
            CorruptChunkException missing = assertThrows(CorruptChunkException.class, () -> {
                for (long record = reader.next(LastValuesReader.ABSENT); record != LastValuesReader.ABSENT;
                        record = reader.next(record)) {
                    visited.add(record);
                }
            });
            assertEquals(count / 3 * 2, visited.size());
            assertEquals(count / 3, missing.first());
            assertEquals(count / 3 * 2, missing.end());
        }
        try (StoreWriter writer = StoreWriter.open(folder, Ticks.SMALL)) {
            assertFalse(writer.recovery().dropped().isEmpty());
            LastValuesWriter quotes = writer.lastValuesWriter(Quotes.NAME);
            for (int id = 0; id < count; id++) {
                Quotes.put(quotes, id, id + 1, Quotes.LENGTH);
            }
            LastValuesReader reader = writer.lastValues(Quotes.NAME).reader();
            for (int id = 0; id < count; id++) {
                assertEquals(id + 1, Quotes.number(reader, id, target, Quotes.LENGTH));
            }
        }
    }
}
