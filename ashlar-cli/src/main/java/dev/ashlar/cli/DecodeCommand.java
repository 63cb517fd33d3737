// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli;

import dev.ashlar.ingest.CaptureFormatException;
import dev.ashlar.ingest.IngestReport;
import dev.ashlar.ingest.MessageSource;
import dev.ashlar.ingest.PacketFilter;
import dev.ashlar.ingest.SourceOptions;
import dev.ashlar.sbe.ir.Message;
import dev.ashlar.sbe.ir.Schema;
import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `ashlar decode`: messages of a capture or file as text.
@Command(name = "decode", mixinStandardHelpOptions = true, sortOptions = false,
        description = {"Print the messages of captures (pcap, pcapng) or raw files, one JSON object a line.", ""},
        footer = {"",
            "FRAMING is cme-mdp3, cme-ilink3, b3, coinbase-md, memoir, sofh, raw, or a description such as",
            "packet=12,sequence=u32le@0,time=u64le@4,length=u16le.", "",
            "Whatever could not be decoded is reported on standard error, and the exit code is 3.", "",
            "Example: ashlar decode -s feed.xml -f cme-mdp3 --where template=Trade day.pcapng | head"})
final class DecodeCommand implements Callable<Integer> {
    /// How messages are printed.
    enum Format {
        JSON,
        TEXT
    }

    @Option(names = {"-s", "--schema"}, paramLabel = "SCHEMA", required = true,
            description = "Schema file (.xml or .sbeir).")
    private Path schemaFile;

    @Option(names = {"-f", "--framing"}, paramLabel = "FRAMING", defaultValue = "raw",
            description = "What surrounds the messages (default: ${DEFAULT-VALUE}).")
    private String framing;

    @Parameters(paramLabel = "INPUT", arity = "1..*",
            description = "Captures or raw files, perhaps gzipped; - is standard input.")
    private List<Path> inputs;

    @Option(names = "--format", paramLabel = "FORMAT", defaultValue = "json",
            description = "json (one object a line) or text (default: ${DEFAULT-VALUE}).")
    private Format format;

    @Option(names = "--limit", paramLabel = "N", description = "Stop after this many messages.")
    private Long limit;

    @Option(names = "--where", paramLabel = "template=NAME",
            description = "Only messages of this template, by name or id; repeatable.")
    private List<String> where = new ArrayList<>();

    @Option(names = "--port", paramLabel = "PORT", split = ",", description = "Only packets from or to these ports.")
    private List<Integer> ports = new ArrayList<>();

    @Option(names = "--summary", description = "Print counts by template instead of messages.")
    private boolean summary;

    @Mixin
    private SchemaFile schemas;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        if (limit != null && limit < 0) {
            throw new ParameterException(spec.commandLine(), "--limit must not be negative: " + limit);
        }
        Schema schema = schemas.read(schemaFile);
        SourceOptions options = SourceOptions.of(Framings.parse(framing, schema, spec));
        for (int port : ports) {
            if (port < 0 || port > 0xFFFF) {
                throw new ParameterException(spec.commandLine(), "--port must be between 0 and 65535: " + port);
            }
        }
        if (!ports.isEmpty()) {
            options = options.withFilter(PacketFilter.ports(ports.stream().mapToInt(Integer::intValue).toArray()));
        }
        boolean lossless = true;
        long left = limit == null ? Long.MAX_VALUE : limit;
        try (OutputStream out = new BufferedOutputStream(new FileOutputStream(FileDescriptor.out), 1 << 16)) {
            MessagePrinter printer = new MessagePrinter(schema, templates(schema), summary ? null : out,
                    format == Format.TEXT, left);
            for (Path input : inputs) {
                lossless &= decode(input, options, printer);
                if (printer.isFull()) {
                    break;
                }
            }
            if (summary) {
                printer.printSummary(spec.commandLine().getOut());
            }
        } catch (OutputException e) {
            if (e.isBrokenPipe()) {
                // Whoever read our output has seen enough.
                return ExitCode.DONE;
            }
            throw e;
        }
        return lossless ? ExitCode.DONE : ExitCode.BAD_INPUT;
    }

    private boolean decode(Path input, SourceOptions options, MessagePrinter printer) throws IOException {
        if (!input.toString().equals("-") && !Files.isReadable(input)) {
            throw new BadInputException("cannot be read: " + input + (Files.exists(input) ? "" : " (no such file)"));
        }
        PrintWriter err = spec.commandLine().getErr();
        printer.begin(err);
        try (MessageSource source = MessageSource.open(input, options)) {
            try {
                drain(source, printer, Progress.of(err, "decoding " + input));
            } catch (CaptureFormatException e) {
                printer.flush();
                err.println("ashlar: " + e.getMessage());
                return false;
            }
            printer.flush();
            IngestReport report = source.report();
            boolean complete = printer.isFull() || report.isComplete();
            if (summary) {
                err.println(report);
            } else if (!complete) {
                err.println("ashlar: not all of it is messages: " + report.toString().replace("\n  ", "; "));
            }
            return complete & printer.end();
        }
    }

    private static void drain(MessageSource source, MessagePrinter printer, Progress progress) throws IOException {
        try {
            while (!printer.isFull() && source.poll(printer)) {
                progress.update(source::report);
            }
        } finally {
            // Before anything is said of a failure.
            progress.end();
        }
    }

    private Set<Integer> templates(Schema schema) {
        Set<Integer> ids = new HashSet<>();
        for (String condition : where) {
            if (!condition.startsWith("template=")) {
                throw new ParameterException(spec.commandLine(), "--where knows template=NAME only: " + condition);
            }
            String wanted = condition.substring("template=".length());
            Message message = wanted.matches("\\d{1,9}") ? schema.message(Integer.parseInt(wanted))
                    : schema.message(wanted);
            if (message == null) {
                throw new ParameterException(spec.commandLine(), "no such template in the schema: " + wanted);
            }
            ids.add(message.id());
        }
        return ids;
    }
}
