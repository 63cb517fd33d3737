// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.live;

import dev.ashlar.archive.Archive;
import dev.ashlar.cli.load.Framings;
import dev.ashlar.cli.load.Inputs;
import dev.ashlar.cli.output.AshlarCommand;
import dev.ashlar.cli.output.TextOrJson;
import dev.ashlar.cli.schema.SchemaFile;
import dev.ashlar.ingest.CaptureReader;
import dev.ashlar.ingest.Line;
import dev.ashlar.ingest.replay.ReplayLine;
import dev.ashlar.ingest.replay.ReplayPace;
import dev.ashlar.sbe.framing.Framing;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `ashlar replay`: a capture as a live feed.
@Command(name = "replay", mixinStandardHelpOptions = true, sortOptions = false,
        description = {
            "Send a capture or a recording as a live feed: over UDP on one or two lines, or to a TCP client.", ""},
        footer = {"",
            "Over UDP, the capture's datagrams are sent unchanged, each on both lines; --from and --line-from "
                    + "select one line of the capture for each. Over TCP, the messages are sent in their frames "
                    + "to the first client that connects; -f says how they are framed in the input. Several "
                    + "captures are merged by time.", "",
            "INPUT may also be one archive or store: the messages of its journal get new frames (-f), those of "
                    + "one packet in one datagram, and are sent at the pace at which they were received.", "",
            "The pace is that of the capture, unless --speed, --rate or --unpaced says otherwise. The summary "
                    + "reports the achieved rate and how late packets were.", "",
            "Examples: ashlar replay day.pcapng --group 239.1.1.1:14310 --line 239.1.2.1:15310 --interface lo "
                    + "--speed 10",
            "          ashlar replay day.pcapng -f cme-mdp3 --tcp-port 9090 --rate 200000",
            "          ashlar replay feed --from-day 2026-01-05 -f cme-mdp3 --group 239.1.1.1:14310 --interface lo"})
public final class ReplayCommand extends AshlarCommand {
    private static final int MAX_PORT = 0xFFFF;
    private static final int MAX_HOPS = 255;

    @Parameters(paramLabel = "INPUT", arity = "1..*",
            description = "Captures, plain or gzipped; - is standard input. Or one archive or store.")
    List<Path> inputs;

    @Mixin
    private LineOptions lines;

    @Option(names = "--from", paramLabel = "ADDR:PORT",
            description = "Only datagrams that were sent to this address and port.")
    private String from;

    @Option(names = "--line-from", paramLabel = "ADDR:PORT",
            description = "The same for the second line (default: those of --from).")
    private String lineFrom;

    @Option(names = "--loss-a", paramLabel = "FRACTION", defaultValue = "0",
            description = "Drop this fraction of the packets of the first line at random, 0 to 1.")
    private double lossA;

    @Option(names = "--loss-b", paramLabel = "FRACTION", defaultValue = "0",
            description = "The same for the second line.")
    private double lossB;

    @Option(names = "--seed", paramLabel = "N", defaultValue = "1",
            description = "Seed of the random losses: another number drops other packets (default: ${DEFAULT-VALUE}).")
    long seed;

    @Option(names = "--hops", paramLabel = "N", defaultValue = "1",
            description = "Time to live of multicast packets, 0 to 255: 0 keeps them on this machine, 1 on its "
                    + "network (default: ${DEFAULT-VALUE}).")
    int hops;

    @Option(names = "--tcp-port", paramLabel = "PORT",
            description = "Wait for a TCP client on this port instead; 0 for any free port.")
    Integer tcpPort;

    @Option(names = "--host", paramLabel = "HOST", defaultValue = "127.0.0.1",
            description = "Address to listen on for --tcp-port (default: ${DEFAULT-VALUE}).")
    String host;

    @Option(names = {"-f", "--framing"}, paramLabel = "FRAMING",
            description = "Framing of the messages, for --tcp-port and for archives and stores.")
    private String framing;

    @Option(names = "--journal", paramLabel = "NAME", defaultValue = "messages",
            description = "Journal of an archive or store (default: ${DEFAULT-VALUE}).")
    String journal;

    @Option(names = "--from-day", paramLabel = "DAY", defaultValue = "",
            description = "First day of an archive, such as 2026-01-05, or hour (default: the oldest).")
    String fromDay;

    @Option(names = "--to-day", paramLabel = "DAY", defaultValue = "",
            description = "Last day of an archive, or hour (default: the newest).")
    String toDay;

