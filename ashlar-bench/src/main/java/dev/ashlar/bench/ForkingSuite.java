// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.Consumer;

/// Ours and its peers at the same work, in JVMs that the suite starts.
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
    /// @param findings what the suite claims, in the order of the page; a target each, but for a few
    /// @param text     for people, in Markdown
    /// @param json     one object, with every sample
    /// @param plots    pictures (SVG) by the names of their files
    record Report(List<Finding> findings, String text, String json, Map<String, String> plots) {
        public Report {
            findings = List.copyOf(findings);
            plots = Map.copyOf(plots);
        }

        /// Without pictures.
        public Report(List<Finding> findings, String text, String json) {
            this(findings, text, json, Map.of());
        }
    }
}
