// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.ram;

import dev.ashlar.lab.Experiment;
import dev.ashlar.lab.Plan;
import dev.ashlar.lab.Recorder;
import dev.ashlar.lab.Scale;
import dev.ashlar.lab.Trial;
import dev.ashlar.lab.Words;
import dev.ashlar.lab.figures.Chart;
import dev.ashlar.lab.figures.Findings;
import dev.ashlar.lab.figures.Measure;
import dev.ashlar.lab.figures.Ratio;
import dev.ashlar.lab.host.Machine;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// What helps a program that waits for memory: to look up several keys together, sorted, by two threads, or to lay data
/// out in the order in which it is walked?
///
/// Lookups one at a time do not wait for each other, so that the processor overlaps some by itself; what a lookup takes
/// alone is told beside. Were batches no faster than that, indexes would not need them.
public final class RamExperiment implements Experiment {
    static final int FULL_KEYS = 1 << 25;
    private static final int QUICK_KEYS = 1 << 22;
    private static final int TINY_KEYS = 1 << 14;
    private static final int LEAST_KEYS = 1 << 14;
    /// What is built takes meanwhile what it takes in the end, and the keys.
    private static final double HEAP_FOR_BYTES = 2.2;
    private static final double YOUNG_FOR_BYTES = 2;
    private static final int LIST_BYTES = 64;
    /// An object of the graph and its copy, of 32 bytes each.
    private static final int GRAPH_BYTES = 64;
    /// A row of a table on the disk, with what its chunks have besides.
    private static final double STORED_BYTES = 1.1 * Long.BYTES;
    private static final long ROOM = 64L << 20;
    private static final int WARM_RUNS = 4;
    private static final String STRUCTURE = "structure";
    private static final String KEYS = "keys";
    private static final String LOOKUPS = "lookups";
    private static final String RUNS = "runs";
    private static final String LINEARISED = "linearised";
    private static final String GRAPH = "object graph";
    private static final int TRACED = 3;
    static final Measure TIME = Measure.less("time", "ns/key");
    static final Measure STEP = Measure.less("walk", "ns/node");
    static final Measure TRACE = Measure.less("trace", "ns/object");
    static final String IN_ORDER = "linked data, in order";
    static final String SHUFFLED = "linked data, shuffled";
    static final String SCATTERED = "object graph, in no order";
    static final String COPIED = "object graph, copied in the order of its trace";

    @Override
    public String name() {
        return "ram";
    }

    @Override
    public String question() {
        return "What helps a program that waits for memory?";
    }

    @Override
    public String source() {
        return "Mao, Cutler, Morris, Optimizing RAM-latency Dominated Applications (APSys 2013)";
    }

    static String subject(Structure structure, Lookup lookup) {
        return structure.text() + ", " + lookup.text();
    }

    @Override
    public Plan plan(Scale scale, Machine machine) {
        int wanted = scale.of(TINY_KEYS, QUICK_KEYS, FULL_KEYS);
        int inMemory = (int) machine.fitting(wanted, HEAP_FOR_BYTES * LIST_BYTES, LEAST_KEYS);
        int keys = (int) machine.fittingDisk(inMemory, STORED_BYTES, LEAST_KEYS);
        List<String> notes = new ArrayList<>();
        if (keys < FULL_KEYS) {
            notes.add("scaled down: %,d keys instead of %,d%s".formatted(keys, FULL_KEYS,
                    keys < inMemory ? ", because there is too little room on the disk"
                            : keys < wanted ? ", because there is too little memory" : ""));
        }
        List<Trial> trials = new ArrayList<>();
        for (Structure structure : Structure.values()) {
            long bytes = (long) keys * structure.bytesPerKey();
            notes.add(structure.text() + ": " + Words.bytes(bytes) + ", " + Words.times((double) bytes / machine.cacheBytes())
                    + " the last-level cache");
            trials.add(trial(structure.text(), bytes, scale).with(STRUCTURE, structure).with(KEYS, keys)
                    .with(LOOKUPS, scale.of(1 << 10, 1 << 17, 1 << 21)));
        }
        for (boolean linearised : new boolean[] {true, false}) {
            trials.add(trial(linearised ? IN_ORDER : SHUFFLED, (long) keys * LIST_BYTES, scale).with(KEYS, keys)
                    .with(LINEARISED, linearised));
        }
        // Room for all of it among new objects: no collection is to move what lies as it was made.
        long graphBytes = (long) keys * GRAPH_BYTES;
        trials.add(trial(GRAPH, graphBytes, scale).with(KEYS, keys)
                .withFlags("-Xmn" + ((long) (graphBytes * YOUNG_FOR_BYTES + ROOM / 2) >> 20) + "m"));
        notes.add("object graph: %,d objects, traced depth first with a mark in each, as collectors do".formatted(keys));
        return new Plan(trials, notes);
    }

    private static Trial trial(String name, long bytes, Scale scale) {
        return Trial.of(name).with(RUNS, scale.of(1, 3, 5)).withFlags("-Xmx" + ((long) (bytes * HEAP_FOR_BYTES + ROOM) >> 20)
                + "m", "-XX:+UseSerialGC");
    }

