// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.decode;

import dev.ashlar.cli.load.Inputs;
import dev.ashlar.cli.output.AshlarCommand;
import dev.ashlar.cli.output.BadInputException;
import dev.ashlar.cli.output.ExitCode;
import dev.ashlar.cli.output.OutputException;
import dev.ashlar.cli.output.ProgressLine;
import dev.ashlar.cli.output.StandardOutput;
import dev.ashlar.cli.schema.SchemaFile;
import dev.ashlar.ingest.CaptureFormatException;
import dev.ashlar.ingest.IngestReport;
import dev.ashlar.ingest.MessageSource;
import dev.ashlar.ingest.SourceOptions;
import dev.ashlar.sbe.internal.files.FileProblem;
import dev.ashlar.sbe.ir.Message;
import dev.ashlar.sbe.ir.Schema;
import java.io.BufferedOutputStream;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.io.Writer;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `ashlar decode`: prints the messages of captures and files.
@Command(name = "decode", mixinStandardHelpOptions = true, sortOptions = false,
        description = {"Print the messages of captures (pcap, pcapng) or raw files, or objects, one JSON object a line.", ""},
        footer = {"",
            "FRAMING is cme-mdp3, cme-ilink3, b3, coinbase-md, memoir, sofh, raw, or a description such as",
            "packet=12,sequence=u32le@0,time=u64le@4,length=u16le.", "",
            "Anything that cannot be decoded, or is missing on all lines, is reported on standard error, and the exit",
            "code is 3. --summary also shows packets, duplicates, gaps and restarts of each channel.", "",
            "Examples: ashlar decode -s feed.xml -f cme-mdp3 --where template=Trade day.pcapng | head",
            "          ashlar decode -s feed.xml -f cme-mdp3 --arbitrate --summary line-a.pcap line-b.pcap",
            "          ashlar decode --object --format text orders.bin"})
public final class DecodeCommand extends AshlarCommand {
    /// Formats of printed messages.
    enum Format {
        JSON,
        TEXT
    }

    @Option(names = {"-s", "--schema"}, paramLabel = "SCHEMA",
            description = "Schema file (.xml or .sbeir); needed for messages.")
    private Path schemaFile;

    @Option(names = "--object",
            description = "Inputs are files of objects; the descriptions of their classes are in them or in "
                    + "earlier inputs.")
    private boolean objects;

    @Mixin
    private Inputs inputs;

    @Option(names = "--format", paramLabel = "FORMAT", defaultValue = "json",
            description = "json (one object a line) or text (default: ${DEFAULT-VALUE}).")
    private Format format;

    @Option(names = "--limit", paramLabel = "N", description = "Stop after this many messages.")
    private Long limit;

    @Option(names = "--where", paramLabel = "template=NAME",
            description = "Only messages of this template, by name or id; repeatable.")
    private List<String> where = new ArrayList<>();

    @Option(names = "--summary", description = "Print counts by template instead of messages.")
    private boolean summary;

    @Mixin
    private SchemaFile schemas;

    @Override
    public Integer call() throws IOException {
        require(limit == null || limit >= 0, "--limit must not be negative: " + limit);
        require(objects != (schemaFile != null), "give either --schema=SCHEMA or --object");
        if (objects) {
            return decodeObjects();
        }
        Schema schema = schemas.read(schemaFile);
        SourceOptions options = inputs.options(schema, spec);
        boolean lossless = true;
        long left = limit == null ? Long.MAX_VALUE : limit;
        try (OutputStream out = new BufferedOutputStream(new StandardOutput(), 1 << 16)) {
            MessagePrinter printer = new MessagePrinter(schema, templates(schema), summary ? null : out,
                    format == Format.TEXT, left);
            for (int i = 0; i < inputs.count() && !printer.isFull(); i++) {
                lossless &= decode(i, options, printer);
            }
            if (summary) {
                printer.printSummary(out());
            }
        } catch (OutputException e) {
            if (e.isBrokenPipe()) {
                // The reader closed the pipe.
                return ExitCode.DONE;
            }
            throw e;
        }
        return lossless ? ExitCode.DONE : ExitCode.BAD_INPUT;
    }

    private int decodeObjects() throws IOException {
        require(!summary && where.isEmpty() && !inputs.isMerged(), "--summary, --where and --merge are for messages");
        boolean complete = true;
        PrintWriter err = err();
        try (Writer out = new BufferedWriter(new OutputStreamWriter(new StandardOutput(), StandardCharsets.UTF_8),
                1 << 16)) {
            ObjectPrinter printer = new ObjectPrinter(out, format == Format.TEXT ? ObjectForm.TEXT : ObjectForm.JSON,
                    limit == null ? Long.MAX_VALUE : limit);
            for (int i = 0; i < inputs.count() && !printer.isFull(); i++) {
                try (Arena arena = Arena.ofConfined()) {
                    complete &= printer.print(memory(i, arena), inputs.name(i), err);
                }
            }
        } catch (IOException e) {
            if (OutputException.isBrokenPipe(e)) {
                // The reader closed the pipe.
                return ExitCode.DONE;
            }
            throw e;
        }
        return complete ? ExitCode.DONE : ExitCode.BAD_INPUT;
    }

    private MemorySegment memory(int index, Arena arena) {
        try {
            return inputs.memory(index, arena);
        } catch (IOException e) {
            throw new BadInputException(FileProblem.describe(e, Path.of(inputs.name(index))));
        }
    }

    private boolean decode(int index, SourceOptions options, MessagePrinter printer) throws IOException {
        PrintWriter err = err();
        printer.begin(err);
        try (MessageSource source = inputs.open(index, options)) {
            IngestReport report = drain(source, printer, ProgressLine.of(err, "decoding " + inputs.name(index)));
            printer.flush();
            boolean complete = report.isComplete();
            if (summary) {
                err.println(report);
            } else if (!complete) {
                err.println("ashlar: part of the input is not messages: " + report.problems());
            }
            return complete & printer.end();
        } catch (CaptureFormatException e) {
            printer.flush();
            err.println("ashlar: " + e.getMessage());
            return false;
        } catch (IOException e) {
            throw new BadInputException(FileProblem.describe(e, Path.of(inputs.name(index))));
        }
    }

    private static IngestReport drain(MessageSource source, MessagePrinter printer, ProgressLine progress)
            throws IOException {
        try {
            while (!printer.isFull() && source.poll(printer)) {
                progress.update(source::report);
            }
        } finally {
            // Output comes before the error line.
            progress.end();
        }
        return source.report();
    }

    private Set<Integer> templates(Schema schema) {
        Set<Integer> ids = new HashSet<>();
        for (String condition : where) {
            require(condition.startsWith("template="), "--where accepts only template=NAME: " + condition);
            String wanted = condition.substring("template=".length());
            Message message = wanted.matches("\\d{1,9}") ? schema.message(Integer.parseInt(wanted))
                    : schema.message(wanted);
            require(message != null, "no such template in the schema: " + wanted);
            ids.add(message.id());
        }
        return ids;
    }
}
