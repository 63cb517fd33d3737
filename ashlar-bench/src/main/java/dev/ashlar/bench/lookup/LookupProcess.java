// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.lookup;

import dev.ashlar.bench.Fork;
import dev.ashlar.sbe.ParseOptions;
import dev.ashlar.sbe.SchemaParser;
import dev.ashlar.sbe.ir.Schema;
import dev.ashlar.store.Appender;
import dev.ashlar.store.Durability;
import dev.ashlar.store.HashIndex;
import dev.ashlar.store.HashReader;
import dev.ashlar.store.IndexDefinition;
import dev.ashlar.store.IntegerField;
import dev.ashlar.store.SortedIndex;
import dev.ashlar.store.SortedReader;
import dev.ashlar.store.StoreOptions;
import dev.ashlar.store.StoreWriter;
import dev.ashlar.store.Table;
import dev.ashlar.store.TableDefinition;
import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The measuring JVM: a table of some size, its indexes and maps of the same keys.
public final class LookupProcess {
    static final int[] BATCHES = {1, 2, 4, 8, 16, 32, 64, 128, 256};
    private static final int BATCH = 64;
    private static final String BATCHED = LookupResult.BATCHES + BATCH;
    private static final int WARM_ROUNDS = 2;
    private static final int APPENDED = 1 << 12;

    private final LookupTask task;
    private final Turns turns;
    private final List<LookupResult> together = new ArrayList<>();
    private long hugePageBytes;

    LookupProcess(LookupTask task) {
        this.task = task;
        turns = new Turns(task.lookups(), WARM_ROUNDS, task.rounds());
    }

    /// @param args those of a [LookupTask], folder
    public static void main(String[] args) throws IOException {
        LookupTask task = LookupTask.parse(args);
        if (task.kind() == LookupTask.Kind.SMALL_PAGES) {
            HugePages.switchOff();
        }
        System.out.println(Fork.FOUND + new LookupProcess(task).measure(Path.of(args[args.length - 1])).line());
    }

    LookupFindings measure(Path folder) throws IOException {
        try (StoreWriter store = StoreWriter.open(folder.resolve("store"),
                StoreOptions.defaults().withDurability(Durability.NONE))) {
            Table table = store.define(TableDefinition.of(schema(), "Item"));
            fill(store.appender("Item"));
            List<Keys> plain = Keys.of(task.lookups(), task.rows(), false, 100);
            long before = HugePages.bytesInUse();
            try (HashIndex index = HashIndex.build(table, IndexDefinition.unique("key"))) {
                hugePageBytes = Math.max(0, HugePages.bytesInUse() - before);
                measure(index, table, plain);
            }
            try (SortedIndex index = SortedIndex.build(table, "key")) {
                measure(index, plain);
            }
        }
        List<LookupResult> results = new ArrayList<>(turns.results());
        results.addAll(together);
        return new LookupFindings(hugePageBytes, results);
    }

    private void measure(HashIndex index, Table table, List<Keys> plain) throws IOException {
        try (HashReader reader = index.reader(); HashReader other = index.reader()) {
            Map<String, Finder> ways = new LinkedHashMap<>();
            ways.put(LookupResult.ONE_BY_ONE, IndexFinders.each(reader));
            for (int batch : batches()) {
                ways.put(LookupResult.BATCHES + batch, IndexFinders.batches(reader, batch));
            }
            ways.put(LookupResult.CHASE, IndexFinders.chase(reader));
            addMaps(ways);
            turns.measure(name("hash"), plain, ways);
            if (task.kind() == LookupTask.Kind.SMALL_PAGES) {
                return;
            }
            ways.clear();
            ways.put(LookupResult.ONE_BY_ONE, IndexFinders.each(reader));
            ways.put(BATCHED, IndexFinders.batches(reader, BATCH));
            measureOthers("hash", ways);
            if (task.kind() == LookupTask.Kind.WITH_TWO_THREADS) {
                measureTogether("hash", plain, IndexFinders.each(other), IndexFinders.batches(other, BATCH), ways);
            }
            IntegerField value = IntegerField.of(table, "value");
            ways.clear();
            ways.put(LookupResult.ONE_BY_ONE, IndexFinders.eachWithField(reader, value));
            ways.put(BATCHED, IndexFinders.batchesWithField(reader, value, BATCH));
            turns.measure("hash, and a field", plain, ways);
        }
    }

