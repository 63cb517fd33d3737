// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.lab;

import dev.ashlar.cli.output.AshlarCommand;
import dev.ashlar.cli.output.BadInputException;
import dev.ashlar.cli.output.ExitCode;
import dev.ashlar.cli.output.GracefulStop;
import dev.ashlar.cli.output.ProgressLine;
import dev.ashlar.lab.Experiment;
import dev.ashlar.lab.Experiments;
import dev.ashlar.lab.Lab;
import dev.ashlar.lab.LabReport;
import dev.ashlar.lab.report.Comparison;
import dev.ashlar.lab.report.HtmlReport;
import dev.ashlar.lab.report.JsonReport;
import dev.ashlar.lab.report.ShortReport;
import dev.ashlar.lab.report.TextReport;
import dev.ashlar.measure.Scale;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `ashlar lab`: published experiments, on this machine.
@Command(name = "lab", mixinStandardHelpOptions = true, sortOptions = false,
        description = {
            "Repeat published experiments on this machine.",
            "Each experiment asks one question, checks its results, and answers in two sentences, next to the "
                    + "published result. Without an EXPERIMENT, all run.", ""},
        footer = {"",
            "The exit code is 1 if a part failed. If interrupted, it reports what it has and exits with 130."})
public final class LabCommand extends AshlarCommand {
    @Parameters(paramLabel = "EXPERIMENT", arity = "0..*", description = "Names from --list.")
    private List<String> names = List.of();

    @Option(names = "--list", description = "Print the experiments and their questions.")
    private boolean list;

    @Option(names = "--quick", description = "Smaller sizes, one JVM each; all experiments in a few minutes.")
    private boolean quick;

    @Option(names = "--tiny", hidden = true, description = "Whether it works; the figures mean nothing.")
    private boolean tiny;

    @Option(names = "--report", paramLabel = "FILE",
            description = "Also write a page with charts (.html), or a summary (.md).")
    private Path file;

    @Option(names = "--json", paramLabel = "FILE.json",
            description = "Also write every sample, for --compare and other programs.")
    private Path json;

    @Option(names = "--compare", paramLabel = "OLD.json",
            description = "Compare with an earlier --json: better, the same or worse.")
    private Path old;

    @Override
    public Integer call() throws IOException {
        PrintWriter out = out();
        if (list) {
            Experiments.all().forEach(experiment -> out.printf("%-10s %s%n", experiment.name(), experiment.question()));
            return ExitCode.DONE;
        }
        List<Experiment> chosen = chosen();
        Optional<JsonReport> before = older();
        checkFolder(file);
        checkFolder(json);
        ProgressLine progress = ProgressLine.alone(err(), "measuring");
        Lab lab = Lab.here(tiny ? Scale.TINY : quick ? Scale.QUICK : Scale.FULL, progress::hint);
        try (GracefulStop _ = GracefulStop.stopping(lab::stop)) {
            LabReport report = lab.run(chosen, part -> {
                progress.end();
                out.print(TextReport.result(part.results().getLast()) + "\n");
                out.flush();
                // Saves the results so far, in case the next experiment fails. The complete report is written below.
                if (!part.complete()) {
                    write(part, before);
                }
            });
            progress.end();
            out.print(report.results().size() > 1 ? TextReport.overview(report) + "\n" : "");
            out.print(TextReport.end(report));
            beside(before, report).ifPresent(comparison -> out.print("\n" + comparison.text()));
            // Before the interruption, if there is one, lets the JVM go.
            out.flush();
            write(report, before);
            return report.complete() && report.results().stream().allMatch(result -> result.failures().isEmpty())
                    ? ExitCode.DONE : ExitCode.NO;
        }
    }

    private List<Experiment> chosen() {
        try {
            return names.isEmpty() ? Experiments.all() : names.stream().distinct().map(Experiments::named).toList();
        } catch (IllegalArgumentException e) {
            throw wrong(e.getMessage());
        }
    }

    /// Reads the older report before anything is measured, so that an invalid file is rejected at once.
    private Optional<JsonReport> older() throws IOException {
        if (old == null) {
            return Optional.empty();
        }
        try {
            return Optional.of(JsonReport.parse(Files.readString(old), old.toString()));
        } catch (IllegalArgumentException e) {
            throw new BadInputException(e.getMessage());
        }
    }

    private static void checkFolder(Path path) {
        if (path != null && (Files.isDirectory(path) || !Files.isDirectory(path.toAbsolutePath().getParent()))) {
            throw new BadInputException("cannot write a report there: name a file in an existing folder (" + path + ")");
        }
    }

    private static Optional<Comparison> beside(Optional<JsonReport> before, LabReport report) {
        return before.map(older -> Comparison.of(report, older));
    }

    private void write(LabReport report, Optional<JsonReport> before) throws IOException {
        if (file != null) {
            Files.writeString(file, file.toString().endsWith(".md") ? ShortReport.of(report)
                    : HtmlReport.of(report, beside(before, report)));
        }
        if (json != null) {
            Files.writeString(json, JsonReport.of(report));
        }
    }
}