    @Option(names = {"-s", "--schema"}, paramLabel = "SCHEMA", description = "Schema file, for the framing raw.")
    private Path schemaFile;

    @Option(names = "--speed", paramLabel = "X", description = "X times as fast as the capture (default: 1).")
    private Double speed;

    @Option(names = "--rate", paramLabel = "N", description = "N packets a second; for a raw file, messages.")
    private Double rate;

    @Option(names = "--unpaced", description = "As fast as possible.")
    private boolean unpaced;

    @Option(names = "--format", paramLabel = "FORMAT", defaultValue = "text",
            description = "Format of the summary, text or json (default: ${DEFAULT-VALUE}).")
    TextOrJson format;

    @Mixin
    private SchemaFile schemas;

    @Override
    public Integer call() throws IOException {
        checkUsage();
        ReplayPace pace = pace();
        ReplayRun run = new ReplayRun(this, pace);
        if (lines.isGiven()) {
            List<ReplayLine> all = replayLines();
            Optional<Framing> recorded = isRecorded() ? Optional.of(framing()) : Optional.empty();
            inputs.forEach(Inputs::readable);
            return run.overUdp(all, recorded);
        }
        Framing parsed = framing();
        inputs.forEach(Inputs::readable);
        return run.overTcp(parsed);
    }

    /// Whether the input is an archive or a store.
    boolean isRecorded() {
        return inputs.size() == 1 && Files.isDirectory(inputs.getFirst());
    }

    private void checkUsage() {
        require(isRecorded() || inputs.stream().noneMatch(Files::isDirectory), "an archive or a store is replayed alone");
        require(!isRecorded() || framing != null, "an archive or a store needs --framing: how its messages are to be framed");
        boolean archive = isRecorded() && Archive.isArchive(inputs.getFirst());
        require(archive || fromDay.isEmpty() && toDay.isEmpty(), "--from-day and --to-day are for an archive");
        require(lines.isGiven() != (tcpPort != null), "say where to send it: either --group or --tcp-port");
        lines.check();
        require(lines.hasSecond() || lineFrom == null && lossB == 0, "--line-from and --loss-b need --line");
        require(lines.isGiven() || from == null && lossA == 0, "--from and --loss-a need --group");
        require(Stream.of(speed != null, rate != null, unpaced).filter(given -> given).count() < 2,
                "--speed, --rate and --unpaced exclude each other");
        require(hops >= 0 && hops <= MAX_HOPS, "--hops must be between 0 and " + MAX_HOPS + ": " + hops);
        require(tcpPort == null || tcpPort >= 0 && tcpPort <= MAX_PORT, "--tcp-port must be between 0 and " + MAX_PORT
                + ": " + tcpPort);
        require(tcpPort == null || framing != null, "--tcp-port needs --framing: how messages are framed in the input");
        require(inputs.size() <= CaptureReader.MAX_INPUTS, "too many inputs to merge: inputs=" + inputs.size() + ", max="
                + CaptureReader.MAX_INPUTS);
        require(inputs.stream().filter(Path.of("-")::equals).count() < 2, "standard input can be read once: - is given twice");
    }

    private ReplayPace pace() {
        return parse(rate == null ? "--speed" : "--rate", () -> unpaced ? ReplayPace.UNLIMITED
                : rate != null ? ReplayPace.rate(rate) : ReplayPace.captured(speed == null ? 1 : speed));
    }

    private List<ReplayLine> replayLines() {
        List<ReplayLine> all = new ArrayList<>();
        Optional<Line> first = Optional.ofNullable(from).map(text -> lines.parse("--from", text));
        all.add(line("--loss-a", lines.first(), lines.firstInterface(), first, lossA));
        if (lines.hasSecond()) {
            Optional<Line> second = Optional.ofNullable(lineFrom).map(text -> lines.parse("--line-from", text)).or(() -> first);
            all.add(line("--loss-b", lines.second(), lines.secondInterface(), second, lossB));
        }
        return all;
    }

    private ReplayLine line(String option, Line to, Optional<String> through, Optional<Line> captured, double loss) {
        return parse(option, () -> new ReplayLine(to, through, captured, loss));
    }

    private Framing framing() {
        require(!framing.equals("raw") || schemaFile != null, "--framing raw needs --schema, which has the lengths of messages");
        return schemaFile == null ? parse("--framing", () -> Framing.parse(framing))
                : Framings.parse(framing, schemas.read(schemaFile), spec);
    }
}
