// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.codec;

import dev.ashlar.bench.Finding;
import dev.ashlar.bench.Target;
import dev.ashlar.bench.TrialSuite;
import dev.ashlar.bench.codec.CodecBenchmark.MemoryKind;
import dev.ashlar.measure.MeasurementPlan;
import dev.ashlar.measure.Scale;
import dev.ashlar.measure.Trial;
import dev.ashlar.measure.TrialRunner.Measured;
import dev.ashlar.measure.figures.Figure;
import dev.ashlar.measure.figures.Figures;
import dev.ashlar.measure.figures.Measure;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;
import org.openjdk.jmh.util.Statistics;

/// SBE messages written and read, against the reference and protobuf. JMH measures single operations, each contender in
/// its own forks.
public final class CodecSuite extends TrialSuite {
    static final Measure TIME = Measure.less("time", "ns/op");
    static final Measure ALLOCATED = Measure.plain("allocated", "B/op");
    private static final List<String> MESSAGES = List.of("Car", "MarketData", "Book", "Order");
    private static final List<String> PROTO_MESSAGES = List.of("Car", "MarketData");
    private static final List<String> DIRECTIONS = List.of("encode", "decode");
    /// JMH uses an Unsafe for which the JDK prints a warning.
    private static final String UNSAFE = "--sun-misc-unsafe-memory-access=allow";
    /// Agrona needs the JDK's internal Unsafe and does not start without it.
    private static final String OPEN_UNSAFE = "--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED";
    private static final String CHECKS_OFF = "-Dagrona.disable.bounds.checks=true";
    private static final String OURS = "Ashlar, checked";
    private static final String CHECKED = "sbe-tool, checked";
    private static final String UNCHECKED = "sbe-tool, unchecked";
    private static final String PROTO = "protobuf-java";
    /// More than JMH itself allocates per iteration, but less than one object in a thousand operations.
    private static final double HARNESS_BYTES = 32 << 10;

    public CodecSuite() {
        super("codec", "SBE messages written and read, against the reference and protobuf", Integer.MAX_VALUE);
    }

    static String work(String message, String direction, MemoryKind kind) {
        return message + " " + direction + switch (kind) {
            case NATIVE -> "";
            case ARRAY -> ", array";
            case MIXED -> ", mixed memory";
        };
    }

    static String subject(String work, String contender) {
        return work + ": " + contender;
    }

    @Override
    protected MeasurementPlan plan(boolean quick, OptionalLong rows) {
        List<Trial> trials = new ArrayList<>();
        for (MemoryKind kind : MemoryKind.values()) {
            for (String message : MESSAGES) {
                for (String direction : DIRECTIONS) {
                    String work = work(message, direction, kind);
                    trials.add(trial(work, OURS, "ASHLAR", message, direction, kind));
                    trials.add(trial(work, CHECKED, "SBE", message, direction, kind).withFlags(OPEN_UNSAFE));
                    trials.add(trial(work, UNCHECKED, "SBE", message, direction, kind).withFlags(OPEN_UNSAFE, CHECKS_OFF));
                    if (hasProto(kind, message)) {
                        trials.add(trial(work, PROTO, "PROTO", message, direction, kind));
                    }
                }
            }
        }
        return new MeasurementPlan(trials, List.of());
    }

    /// Protobuf has its own memory, and two kinds of messages suffice to show its cost.
    private static boolean hasProto(MemoryKind kind, String message) {
        return kind == MemoryKind.NATIVE && PROTO_MESSAGES.contains(message);
    }

    private static Trial trial(String work, String contender, String prefix, String message, String direction,
            MemoryKind kind) {
        String codec = prefix + (message.equals("MarketData") ? "_MARKET_DATA" : "_" + message.toUpperCase(Locale.ROOT));
        return Trial.of(subject(work, contender)).with("codec", codec).with("memory", kind)
                .with("method", direction).withFlags(FLAGS).withFlags(UNSAFE);
    }

