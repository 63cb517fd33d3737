// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench;

import java.io.PrintStream;

/// Progress of a long measurement: one line for each suite, and on a terminal the current trial.
final class SuiteProgress {
    private static final String CLEAR = "\r\033[K";

    private final PrintStream err;
    private final boolean terminal;
    private final int suites;
    private final long start = System.nanoTime();
    private int begun;

    /// @param terminal whether a line can be overwritten
    SuiteProgress(PrintStream err, boolean terminal, int suites) {
        this.err = err;
        this.terminal = terminal;
        this.suites = suites;
    }

    /// Prints nothing if there is only one suite.
    void suite(String name) {
        begun++;
        if (suites > 1) {
            err.println((terminal ? CLEAR : "") + "suite " + begun + " of " + suites + ": " + name + " (" + elapsed() + ")");
        }
    }

    void step(String what) {
        if (terminal) {
            err.print(CLEAR + (suites > 1 ? begun + "/" + suites + ", " : "") + elapsed() + ": " + what);
            err.flush();
        }
    }

    void end() {
        if (terminal) {
            err.print(CLEAR);
            err.flush();
        }
    }

    private String elapsed() {
        return text(Math.round((System.nanoTime() - start) / 1e9));
    }

    static String text(long seconds) {
        return seconds < 60 ? seconds + " s" : seconds / 60 + " min " + seconds % 60 + " s";
    }
}
