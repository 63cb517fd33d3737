// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab;

import dev.ashlar.lab.host.Collectors;
import dev.ashlar.lab.host.OwnUse;
import dev.ashlar.lab.host.Pace;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// The measuring JVM: one trial of one experiment. Ends when the lab does, however that ends.
public final class LabProcess {
    static final String NO_COUNTERS = "-";
    private static final int FIRST = 3;
    private static final double NS_PER_SECOND = 1e9;

    private LabProcess() {
    }

    /// @param args experiment, pipe to and from `perf` or two dashes, then the trial
    public static void main(String[] args) {
        Thread.ofPlatform().daemon().start(LabProcess::endWithTheLab);
        Lines lines = new Lines(System.out);
        try {
            Experiment experiment = Experiments.named(args[0]);
            Trial trial = Trial.parse(List.of(args).subList(FIRST, args.length));
            if (args[1].equals(NO_COUNTERS)) {
                measure(experiment::measure, trial, lines, Optional.empty());
            } else {
                try (PerfPipes perf = new PerfPipes(Path.of(args[1]), Path.of(args[2]))) {
                    measure(experiment::measure, trial, lines, Optional.of(perf));
                }
            }
            lines.collector(Collectors.current().orElse("not known"));
            lines.done();
            Runtime.getRuntime().halt(0);
        } catch (OutOfMemoryError e) {
            lines.failed("out of memory: " + e.getMessage());
        } catch (Exception e) {
            lines.failed(e.toString());
        }
        Runtime.getRuntime().halt(1);
    }

    /// What an experiment does here.
    @FunctionalInterface
    interface Measuring {
        void measure(Trial trial, Recorder recorder) throws Exception;
    }

    static void measure(Measuring experiment, Trial trial, Lines lines, Optional<Recorder.PerfSwitch> perf)
            throws Exception {
        Pace pace = new Pace();
        pace.ns();
        double before = pace.ns();
        OwnUse used = OwnUse.now();
        long start = System.nanoTime();
        PutAside others = new PutAside();
        ScopedValue.where(PutAside.OF_TRIAL, others).call(() -> {
            experiment.measure(trial, new Recorder(lines, perf));
            return trial;
        });
        double seconds = Math.max(System.nanoTime() - start, 1) / NS_PER_SECOND;
        OwnUse now = OwnUse.now();
        // This thread only waits where it has started others.
        double switchesPerSec = Math.max((now.switches() - used.switches()) / seconds, others.mostPerSec());
        lines.weather(now.cpuNs(), switchesPerSec, 100 * (pace.ns() / before - 1));
    }

    /// Who has started us, the lab or another measuring JVM, holds the other end of our input.
    public static void endWithTheLab() {
        try {
            while (System.in.read() >= 0) {
                // It says nothing.
            }
        } catch (IOException e) {
            // It has ended.
        }
        Runtime.getRuntime().halt(2);
    }
}