    @Override
    public void measure(Trial trial, Recorder recorder) throws Exception {
        int keys = trial.count(KEYS);
        if (trial.parameters().containsKey(LINEARISED)) {
            LinkedData data = new LinkedData(keys, Boolean.parseBoolean(trial.text(LINEARISED)));
            for (int run = 0; run <= trial.count(RUNS); run++) {
                long start = System.nanoTime();
                long sum = data.sum();
                double ns = System.nanoTime() - start;
                check(sum, (long) keys * (keys - 1) / 2, trial.name());
                if (run > 0) {
                    recorder.sample(trial.name(), STEP, ns / keys);
                }
            }
            return;
        }
        if (trial.name().equals(GRAPH)) {
            trace(trial, recorder);
            return;
        }
        Structure structure = Structure.valueOf(trial.text(STRUCTURE));
        try (Index index = structure.build(keys)) {
            lookUp(structure, index, trial, recorder);
        }
    }

    private static void trace(Trial trial, Recorder recorder) {
        int objects = trial.count(KEYS);
        long before = collections();
        Map<String, ObjectGraph> graphs = new LinkedHashMap<>();
        graphs.put(SCATTERED, ObjectGraph.shuffled(objects));
        graphs.put(COPIED, graphs.get(SCATTERED).copied());
        if (collections() != before) {
            throw new IllegalStateException("a collection has moved objects: their order is not what was made");
        }
        for (int run = 0; run <= trial.count(RUNS); run++) {
            for (Map.Entry<String, ObjectGraph> graph : graphs.entrySet()) {
                long start = System.nanoTime();
                long sum = graph.getValue().trace();
                double ns = System.nanoTime() - start;
                check(sum, (long) objects * (objects - 1) / 2, graph.getKey());
                if (run > 0) {
                    recorder.sample(graph.getKey(), TRACE, ns / objects);
                }
            }
        }
    }

    private static long collections() {
        return ManagementFactory.getGarbageCollectorMXBeans().stream()
                .mapToLong(GarbageCollectorMXBean::getCollectionCount).sum();
    }

    private static void lookUp(Structure structure, Index index, Trial trial, Recorder recorder) throws Exception {
        int keys = trial.count(KEYS);
        int lookups = trial.count(LOOKUPS);
        for (int run = -WARM_RUNS; run < trial.count(RUNS); run++) {
            // By turns, each with keys of its own.
            for (Lookup lookup : Lookup.values()) {
                long seed = 31L * run + lookup.ordinal();
                long[] wanted = Keys.drawn(lookups, keys, seed);
                long start = System.nanoTime();
                long sum = lookup.sum(index, wanted);
                double ns = System.nanoTime() - start;
                check(sum, Keys.expected(lookups, keys, seed), subject(structure, lookup));
                if (run >= 0) {
                    recorder.threads(subject(structure, lookup), lookup.threads());
                    recorder.sample(subject(structure, lookup), TIME, ns / lookups);
                }
            }
        }
    }

    private static void check(long sum, long expected, String subject) {
        if (sum != expected) {
            throw new IllegalStateException("wrong sum: sum=" + sum + ", expected=" + expected + ", subject=" + subject);
        }
    }

    @Override
    public List<Ratio> ratios() {
        return List.of(
                new Ratio("linked data: shuffled / in order", SHUFFLED, IN_ORDER, STEP, 3.5,
                        "2013, one core: sequential 3.5× random"),
                new Ratio("chained hash: one at a time / in batches", subject(Structure.CHAINED, Lookup.ONE),
                        subject(Structure.CHAINED, Lookup.BATCHED), TIME, 1.3, "2013: multi-get more than 30 % faster"),
                new Ratio("tree: one at a time / in batches", subject(Structure.TREE, Lookup.ONE),
                        subject(Structure.TREE, Lookup.BATCHED), TIME, 1.3, "2013: Masstree 1.3× on one core"),
                new Ratio("tracing objects: in no order / copied in the order of the trace", SCATTERED, COPIED, TRACE, 1.3,
                        "2013: a collector's trace 1.3× as fast"));
    }

    @Override
    public String verdict(Findings findings) {
        List<Ratio> ratios = ratios();
        return "On this machine walking linked data that is shuffled takes " + Words.besidePublished(ratios.get(0), findings)
                + " the time of data that lies in order, and tracing objects that lie in no order "
                + Words.besidePublished(ratios.get(TRACED), findings)
                + " the time of tracing them copied in the order of the trace; lookups one at a time take, of the time of batches, "
                + Words.besidePublished(ratios.get(1), findings) + " in a chained hash and "
                + Words.besidePublished(ratios.get(2), findings) + " in a tree, " + overBatches(Structure.OPEN, findings)
                + " in an open hash and " + overBatches(Structure.SORTED, findings) + " in a sorted array, "
                + overBatches(Structure.TABLE_HASH, findings) + " in Ashlar's hash index and "
                + overBatches(Structure.TABLE_TREE, findings) + " in its sorted one.";
    }

    private static String overBatches(Structure structure, Findings findings) {
        return Words.times(findings.ratio(subject(structure, Lookup.ONE), subject(structure, Lookup.BATCHED), TIME));
    }

    @Override
    public List<Chart> charts(Findings findings) {
        List<Chart> charts = new ArrayList<>();
        for (Structure structure : Structure.values()) {
            charts.add(Chart.bars("Lookups in a " + structure.text(), TIME, findings.subjects().stream()
                    .filter(subject -> subject.startsWith(structure.text())).toList(), findings));
        }
        charts.add(Chart.bars("A step through linked data", STEP, List.of(IN_ORDER, SHUFFLED), findings));
        charts.add(Chart.bars("Tracing a graph of objects", TRACE, List.of(COPIED, SCATTERED), findings));
        return charts;
    }
}
