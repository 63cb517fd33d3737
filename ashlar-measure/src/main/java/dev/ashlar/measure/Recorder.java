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

/// Records measurements in the measuring JVM, and reports them at once, so that they are not lost if the JVM crashes.
///
/// **Threading**: one thread.
public final class Recorder {
    public static final Measure MINOR_FAULTS = Measure.plain("page faults", "in all");
    public static final Measure MAJOR_FAULTS = Measure.plain("of these read", "in all");

    private final Lines lines;
    private final Optional<PerfPipes> perf;

    /// @param perf switches counters of the processor on and off, if there are any
    Recorder(Lines lines, Optional<PerfPipes> perf) {
        this.lines = lines;
        this.perf = perf;
    }

    public void sample(String subject, Measure measure, double value) {
        if (!Double.isFinite(value)) {
            throw new IllegalArgumentException("value is not finite: subject=" + subject + ", measure=" + measure.name()
                    + ", value=" + value);
        }
        lines.say(Lines.SAMPLE, subject, measure.name(), measure.unit(), measure.better(), value);
    }

    /// Records the number of threads for a subject, if it differs from that of the trial.
    public void threads(String subject, int threads) {
        lines.say(Lines.THREADS, subject, threads);
    }

    /// Records a note for readers of the figures.
    public void note(String text) {
        lines.say(Lines.NOTE, text);
    }

    /// @throws IllegalStateException if the outcome of a trial is not a valid result
    public static void require(boolean met, String otherwise) {
        if (!met) {
            throw new IllegalStateException(otherwise);
        }
    }

    /// @param of what was added up, for the message
    /// @throws IllegalStateException if the sum of a workload is wrong
    public static void requireSum(long sum, long expected, Object of) {
        if (sum != expected) {
            throw new IllegalStateException("wrong sum: sum=" + sum + ", expected=" + expected + ", of=" + of);
        }
    }

    @FunctionalInterface
    public interface Work {
        void run() throws Exception;
    }

    /// Runs work with the counters of the processor switched on, and records its page faults.
    ///
    /// @param operations number of operations of the work: counts are reported per operation
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

    /// Switches counters on and off through the pipes of `perf stat --control`, and waits for the acknowledgement.
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
