// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.load;

import dev.ashlar.cli.output.BadInputException;
import dev.ashlar.cli.output.TextOrJson;
import dev.ashlar.ingest.DuplicateMessageException;
import dev.ashlar.ingest.IngestReport;
import dev.ashlar.ingest.LoadReport;
import dev.ashlar.ingest.Loader;
import dev.ashlar.store.SyncLag;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Locale;
import picocli.CommandLine.Model.CommandSpec;

/// Says how a load ended: what was stored, what is missing, and how to continue.
/// @param archived whether it went into an archive
record LoadOutcome(Loader loader, Path folder, boolean archived, CommandSpec spec) {
    /// A store that is synced ten times a second seldom comes near it.
    private static final long WARNED_NS = 2_000_000_000L;

    /// Messages that were found in all inputs.
    static long messages(LoadReport report) {
        return report.inputs().stream().mapToLong(IngestReport::messages).sum();
    }

    /// Prints the summary.
    void print(TextOrJson format, String journal) {
        LoadPrinter printer = new LoadPrinter(spec.commandLine().getOut(), folder);
        if (format == TextOrJson.JSON) {
            printer.json(loader.report(), journal);
        } else {
            printer.text(loader.report());
        }
    }

    /// Flushes the output now: after an interruption, the terminal may be gone before anything else flushes it.
    void flush() {
        spec.commandLine().getOut().flush();
        err().flush();
    }

    /// Prints a warning if the disk was so slow that much was not durable for long.
    void warnOfLag() {
        SyncLag lag = loader.lag();
        if (lag.longestNs() >= WARNED_NS) {
            err().printf(Locale.ROOT, "ashlar: warning: the disk was slow: for up to %.1f s, messages would not have survived"
                    + " a loss of power; loading waited %.1f s for syncs%n", lag.longestNs() / 1e9, lag.waitedNs() / 1e9);
        }
    }

    void warnOfProblems() {
        err().println("ashlar: part of the input did not become rows: " + LoadPrinter.problems(loader.report()));
    }

    /// Prints how far it came and how to continue.
    ///
    /// @param what  happened
    /// @param sound whether the store was closed
    void stopped(String what, boolean sound) {
        LoadReport report = loader.report();
        if (archived && loader.isStoring()) {
            err().printf("ashlar: %s after %d messages; %s; continue with the same inputs and --append --duplicates=skip "
                    + "(%s)%n", what, report.messages(), sound ? "the archive is sound" : "some of which may be lost", folder);
        } else if (loader.isStoring() && report.messages() > 0) {
            err().printf(Locale.ROOT, sound ? "ashlar: %s after %d messages; the store is sound; "
                    + "continue with the same inputs and --append --skip %d (%s)%n"
                    : "ashlar: %s after %d messages, some of which may be lost; verify the store and count them "
                    + "before you continue with --append --skip (%4$s)%n", what, report.messages(), report.handled(),
                    folder);
        } else {
            err().printf("ashlar: %s before anything was stored (%s)%n", what, folder);
        }
    }

    /// @return an exception that says that a message is already there, and how to load the others
    BadInputException stoppedBy(DuplicateMessageException duplicate) {
        LoadReport report = loader.report();
        return new BadInputException(duplicate.getMessage() + "; stopped after " + report.messages()
                + " messages; the store is sound; to load the rest, use --append --skip " + report.handled()
                + " --duplicates=skip (" + folder + ")");
    }

    /// @param input name of the first
    /// @return an exception that says why nothing was stored
    BadInputException nothingStored(long skip, String input) {
        LoadReport report = loader.report();
        long messages = messages(report);
        if (skip > 0 && messages > 0 && messages < skip) {
            return new BadInputException("input has fewer messages than --skip: messages=" + messages
                    + ", --skip=" + skip + "; check that the inputs are the same; nothing was stored (" + input + ")");
        }
        return new BadInputException("no message of the schema in the input: messages=" + messages + ", packets="
                + report.packets() + ", bytes=" + report.inputBytes()
                + "; check --schema, --framing and --port; nothing was stored (" + input + ")");
    }

    private PrintWriter err() {
        return spec.commandLine().getErr();
    }
}
