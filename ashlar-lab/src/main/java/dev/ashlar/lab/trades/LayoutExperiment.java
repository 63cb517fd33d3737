// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.trades;

import dev.ashlar.lab.Experiment;
import dev.ashlar.lab.trades.TradeResult.Pass;
import dev.ashlar.lab.trades.codec.PackedTradeEncoder;
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
import java.util.ArrayList;
import java.util.List;

/// What does it save to keep records packed in recycled memory, instead of as objects?
///
/// Heaps are either as tight as the published one, which has room for one table but not for two, or roomy. If objects
/// were as fast under any collector with a heap that fits the machine, off-heap tables would be useless.
public final class LayoutExperiment extends Experiment {
    static final long PUBLISHED_ROWS = 50_000_000;
    /// Size of the roomy heap, as a multiple of the published heap.
    private static final int ROOMY = 3;
    private static final double MIB = 1 << 20;
    private static final int ROOM_MIB = 64;
    private static final long PACKED_BYTES = PackedTradeEncoder.BLOCK_LENGTH;
    /// The first pass in the steady state.
    private static final int STEADY = 2;
    /// The end of the note for a trial whose heap is too small.
    public static final String OUT_OF_MEMORY = ": the rows did not fit into the heap";
    public static final Measure PASS = Measure.less("build + scan", "ms");
    public static final Measure BUILD = Measure.less("build", "ms");
    public static final Measure SCAN = Measure.less("scan", "ms");
    public static final Measure SLOWEST = Measure.less("slowest pass", "ms");
    public static final Measure BYTES = Measure.less("memory", "bytes/row");
    public static final Measure ALLOCATED = Measure.plain("allocated", "bytes/pass");
    public static final Measure PAUSES = Measure.plain("pauses", "in all");
    public static final Measure PAUSED = Measure.plain("paused", "ms");
    public static final Measure LONGEST = Measure.less("longest stop", "ms");
    public static final Measure OPEN = Measure.plain("memory taken", "ms");
    static final String PACKED = "packed, recycled memory";
    static final String FRESH = "packed, new memory each pass";
    static final String TIGHT_HEAP = "published heap";
    static final String ROOMY_HEAP = "roomy heap";

    public LayoutExperiment() {
        super("layout", "What does it save to keep records packed off the heap, instead of as objects?",
                "Martin Thompson, Compact Off-Heap Structures/Tuples In Java (2012)");
    }

    static String objects(String collector, String heap) {
        return "objects, " + collector + ", " + heap;
    }

    @Override
    public MeasurementPlan plan(Scale scale, Machine machine) {
        long wanted = scale.of(100_000L, 3_000_000L, PUBLISHED_ROWS);
        // The published heap, plus memory for the JVM itself.
        long rows = machine.fitting(wanted, 1.2 * articleHeapMiB(wanted) * MIB / wanted, 100_000);
        int passes = scale.of(2, 5, 5);
        List<String> notes = new ArrayList<>(Words.scaledDown(rows < PUBLISHED_ROWS,
                "%,d rows instead of the published %,d%s", rows, PUBLISHED_ROWS,
                rows < wanted ? ", because there is too little memory" : ""));
        List<Trial> trials = new ArrayList<>();
        trials.add(packed(PACKED, TradeKind.SBE, rows, passes));
        trials.add(packed(FRESH, TradeKind.SBE_FRESH, rows, passes));
        long tight = articleHeapMiB(rows);
        // In steps, so that the workload is the same if slightly more or less memory is available on another day.
        long step = Math.max(1, tight / 4);
        long most = (long) (machine.memoryBytes() / MIB * 0.75) / step * step;
        long roomy = Math.max(tight, Math.min(ROOMY * tight, most));
        notes.add("heaps of %,d MiB (as published, for as many rows) and %,d MiB".formatted(tight, roomy));
        for (String collector : machine.collectors()) {
            trials.add(objects(objects(collector, TIGHT_HEAP), rows, passes, collector, tight));
            trials.add(objects(objects(collector, ROOMY_HEAP), rows, passes, collector, roomy));
        }
        return new MeasurementPlan(trials, notes);
    }

    /// The heap of the article, which had 4 GiB for 50,000,000 objects, scaled to another number of objects: enough for
    /// one table, not for two; at least 64 MiB.
    public static long articleHeapMiB(long rows) {
        return Math.max(ROOM_MIB, Math.ceilDiv(4_096 * rows, PUBLISHED_ROWS));
    }

    /// @param collector the name in its flag, such as `G1`
    public static Trial objects(String name, long rows, int passes, String collector, long heapMiB) {
        return trial(name, TradeKind.OBJECTS, rows, passes).withFlags("-Xms" + heapMiB + "m", "-Xmx" + heapMiB + "m",
                "-XX:+Use" + collector + "GC");
    }

