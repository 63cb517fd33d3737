// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.measure;

import dev.ashlar.measure.figures.Measure;
import java.io.PrintStream;
import java.util.List;

/// The language between a measuring JVM and the lab: lines that begin with `@trial`, their fields apart by tabs. Other
/// lines are what libraries and the JVM print.
final class Lines {
    static final String BEGINNING = "@trial\t";
    static final String SAMPLE = "sample";
    static final String NOTE = "note";
    static final String COUNTED = "counted";
    static final String THREADS = "threads";
    static final String COLLECTOR = "collector";
    static final String DISTURBANCE = "disturbance";
    static final String FAILED = "failed";
    static final String DONE = "done";

    private final PrintStream out;

    Lines(PrintStream out) {
        this.out = out;
    }

    void sample(String subject, Measure measure, double value) {
        if (!Double.isFinite(value)) {
            throw new IllegalArgumentException("no number: subject=" + subject + ", measure=" + measure.name()
                    + ", value=" + value);
        }
        say(SAMPLE, subject, measure.name(), measure.unit(), measure.better().name(), Double.toString(value));
    }

    void note(String text) {
        say(NOTE, text);
    }

    void counted(String subject, long operations) {
        say(COUNTED, subject, Long.toString(operations));
    }

    void threads(String subject, int threads) {
        say(THREADS, subject, Integer.toString(threads));
    }

    void collector(String name) {
        say(COLLECTOR, name);
    }

    void disturbance(long cpuNs, double switchesPerSec, double driftPercent) {
        say(DISTURBANCE, Long.toString(cpuNs), Double.toString(switchesPerSec), Double.toString(driftPercent));
    }

    void failed(String why) {
        say(FAILED, why);
    }

    void done() {
        say(DONE);
    }

    private void say(String... fields) {
        StringBuilder line = new StringBuilder(BEGINNING);
        for (String field : fields) {
            line.append(line.length() == BEGINNING.length() ? "" : "\t").append(field.replaceAll("\\s+", " "));
        }
        synchronized (out) {
            out.println(line);
            out.flush();
        }
    }

    /// The fields of a line; empty if it is none of ours.
    static List<String> fields(String line) {
        return line.startsWith(BEGINNING) ? List.of(line.substring(BEGINNING.length()).split("\t", -1)) : List.of();
    }
}
