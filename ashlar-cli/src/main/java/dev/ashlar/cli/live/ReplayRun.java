// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.live;

import dev.ashlar.archive.Archive;
import dev.ashlar.cli.output.BadInputException;
import dev.ashlar.cli.output.ExitCode;
import dev.ashlar.cli.output.GracefulStop;
import dev.ashlar.cli.output.ProgressLine;
import dev.ashlar.cli.output.TextOrJson;
import dev.ashlar.cli.store.InfoPrinter;
import dev.ashlar.ingest.CaptureReader;
import dev.ashlar.ingest.MessageSource;
import dev.ashlar.ingest.SkipReason;
import dev.ashlar.ingest.Skipped;
import dev.ashlar.ingest.SourceOptions;
import dev.ashlar.ingest.replay.JournalCapture;
import dev.ashlar.ingest.replay.ReplayLine;
import dev.ashlar.ingest.replay.ReplayPace;
import dev.ashlar.ingest.replay.ReplayReport.LineSent;
import dev.ashlar.ingest.replay.ReplayReport;
import dev.ashlar.ingest.replay.TcpReplay;
import dev.ashlar.ingest.replay.UdpReplay;
import dev.ashlar.sbe.framing.Framing;
import dev.ashlar.sbe.otf.JsonEscapes;
import dev.ashlar.sbe.otf.JsonObject;
import dev.ashlar.store.Store;
import dev.ashlar.store.StoreException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/// Runs `ashlar replay`.
final class ReplayRun {
    private static final int NAME_WIDTH = 10;
    private static final double NS_PER_S = 1e9;
    private static final double NS_PER_MS = 1e6;

    private final ReplayCommand command;
    private final ReplayPace pace;
    private final PrintWriter out;
    private final PrintWriter err;

    ReplayRun(ReplayCommand command, ReplayPace pace) {
        this.command = command;
        this.pace = pace;
        out = command.out();
        err = command.err();
    }

    int overUdp(List<ReplayLine> lines, Optional<Framing> recorded) throws IOException {
        UdpReplay.Options options = UdpReplay.Options.at(pace).withHops(command.hops).withSeed(command.seed);
        ProgressLine progress = ProgressLine.alone(err, "sending");
        try (UdpReplay replay = UdpReplay.open(lines, options); CaptureReader capture = capture(recorded);
                GracefulStop interruption = GracefulStop.stopping(replay::stop)) {
            ReplayReport report;
            try {
                report = replay.run(capture, () -> progress.rows(replay.sent()));
            } finally {
                progress.end();
            }
            boolean none = report.lines().stream().allMatch(line -> line.sent() + line.lost() == 0);
            if (none && !interruption.isUnderWay()) {
                throw new BadInputException("no such UDP datagrams in the input: packets=" + report.input().packets()
                        + "; check --from; TCP captures and raw files are sent with --tcp-port (" + report.input().source() + ")");
            }
            if (report.mixed()) {
                err.println("ashlar: warning: datagrams to several destinations of the capture went out on one line; choose one "
                        + "with --from (" + report.input().source() + ")");
            }
            return finish(report);
        }
    }

    private CaptureReader capture(Optional<Framing> recorded) throws IOException {
        if (recorded.isPresent()) {
            return CaptureReader.open(recorded(recorded.get()), command.inputs.getFirst().toString());
        }
        if (command.inputs.size() == 1) {
            return CaptureReader.open(command.inputs.getFirst());
        }
        List<CaptureReader> readers = new ArrayList<>();
        try {
            for (Path input : command.inputs) {
                readers.add(CaptureReader.open(input));
            }
        } catch (IOException e) {
            for (CaptureReader reader : readers) {
                reader.close();
            }
            throw e;
        }
        return CaptureReader.merge(readers);
    }