    @Override
    protected Measured measure(MeasurementPlan plan, Scale scale, int rounds, Consumer<String> progress)
            throws IOException {
        long start = System.nanoTime();
        Figures figures = new Figures();
        for (int round = 0; round < rounds; round++) {
            for (Trial trial : round % 2 == 0 ? plan.trials() : plan.trials().reversed()) {
                progress.accept("codec: " + trial.name() + " (" + (round + 1) + " of " + rounds + ")");
                fork(trial, scale, figures);
            }
        }
        return new Measured(figures, List.of(), List.of(), Optional.empty(), true, (System.nanoTime() - start) / 1e9);
    }

    private static void fork(Trial trial, Scale scale, Figures figures) throws IOException {
        TimeValue iteration = TimeValue.milliseconds(scale.of(10, 100, 100));
        try {
            RunResult run = new Runner(new OptionsBuilder()
                    .include("^" + Pattern.quote(CodecBenchmark.class.getName() + "." + trial.text("method")) + "$")
                    .param("codec", trial.text("codec")).param("memory", trial.text("memory"))
                    .forks(1).warmupForks(0).warmupIterations(scale.of(1, 5, 8)).warmupTime(iteration)
                    .measurementIterations(scale.of(1, 3, 13)).measurementTime(iteration)
                    .jvmArgs(trial.withFlags(scale.flags()).flags().toArray(String[]::new))
                    .addProfiler(GCProfiler.class).shouldFailOnError(true).verbosity(VerboseMode.SILENT).build())
                    .runSingle();
            // The median of the iterations: other programs slow down some of them.
            Statistics times = run.getPrimaryResult().getStatistics();
            double median = times.getPercentile(50);
            double spread = (times.getPercentile(75) - times.getPercentile(25)) / median;
            double operations = iteration.convertTo(TimeUnit.NANOSECONDS) / median;
            double bytes = bytesPerOp(run);
            figures.add(new Figure(trial.name(), TIME, List.of(List.of(median)), spread > Finding.NOISE, false));
            figures.with(trial.name(), ALLOCATED, bytes * operations < HARNESS_BYTES ? 0 : bytes);
        } catch (RunnerException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    /// In some versions of JMH, the label has a prefix that is not ASCII.
    private static double bytesPerOp(RunResult run) {
        String label = run.getSecondaryResults().keySet().stream().filter(one -> one.endsWith("gc.alloc.rate.norm"))
                .findFirst().orElseThrow(() ->
                        new IllegalStateException("no allocation rate: labels=" + run.getSecondaryResults().keySet()));
        return run.getSecondaryResults().get(label).getScore();
    }

    /// Findings with a target; for native memory, also those against protobuf.
    @Override
    protected List<Finding> findings(Figures figures) {
        List<Finding> findings = new ArrayList<>();
        for (MemoryKind kind : MemoryKind.values()) {
            boolean headline = kind == MemoryKind.NATIVE;
            for (String message : MESSAGES) {
                for (String direction : DIRECTIONS) {
                    String work = work(message, direction, kind);
                    findings.add(against(work, CHECKED, figures).withTarget(checkedTarget(kind, message))
                            .asHeadline(headline));
                    findings.add(against(work, UNCHECKED, figures).withTarget(uncheckedTarget(kind, message))
                            .asHeadline(headline));
                    if (hasProto(kind, message)) {
                        findings.add(against(work, PROTO, figures));
                    }
                }
            }
        }
        findings.add(Finding.mostOf("most that any of ours allocates", figures, ALLOCATED,
                subject -> subject.endsWith(OURS), 0));
        return findings;
    }

    /// With native memory, flat messages must be twice as fast; with mixed memory, messages must not be slower.
    private static Optional<Target> checkedTarget(MemoryKind kind, String message) {
        return switch (kind) {
            case NATIVE -> Optional.of(Target.atLeast(message.equals("MarketData") ? 2 : 1.2));
            case ARRAY -> Optional.empty();
            case MIXED -> Optional.of(Target.atLeast(1));
        };
    }

    private static Optional<Target> uncheckedTarget(MemoryKind kind, String message) {
        return switch (kind) {
            case NATIVE -> Optional.of(Target.atLeast(message.equals("MarketData") ? 1.2 : 1));
            case ARRAY -> Optional.of(Target.atLeast(1));
            case MIXED -> Optional.empty();
        };
    }

    private static Finding against(String work, String peer, Figures figures) {
        return Finding.against(work, peer, figures, TIME, subject(work, OURS), subject(work, peer));
    }
}
