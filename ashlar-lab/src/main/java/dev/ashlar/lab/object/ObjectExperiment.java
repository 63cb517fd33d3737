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
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/// What does it cost to turn an object into bytes and back?
///
/// Were Java Serialization near to copying fields to memory, no codec of objects would be worth its generator.
public final class ObjectExperiment implements Experiment {
    static final int PUBLISHED_TIMES = 1_000_000;
    static final int PUBLISHED_ROUNDS = 5;
    private static final int BATCH = 100;
    private static final String WAY = "way";
    private static final String TIMES = "times";
    private static final String ROUNDS = "rounds";
    static final Measure WRITE = Measure.less("write", "ns");
    static final Measure READ = Measure.less("read", "ns");
    static final Measure TOTAL = Measure.less("both", "ns");
    static final Measure BYTES = Measure.plain("size", "bytes");

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
        int times = scale.of(2_000, 200_000, PUBLISHED_TIMES);
        List<Trial> trials = new ArrayList<>();
        for (ObjectWay way : ObjectWay.values()) {
            trials.add(Trial.of(way.text()).with(WAY, way).with(TIMES, times)
                    .with(ROUNDS, scale.of(2, PUBLISHED_ROUNDS, PUBLISHED_ROUNDS))
                    .withFlags("-Xms256m", "-Xmx256m", "-XX:+UseParallelGC"));
        }
        return new Plan(trials, times == PUBLISHED_TIMES ? List.of()
                : List.of("scaled down: %,d times instead of the published %,d".formatted(times, PUBLISHED_TIMES)));
    }

    @Override
    public void measure(Trial trial, Recorder recorder) throws Exception {
        ObjectWay.Session session = ObjectWay.valueOf(trial.text(WAY)).open();
        Order order = Order.sample();
        int rounds = trial.count(ROUNDS);
        for (int round = 0; round < rounds; round++) {
            double[] ns = round(session, order, trial.count(TIMES));
            // In the first it is compiled.
            if (round > 0) {
                recorder.sample(trial.name(), WRITE, ns[0]);
                recorder.sample(trial.name(), READ, ns[1]);
                recorder.sample(trial.name(), TOTAL, ns[0] + ns[1]);
            }
        }
        recorder.sample(trial.name(), BYTES, session.write(order));
    }

    /// Writes and reads by turns, some at a time: the clock itself would be most of the time of one.
    private static double[] round(ObjectWay.Session session, Order order, int times) throws IOException {
        long writing = 0;
        long reading = 0;
        long digests = 0;
        for (int done = 0; done < times; done += BATCH) {
            long start = System.nanoTime();
            for (int i = 0; i < BATCH; i++) {
                session.write(order);
            }
            long written = System.nanoTime();
            Order found = null;
            for (int i = 0; i < BATCH; i++) {
                found = session.read();
            }
            reading += System.nanoTime() - written;
            writing += written - start;
            digests += found.digest();
        }
        if (digests != times / BATCH * order.digest()) {
            throw new IllegalStateException("not what was written: digests=" + digests);
        }
        return new double[] {writing / (double) times, reading / (double) times};
    }

    @Override
    public List<Ratio> ratios() {
        return List.of(
                new Ratio("Java Serialization / direct memory", ObjectWay.SERIALIZATION.text(), ObjectWay.MEMORY.text(),
                        TOTAL, 10_289.0 / 76, "Sandy Bridge, 2012: 10,289 / 76 ns"),
                new Ratio("ByteBuffer / direct memory", ObjectWay.BYTE_BUFFER.text(), ObjectWay.MEMORY.text(), TOTAL,
                        348.0 / 76, "Sandy Bridge, 2012: 348 / 76 ns"));
    }

    @Override
    public String verdict(Findings findings) {
        return "On this machine, to write and read an object, Java Serialization takes "
                + Words.besidePublished(ratios().getFirst(), findings) + " the time of copying fields to direct memory, and a "
                + "ByteBuffer " + Words.besidePublished(ratios().getLast(), findings) + "; Ashlar's object codec, which "
                + "does it without a line of code, takes "
                + Words.times(findings.ratio(ObjectWay.CODEC.text(), ObjectWay.MEMORY.text(), TOTAL)) + ".";
    }

    @Override
    public List<Chart> charts(Findings findings) {
        return List.of(Chart.bars("Write", WRITE, findings.subjects(), findings),
                Chart.bars("Read", READ, findings.subjects(), findings));
    }
}