    /// Packed rows off the heap, with a heap of 64 MiB.
    public static Trial packed(String name, TradeKind kind, long rows, int passes) {
        // Without native access, off-heap memory has the bound of direct memory.
        long directMiB = 2 * ROOM_MIB + (rows * PACKED_BYTES + rows * PACKED_BYTES / 1000 >> 20);
        return trial(name, kind, rows, passes).withFlags("-Xms" + ROOM_MIB + "m", "-Xmx" + ROOM_MIB + "m",
                "-XX:MaxDirectMemorySize=" + directMiB + "m");
    }

    private static Trial trial(String name, TradeKind kind, long rows, int passes) {
        if (rows < 1 || passes < 1) {
            throw new IllegalArgumentException("rows and passes must be at least 1: rows=" + rows + ", passes=" + passes);
        }
        return Trial.of(name).with("kind", kind).with("rows", rows).with("passes", passes);
    }

    /// The subject of reading the same bytes as longs.
    public static String sweep(String subject) {
        return subject + ", bytes read as longs";
    }

    @Override
    public void measure(Trial trial, Recorder recorder) throws Exception {
        TradeResult result;
        try {
            result = TradeResult.measure(TradeKind.valueOf(trial.text("kind")), trial.number("rows"), trial.count("passes"));
        } catch (OutOfMemoryError e) {
            recorder.note(trial.name() + OUT_OF_MEMORY);
            return;
        }
        List<Pass> passes = result.passes();
        String name = trial.name();
        // The first pass loads classes and compiles code; the slowest pass includes it.
        for (Pass pass : passes.subList(Math.min(1, passes.size() - 1), passes.size())) {
            recorder.sample(name, PASS, pass.totalNs() / NS_PER_MS);
            recorder.sample(name, BUILD, pass.buildNs() / NS_PER_MS);
            recorder.sample(name, SCAN, pass.scanNs() / NS_PER_MS);
            if (pass.sweepNs() > 0) {
                recorder.sample(sweep(name), SCAN, pass.sweepNs() / NS_PER_MS);
            }
        }
        recorder.sample(name, SLOWEST, passes.stream().mapToLong(Pass::totalNs).max().orElseThrow() / NS_PER_MS);
        recorder.sample(name, BYTES, result.bytesPerRow());
        recorder.sample(name, ALLOCATED, passes.stream().skip(Math.min(STEADY, passes.size() - 1))
                .mapToLong(Pass::allocatedBytes).max().orElseThrow());
        recorder.sample(name, PAUSES, result.stops().pauses());
        recorder.sample(name, PAUSED, result.stops().pausedNs() / NS_PER_MS);
        recorder.sample(name, LONGEST, result.stops().longestNs() / NS_PER_MS);
        recorder.sample(name, OPEN, result.openNs() / NS_PER_MS);
    }

    @Override
    public List<Ratio> ratios() {
        return List.of(
                new Ratio("objects (G1, published heap) / packed, median pass", objects("G1", TIGHT_HEAP), PACKED, PASS,
                        12.3 / 0.55, "2012: 12.3 / 0.55 s"),
                new Ratio("objects (G1, published heap) / packed, slowest pass", objects("G1", TIGHT_HEAP), PACKED,
                        SLOWEST, 23.1 / 0.63, "2012: 23.1 / 0.63 s"),
                new Ratio("objects (G1, published heap) / packed, memory", objects("G1", TIGHT_HEAP), PACKED, BYTES,
                        2.88 / 2.1, "2012: 2.88 / 2.1 GB"));
    }

    @Override
    public String verdict(Figures figures) {
        List<String> objects = figures.subjects().stream().filter(subject -> subject.startsWith("objects")).toList();
        return "Objects under G1 with the published heap take " + Words.withPublished(ratios().getFirst(), figures)
                + " the time of packed rows and " + Words.withPublished(ratios().getLast(), figures) + " the memory. "
                + figures.best(objects, PASS).map(name -> "The best objects (" + name.substring("objects, ".length())
                        + ") take " + Words.times(figures.ratio(name, PACKED, PASS)) + " the time of packed rows.")
                .orElse("No objects were measured.");
    }

    @Override
    public List<Chart> charts(Figures figures) {
        return List.of(Chart.bars("A pass: build and scan", PASS, figures.subjects(), figures),
                Chart.bars("Memory of a row", BYTES, figures.subjects(), figures),
                Chart.bars("Longest pause or stall", LONGEST, figures.subjects(), figures));
    }
}
