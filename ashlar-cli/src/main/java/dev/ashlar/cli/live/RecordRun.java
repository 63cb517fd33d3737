// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.live;

import dev.ashlar.cli.load.ArchiveLoadTarget;
import dev.ashlar.cli.load.LoadTarget;
import dev.ashlar.cli.output.BadInputException;
import dev.ashlar.cli.output.ExitCode;
import dev.ashlar.cli.output.GracefulStop;
import dev.ashlar.ingest.live.ArchiveTarget;
import dev.ashlar.ingest.live.FeedException;
import dev.ashlar.ingest.live.LineReport;
import dev.ashlar.ingest.live.LiveRecorder;
import dev.ashlar.ingest.live.LiveReport;
import dev.ashlar.ingest.live.RecordOptions;
import dev.ashlar.ingest.live.RecordTarget;
import dev.ashlar.ingest.live.StoreTarget;
import dev.ashlar.store.JournalDefinition;
import dev.ashlar.store.StoreException;
import dev.ashlar.store.StoreOptions;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.BindException;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/// Runs `ashlar record`.
final class RecordRun {
    private final RecordCommand command;
    private final JournalDefinition journal;
    private final RecordOptions options;
    private final PrintWriter err;
    private final RecordConsole console;

    RecordRun(RecordCommand command, JournalDefinition journal, RecordOptions options) {
        this.command = command;
        this.journal = journal;
        this.options = options;
        err = command.err();
        console = new RecordConsole(err, "recording " + command.folder);
    }

    /// What a target recorded, known once it is closed.
    private record Recorded(RecordTarget target, Supplier<RecordPrinter.Stored> stored) { }

    int intoStore(LoadTarget target, StoreOptions storeOptions) throws IOException {
        StoreTarget store = new StoreTarget(target.open(storeOptions), journal);
        return run(new Recorded(store, () -> new RecordPrinter.Stored(List.of(), store.templates(), store.refusals())));
    }

    int intoArchive(ArchiveLoadTarget target, StoreOptions storeOptions) throws IOException {
        Instant now = Instant.now();
        ArchiveTarget archive = ArchiveTarget.open(command.folder, command.keep.applyTo(target.options(storeOptions),
                console::line), journal, TimeUnit.SECONDS.toNanos(now.getEpochSecond()) + now.getNano());
        return run(new Recorded(archive, () -> new RecordPrinter.Stored(archive.days(), archive.templates(),
                archive.refusals())));
    }

    private int run(Recorded recorded) throws IOException {
        try (LiveRecorder recorder = open(recorded.target);
                GracefulStop interruption = GracefulStop.stopping(recorder::stop, () -> recorder.report().messages());
                AutoCloseablePort metrics = metrics(recorder)) {
            announce(recorder, metrics);
            LiveReport report;
            try {
                report = recorder.run();
            } finally {
                console.end();
            }
            RecordPrinter printer = new RecordPrinter(command.out(), command.folder);
            printer.print(command.format, report, recorded.stored.get(), journal.name());
            command.out().flush();
            if (!report.isComplete()) {
                err.println("ashlar: part of the feed is not in the store: " + RecordPrinter.problems(report));
            }
            err.flush();
            interruption.finished(ExitCode.DONE);
            return ExitCode.DONE;
        }
    }

    private LiveRecorder open(RecordTarget target) throws FeedException, StoreException {
        try {
            return LiveRecorder.open(options, target, console);
        } catch (FeedException e) {
            target.close();
            throw e;
        }
    }

    /// A port that may be absent.
    private interface AutoCloseablePort extends AutoCloseable {
        int port();

        @Override
        void close();
    }

    private AutoCloseablePort metrics(LiveRecorder recorder) {
        if (command.metricsPort == null) {
            return null;
        }
        try {
            MetricsPage page = MetricsPage.open(command.metricsPort, recorder);
            return new AutoCloseablePort() {
                @Override
                public int port() {
                    return page.port();
                }

                @Override
                public void close() {
                    page.close();
                }
            };
        } catch (BindException e) {
            throw new BadInputException("port is not available: port=" + command.metricsPort + ": " + e.getMessage()
                    + "; choose another with --metrics");
        }
    }

    private void announce(LiveRecorder recorder, AutoCloseablePort metrics) {
        for (LineReport line : recorder.lines()) {
            err.printf(Locale.ROOT, "ashlar: recording %s, receive buffer %,d KiB%s (%s)%n", line.name(),
                    line.grantedBytes() >> 10, metrics == null ? "" : ", metrics on http://127.0.0.1:" + metrics.port()
                    + "/metrics", command.folder);
            if (line.isBufferReduced()) {
                err.printf(Locale.ROOT, "ashlar: warning: the system grants %,d KiB of receive buffer instead of %,d KiB; raise"
                        + " it with sysctl -w net.core.rmem_max=%d, or ask for less with --buffer (%s)%n",
                        line.grantedBytes() >> 10, line.requestedBytes() >> 10, line.requestedBytes(), line.name());
            }
        }
        err.flush();
    }
}
