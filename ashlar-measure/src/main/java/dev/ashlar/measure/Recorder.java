// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.measure;

import dev.ashlar.measure.figures.Measure;
import dev.ashlar.measure.host.OwnUse;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/// Records what is measured, in the measuring JVM, and reports at once: what was reported is known even if the
/// JVM does not end well.
///
/// **Threading**: one thread.
public final class Recorder {
    public static final Measure MINOR_FAULTS = Measure.plain("page faults", "in all");
    public static final Measure MAJOR_FAULTS = Measure.plain("of these read", "in all");

    private final Lines lines;
    private final Optional<PerfPipes> perf;

    /// @param perf switches counters of the processor on and off, where there are any
    Recorder(Lines lines, Optional<PerfPipes> perf) {
        this.lines = lines;
        this.perf = perf;
    }

    public void sample(String subject, Measure measure, double value) {
        if (!Double.isFinite(value)) {
            throw new IllegalArgumentException("no number: subject=" + subject + ", measure=" + measure.name()
                    + ", value=" + value);
        }
        lines.say(Lines.SAMPLE, subject, measure.name(), measure.unit(), measure.better(), value);
    }

    /// Takes down how many threads were at work for a subject, where it is not as many as in the rest of the trial.
    public void threads(String subject, int threads) {
        lines.say(Lines.THREADS, subject, threads);
    }

    /// Records what a reader of the figures has to know.
    public void note(String text) {
        lines.say(Lines.NOTE, text);
    }

    /// @throws IllegalStateException if what a trial found is no result
    public static void require(boolean met, String otherwise) {
        if (!met) {
            throw new IllegalStateException(otherwise);
        }
    }

    /// @param of what was added up, for the message
    /// @throws IllegalStateException if a workload has another sum than it must have
    public static void requireSum(long sum, long expected, Object of) {
        if (sum != expected) {
            throw new IllegalStateException("wrong sum: sum=" + sum + ", expected=" + expected + ", of=" + of);
        }
    }

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
            perf.get().tell("enable\n");
        }
        try {
            work.run();
        } finally {
            if (perf.isPresent()) {
                perf.get().tell("disable\n");
            }
        }
        OwnUse after = OwnUse.now();
        lines.say(Lines.COUNTED, subject, perf.isPresent() ? operations : 0);
        if (after.isKnown()) {
            sample(subject, MINOR_FAULTS, after.minorFaults() - before.minorFaults());
            sample(subject, MAJOR_FAULTS, after.majorFaults() - before.majorFaults());
        }
    }

    /// Switches counters on and off by way of the pipes of `perf stat --control`, and waits until it was heard.
    record PerfPipes(OutputStream control, InputStream answer) implements AutoCloseable {
        PerfPipes(Path control, Path answer) throws IOException {
            this(Files.newOutputStream(control), Files.newInputStream(answer));
        }

        void tell(String command) throws IOException {
            control.write(command.getBytes(StandardCharsets.US_ASCII));
            control.flush();
            for (int c = answer.read(); c != '\n'; c = answer.read()) {
                if (c < 0) {
                    throw new IOException("perf has ended: command=" + command.strip());
                }
            }
        }

        @Override
        public void close() throws IOException {
            control.close();
            answer.close();
        }
    }
}
