// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.live;

import dev.ashlar.archive.Archive;
import dev.ashlar.cli.archive.KeepOptions;
import dev.ashlar.cli.load.ArchiveLoadTarget;
import dev.ashlar.cli.load.Framings;
import dev.ashlar.cli.load.LoadTarget;
import dev.ashlar.cli.output.AshlarCommand;
import dev.ashlar.cli.output.TextOrJson;
import dev.ashlar.cli.schema.SchemaFile;
import dev.ashlar.ingest.live.LiveFeed;
import dev.ashlar.ingest.live.RecordOptions;
import dev.ashlar.ingest.live.UdpLine;
import dev.ashlar.sbe.framing.Framing;
import dev.ashlar.sbe.ir.Schema;
import dev.ashlar.store.Durability;
import dev.ashlar.store.JournalDefinition;
import dev.ashlar.store.StoreOptions;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `ashlar record`: a live feed into a store.
@Command(name = "record", mixinStandardHelpOptions = true, sortOptions = false,
        description = {
            "Record a live feed in a store or archive: UDP on one or two lines, or TCP.", ""},
        footer = {"",
            "Two lines are merged: each packet is recorded once, in order, from the line that delivers it first. "
                    + "Packets missing on both are reported as a gap. Packets are timestamped on receipt, by "
                    + "this machine's clock. Messages are stored as by ashlar load; FRAMING is as for ashlar "
                    + "decode.", "",
            "With --by, or with --append to an archive, the first message of a new day seals the previous day "
                    + "and opens the next; a message from yesterday that arrives later goes into the open day. "
                    + "When the recording ends, the day is sealed; recording again on the same day, with "
                    + "--append, reopens that day and continues it.", "",
            "Ctrl-C or SIGTERM records what was received, closes the store and prints a summary; the exit code "
                    + "is 0. After a kill the store holds what was committed; record again with --append.", "",
            "The exit code is 3 if the feed cannot be received or has failed, 4 if the store cannot be used.", "",
            "Examples: ashlar record -s feed.xml -f cme-mdp3 --group 233.252.0.1:14310 --line 233.252.1.1:15310 \\",
            "            --interface eth0 -d today.store",
            "          ashlar record -s feed.xml -f cme-ilink3 --tcp 192.0.2.7:9090 --by day:America/Chicago -d "
                    + "feed \\",
            "            --keep-days 30"})
public final class RecordCommand extends AshlarCommand {
    private static final int MAX_BUFFER_KIB = 1 << 20;
    private static final int MAX_RING_MIB = RecordOptions.MAX_RING_BYTES >> 20;
    private static final int MIN_CHUNK_KIB = 256;
    private static final int MAX_CHUNK_KIB = 1 << 20;
    private static final int MAX_PORT = 0xFFFF;

    @Option(names = {"-s", "--schema"}, paramLabel = "SCHEMA", required = true,
            description = "Schema file (.xml or .sbeir).")
    private Path schemaFile;

    @Option(names = {"-f", "--framing"}, paramLabel = "FRAMING", defaultValue = "raw",
            description = "Framing of the messages (default: ${DEFAULT-VALUE}).")
    private String framing;

    @Mixin
    private LineOptions lines;

    @Option(names = "--source", paramLabel = "ADDR",
            description = "Only datagrams from this sender to the group (source-specific multicast).")
    private String source;

    @Option(names = "--line-source", paramLabel = "ADDR", description = "The same for the second line.")
    private String lineSource;

    @Option(names = "--tcp", paramLabel = "HOST:PORT",
            description = "Connect to this sender instead, and reconnect when the connection ends.")
    private String tcp;

    @Option(names = "--once", description = "With --tcp: end when the connection ends.")
    private boolean once;

    @Option(names = {"-d", "--store"}, paramLabel = "STORE", required = true,
            description = "Folder of the store or archive.")
    Path folder;

    @Option(names = "--by", paramLabel = "PERIOD",
            description = "Record into an archive, with a store for each day, hour, day:ZONE or hour:ZONE, such "
                    + "as day:Europe/London; UTC without a zone.")
    private String by;

    @Option(names = "--append", description = "Add to an existing store or archive.")
    private boolean append;

    @Mixin
    KeepOptions keep;

    @Option(names = "--journal", paramLabel = "NAME", defaultValue = "messages",
            description = "Journal that the messages go to (default: ${DEFAULT-VALUE}).")
    private String journal;

    @Option(names = "--durability", paramLabel = "HOW", defaultValue = "interval",
            description = "What survives a power loss: nothing (none); everything except the last 0.1 s plus one "
                    + "sync of the disk, at most 64 MiB (interval); everything committed (commit) (default: "
                    + "${DEFAULT-VALUE}).")
    private Durability durability;

    @Option(names = "--chunk-size", paramLabel = "KIB", description = {"Chunk size of a new store, a power of two from "
        + MIN_CHUNK_KIB + " to " + MAX_CHUNK_KIB, "(default: 16384)."})
    private Integer chunkKiB;

    @Option(names = "--limit", paramLabel = "N", description = "End after this many messages.")
    private Long limit;

    @Option(names = "--unordered",
            description = "Record the packets of a single line in the order received, whatever their sequence "
                    + "numbers: for feeds whose numbers repeat, such as snapshots.")
    private boolean unordered;

