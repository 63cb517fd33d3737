// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench;

import java.io.IOException;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.Consumer;

/// A suite that starts its JVMs itself, because what it compares is not one operation but what a whole JVM does, with
/// its collector and heap.
public interface ForkingSuite {
    /// On the command line.
    String name();

    /// One line.
    String description();

    /// Measures by turns, in as many rounds as the effort has.
    ///
    /// @param rows     instead of the usual number
    /// @param progress told before each fork
    /// @throws IOException if a fork fails
    Report run(Effort effort, OptionalLong rows, Consumer<String> progress) throws IOException;

    /// What came of it.
    ///
    /// @param text  for people
    /// @param json  one object
    /// @param plots pictures (SVG) by the names of their files
    record Report(String text, String json, Map<String, String> plots) {
        /// Without pictures.
        public Report(String text, String json) {
            this(text, json, Map.of());
        }
    }
}
