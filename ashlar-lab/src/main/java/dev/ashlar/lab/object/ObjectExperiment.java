// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.object;

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
import java.util.ArrayList;
import java.util.List;

/// What does it cost to turn an object into bytes and back?
///
/// Were Java Serialization near to copying fields to memory, no codec of objects would be worth its generator.
public final class ObjectExperiment implements Experiment {
    static final int PUBLISHED_TIMES = 1_000_000;
    static final int PUBLISHED_ROUNDS = 5;
    private static final int BATCH = 100;
    private static final int WARM_TIMES = 100 * BATCH;
    private static final List<ObjectWay> WAYS = List.of(ObjectWay.SERIALIZABLE, ObjectWay.BUFFER, ObjectWay.MEMORY,
            ObjectWay.KRYO, ObjectWay.FORY, ObjectWay.ASHLAR);
    private static final String WAY = "way";
    private static final String TIMES = "times";
    private static final String ROUNDS = "rounds";
    private static final String WARM_MS = "warmMs";
    private static final long NS_PER_MS = 1_000_000;
    static final Measure WRITE = Measure.less("write", "ns");
    static final Measure READ = Measure.less("read", "ns");
    static final Measure TOTAL = Measure.less("both", "ns");
    static final Measure BYTES = Measure.plain("size", "bytes");

    public ObjectExperiment() {
    }

    @Override
    public String name() {
        return "object";
    }

    @Override
    public String question() {
        return "What does it cost to turn an object into bytes and back?";
    }

    @Override
    public String source() {
        return "Martin Thompson, Native C/C++ Like Performance For Java Object Serialisation (2012)";
    }

    @Override
    public Plan plan(Scale scale, Machine machine) {
        int times = scale.of(2_000, PUBLISHED_TIMES, PUBLISHED_TIMES);
        List<Trial> trials = new ArrayList<>();
        for (ObjectWay way : WAYS) {
            List<String> flags = new ArrayList<>(List.of("-Xms256m", "-Xmx256m", "-XX:+UseParallelGC"));
            flags.addAll(way.flags());
            trials.add(Trial.of(way.text()).with(WAY, way).with(TIMES, times)
                    .with(ROUNDS, scale.of(1, PUBLISHED_ROUNDS, PUBLISHED_ROUNDS))
                    .with(WARM_MS, scale.of(0, 1_000, 3_000)).withFlags(flags.toArray(String[]::new)));
        }
        return new Plan(trials, times == PUBLISHED_TIMES ? List.of()
                : List.of("scaled down: %,d times instead of the published %,d".formatted(times, PUBLISHED_TIMES)));
    }

    @Override
    public void measure(Trial trial, Recorder recorder) throws Exception {
        ItemCodec codec = ObjectWay.valueOf(trial.text(WAY)).open();
        Item item = Item.filled();
        // By the clock: a million objects may take less time than the JIT.
        long start = System.nanoTime();
        do {
            round(codec, item, Math.min(WARM_TIMES, trial.count(TIMES)));
        } while (System.nanoTime() - start < trial.number(WARM_MS) * NS_PER_MS);
        for (int round = 0; round < trial.count(ROUNDS); round++) {
            double[] ns = round(codec, item, trial.count(TIMES));
            recorder.sample(trial.name(), WRITE, ns[0]);
            recorder.sample(trial.name(), READ, ns[1]);
            recorder.sample(trial.name(), TOTAL, ns[0] + ns[1]);
        }
        recorder.sample(trial.name(), BYTES, codec.length());
    }

    /// Writes and reads by turns, some at a time: the clock itself would be most of the time of one.
    private static double[] round(ItemCodec codec, Item item, int times) throws Exception {
        long writing = 0;
        long reading = 0;
        long digests = 0;
        for (int done = 0; done < times; done += BATCH) {
            long start = System.nanoTime();
            for (int i = 0; i < BATCH; i++) {
                codec.write(item);
            }
            long written = System.nanoTime();
            Item found = null;
            for (int i = 0; i < BATCH; i++) {
                found = codec.read();
            }
            reading += System.nanoTime() - written;
            writing += written - start;
            digests += found.digest();
        }
        if (digests != times / BATCH * item.digest()) {
            throw new IllegalStateException("not what was written: digests=" + digests);
        }
        return new double[] {writing / (double) times, reading / (double) times};
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
    public String verdict(Findings findings) {
        return "On this machine, to write and read an object, Java serialisation takes "
                + Words.besidePublished(ratios().getFirst(), findings) + " the time of copying fields to direct memory, and a "
                + "ByteBuffer " + Words.besidePublished(ratios().getLast(), findings) + "; of those that need no code, "
                + "Kryo takes " + overMemory(ObjectWay.KRYO, findings) + ", Fory " + overMemory(ObjectWay.FORY, findings)
                + " and Ashlar's object codec " + overMemory(ObjectWay.ASHLAR, findings) + ".";
    }

    private static String overMemory(ObjectWay way, Findings findings) {
        return Words.times(findings.ratio(way.text(), ObjectWay.MEMORY.text(), TOTAL));
    }

    @Override
    public List<Chart> charts(Findings findings) {
        return List.of(Chart.bars("Write", WRITE, findings.subjects(), findings),
                Chart.bars("Read", READ, findings.subjects(), findings));
    }
}
