// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.ram;

import dev.ashlar.lab.Experiment;
import dev.ashlar.measure.MeasurementPlan;
import dev.ashlar.measure.Recorder;
import dev.ashlar.measure.Scale;
import dev.ashlar.measure.Trial;
import dev.ashlar.measure.figures.Chart;
import dev.ashlar.measure.figures.Figures;
import dev.ashlar.measure.figures.Measure;
import dev.ashlar.measure.figures.Ratio;
import dev.ashlar.measure.figures.Words;
import dev.ashlar.measure.host.Machine;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;

/// What helps a program that waits for memory: looking up several keys together, sorted, or with two threads, or laying
/// out data in the order of access?
///
/// Lookups one at a time do not depend on each other, so the processor overlaps some by itself; dependent lookups are
/// reported, too. If batches were no faster than lookups one at a time, indexes would not need them.
public final class RamExperiment extends Experiment {
    static final int FULL_KEYS = 1 << 25;
    private static final int LEAST_KEYS = 1 << 14;
    /// While it is built, a structure needs its final memory plus that of the keys.
    private static final double HEAP_FOR_BYTES = 2.2;
    private static final int LIST_BYTES = 64;
    /// Bytes of an object of the graph and its copy, 32 each.
    private static final int GRAPH_BYTES = 64;
    /// Bytes of a row of a table on disk, with its share of the chunk headers.
    private static final double STORED_BYTES = 1.1 * Long.BYTES;
    private static final long ROOM = 64L << 20;
    private static final String KEYS = Lookups.KEYS;
    private static final String GRAPH = "object graph";
    static final Lookup BATCHED = Lookup.batches(16);
    static final List<Lookup> WAYS = List.of(Lookup.ONE, Lookup.DEPENDENT, BATCHED, Lookup.SORTED_FIRST,
            Lookup.TWO_THREADS);
    static final Measure TIME = Lookups.TIME;
    static final Measure STEP = Measure.less("walk", "ns/node");
    static final Measure TRACE = Measure.less("trace", "ns/object");
    static final String IN_ORDER = "linked data, in order";
    static final String SHUFFLED = "linked data, shuffled";
    static final String SCATTERED = "object graph, in no order";
    static final String COPIED = "object graph, copied in the order of its trace";

    public RamExperiment() {
        super("ram", "What helps a program that waits for memory?",
                "Mao, Cutler, Morris, Optimizing RAM-latency Dominated Applications (APSys 2013)");
    }

    static String subject(Structure structure, Lookup lookup) {
        return Lookups.subject(structure.text(), Keys.Mix.PLAIN, lookup);
    }

    @Override
    public MeasurementPlan plan(Scale scale, Machine machine) {
        int wanted = scale.of(1 << 14, 1 << 22, FULL_KEYS);
        int inMemory = (int) machine.fitting(wanted, HEAP_FOR_BYTES * LIST_BYTES, LEAST_KEYS);
        int keys = (int) machine.fittingDisk(inMemory, STORED_BYTES, LEAST_KEYS);
        List<String> notes = new ArrayList<>(Words.scaledDown(keys < FULL_KEYS, "%,d keys instead of %,d%s", keys,
                FULL_KEYS, keys < inMemory ? ", because there is too little room on the disk"
                        : keys < wanted ? ", because there is too little memory" : ""));
        List<Trial> trials = new ArrayList<>();
        for (Structure structure : Structure.LAB) {
            long bytes = (long) keys * structure.bytesPerKey;
            notes.add(structure.text() + ": " + Words.bytes(bytes) + ", " + Words.times((double) bytes / machine.cacheBytes())
                    + " the last-level cache");
            trials.add(Lookups.trial(structure.text(), structure, keys, scale.of(1 << 10, 1 << 17, 1 << 21),
                    runs(scale), WAYS, List.of(Keys.Mix.PLAIN)).withFlags(flags(bytes)));
        }
        for (boolean linearised : new boolean[] {true, false}) {
            trials.add(trial(linearised ? IN_ORDER : SHUFFLED, (long) keys * LIST_BYTES, scale).with(KEYS, keys)
                    .with("linearised", linearised));
        }
        // A young generation with room for all objects, so that no collection moves them.
        long graphBytes = (long) keys * GRAPH_BYTES;
        trials.add(trial(GRAPH, graphBytes, scale).with(KEYS, keys)
                .withFlags("-Xmn" + (2 * graphBytes + ROOM / 2 >> 20) + "m"));
        notes.add("object graph: %,d objects, traced depth first with a mark in each, as collectors do".formatted(keys));
        return new MeasurementPlan(trials, notes);
    }

    private static Trial trial(String name, long bytes, Scale scale) {
        return Trial.of(name).with("runs", runs(scale)).withFlags(flags(bytes));
    }