    @Option(names = "--buffer", paramLabel = "KIB", defaultValue = "16384",
            description = "Receive buffer to request for each line, 4 to 1048576 (default: ${DEFAULT-VALUE}).")
    private int bufferKiB;

    @Option(names = "--ring", paramLabel = "MIB", defaultValue = "64",
            description = "Memory between each line and the writer, a power of two from 1 to 1024 (default: "
                    + "${DEFAULT-VALUE}).")
    private int ringMiB;

    @Option(names = "--metrics", paramLabel = "PORT",
            description = "Serve /metrics for Prometheus on this port of 127.0.0.1; 0 for any free port "
                    + "(default: none).")
    Integer metricsPort;

    @Option(names = "--format", paramLabel = "FORMAT", defaultValue = "text",
            description = "Format of the summary, text or json (default: ${DEFAULT-VALUE}).")
    TextOrJson format;

    @Mixin
    private SchemaFile schemas;

    @Override
    public Integer call() throws IOException {
        checkUsage();
        Schema schema = schemas.read(schemaFile);
        JournalDefinition definition = parse("--journal", () -> new JournalDefinition(journal, schema));
        RecordOptions options = options(Framings.parse(framing, schema, spec));
        StoreOptions durable = StoreOptions.defaults().withDurability(durability);
        StoreOptions store = chunkKiB == null ? durable : durable.withChunkBytes(chunkKiB << 10);
        RecordRun run = new RecordRun(this, definition, options);
        boolean archived = by != null || append && Archive.isArchive(folder);
        require(archived || !keep.isGiven(), "--keep-days and --keep-bytes are for an archive: give --by, or --append to one");
        if (archived) {
            ArchiveLoadTarget archive = ArchiveLoadTarget.of(folder, by, append, spec);
            archive.check();
            return run.intoArchive(archive, store);
        }
        LoadTarget target = new LoadTarget(folder, append, spec);
        target.check(definition, chunkKiB, _ -> { });
        return run.intoStore(target, store);
    }

    private void checkUsage() {
        require(lines.isGiven() != (tcp != null), "say where the feed comes from: either --group or --tcp");
        lines.check();
        require(lineSource == null || lines.hasSecond(), "--line-source needs --line");
        require(source == null || lines.isGiven(), "--source needs --group");
        require(!once || tcp != null, "--once needs --tcp");
        require(!unordered || !lines.hasSecond(), "--unordered is for one line: the packets of two would be recorded twice");
        require(limit == null || limit >= 0, "--limit must not be negative: " + limit);
        require(bufferKiB >= 4 && bufferKiB <= MAX_BUFFER_KIB, "--buffer must be between 4 and " + MAX_BUFFER_KIB + ": "
                + bufferKiB);
        require(ringMiB >= 1 && ringMiB <= MAX_RING_MIB && Integer.bitCount(ringMiB) == 1,
                "--ring must be a power of two from 1 to " + MAX_RING_MIB + ": " + ringMiB);
        boolean chunk = chunkKiB == null || chunkKiB >= MIN_CHUNK_KIB && chunkKiB <= MAX_CHUNK_KIB
                && Integer.bitCount(chunkKiB) == 1;
        require(chunk, "--chunk-size must be a power of two from " + MIN_CHUNK_KIB + " to " + MAX_CHUNK_KIB + ": " + chunkKiB);
        require(metricsPort == null || metricsPort >= 0 && metricsPort <= MAX_PORT, "--metrics must be between 0 and "
                + MAX_PORT + ": " + metricsPort);
    }

    private RecordOptions options(Framing parsed) {
        LiveFeed feed = tcp == null ? new LiveFeed.Udp(udpLines()) : tcpFeed();
        try {
            RecordOptions options = RecordOptions.of(feed, parsed).withReceiveBufferBytes(bufferKiB << 10)
                    .withRingBytes(ringMiB << 20).withLimit(limit == null ? Long.MAX_VALUE : limit);
            return unordered ? options.unordered() : options;
        } catch (IllegalArgumentException e) {
            throw wrong(e.getMessage());
        }
    }

    private List<UdpLine> udpLines() {
        List<UdpLine> all = new ArrayList<>();
        all.add(new UdpLine(lines.first(), lines.firstInterface(), sender("--source", source)));
        if (lines.hasSecond()) {
            all.add(new UdpLine(lines.second(), lines.secondInterface(), sender("--line-source", lineSource)));
            require(!all.getFirst().destination().equals(all.getLast().destination()),
                    "--line is the same as --group; leave it out");
        }
        return all;
    }

    private Optional<InetAddress> sender(String option, String text) {
        try {
            return text == null ? Optional.empty() : Optional.of(InetAddress.ofLiteral(text));
        } catch (IllegalArgumentException e) {
            throw wrong(option + ": not an IP address: " + text);
        }
    }

    private LiveFeed tcpFeed() {
        int colon = tcp.lastIndexOf(':');
        String port = tcp.substring(colon + 1);
        require(colon > 0 && port.matches("\\d{1,5}") && Integer.parseInt(port) >= 1 && Integer.parseInt(port) <= MAX_PORT,
                "--tcp: not a host:port: " + tcp);
        String host = tcp.substring(0, colon);
        boolean ipv6 = host.startsWith("[") && host.endsWith("]");
        return new LiveFeed.Tcp(ipv6 ? host.substring(1, host.length() - 1) : host, Integer.parseInt(port), !once);
    }
}
