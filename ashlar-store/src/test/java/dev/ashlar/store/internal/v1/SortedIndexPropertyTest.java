// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.ashlar.store.Appender;
import dev.ashlar.store.RowReader;
import dev.ashlar.store.SortedIndex;
import dev.ashlar.store.SortedRange;
import dev.ashlar.store.SortedReader;
import dev.ashlar.store.StoreWriter;
import dev.ashlar.store.Table;
import dev.ashlar.testkit.Seed;
import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Random tables, some rows of which are retired; indexes that were built before, in the middle and after have to know
/// what a sorted map of the JDK does.
class SortedIndexPropertyTest {
    private static final long ABSENT = RowReader.ABSENT;

    @TempDir
    Path folder;

    @Test
    void shouldFindWhatASortedMapDoes() throws Exception {
        SplittableRandom random = Seed.random("SortedIndexPropertyTest");
        for (int round = 0; round < 16; round++) {
            check(random.split(), folder.resolve("store" + round));
        }
    }

    private static void check(SplittableRandom random, Path store) throws Exception {
        ByteOrder order = random.nextBoolean() ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN;
        int rows = 1 << random.nextInt(3, 14);
        int keys = 1 + random.nextInt(2 * rows);
        int shift = random.nextInt(Long.SIZE);
        int from = random.nextInt(rows);
        boolean retires = random.nextBoolean();
        Map<Long, Long> numberOf = new TreeMap<>();
        Map<Long, String> codeOf = new TreeMap<>();
        List<SortedIndex> indexes = new ArrayList<>();
        try (StoreWriter writer = StoreWriter.open(store, Ticks.SMALL)) {
            Table table = writer.define(Things.definition(order, 0));
            Appender appender = writer.appender(Things.NAME);
            for (int i = 0; i < rows; i++) {
                if (i == from) {
                    build(table, indexes);
                    for (SortedIndex index : indexes) {
                        writer.keepUp(index);
                    }
                }
                if (retires && random.nextInt(2000) == 0) {
                    writer.retire(Things.NAME, table.firstRow() + random.nextLong(table.rowCount() + 1));
                }
                long number = Long.rotateLeft(random.nextInt(keys) - keys / 2, shift);
                // Half of them differ beyond the first 8 bytes alone.
                String code = (random.nextBoolean() ? "prefix--" : "k") + random.nextInt(Math.min(keys, 999));
                long row = Things.append(appender, order, false, number, code);
                numberOf.put(row, number);
                codeOf.put(row, code);
            }
            build(table, indexes);
            numberOf.keySet().removeIf(row -> row < table.firstRow());
            codeOf.keySet().removeIf(row -> row < table.firstRow());
            for (SortedIndex index : indexes) {
                assertEquals(List.of(), index.verify().findings());
                switch (index.definition().fields().getFirst()) {
                    case "u64" -> checkNumbers(index, byKey(numberOf, Long::compareUnsigned), random);
                    case "i64" -> {
                        // There this number is null.
                        Map<Long, Long> present = new TreeMap<>(numberOf);
                        present.values().removeIf(number -> number == Long.MIN_VALUE);
                        checkNumbers(index, byKey(present, Long::compare), random);
                    }
                    default -> checkCodes(index, byKey(codeOf, Comparator.naturalOrder()));
                }
                index.close();
            }
        }
    }

    private static <K> TreeMap<K, List<Long>> byKey(Map<Long, K> keyOf, Comparator<K> order) {
        TreeMap<K, List<Long>> rowsOf = new TreeMap<>(order);
        keyOf.forEach((row, key) -> rowsOf.computeIfAbsent(key, _ -> new ArrayList<>()).add(row));
        return rowsOf;
    }

    private static void build(Table table, List<SortedIndex> indexes) throws Exception {
        indexes.add(SortedIndex.build(table, "u64"));
        indexes.add(SortedIndex.build(table, "code"));
        indexes.add(SortedIndex.build(table, "i64"));
    }

    private static void checkNumbers(SortedIndex index, TreeMap<Long, List<Long>> expected, SplittableRandom random) {
        List<Long> wanted = new ArrayList<>(List.of(0L, -1L, Long.MIN_VALUE, Long.MAX_VALUE));
        for (long key : expected.keySet()) {
            wanted.add(key);
            wanted.add(key + 1);
            wanted.add(random.nextLong());
        }
        long[] keys = wanted.stream().mapToLong(Long::longValue).toArray();
        long[] rows = new long[keys.length];
        try (SortedReader reader = index.reader()) {
            reader.lookup(keys, 0, keys.length, rows);
            int hits = 0;
            for (int i = 0; i < keys.length; i++) {
                long last = expected.getOrDefault(keys[i], List.of(ABSENT)).getLast();
                hits += last == ABSENT ? 0 : 1;
                assertEquals(last, rows[i]);
                assertEquals(last, reader.find(keys[i]));
                Map.Entry<Long, List<Long>> floor = expected.floorEntry(keys[i]);
                assertEquals(floor == null ? ABSENT : floor.getValue().getLast(), reader.floor(keys[i]));
                Map.Entry<Long, List<Long>> ceiling = expected.ceilingEntry(keys[i]);
                assertEquals(ceiling == null ? ABSENT : ceiling.getValue().getFirst(), reader.ceiling(keys[i]));
            }
            assertEquals(hits, reader.lookup(keys, 0, keys.length, rows));
            for (int i = 0; i < 20; i++) {
                long from = keys[random.nextInt(keys.length)];
                long to = keys[random.nextInt(keys.length)];
                List<Long> all = new ArrayList<>();
                if (expected.comparator().compare(from, to) <= 0) {
                    expected.subMap(from, true, to, true).values().forEach(all::addAll);
                }
                assertEquals(all, rowsOf(reader.range(from, to)));
            }
        }
    }

    private static void checkCodes(SortedIndex index, TreeMap<String, List<Long>> expected) {
        try (SortedReader reader = index.reader()) {
            List<Long> all = new ArrayList<>();
            expected.forEach((code, rows) -> {
                MemorySegment key = MemorySegment.ofArray(Things.code(code));
                assertEquals(rows.getLast(), reader.find(key, 0));
                assertEquals(ABSENT, reader.find(MemorySegment.ofArray(Things.code("x" + code.substring(1))), 0));
                all.addAll(rows);
            });
            for (String prefix : List.of("", "k", "k1", "prefix", "prefix--", "prefix--1", "prefix--12", "z")) {
                List<Long> wanted = new ArrayList<>();
                expected.forEach((code, rows) -> {
                    if (code.startsWith(prefix)) {
                        wanted.addAll(rows);
                    }
                });
                MemorySegment bytes = MemorySegment.ofArray(prefix.getBytes(StandardCharsets.US_ASCII));
                assertEquals(wanted, rowsOf(reader.prefix(bytes, 0, prefix.length())), prefix);
            }
        }
    }

    private static List<Long> rowsOf(SortedRange range) {
        List<Long> rows = new ArrayList<>();
        for (long row = range.next(); row != ABSENT; row = range.next()) {
            rows.add(row);
        }
        return rows;
    }
}
