// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.store;

import dev.ashlar.archive.Archive;
import dev.ashlar.cli.output.AshlarCommand;
import dev.ashlar.cli.output.ExitCode;
import dev.ashlar.cli.output.ProgressLine;
import dev.ashlar.cli.output.TextOrJson;
import dev.ashlar.sbe.otf.JsonEscapes;
import dev.ashlar.sbe.otf.JsonObject;
import dev.ashlar.store.Store;
import dev.ashlar.store.StoreException;
import dev.ashlar.store.VerifyOptions;
import dev.ashlar.store.VerifyReport;
import dev.ashlar.store.VerifyReport.Finding;
import dev.ashlar.store.VerifyReport.Indexed;
import dev.ashlar.store.VerifyReport.Replayed;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `ashlar verify STORE|ARCHIVE`: checks every checksum and reference.
@Command(name = "verify", mixinStandardHelpOptions = true, sortOptions = false,
        description = {
            "Read a whole store, or all days of an archive, and report exactly what is wrong, and where.",
            "A writer may be active meanwhile.", ""},
        footer = {"",
            "The exit code is 0 if the store is sound, 1 if it is damaged, 4 if it cannot be opened.", "",
            "Example: ashlar verify day.store"})
public final class VerifyCommand extends AshlarCommand {
    @Parameters(paramLabel = "STORE|ARCHIVE", description = "Folder of the store or archive.")
    private Path folder;

    @Option(names = "--quick", description = "Check metadata only, not rows and messages.")
    private boolean quick;

    @Option(names = "--no-replay", description = "Do not compare the rows of tables with their messages, which takes "
            + "most of the time.")
    private boolean noReplay;

    @Option(names = "--no-indexes", description = "Do not build declared indexes to compare them with their tables.")
    private boolean noIndexes;

    @Option(names = "--format", paramLabel = "FORMAT", defaultValue = "text",
            description = "text or json (default: ${DEFAULT-VALUE}).")
    private TextOrJson format;

    @Override
    public Integer call() throws StoreException {
        VerifyOptions options = quick ? VerifyOptions.quick() : VerifyOptions.all();
        options = noReplay ? options.withoutReplay() : options;
        options = noIndexes ? options.withoutIndexes() : options;
        if (Archive.isArchive(folder)) {
            return archive(options);
        }
        ProgressLine progress = ProgressLine.alone(err(), "verifying " + folder);
        VerifyReport report;
        try (Store store = Store.open(folder)) {
            report = store.verify(options.withProgress(progress::update));
        } finally {
            progress.end();
        }
        if (format == TextOrJson.JSON) {
            out().println(json(report));
        } else {
            text(report);
        }
        return report.isSound() ? ExitCode.DONE : ExitCode.NO;
    }

    private int archive(VerifyOptions options) throws StoreException {
        ProgressLine progress = ProgressLine.alone(err(), "verifying " + folder);
        try (Archive archive = Archive.open(folder)) {
            List<Archive.Finding> findings = archive.check(Optional.of(options.withProgress(progress::update)));
            progress.end();
            new ArchivePrinter(out()).print(findings, archive.days().size(), format);
            return findings.isEmpty() ? ExitCode.DONE : ExitCode.NO;
        } finally {
            progress.end();
        }
    }

    private void text(VerifyReport report) {
        PrintWriter out = out();
        report.findings().forEach(out::println);
        long replayed = report.replayed().stream().mapToLong(Replayed::rows).sum();
        out.println((report.isSound() ? "sound" : "damaged: findings="
                + (report.findings().size() + report.omitted())
                + (report.omitted() > 0 ? ", of which " + report.omitted() + " are not shown" : ""))
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

    private static JsonObject json(VerifyReport report) {
        return new JsonObject(JsonEscapes.MINIMAL).put("sound", report.isSound()).put("files", report.files())
                .put("entries", report.entries()).put("chunks", report.chunks())
                .put("sealedChunks", report.sealedChunks()).put("rows", report.rows())
                .put("messages", report.messages()).put("bytes", report.bytes())
                .putAll("replayed", report.replayed(), (json, table) -> json.put("table", table.table())
                        .put("rows", table.rows()).put("differing", table.differing())
                        .put("unchecked", table.unchecked()))
                .putAll("indexed", report.indexed(), VerifyCommand::index).put("findingsOmitted", report.omitted())
                .putAll("findings", report.findings(), VerifyCommand::finding);
    }

    private static void index(JsonObject json, Indexed index) {
        JsonObject declaration = new JsonObject(JsonEscapes.MINIMAL);
        InfoPrinter.index(declaration, index.index());
        json.putRaw("index", declaration.toString()).put("rows", index.rows()).put("entries", index.entries())
                .put("unchecked", index.unchecked().isEmpty() ? null : index.unchecked());
    }

    private static void finding(JsonObject json, Finding finding) {
        json.put("container", finding.container().isEmpty() ? null : finding.container())
                .put("file", finding.file().toString()).put("offset", finding.offset()).put("unit", finding.unit())
                .put("first", finding.first()).put("end", finding.end()).put("found", finding.found())
                .put("meaning", finding.meaning());
    }
}
