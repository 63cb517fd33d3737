// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench;

import dev.ashlar.measure.report.FigureSamples;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/// Measures Ashlar and its peers at the same work, in JVMs that the suite starts.
public interface Suite {
    String name();

    /// One line.
    String description();

    /// @param progress called with a line before each JVM
    /// @throws IOException if Ashlar's part fails
    Report run(Effort effort, Consumer<String> progress) throws IOException;

    /// @param findings claims of the suite, in the order of the page
    /// @param plots    pictures (SVG) by file name
    record Report(List<Finding> findings, String text, List<FigureSamples> samples, Map<String, String> plots) {
        public Report {
            findings = List.copyOf(findings);
            plots = Map.copyOf(plots);
        }
    }
}