    int overTcp(Framing framing) throws IOException {
        ProgressLine progress = ProgressLine.alone(err, "sending");
        SourceOptions options = SourceOptions.of(framing);
        try (TcpReplay replay = TcpReplay.open(new InetSocketAddress(command.host, command.tcpPort));
                MessageSource source = source(options);
                GracefulStop interruption = GracefulStop.stopping(replay::stop)) {
            err.println("ashlar: waiting for a client on " + command.host + ":" + replay.address().getPort());
            err.flush();
            if (!replay.awaitClient()) {
                return ExitCode.DONE;
            }
            ReplayReport report;
            try {
                report = replay.run(source, framing, pace, () -> progress.update(source::report));
            } finally {
                progress.end();
            }
            if (report.sent() == 0 && !interruption.isUnderWay()) {
                throw new BadInputException("no messages in the input: packets=" + report.input().packets()
                        + "; check --framing (" + report.input().source() + ")");
            }
            return finish(report);
        }
    }

    /// What an archive or a store has recorded.
    private InputStream recorded(Framing framing) throws IOException {
        Path folder = command.inputs.getFirst();
        if (!Archive.isArchive(folder)) {
            return JournalCapture.of(Store.open(folder), command.journal, framing);
        }
        Archive archive = Archive.open(folder);
        try {
            JournalCapture days = JournalCapture.of(archive, command.journal, command.fromDay, command.toDay, framing);
            return new FilterInputStream(days) {
                @Override
                public void close() throws IOException {
                    try (archive) {
                        super.close();
                    }
                }
            };
        } catch (StoreException e) {
            try (archive) {
                throw e;
            }
        }
    }

    private MessageSource source(SourceOptions options) throws IOException {
        if (command.isRecorded()) {
            return MessageSource.open(recorded(options.framing()), command.inputs.getFirst().toString(), options);
        }
        return command.inputs.size() == 1 ? MessageSource.open(command.inputs.getFirst(), options)
                : MessageSource.merge(command.inputs, options);
    }

    private int finish(ReplayReport report) {
        if (command.format == TextOrJson.JSON) {
            json(report);
        } else {
            text(report);
        }
        out.flush();
        boolean complete = report.input().isComplete();
        if (!complete) {
            err.println("ashlar: not everything was sent: " + report.input().problems());
        }
        err.flush();
        return complete ? ExitCode.DONE : ExitCode.BAD_INPUT;
    }

    private void text(ReplayReport report) {
        for (LineSent line : report.lines()) {
            line("sent", String.format(Locale.ROOT, "%,d on %s, %s%s", line.sent(), line.name(), InfoPrinter.bytes(line.bytes()),
                    line.lost() > 0 ? ", %,d left out".formatted(line.lost()) : ""));
        }
        line("took", String.format(Locale.ROOT, "%.2f s, %,.0f/s", report.elapsedNs() / NS_PER_S, report.packetsPerSecond()));
        if (report.lateMaxNs() > 0) {
            line("late", String.format(Locale.ROOT, "%.3f ms, 99.9 %%: %.3f ms, max %.3f ms", report.lateP50Ns() / NS_PER_MS,
                    report.lateP999Ns() / NS_PER_MS, report.lateMaxNs() / NS_PER_MS));
        }
        String passed = report.input().skipped().stream().filter(skipped -> skipped.reason() != SkipReason.EMPTY)
                .map(ReplayRun::passed).collect(Collectors.joining(", "));
        if (!passed.isEmpty()) {
            line("not sent", passed);
        }
    }

    private static String passed(Skipped skipped) {
        return "%,d %s".formatted(skipped.count(), skipped.reason() == SkipReason.FILTERED ? "TCP segments"
                : skipped.reason().text());
    }

    private void line(String name, String text) {
        out.println(name + " ".repeat(NAME_WIDTH - name.length()) + text);
    }

    private void json(ReplayReport report) {
        out.println(new JsonObject(JsonEscapes.MINIMAL).put("seconds", report.elapsedNs() / NS_PER_S)
                .put("packetsPerSecond", report.packetsPerSecond()).put("lateP50Seconds", report.lateP50Ns() / NS_PER_S)
                .put("lateP999Seconds", report.lateP999Ns() / NS_PER_S).put("lateMaxSeconds", report.lateMaxNs() / NS_PER_S)
                .put("complete", report.input().isComplete())
                .putAll("lines", report.lines(), (json, line) -> json.put("line", line.name()).put("sent", line.sent())
                        .put("bytes", line.bytes()).put("lost", line.lost())));
    }
}
