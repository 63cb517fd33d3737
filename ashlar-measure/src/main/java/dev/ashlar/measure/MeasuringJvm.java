// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.measure;

import dev.ashlar.measure.Recorder.PerfPipes;
import dev.ashlar.measure.Threads.Preemptions;
import dev.ashlar.measure.host.Disturbance.ClockSpeed;
import dev.ashlar.measure.host.Machine.Collectors;
import dev.ashlar.measure.host.OwnUse;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/// The measuring JVM: one trial of one workload. It ends when the process that started it ends.
public final class MeasuringJvm {
    static final String NO_COUNTERS = "-";
    private static final int FIRST = 3;

    private MeasuringJvm() {
    }

    /// Called by the main method of a measuring JVM. Does not return.
    ///
    /// @param args  workload, pipes to and from `perf` or two dashes, then the trial
    /// @param named finds the workload by its name
    public static void run(String[] args, Function<String, ? extends Workload> named) {
        Thread.ofPlatform().daemon().start(MeasuringJvm::endWithParent);
        Lines lines = new Lines(System.out);
        try {
            Workload workload = named.apply(args[0]);
            Trial trial = Trial.parse(List.of(args).subList(FIRST, args.length));
            if (args[1].equals(NO_COUNTERS)) {
                measure(workload, trial, lines, Optional.empty());
            } else {
                try (PerfPipes perf = new PerfPipes(Path.of(args[1]), Path.of(args[2]))) {
                    measure(workload, trial, lines, Optional.of(perf));
                }
            }
            lines.say(Lines.COLLECTOR, Collectors.current().orElse("not known"));
            lines.say(Lines.DONE);
            Runtime.getRuntime().halt(0);
        } catch (OutOfMemoryError e) {
            lines.say(Lines.FAILED, "out of memory: " + e.getMessage());
        } catch (Exception e) {
            lines.say(Lines.FAILED, e.toString());
        }
        Runtime.getRuntime().halt(1);
    }

    static void measure(Workload workload, Trial trial, Lines lines, Optional<PerfPipes> perf)
            throws Exception {
        ClockSpeed speed = new ClockSpeed();
        speed.ns();
        double before = speed.ns();
        OwnUse used = OwnUse.now();
        long start = System.nanoTime();
        Preemptions others = new Preemptions();
        ScopedValue.where(Preemptions.OF_TRIAL, others).call(() -> {
            workload.measure(trial, new Recorder(lines, perf));
            return trial;
        });
        double seconds = Math.max(System.nanoTime() - start, 1) / 1e9;
        OwnUse now = OwnUse.now();
        // If this thread has started others, it only waits for them.
        double switchesPerSec = Math.max((now.switches() - used.switches()) / seconds, others.mostPerSec());
        lines.say(Lines.DISTURBANCE, now.cpuNs(), switchesPerSec, 100 * (speed.ns() / before - 1));
    }

    /// Ends this process when its input ends: the process that started it holds the other end.
    public static void endWithParent() {
        try {
            while (System.in.read() >= 0) {
                // The parent sends nothing.
            }
        } catch (IOException e) {
            // It has ended.
        }
        Runtime.getRuntime().halt(2);
    }
}
