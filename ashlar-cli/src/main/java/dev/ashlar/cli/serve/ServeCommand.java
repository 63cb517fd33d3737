// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.serve;

import dev.ashlar.archive.Archive;
import dev.ashlar.archive.ArchiveOptions;
import dev.ashlar.archive.Division;
import dev.ashlar.cli.archive.KeepOptions;
import dev.ashlar.cli.output.AshlarCommand;
import dev.ashlar.cli.schema.SchemaFile;
import dev.ashlar.sbe.ir.Schema;
import dev.ashlar.store.Durability;
import dev.ashlar.store.JournalDefinition;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `ashlar serve STORE -s SCHEMA`: the gateway and its dashboard.
@Command(name = "serve", mixinStandardHelpOptions = true, sortOptions = false,
        description = {
            "Record messages in a store over HTTP and TCP, answer queries, and show a status page.", ""},
        footer = {"",
            "POST /messages accepts SBE messages or JSON. GET /query?sql=, /tail/TABLE, /metrics, /health and "
                    + "the page at / read the store; POST /query is for long queries. Messages that cannot be "
                    + "recorded in time are refused with 503 and Retry-After. Over TCP, frames follow each "
                    + "other; if the queue is full, the gateway stops reading. FRAMING is as for ashlar decode.", "",
            "Only this machine can connect, unless --host says otherwise; then a token is required, or --open. "
                    + "Use a token with TLS: without TLS, anyone who sees the traffic has the token.",
            "Ctrl-C or SIGTERM stops accepting, records what was accepted, and prints how much that was.", "",
            "With --by, or if STORE is an archive, the first message of a new day seals the previous day and "
                    + "opens the next; a message from yesterday that arrives later goes into the open day. At "
                    + "the end the day is sealed. A gateway started again on the same day reopens that day and "
                    + "continues it.", "",
            "Examples: ashlar serve day.store -s feed.xml --port 8080 --tcp-port 9090",
            "          ashlar serve feed -s feed.xml --by day:America/Chicago --keep-days 30"})
public final class ServeCommand extends AshlarCommand {
    @Parameters(index = "0", paramLabel = "STORE",
            description = "Folder of the store or archive; created if it does not exist.")
    private Path folder;

    @Option(names = {"-s", "--schema"}, paramLabel = "SCHEMA", required = true,
            description = "Schema file (.xml or .sbeir).")
    private Path schemaFile;

    @Option(names = "--port", paramLabel = "PORT", defaultValue = "8080",
            description = "Port for HTTP; 0 for any free port (default: ${DEFAULT-VALUE}).")
    int port;

    @Option(names = "--admin-port", paramLabel = "PORT",
            description = "Port for /health and /metrics only, which clients of the other ports cannot block; 0 "
                    + "for any free port (default: none).")
    Integer adminPort;

    @Option(names = "--tcp-port", paramLabel = "PORT",
            description = "Port for framed messages over TCP; 0 for any free port (default: none).")
    Integer tcpPort;

    @Option(names = "--host", paramLabel = "HOST", defaultValue = "127.0.0.1",
            description = "Address to listen on (default: ${DEFAULT-VALUE}).")
    String host;

    @Option(names = {"-f", "--framing"}, paramLabel = "FRAMING", defaultValue = "raw",
            description = "Framing over TCP, and of HTTP bodies without one (default: ${DEFAULT-VALUE}).")
    String framing;

    @Option(names = "--token-file", paramLabel = "FILE",
            description = "File whose first line is the token that every client must send: 16 to 512 visible ASCII characters.")
    Path tokenFile;

    @Option(names = "--open", description = "Let other machines connect without a token.")
    boolean open;

    @Option(names = "--tls-keystore", paramLabel = "FILE",
            description = "Certificate and key (PKCS #12) for TLS on all ports.")
    Path keyStore;

    @Option(names = "--tls-password-file", paramLabel = "FILE", description = "File whose first line is the password of the key store.")
    Path passwordFile;

    @Option(names = "--max-latency", paramLabel = "MS", defaultValue = "100",
            description = "Refuse messages that could not be recorded within this time, 1 to 3600000 (default: "
                    + "${DEFAULT-VALUE}).")
    int maxLatencyMs;

    @Option(names = "--max-body", paramLabel = "KIB", defaultValue = "1024",
            description = "Maximum length of a request body, 1 to 1048576 (default: ${DEFAULT-VALUE}).")
    int maxBodyKiB;

    @Option(names = "--max-connections", paramLabel = "N", defaultValue = "4096",
            description = "Maximum number of connections per port, 1 to 1000000 (default: ${DEFAULT-VALUE}).")
    int maxConnections;

    @Option(names = "--max-connections-per-address", paramLabel = "N",
            description = "Maximum number of these from one address, or from one /64 network of IPv6 (default: a "
                    + "quarter of --max-connections, at least 16). Raise it if all clients share one address, "
                    + "such as that of a proxy or a load generator.")
    Integer maxAddressConnections;

    @Option(names = "--by", paramLabel = "PERIOD",
            description = "Record into an archive, with a store for each day, hour, day:ZONE or hour:ZONE, such "
                    + "as day:Europe/London; UTC without a zone. An existing archive keeps its own.")
    private String by;

    @Mixin
    private KeepOptions keep;

    @Option(names = "--journal", paramLabel = "NAME", defaultValue = "messages",
            description = "Journal that the messages go to (default: ${DEFAULT-VALUE}).")
    private String journal;

    @Option(names = "--durability", paramLabel = "HOW", defaultValue = "interval",
            description = "Which messages survive a power loss, unless a request asks for more: none, interval "
                    + "(all except the last 0.1 s plus one sync of the disk, at most 64 MiB), commit (all) "
                    + "(default: ${DEFAULT-VALUE}).")
    Durability durability;

    @Mixin
    private SchemaFile schemas;

    @Override
    public Integer call() throws IOException {
        requireFrom("--max-latency", maxLatencyMs, 1, 3_600_000);
        requireFrom("--max-body", maxBodyKiB, 1, 1 << 20);
        requireFrom("--max-connections", maxConnections, 1, 1_000_000);
        if (maxAddressConnections != null) {
            requireFrom("--max-connections-per-address", maxAddressConnections, 1, 1_000_000);
        }
        requireFrom("--port", port, 0, 65_535);
        requireFrom("--admin-port", adminPort == null ? 0 : adminPort, 0, 65_535);
        requireFrom("--tcp-port", tcpPort == null ? 0 : tcpPort, 0, 65_535);
        require(!journal.isBlank(), "--journal is empty");
        require((keyStore == null) == (passwordFile == null), "--tls-keystore and --tls-password-file go together");
        boolean archived = by != null || Archive.isArchive(folder);
        require(archived || !keep.isGiven(), "--keep-days and --keep-bytes are for an archive: give --by");
        Schema schema = schemas.read(schemaFile);
        return new ServeRun(this, folder, parse("--journal", () -> new JournalDefinition(journal, schema))).run(spec);
    }

    /// How days are recorded; empty for a store.
    ///
    /// @param log hears what was dropped
    Optional<ArchiveOptions> archive(Consumer<String> log) {
        if (by == null && !keep.isGiven()) {
            return Optional.empty();
        }
        return parse("--by", () -> {
            ArchiveOptions asIs = ArchiveOptions.asIs();
            ArchiveOptions options = by == null ? asIs : asIs.withDivision(Division.parse(by));
            return Optional.of(keep.applyTo(options, log));
        });
    }

    private void requireFrom(String option, int value, int least, int most) {
        require(value >= least && value <= most, option + " must be from " + least + " to " + most + ": " + value);
    }
}