    private void measure(SortedIndex index, List<Keys> plain) throws IOException {
        try (SortedReader reader = index.reader(); SortedReader other = index.reader()) {
            Map<String, Finder> ways = new LinkedHashMap<>();
            ways.put(LookupResult.ONE_BY_ONE, IndexFinders.each(reader));
            for (int batch : batches()) {
                ways.put(LookupResult.BATCHES + batch, IndexFinders.batches(reader, batch));
            }
            ways.put(LookupResult.CHASE, IndexFinders.chase(reader));
            turns.measure(name("tree"), plain, ways);
            if (task.kind() == LookupTask.Kind.SMALL_PAGES) {
                return;
            }
            ways.clear();
            ways.put(LookupResult.ONE_BY_ONE, IndexFinders.each(reader));
            ways.put(BATCHED, IndexFinders.batches(reader, BATCH));
            measureOthers("tree", ways);
            if (task.kind() == LookupTask.Kind.WITH_TWO_THREADS) {
                measureTogether("tree", plain, IndexFinders.each(other), IndexFinders.batches(other, BATCH), ways);
            }
        }
    }

    private String name(String index) {
        return task.kind() == LookupTask.Kind.SMALL_PAGES ? index + LookupResult.SMALL_PAGES : index;
    }

    private int[] batches() {
        return task.kind() == LookupTask.Kind.SMALL_PAGES ? new int[] {BATCH} : BATCHES;
    }

    private void addMaps(Map<String, Finder> ways) {
        if (task.maps() == LookupTask.Maps.ALL) {
            ways.put("HashMap", MapFinders.jdk(task.rows()));
        }
        if (task.maps() != LookupTask.Maps.NONE) {
            ways.put("Agrona Long2LongHashMap", MapFinders.agrona(task.rows()));
            ways.put("fastutil Long2LongOpenHashMap", MapFinders.fastutil(task.rows()));
        }
    }

    /// @param ways of the first thread
    private void measureTogether(String index, List<Keys> sets, Finder each, Finder batches, Map<String, Finder> ways)
            throws IOException {
        Map<String, List<Finder>> both = new LinkedHashMap<>();
        both.put(LookupResult.ONE_BY_ONE, List.of(ways.get(LookupResult.ONE_BY_ONE), each));
        both.put(BATCHED, List.of(ways.get(BATCHED), batches));
        together.addAll(new TwoThreads(task.lookups(), WARM_ROUNDS, task.rounds()).measure(index, sets, both));
    }

    private static Schema schema() throws IOException {
        try (InputStream xml = LookupProcess.class.getResourceAsStream("lookup-benchmark.xml")) {
            return SchemaParser.parse(xml, "lookup-benchmark.xml", ParseOptions.DEFAULT).schema();
        }
    }

    private void fill(Appender appender) throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment block = arena.allocate(2L * APPENDED * Long.BYTES, Long.BYTES);
            for (long from = 0; from < task.rows(); from += APPENDED) {
                int count = (int) Math.min(APPENDED, task.rows() - from);
                for (int i = 0; i < count; i++) {
                    block.setAtIndex(ValueLayout.JAVA_LONG, 2L * i, Keys.keyOf(from + i));
                    block.setAtIndex(ValueLayout.JAVA_LONG, 2L * i + 1, from + i);
                }
                appender.appendAll(block, 0, count);
            }
        }
    }

    private void measureOthers(String index, Map<String, Finder> ways) throws IOException {
        for (boolean skewed : new boolean[] {false, true}) {
            for (int hits : new int[] {0, 50, 100}) {
                if (skewed || hits != 100) {
                    turns.measure(index, Keys.of(task.lookups(), task.rows(), skewed, hits), ways);
                }
            }
        }
    }
}