    private static int runs(Scale scale) {
        return scale.of(1, 3, 5);
    }

    private static String[] flags(long bytes) {
        return new String[] {"-Xmx" + ((long) (bytes * HEAP_FOR_BYTES + ROOM) >> 20) + "m", "-XX:+UseSerialGC"};
    }

    @Override
    public void measure(Trial trial, Recorder recorder) throws Exception {
        if (trial.parameters().containsKey("linearised")) {
            LinkedData data = new LinkedData(trial.count(KEYS), Boolean.parseBoolean(trial.text("linearised")));
            sum(Map.of(trial.name(), data::sum), STEP, trial, recorder);
        } else if (trial.name().equals(GRAPH)) {
            long before = collections();
            ObjectGraph scattered = ObjectGraph.shuffled(trial.count(KEYS));
            ObjectGraph copied = scattered.copied();
            Recorder.require(collections() == before,
                    "a collection has moved objects, so their order is not known");
            Map<String, LongSupplier> graphs = new LinkedHashMap<>();
            graphs.put(SCATTERED, scattered::trace);
            graphs.put(COPIED, copied::trace);
            sum(graphs, TRACE, trial, recorder);
        } else {
            Lookups.measure(List.of(Structure.values()), trial, recorder);
        }
    }

    /// Adds up the numbers of all nodes, in each structure in turn; the first round is a warm-up.
    private static void sum(Map<String, LongSupplier> structures, Measure measure, Trial trial, Recorder recorder) {
        long nodes = trial.count(KEYS);
        for (int run = 0; run <= trial.count("runs"); run++) {
            for (Map.Entry<String, LongSupplier> structure : structures.entrySet()) {
                long start = System.nanoTime();
                long sum = structure.getValue().getAsLong();
                double ns = System.nanoTime() - start;
                Recorder.requireSum(sum, nodes * (nodes - 1) / 2, structure.getKey());
                if (run > 0) {
                    recorder.sample(structure.getKey(), measure, ns / nodes);
                }
            }
        }
    }

    private static long collections() {
        return ManagementFactory.getGarbageCollectorMXBeans().stream()
                .mapToLong(GarbageCollectorMXBean::getCollectionCount).sum();
    }

    @Override
    public List<Ratio> ratios() {
        return List.of(
                new Ratio("linked data: shuffled / in order", SHUFFLED, IN_ORDER, STEP, 3.5,
                        "2013, one core: sequential 3.5× random"),
                new Ratio("chained hash: one at a time / in batches", subject(Structure.CHAINED, Lookup.ONE),
                        subject(Structure.CHAINED, BATCHED), TIME, 1.3, "2013: multi-get more than 30 % faster"),
                new Ratio("tree: one at a time / in batches", subject(Structure.TREE, Lookup.ONE),
                        subject(Structure.TREE, BATCHED), TIME, 1.3, "2013: Masstree 1.3× on one core"),
                new Ratio("tracing objects: in no order / copied in the order of the trace", SCATTERED, COPIED, TRACE, 1.3,
                        "2013: a collector's trace 1.3× as fast"));
    }

    @Override
    public String verdict(Figures figures) {
        List<Ratio> ratios = ratios();
        return "Walking shuffled linked data takes " + Words.withPublished(ratios.getFirst(), figures)
                + " the time of data in order, and tracing objects in no order "
                + Words.withPublished(ratios.get(3), figures) + " that of objects in the order of the trace. "
                + "Lookups one at a time take " + Words.withPublished(ratios.get(1), figures)
                + " the time of batches in a chained hash, " + Words.withPublished(ratios.get(2), figures) + " in a tree, "
                + overBatches(Structure.OPEN, figures) + " in an open hash, " + overBatches(Structure.SORTED, figures)
                + " in a sorted array, " + overBatches(Structure.TABLE_HASH, figures) + " in Ashlar's hash index and "
                + overBatches(Structure.TABLE_TREE, figures) + " in its sorted index.";
    }

    private static String overBatches(Structure structure, Figures figures) {
        return Words.times(figures.ratio(subject(structure, Lookup.ONE), subject(structure, BATCHED), TIME));
    }

    @Override
    public List<Chart> charts(Figures figures) {
        List<Chart> charts = new ArrayList<>();
        for (Structure structure : Structure.LAB) {
            charts.add(Chart.bars("Lookups in a " + structure.text(), TIME, figures.subjects().stream()
                    .filter(subject -> subject.startsWith(structure.text())).toList(), figures));
        }
        charts.add(Chart.bars("A step through linked data", STEP, List.of(IN_ORDER, SHUFFLED), figures));
        charts.add(Chart.bars("Tracing a graph of objects", TRACE, List.of(COPIED, SCATTERED), figures));
        return charts;
    }
}
