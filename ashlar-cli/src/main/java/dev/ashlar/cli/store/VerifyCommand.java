// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.store;

import dev.ashlar.cli.output.ExitCode;
import dev.ashlar.cli.output.ProgressLine;
import dev.ashlar.cli.output.TextOrJson;
import dev.ashlar.store.Store;
import dev.ashlar.store.StoreException;
import dev.ashlar.store.VerifyOptions;
import dev.ashlar.store.VerifyReport;
import dev.ashlar.store.VerifyReport.Finding;
import dev.ashlar.store.VerifyReport.Indexed;
import dev.ashlar.store.VerifyReport.Replayed;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `ashlar verify STORE`: whether it is sound.
@Command(name = "verify", mixinStandardHelpOptions = true, sortOptions = false,
        description = {"Read a whole store and say exactly what is wrong, and where; a writer may be at work meanwhile.", ""},
        footer = {"", "The exit code is 0 if nothing is wrong, 1 if something is, 4 if the store cannot be opened.", "",
            "Example: ashlar verify day.store"})
public final class VerifyCommand implements Callable<Integer> {
    @Parameters(paramLabel = "STORE", description = "Folder of the store.")
    private Path folder;

    @Option(names = "--quick", description = "Check what says where rows and messages are, but not these.")
    private boolean quick;

    @Option(names = "--no-replay", description = "Do not compare the rows of tables with the messages they were made "
            + "of, which takes most of the time.")
    private boolean noReplay;

    @Option(names = "--no-indexes", description = "Do not build declared indexes and compare them with their tables.")
    private boolean noIndexes;

    @Option(names = "--format", paramLabel = "FORMAT", defaultValue = "text",
            description = "text or json (default: ${DEFAULT-VALUE}).")
    private TextOrJson format;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws StoreException {
        ProgressLine progress = ProgressLine.alone(spec.commandLine().getErr(), "verifying " + folder);
        VerifyReport report;
        try (Store store = Store.open(folder)) {
            VerifyOptions options = quick ? VerifyOptions.quick() : VerifyOptions.all();
            options = noReplay ? options.withoutReplay() : options;
            options = noIndexes ? options.withoutIndexes() : options;
            report = store.verify(options.withProgress(progress::update));
        } finally {
            progress.end();
        }
        if (format == TextOrJson.JSON) {
            json(report);
        } else {
            text(report);
        }
        return report.isSound() ? ExitCode.DONE : ExitCode.NO;
    }

    private void text(VerifyReport report) {
        PrintWriter out = spec.commandLine().getOut();
        report.findings().forEach(out::println);
        long replayed = report.replayed().stream().mapToLong(Replayed::rows).sum();
        out.println((report.isSound() ? "sound" : "damaged: findings="
                + (report.findings().size() + report.omitted())
                + (report.omitted() > 0 ? ", of which " + report.omitted() + " are not told" : ""))
                + String.format(Locale.ROOT, " (%,d files, %,d entries, %,d chunks in use; checksums of %,d chunks, "
                        + "%,d rows, %s%s%s%s)", report.files(), report.entries(), report.chunks(),
                        report.sealedChunks(), report.rows(), report.messages() == 0 ? ""
                        : String.format(Locale.ROOT, "%,d messages, ", report.messages()),
                        InfoPrinter.bytes(report.bytes()), replayed == 0 ? ""
                        : String.format(Locale.ROOT, "; %,d rows compared with their messages", replayed),
                        indexes(report)));
        for (Indexed index : report.indexed()) {
            if (!index.unchecked().isEmpty()) {
                out.println(index.index().table() + " by " + index.index() + " could not be built: "
                        + index.unchecked());
            }
        }
        for (Replayed table : report.replayed()) {
            if (table.differing() + table.unchecked() > 0) {
                out.printf(Locale.ROOT, "%s: %,d rows compared with their messages, %,d differ; %,d could not be "
                        + "compared%n", table.table(), table.rows(), table.differing(), table.unchecked());
            }
        }
    }

    private static String indexes(VerifyReport report) {
        long rows = report.indexed().stream().mapToLong(Indexed::rows).sum();
        return report.indexed().isEmpty() ? "" : String.format(Locale.ROOT, "; %d %s built and compared with %,d rows",
                report.indexed().size(), report.indexed().size() == 1 ? "index" : "indexes", rows);
    }

    private void json(VerifyReport report) {
        StringBuilder json = new StringBuilder("{");
        InfoPrinter.member(json, "sound", report.isSound());
        InfoPrinter.member(json, "files", report.files());
        InfoPrinter.member(json, "entries", report.entries());
        InfoPrinter.member(json, "chunks", report.chunks());
        InfoPrinter.member(json, "sealedChunks", report.sealedChunks());
        InfoPrinter.member(json, "rows", report.rows());
        InfoPrinter.member(json, "messages", report.messages());
        InfoPrinter.member(json, "bytes", report.bytes());
        json.append(",\"replayed\":[");
        for (int i = 0; i < report.replayed().size(); i++) {
            Replayed table = report.replayed().get(i);
            json.append(i == 0 ? "{" : ",{");
            InfoPrinter.member(json, "table", table.table());
            InfoPrinter.member(json, "rows", table.rows());
            InfoPrinter.member(json, "differing", table.differing());
            InfoPrinter.member(json, "unchecked", table.unchecked());
            json.append('}');
        }
        json.append("],\"indexed\":[");
        for (int i = 0; i < report.indexed().size(); i++) {
            Indexed index = report.indexed().get(i);
            json.append(i == 0 ? "{\"index\":" : ",{\"index\":");
            InfoPrinter.index(json, index.index());
            InfoPrinter.member(json, "rows", index.rows());
            InfoPrinter.member(json, "entries", index.entries());
            InfoPrinter.member(json, "unchecked", index.unchecked().isEmpty() ? null : index.unchecked());
            json.append('}');
        }
        json.append(']');
        InfoPrinter.member(json, "findingsOmitted", report.omitted());
        json.append(",\"findings\":[");
        for (int i = 0; i < report.findings().size(); i++) {
            Finding finding = report.findings().get(i);
            json.append(i == 0 ? "{" : ",{");
            InfoPrinter.member(json, "container", finding.container().isEmpty() ? null : finding.container());
            InfoPrinter.member(json, "file", finding.file().toString());
            InfoPrinter.member(json, "offset", finding.offset());
            InfoPrinter.member(json, "unit", finding.unit());
            InfoPrinter.member(json, "first", finding.first());
            InfoPrinter.member(json, "end", finding.end());
            InfoPrinter.member(json, "found", finding.found());
            InfoPrinter.member(json, "meaning", finding.meaning());
            json.append('}');
        }
        spec.commandLine().getOut().println(json.append("]}"));
    }
}
