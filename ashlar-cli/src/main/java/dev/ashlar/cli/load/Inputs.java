// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.load;

import dev.ashlar.cli.output.BadInputException;
import dev.ashlar.cli.output.Usage;
import dev.ashlar.ingest.Arbitration;
import dev.ashlar.ingest.CaptureReader;
import dev.ashlar.ingest.MessageSource;
import dev.ashlar.ingest.PacketFilter;
import dev.ashlar.ingest.SourceOptions;
import dev.ashlar.sbe.ir.Schema;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

/// The inputs of a command and how messages are read from them; shared by all commands that accept captures and raw
/// files.
public final class Inputs {
    private static final Path STANDARD_INPUT = Path.of("-");

    @Option(names = {"-f", "--framing"}, paramLabel = "FRAMING", defaultValue = "raw",
            description = "Framing of the messages (default: ${DEFAULT-VALUE}).")
    private String framing;

    @Option(names = "--port", paramLabel = "PORT", split = ",", description = "Only packets from or to these ports.")
    private List<Integer> ports = new ArrayList<>();

    @Option(names = "--merge", description = "Read several captures as one, ordered by capture time.")
    private boolean merge;

    @Option(names = "--arbitrate",
            description = "Keep the first copy of each packet of redundant lines, in order. Lines are paired if "
                    + "their packets prove that they carry the same feed. Implies --merge.")
    private boolean arbitrate;

    @Option(names = "--lines", paramLabel = "LINE+LINE", split = ",",
            description = "The same for these lines, such as 224.0.31.1:14310+224.0.32.1:15310; repeatable. "
                    + "Implies --merge.")
    private List<String> lines = new ArrayList<>();

    @Parameters(paramLabel = "INPUT", arity = "1..*",
            description = "Captures or raw files, plain or gzipped; - is standard input.")
    private List<Path> paths;

    /// The options for sources, after a check that they make sense.
    ///
    /// @throws ParameterException if they do not
    public SourceOptions options(Schema schema, CommandSpec spec) {
        for (int port : ports) {
            Usage.require(spec, port >= 0 && port <= 0xFFFF, "--port must be between 0 and 65535: " + port);
        }
        Usage.require(spec, paths.stream().filter(STANDARD_INPUT::equals).count() <= 1,
                "standard input can be read once: - is given twice");
        Usage.require(spec, !isMerged() || paths.size() <= CaptureReader.MAX_INPUTS, "too many inputs to merge: inputs="
                + paths.size() + ", max=" + CaptureReader.MAX_INPUTS);
        SourceOptions all = SourceOptions.of(Framings.parse(framing, schema, spec));
        SourceOptions options = ports.isEmpty() ? all
                : all.withFilter(PacketFilter.ports(ports.stream().mapToInt(Integer::intValue).toArray()));
        return Usage.parse(spec, lines.isEmpty() ? "--arbitrate" : "--lines", () -> options.withArbitration(arbitration()));
    }

    private Arbitration arbitration() {
        Arbitration named = Arbitration.of(lines);
        return arbitrate ? named.andPairs() : named;
    }

    public boolean isMerged() {
        return paths.size() > 1 && (merge || arbitrate || !lines.isEmpty());
    }

    /// Number of sources; one if all inputs are merged.
    public int count() {
        return isMerged() ? 1 : paths.size();
    }

    /// A source's name for people.
    public String name(int index) {
        return isMerged() ? paths.size() + " inputs" : paths.get(index).equals(STANDARD_INPUT) ? "standard input"
                : paths.get(index).toString();
    }

    /// Bytes of a source; -1 if that is not known before it is read.
    long bytes(int index) throws IOException {
        if (!isMerged()) {
            return bytes(paths.get(index));
        }
        long all = 0;
        for (Path path : paths) {
            long bytes = bytes(path);
            all = bytes < 0 || all < 0 ? -1 : all + bytes;
        }
        return all;
    }

    private static long bytes(Path path) throws IOException {
        boolean known = !path.equals(STANDARD_INPUT) && Files.isRegularFile(path) && !path.toString().endsWith(".gz");
        return known ? Files.size(path) : -1;
    }

    /// Whether an input may still be written to while it is read.
    boolean areLive() {
        return paths.stream().anyMatch(path -> path.equals(STANDARD_INPUT) || !Files.isRegularFile(path));
    }

    /// Opens a source.
    public MessageSource open(int index, SourceOptions options) throws IOException {
        if (!isMerged()) {
            return MessageSource.open(readable(paths.get(index)), options);
        }
        paths.forEach(Inputs::readable);
        return MessageSource.merge(paths, options);
    }

    /// The bytes of an input as they are; those of a file are mapped.
    public MemorySegment memory(int index, Arena arena) throws IOException {
        Path path = readable(paths.get(index));
        if (path.equals(STANDARD_INPUT)) {
            return MemorySegment.ofArray(System.in.readAllBytes());
        }
        // Pipes, devices and files of /proc say nothing of how long they are, and cannot be mapped.
        if (!Files.isRegularFile(path) || Files.size(path) == 0) {
            return MemorySegment.ofArray(Files.readAllBytes(path));
        }
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
            return channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size(), arena);
        }
    }

    /// The path, if it can be read.
    ///
    /// @throws BadInputException if not
    public static Path readable(Path path) {
        if (path.equals(STANDARD_INPUT) || Files.isReadable(path)) {
            return path;
        }
        throw new BadInputException("cannot be read: " + path + (Files.exists(path) ? " (permission denied)"
                : " (no such file)"));
    }
}
