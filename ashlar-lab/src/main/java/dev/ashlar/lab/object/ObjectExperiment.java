// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.object;

import dev.ashlar.lab.Experiment;
import dev.ashlar.measure.MeasurementPlan;
import dev.ashlar.measure.Recorder;
import dev.ashlar.measure.Scale;
import dev.ashlar.measure.Threads;
import dev.ashlar.measure.Trial;
import dev.ashlar.measure.figures.Chart;
import dev.ashlar.measure.figures.Figures;
import dev.ashlar.measure.figures.Measure;
import dev.ashlar.measure.figures.Ratio;
import dev.ashlar.measure.figures.Words;
import dev.ashlar.measure.host.Machine;
import java.util.List;

/// What does it cost to turn an object into bytes and back?
///
/// If Java serialization were nearly as fast as copying fields to memory, a generated codec of objects would be
/// useless.
public final class ObjectExperiment extends Experiment {
    static final int PUBLISHED_TIMES = 1_000_000;
    static final int PUBLISHED_ROUNDS = 5;
    private static final int WARM_TIMES = 10_000;
    private static final List<ObjectWay> WAYS = List.of(ObjectWay.SERIALIZABLE, ObjectWay.BUFFER, ObjectWay.MEMORY,
            ObjectWay.KRYO, ObjectWay.FORY, ObjectWay.ASHLAR);
    private static final String TIMES = "times";
    static final Measure WRITE = Measure.less("write", "ns");
    static final Measure READ = Measure.less("read", "ns");
    public static final Measure TOTAL = Measure.less("both", "ns");
    public static final Measure ALLOCATED = Measure.plain("allocated", "bytes");
    static final Measure BYTES = Measure.plain("size", "bytes");

    public ObjectExperiment() {
        super("object", "What does it cost to turn an object into bytes and back?",
                "Martin Thompson, Native C/C++ Like Performance For Java Object Serialisation (2012)");
    }

    @Override
    public MeasurementPlan plan(Scale scale, Machine machine) {
        int times = scale.of(2_000, PUBLISHED_TIMES, PUBLISHED_TIMES);
        List<Trial> trials = WAYS.stream().map(way -> trial(way, times, scale.of(1, PUBLISHED_ROUNDS, PUBLISHED_ROUNDS),
                scale.of(0, 1_000, 3_000)).withFlags("-Xms256m", "-Xmx256m", "-XX:+UseParallelGC")
                .withFlags(way.flags())).toList();
        return new MeasurementPlan(trials, Words.scaledDown(times < PUBLISHED_TIMES,
                "%,d times instead of the published %,d", times, PUBLISHED_TIMES));
    }

    /// A trial for the lab and for the benchmark.
    ///
    /// @param times number of times that an object is written and read in each round
    public static Trial trial(ObjectWay way, int times, int rounds, int warmMs) {
        return Trial.of(way.text()).with("way", way).with(TIMES, times).with("rounds", rounds).with("warmMs", warmMs);
    }

    @Override
    public void measure(Trial trial, Recorder recorder) throws Exception {
        measure(ObjectWay.valueOf(trial.text("way")).open(), trial, recorder);
    }

    static void measure(ItemCodec codec, Trial trial, Recorder recorder) throws Exception {
        // Warm up for a fixed time: a million objects may take less time than the JIT.
        long start = System.nanoTime();
        do {
            round(codec, Math.min(WARM_TIMES, trial.count(TIMES)));
        } while (System.nanoTime() - start < trial.number("warmMs") * NS_PER_MS);
        double least = Double.MAX_VALUE;
        for (int round = 0; round < trial.count("rounds"); round++) {
            long allocated = Threads.allocatedBytes();
            double[] ns = round(codec, trial.count(TIMES));
            least = Math.min(least, (Threads.allocatedBytes() - allocated) / trial.number(TIMES));
            recorder.sample(trial.name(), WRITE, ns[0]);
            recorder.sample(trial.name(), READ, ns[1]);
            recorder.sample(trial.name(), TOTAL, ns[0] + ns[1]);
        }
        recorder.sample(trial.name(), BYTES, codec.length());
        recorder.sample(trial.name(), ALLOCATED, least);
    }

    /// Writes an object repeatedly, then reads it as often.
    ///
    /// @return nanoseconds of CPU time per write and per read
    private static double[] round(ItemCodec codec, int times) throws Exception {
        Item item = Item.filled();
        long start = Threads.cpuNs();
        for (int i = 0; i < times; i++) {
            item.sourceId = i;
            codec.write(item);
        }
        long middle = Threads.cpuNs();
        long sum = 0;
        for (int i = 0; i < times; i++) {
            Item read = codec.read();
            sum += read.sourceId + read.quantities[read.quantities.length - 1];
        }
        long end = Threads.cpuNs();
        long expected = times * (item.sourceId + item.quantities[item.quantities.length - 1]);
        Recorder.require(sum == expected && codec.read().digest() == item.digest(),
                "object differs from what was written: sum=" + sum + ", expected=" + expected);
        return new double[] {(middle - start) / (double) times, (end - middle) / (double) times};
    }

    @Override
    public List<Ratio> ratios() {
        return List.of(
                new Ratio("Java serialisation / direct memory", ObjectWay.SERIALIZABLE.text(), ObjectWay.MEMORY.text(),
                        TOTAL, 10_289.0 / 76, "Sandy Bridge, 2012: 10,289 / 76 ns"),
                new Ratio("ByteBuffer / direct memory", ObjectWay.BUFFER.text(), ObjectWay.MEMORY.text(), TOTAL,
                        348.0 / 76, "Sandy Bridge, 2012: 348 / 76 ns"));
    }

    @Override
    public String verdict(Figures figures) {
        return "Java serialization takes " + Words.withPublished(ratios().getFirst(), figures)
                + " the time of copying fields to direct memory, a ByteBuffer "
                + Words.withPublished(ratios().getLast(), figures) + ". Of the libraries that need no code, Kryo takes "
                + overMemory(ObjectWay.KRYO, figures) + ", Fory " + overMemory(ObjectWay.FORY, figures)
                + " and Ashlar's object codec " + overMemory(ObjectWay.ASHLAR, figures) + ".";
    }

    private static String overMemory(ObjectWay way, Figures figures) {
        return Words.times(figures.ratio(way.text(), ObjectWay.MEMORY.text(), TOTAL));
    }

    @Override
    public List<Chart> charts(Figures figures) {
        return List.of(Chart.bars("Write", WRITE, figures.subjects(), figures),
                Chart.bars("Read", READ, figures.subjects(), figures));
    }
}
