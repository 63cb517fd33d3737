// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.ashlar.store.Appender;
import dev.ashlar.store.HashIndex;
import dev.ashlar.store.HashReader;
import dev.ashlar.store.IndexDefinition;
import dev.ashlar.store.StoreWriter;
import dev.ashlar.store.Table;
import dev.ashlar.testkit.Seed;
import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Random tables, with rows in which all is random but that keys come again; some indexes are built before, some in the
/// middle, some after, and all have to know what a map of the JDK does.
class HashIndexPropertyTest {
    @TempDir
    Path folder;

    @Test
    void shouldFindWhatAMapDoes() throws Exception {
        SplittableRandom random = Seed.random("HashIndexPropertyTest");
        for (int round = 0; round < 12; round++) {
            check(random.split(), folder.resolve("store" + round));
        }
    }

    private static void check(SplittableRandom random, Path store) throws Exception {
        ByteOrder order = random.nextBoolean() ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN;
        int rows = 1 << random.nextInt(4, 15);
        int keys = 1 + random.nextInt(2 * rows);
        // Keys that a weak hash would put into few buckets: the same low bits, or the same high ones.
        int shift = random.nextInt(Long.SIZE);
        int from = random.nextInt(rows);
        Map<Long, List<Long>> byNumber = new HashMap<>();
        Map<String, List<Long>> byCode = new HashMap<>();
        List<HashIndex> indexes = new ArrayList<>();
        try (StoreWriter writer = StoreWriter.open(store, Ticks.SMALL)) {
            Table table = writer.define(Things.definition(order, 0));
            Appender appender = writer.appender(Things.NAME);
            for (int i = 0; i < rows; i++) {
                if (i == from) {
                    build(table, indexes);
                    for (HashIndex index : indexes) {
                        writer.keepUp(index);
                    }
                }
                long number = Long.rotateLeft(random.nextInt(keys), shift);
                String code = random.nextInt(20) == 0 ? "" : "k" + random.nextInt(keys);
                long row = Things.append(appender, order, false, number, code);
                byNumber.computeIfAbsent(number, _ -> new ArrayList<>()).add(row);
                if (!code.isEmpty()) {
                    byCode.computeIfAbsent(code, _ -> new ArrayList<>()).add(row);
                }
            }
            build(table, indexes);
            for (HashIndex index : indexes) {
                if (index.isInteger()) {
                    checkNumbers(index, byNumber, random);
                } else {
                    checkCodes(index, byCode);
                }
                assertEquals(List.of(), index.verify().findings());
                index.close();
            }
        }
    }

    private static void build(Table table, List<HashIndex> indexes) throws Exception {
        indexes.add(HashIndex.build(table, IndexDefinition.unique("u64")));
        indexes.add(HashIndex.build(table, IndexDefinition.multi("u64")));
        indexes.add(HashIndex.build(table, IndexDefinition.unique("code")));
        indexes.add(HashIndex.build(table, IndexDefinition.multi("code")));
    }

    private static void checkNumbers(HashIndex index, Map<Long, List<Long>> expected, SplittableRandom random) {
        assertEquals(expected.size(), index.entryCount());
        long[] keys = new long[expected.size() * 2];
        int n = 0;
        for (long key : expected.keySet()) {
            keys[n++] = key;
            keys[n++] = random.nextLong();
        }
        long[] rows = new long[n + 1];
        rows[n] = 77;
        int from = random.nextInt(n);
        try (HashReader reader = index.reader()) {
            int hits = 0;
            int found = reader.lookup(keys, from, n - from, rows);
            for (int i = from; i < n; i++) {
                List<Long> all = expected.getOrDefault(keys[i], List.of(HashReader.ABSENT));
                assertEquals(all.getLast(), rows[i - from]);
                assertEquals(all.getLast(), reader.find(keys[i]));
                hits += all.getLast() == HashReader.ABSENT ? 0 : 1;
                checkAll(index, reader, rows[i - from], all);
            }
            assertEquals(hits, found);
            assertEquals(77, rows[n]);
        }
    }

    private static void checkCodes(HashIndex index, Map<String, List<Long>> expected) {
        assertEquals(expected.size(), index.entryCount());
        MemorySegment keys = MemorySegment.ofArray(new byte[expected.size() * 2 * Things.CODE_LENGTH]);
        List<String> codes = new ArrayList<>();
        for (String code : expected.keySet()) {
            codes.add(code);
            codes.add("x" + code);
        }
        for (int i = 0; i < codes.size(); i++) {
            MemorySegment.copy(MemorySegment.ofArray(Things.code(codes.get(i))), 0, keys,
                    (long) i * Things.CODE_LENGTH, Things.CODE_LENGTH);
        }
        long[] rows = new long[codes.size()];
        try (HashReader reader = index.reader()) {
            assertEquals(expected.size(), reader.lookup(keys, 0, rows.length, rows));
            for (int i = 0; i < rows.length; i++) {
                List<Long> all = expected.getOrDefault(codes.get(i), List.of(HashReader.ABSENT));
                assertEquals(all.getLast(), rows[i]);
                assertEquals(all.getLast(), reader.find(keys, (long) i * Things.CODE_LENGTH));
                checkAll(index, reader, rows[i], all);
            }
        }
    }

    private static void checkAll(HashIndex index, HashReader reader, long last, List<Long> expected) {
        if (!index.definition().unique() && last != HashReader.ABSENT) {
            long row = last;
            for (long wanted : expected.reversed()) {
                assertEquals(wanted, row);
                row = reader.previous(row);
            }
            assertEquals(HashReader.ABSENT, row);
        }
    }
}
