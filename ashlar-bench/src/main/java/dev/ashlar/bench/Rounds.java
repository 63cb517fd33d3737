// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.VerboseMode;
import org.openjdk.jmh.util.Statistics;

/// Runs the contenders of comparisons by turns, one fork each, in rounds; every other round backwards.
final class Rounds {
    /// Flags of every fork. The heap is fixed so that its growth is not measured; the collector is the one the SBE
    /// reference benchmarks itself with; JMH stands on an Unsafe of which the JDK warns.
    static final List<String> JVM_ARGS =
            List.of("-Xms512m", "-Xmx512m", "-XX:+UseParallelGC", "--sun-misc-unsafe-memory-access=allow");

    /// What JMH itself allocates around an iteration is less; one object in a thousand operations is more.
    private static final double HARNESS_BYTES = 32 << 10;

    private final Effort effort;
    private final Consumer<String> progress;

    Rounds(Effort effort, Consumer<String> progress) {
        this.effort = effort;
        this.progress = progress;
    }

    /// @throws RunnerException if a benchmark fails, also because contenders do not agree on a result
    Results run(JmhSuite suite) throws RunnerException {
        Results results = new Results();
        for (int round = 0; round < effort.rounds(); round++) {
            for (Comparison comparison : suite.comparisons()) {
                List<Contender> order = comparison.contenders();
                for (Contender contender : round % 2 == 0 ? order : order.reversed()) {
                    progress.accept("round " + (round + 1) + "/" + effort.rounds() + ": " + suite.name() + ": "
                            + comparison.work() + ": " + contender.name());
                    results.add(contender, fork(contender));
                }
            }
        }
        return results;
    }

    private Sample fork(Contender contender) throws RunnerException {
        List<String> jvmArgs = new ArrayList<>(JVM_ARGS);
        jvmArgs.addAll(contender.jvmArgs());
        ChainedOptionsBuilder options = new OptionsBuilder()
                .include("^" + Pattern.quote(contender.benchmark()) + "$")
                .forks(1)
                .warmupForks(0)
                .warmupIterations(effort.warmupIterations())
                .warmupTime(effort.iterationTime())
                .measurementIterations(effort.measuredIterations())
                .measurementTime(effort.iterationTime())
                .jvmArgs(jvmArgs.toArray(String[]::new))
                .addProfiler(GCProfiler.class)
                .shouldFailOnError(true)
                .verbosity(VerboseMode.SILENT);
        contender.params().forEach((name, value) -> options.param(name, value));
        Collection<RunResult> runs = new Runner(options.build()).run();
        if (runs.size() != 1) {
            throw new IllegalStateException(
                    "not one benchmark: benchmark=" + contender.benchmark() + ", found=" + runs.size());
        }
        RunResult run = runs.iterator().next();
        Statistics times = run.getPrimaryResult().getStatistics();
        double median = times.getPercentile(50);
        double spread = (times.getPercentile(75) - times.getPercentile(25)) / median;
        double operations = effort.iterationTime().convertTo(TimeUnit.NANOSECONDS) / median;
        double bytes = bytesPerOp(run);
        return new Sample(median, spread, bytes * operations < HARNESS_BYTES ? 0 : bytes);
    }

    /// The label has had a prefix that is not ASCII in some versions of JMH.
    private static double bytesPerOp(RunResult run) {
        for (String label : run.getSecondaryResults().keySet()) {
            if (label.endsWith("gc.alloc.rate.norm")) {
                return run.getSecondaryResults().get(label).getScore();
            }
        }
        throw new IllegalStateException("no allocation rate: labels=" + run.getSecondaryResults().keySet());
    }
}
