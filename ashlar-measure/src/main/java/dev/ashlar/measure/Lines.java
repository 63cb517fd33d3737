// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.measure;

import java.io.PrintStream;
import java.util.List;

/// The protocol between a measuring JVM and the lab: lines that begin with `@trial`, with fields separated by tabs.
/// Other lines are output of libraries and the JVM.
record Lines(PrintStream out) {
    static final String BEGINNING = "@trial\t";
    static final String SAMPLE = "sample";
    static final String NOTE = "note";
    static final String COUNTED = "counted";
    static final String THREADS = "threads";
    static final String COLLECTOR = "collector";
    static final String DISTURBANCE = "disturbance";
    static final String FAILED = "failed";
    static final String DONE = "done";

    /// @param fields the kind of the line, then its fields
    void say(Object... fields) {
        StringBuilder line = new StringBuilder(BEGINNING);
        for (Object field : fields) {
            line.append(line.length() == BEGINNING.length() ? "" : "\t").append(field.toString().replaceAll("\\s+", " "));
        }
        synchronized (out) {
            out.println(line);
            out.flush();
        }
    }

    /// The fields of a line; empty if the line is not of this protocol.
    static List<String> fields(String line) {
        return line.startsWith(BEGINNING) ? List.of(line.substring(BEGINNING.length()).split("\t", -1)) : List.of();
    }
}
