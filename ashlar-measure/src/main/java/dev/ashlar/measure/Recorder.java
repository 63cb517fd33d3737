// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.measure;

import dev.ashlar.measure.figures.Measure;
import dev.ashlar.measure.host.OwnUse;
import java.io.IOException;
import java.util.Optional;

/// Records what is measured, in the measuring JVM, and reports at once: what was reported is known even if the
/// JVM does not end well.
///
/// **Threading**: one thread.
public final class Recorder {
    public static final Measure MINOR_FAULTS = Measure.plain("page faults", "in all");
    public static final Measure MAJOR_FAULTS = Measure.plain("of these read", "in all");

    private final Lines lines;
    private final Optional<PerfSwitch> perf;

    /// @param perf switches counters of the processor on and off, where there are any
    Recorder(Lines lines, Optional<PerfSwitch> perf) {
        this.lines = lines;
        this.perf = perf;
    }

    /// Takes down one sample.
    public void sample(String subject, Measure measure, double value) {
        lines.sample(subject, measure, value);
    }

    /// Takes down how many threads were at work for a subject, where it is not as many as in the rest of the trial.
    public void threads(String subject, int threads) {
        lines.threads(subject, threads);
    }

    /// Records what a reader of the figures has to know.
    public void note(String text) {
        lines.note(text);
    }

    /// Something that takes time.
    @FunctionalInterface
    public interface Work {
        void run() throws Exception;
    }

    /// Runs work with the counters of the processor switched on, and takes down its page faults.
    ///
    /// @param operations that the work does: counts are reported for one
    public void counted(String subject, long operations, Work work) throws Exception {
        OwnUse before = OwnUse.now();
        if (perf.isPresent()) {
            perf.get().on();
        }
        try {
            work.run();
        } finally {
            if (perf.isPresent()) {
                perf.get().off();
            }
        }
        OwnUse after = OwnUse.now();
        lines.counted(subject, perf.isPresent() ? operations : 0);
        if (after.isKnown()) {
            sample(subject, MINOR_FAULTS, after.minorFaults() - before.minorFaults());
            sample(subject, MAJOR_FAULTS, after.majorFaults() - before.majorFaults());
        }
    }

    /// The other side of the pipes of `perf stat --control`.
    interface PerfSwitch {
        void on() throws IOException;

        void off() throws IOException;
    }
}
