// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.page;

import dev.ashlar.measure.report.Json;
import java.util.List;

/// A run as JSON, for the page and for programs. A reader checks `format` and `version` first; if a field changes its
/// meaning, the version changes.
///
/// @param complete whether every suite ended by itself
public record RunJson(String format, int version, boolean complete, List<String> planned, List<SuiteRun> suites) {
    private static final Json.Format FORMAT = new Json.Format("ashlar-bench", 2, "run of ashlar bench");

    public static String write(BenchRun run) {
        return Json.write(new RunJson(FORMAT.name(), FORMAT.version(), run.isComplete(), run.planned(), run.suites()));
    }

    /// @param resource its name, for messages
    /// @throws IllegalArgumentException if it is not such a file, or has another version
    public static BenchRun read(String json, String resource) {
        RunJson file = Json.read(json, FORMAT, RunJson.class, resource);
        return new BenchRun(file.planned, file.suites);
    }
}
