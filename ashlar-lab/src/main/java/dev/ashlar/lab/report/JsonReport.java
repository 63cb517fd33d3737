// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.report;

import dev.ashlar.lab.ExperimentResult;
import dev.ashlar.lab.LabReport;
import dev.ashlar.measure.Scale;
import dev.ashlar.measure.figures.Ratio;
import dev.ashlar.measure.figures.Ratio.Quotient;
import dev.ashlar.measure.figures.Range;
import dev.ashlar.measure.host.Disturbance;
import dev.ashlar.measure.report.FigureSamples;
import dev.ashlar.measure.report.Json;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A report for programs: every sample, with the facts needed to interpret it. A reader checks `format` and `version`
/// first; if a field changes its meaning, the version changes.
///
/// @param notCounted events that the processor does not count, with the reason
public record JsonReport(String format, int version, Scale scale, boolean complete, Map<String, String> environment,
        Map<String, String> notCounted, List<Part> experiments) {
    private static final Json.Format FORMAT = new Json.Format("ashlar-lab", 2, "report of the lab");

    /// An experiment.
    ///
    /// @param workload    what it measured, as a text that changes with the workload
    /// @param disturbance disturbance by other programs, if the system reports it
    public record Part(String name, String question, boolean complete, double seconds, String workload,
            List<Trial> trials, String verdict, List<String> notes, List<String> failures,
            Optional<Disturbance> disturbance, List<Comparable> ratios, List<FigureSamples> figures) { }

    /// The trial for which a JVM was started.
    public record Trial(String name, int threads, List<String> flags) { }

    /// A ratio next to the published one.
    public record Comparable(String what, Optional<Range> measured, boolean noisy, boolean moreThreadsThanCores,
            double published, String source) { }

    public static String of(LabReport report) {
        return Json.write(new JsonReport(FORMAT.name(), FORMAT.version(), report.scale(), report.complete(),
                report.environment(), report.missing(), report.results().stream().map(JsonReport::part).toList()));
    }

    private static Part part(ExperimentResult result) {
        return new Part(result.experiment().name(), result.experiment().question(), result.complete(),
                result.measured().seconds(), result.workload(),
                result.plan().trials().stream().map(t -> new Trial(t.name(), t.threads(), t.flags())).toList(),
                result.verdict(), result.notes(), result.failures(), result.measured().disturbance(),
                result.experiment().ratios().stream().map(ratio -> comparable(ratio, result)).toList(),
                FigureSamples.of(result.figures()));
    }

    private static Comparable comparable(Ratio ratio, ExperimentResult result) {
        Optional<Quotient> measured = ratio.measured(result.figures());
        return new Comparable(ratio.what(), measured.map(Quotient::range),
                measured.map(Quotient::doubtful).orElse(false), measured.map(Quotient::crowded).orElse(false),
                ratio.published(), ratio.source());
    }

    /// Reads the whole file or refuses it, so that an unusable file is reported before an hour of measurements.
    ///
    /// @param resource its name, for messages
    /// @throws IllegalArgumentException if it is not a report, or has another version
    public static JsonReport parse(String json, String resource) {
        return Json.read(json, FORMAT, JsonReport.class, resource);
    }

    /// Empty if the experiment is not in it.
    Optional<Part> experiment(String name) {
        return experiments.stream().filter(part -> part.name().equals(name)).findFirst();
    }
}
