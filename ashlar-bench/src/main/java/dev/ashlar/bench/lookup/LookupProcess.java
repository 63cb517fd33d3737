// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.lookup;

import com.sun.management.ThreadMXBean;
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
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The measuring JVM: a table of some size, its indexes and maps of the same keys.
///
/// Times are those that the thread had a processor, so that others on the machine disturb less; waiting for memory
/// is in them.
public final class LookupProcess {
    static final String BETWEEN = ";";
    static final int[] BATCHES = {1, 2, 4, 8, 16, 32, 64, 128, 256};
    private static final int BATCH = 64;
    private static final int WARM_ROUNDS = 2;
    private static final int APPENDED = 1 << 12;
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private final int rows;
    private final int lookups;
    private final int rounds;
    private final boolean maps;
    private final List<LookupResult> results = new ArrayList<>();

    LookupProcess(int rows, int lookups, int rounds, boolean maps) {
        this.rows = rows;
        this.lookups = lookups;
        this.rounds = rounds;
        this.maps = maps;
    }

    /// @param args rows, lookups, rounds, whether maps are measured, folder
    public static void main(String[] args) throws IOException {
        LookupProcess process = new LookupProcess(Integer.parseInt(args[0]), Integer.parseInt(args[1]),
                Integer.parseInt(args[2]), Boolean.parseBoolean(args[3]));
        List<LookupResult> results = process.measure(Path.of(args[4]));
        System.out.println(Fork.FOUND + String.join(BETWEEN, results.stream().map(LookupResult::line).toList()));
    }

    List<LookupResult> measure(Path folder) throws IOException {
        try (StoreWriter store = StoreWriter.open(folder.resolve("store"),
                StoreOptions.defaults().withDurability(Durability.NONE))) {
            Table table = store.define(TableDefinition.of(schema(), "Item"));
            fill(store.appender("Item"));
            List<Keys> plain = Keys.of(lookups, rows, false, 100);
            try (HashIndex index = HashIndex.build(table, IndexDefinition.unique("key"));
                    HashReader reader = index.reader()) {
                Map<String, Finder> ways = new LinkedHashMap<>();
                ways.put(LookupResult.ONE_BY_ONE, IndexFinders.each(reader));
                for (int batch : BATCHES) {
                    ways.put("batches of " + batch, IndexFinders.batches(reader, batch));
                }
                ways.put("chase", IndexFinders.chase(reader));
                if (maps) {
                    ways.put("HashMap", MapFinders.jdk(rows));
                    ways.put("Agrona Long2LongHashMap", MapFinders.agrona(rows));
                    ways.put("fastutil Long2LongOpenHashMap", MapFinders.fastutil(rows));
                }
                measure("hash", plain, ways);
                ways.clear();
                ways.put(LookupResult.ONE_BY_ONE, IndexFinders.each(reader));
                ways.put("batches of " + BATCH, IndexFinders.batches(reader, BATCH));
                measureOthers("hash", ways);
                IntegerField value = IntegerField.of(table, "value");
                ways.clear();
                ways.put(LookupResult.ONE_BY_ONE, IndexFinders.eachWithField(reader, value));
                ways.put("batches of " + BATCH, IndexFinders.batchesWithField(reader, value, BATCH));
                measure("hash, and a field", plain, ways);
            }
            try (SortedIndex index = SortedIndex.build(table, "key"); SortedReader reader = index.reader()) {
                Map<String, Finder> ways = new LinkedHashMap<>();
                ways.put(LookupResult.ONE_BY_ONE, IndexFinders.each(reader));
                for (int batch : BATCHES) {
                    ways.put("batches of " + batch, IndexFinders.batches(reader, batch));
                }
                ways.put("chase", IndexFinders.chase(reader));
                measure("tree", plain, ways);
                ways.clear();
                ways.put(LookupResult.ONE_BY_ONE, IndexFinders.each(reader));
                ways.put("batches of " + BATCH, IndexFinders.batches(reader, BATCH));
                measureOthers("tree", ways);
            }
        }
        return results;
    }

    private static Schema schema() throws IOException {
        try (InputStream xml = LookupProcess.class.getResourceAsStream("lookup-benchmark.xml")) {
            return SchemaParser.parse(xml, "lookup-benchmark.xml", ParseOptions.DEFAULT).schema();
        }
    }

    private void fill(Appender appender) throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment block = arena.allocate(2L * APPENDED * Long.BYTES, Long.BYTES);
            for (long from = 0; from < rows; from += APPENDED) {
                int count = (int) Math.min(APPENDED, rows - from);
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
                    measure(index, Keys.of(lookups, rows, skewed, hits), ways);
                }
            }
        }
    }

    /// By turns, every other round backwards.
    private void measure(String index, List<Keys> sets, Map<String, Finder> ways) throws IOException {
        List<String> names = List.copyOf(ways.keySet());
        Map<String, List<Double>> times = new LinkedHashMap<>();
        Map<String, Double> bytes = new LinkedHashMap<>();
        int turn = 0;
        for (int round = 0; round < WARM_ROUNDS + rounds; round++) {
            for (String name : round % 2 == 0 ? names : names.reversed()) {
                Keys keys = sets.get(turn++ % sets.size());
                long allocated = THREADS.getCurrentThreadAllocatedBytes();
                long start = THREADS.getCurrentThreadCpuTime();
                long sum = ways.get(name).sum(keys.keys());
                double ns = (THREADS.getCurrentThreadCpuTime() - start) / (double) lookups;
                double heap = (THREADS.getCurrentThreadAllocatedBytes() - allocated) / (double) lookups;
                if (sum != keys.expected()) {
                    throw new IOException("wrong sum: sum=" + sum + ", expected=" + keys.expected() + ", way=" + name
                            + ", index=" + index);
                }
                if (round >= WARM_ROUNDS) {
                    times.computeIfAbsent(name, _ -> new ArrayList<>()).add(ns);
                    bytes.merge(name, heap, Math::min);
                }
            }
        }
        List<Double> base = times.get(LookupResult.ONE_BY_ONE);
        for (String name : names) {
            List<Double> ratios = new ArrayList<>();
            for (int round = 0; round < rounds && !name.equals(LookupResult.ONE_BY_ONE); round++) {
                ratios.add(base.get(round) / times.get(name).get(round));
            }
            results.add(new LookupResult(index, sets.getFirst().name(), name, times.get(name), ratios,
                    bytes.get(name)));
        }
    }
}
