// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.load;

import dev.ashlar.cli.output.BadInputException;
import dev.ashlar.cli.output.ExitCode;
import dev.ashlar.cli.output.GracefulStop;
import dev.ashlar.cli.output.ProgressLine;
import dev.ashlar.cli.output.TextOrJson;
import dev.ashlar.cli.schema.SchemaFile;
import dev.ashlar.ingest.CaptureFormatException;
import dev.ashlar.ingest.DuplicateMessageException;
import dev.ashlar.ingest.Duplicates;
import dev.ashlar.ingest.IngestReport;
import dev.ashlar.ingest.LoadOptions;
import dev.ashlar.ingest.LoadReport;
import dev.ashlar.ingest.Loader;
import dev.ashlar.ingest.MessageSource;
import dev.ashlar.ingest.SourceOptions;
import dev.ashlar.sbe.internal.files.FileProblem;
import dev.ashlar.sbe.internal.files.ScratchFolder;
import dev.ashlar.sbe.ir.Schema;
import dev.ashlar.store.Durability;
import dev.ashlar.store.JournalDefinition;
import dev.ashlar.store.RecoveryReport;
import dev.ashlar.store.Store;
import dev.ashlar.store.StoreException;
import dev.ashlar.store.StoreException.Reason;
import dev.ashlar.store.StoreOptions;
import dev.ashlar.store.StoreWriter;
import dev.ashlar.store.SyncLag;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// `ashlar load`: messages of captures and files into a store.
@Command(name = "load", mixinStandardHelpOptions = true, sortOptions = false,
        description = {"Load the messages of captures (pcap, pcapng) or raw files into a store.", ""},
        footer = {"",
            "Each message is stored unchanged in a journal, its fields in the table of its template, and the entries of",
            "its groups in tables named Template_Group. FRAMING is as for ashlar decode.", "",
            "Ctrl-C stops after the current packet, leaves a sound store, and prints how to continue. After a kill,",
            "continue with --append and --skip N, where N is the number of messages that ashlar info prints for the",
            "journal. The store is created at the first message that the schema knows; an input without any leaves",
            "nothing behind.", "",
            "A message is a duplicate if the journal has one with the same capture time, bytes and packet sequence,",
            "whatever the name of the capture. Inputs with duplicates are refused before anything is stored, unless",
            "--duplicates says otherwise. If duplicates only show while reading (standard input, unordered captures),",
            "loading stops there. A raw file has no times: it is refused if its first 16 messages are in the journal.",
            "Standard input and pipes without times are not compared.", "",
            "The exit code is 3 if part of the inputs did not become rows, or is missing on all lines; 4 if the store",
            "cannot be used.", "",
            "Example: ashlar load -s feed.xml -f cme-mdp3 --arbitrate line-a.pcap line-b.pcap -d day.store"})
public final class LoadCommand implements Callable<Integer> {
    private static final int MIN_CHUNK_KIB = 256;
    private static final int MAX_CHUNK_KIB = 1 << 20;
    private static final int MAX_NAME_LENGTH = 200;
    private static final long DEFAULT_CHUNKS = 64;

    @Option(names = {"-s", "--schema"}, paramLabel = "SCHEMA", required = true,
            description = "Schema file (.xml or .sbeir).")
    private Path schemaFile;

    @Mixin
    private Inputs inputs;

    @Option(names = {"-d", "--store"}, paramLabel = "STORE", required = true, description = "Folder of the store.")
    private Path folder;

    @Option(names = "--append", description = "Add to an existing store.")
    private boolean append;

    @Option(names = "--journal", paramLabel = "NAME", defaultValue = "messages",
            description = "Journal that the messages go to (default: ${DEFAULT-VALUE}).")
    private String journal;

    @Option(names = "--limit", paramLabel = "N", description = "Stop after this many messages.")
    private Long limit;

    @Option(names = "--skip", paramLabel = "N", defaultValue = "0",
            description = "Skip this many messages first, to continue a load that was stopped.")
    private long skip;

    @Option(names = "--duplicates", paramLabel = "HOW", defaultValue = "refuse", description = {
        "For messages that the journal has already: refuse the inputs, skip these messages, or keep",
        "them twice (default: ${DEFAULT-VALUE})."})
    private Duplicates duplicates;

    @Option(names = "--durability", paramLabel = "HOW", defaultValue = "interval", description = {
        "What survives a loss of power during the load: nothing (none); everything except the last",
        "0.1 s plus one sync of the disk, at most 64 MiB (interval); everything (commit)",
        "(default: ${DEFAULT-VALUE})."})
    private Durability durability;

    @Option(names = "--chunk-size", paramLabel = "KIB",
            description = {"Chunk size of a new store, a power of two from " + MIN_CHUNK_KIB + " to " + MAX_CHUNK_KIB,
                "(default: 256 to 16384, depending on the inputs)."})
    private Integer chunkKiB;

    @Option(names = "--format", paramLabel = "FORMAT", defaultValue = "text",
            description = "Format of the summary, text or json (default: ${DEFAULT-VALUE}).")
    private TextOrJson format;

    @Mixin
    private SchemaFile schemas;

    @Spec
    private CommandSpec spec;

    /// A store that is synced ten times a second seldom comes near it.
    private static final long WARNED_NS = 2_000_000_000L;

    private boolean readable = true;

    @Override
    public Integer call() throws IOException {
        checkUsage();
        JournalDefinition definition = definition(schemas.read(schemaFile));
        SourceOptions options = inputs.options(definition.schema(), spec);
        checkStore(definition, options);
        int chunkBytes = chunkBytes();
        StoreOptions store = StoreOptions.defaults().withChunkBytes(chunkBytes).withDurability(durability);
        Loader loader = new Loader(definition, loadOptions(), () -> open(store));
        try (GracefulStop interruption = GracefulStop.stopping(loader::stop)) {
            load(loader, options);
            return finish(loader, interruption.isUnderWay());
        }
    }

    private void checkUsage() {
        if (limit != null && limit < 0 || skip < 0) {
            throw new ParameterException(spec.commandLine(), "--limit and --skip must not be negative: "
                    + (limit != null && limit < 0 ? limit : skip));
        }
        if (journal.isBlank() || journal.length() > MAX_NAME_LENGTH) {
            throw new ParameterException(spec.commandLine(), "--journal is empty or longer than " + MAX_NAME_LENGTH);
        }
        if (chunkKiB != null && (chunkKiB < MIN_CHUNK_KIB || chunkKiB > MAX_CHUNK_KIB
                || Integer.bitCount(chunkKiB) != 1)) {
            throw new ParameterException(spec.commandLine(), "--chunk-size must be a power of two from "
                    + MIN_CHUNK_KIB + " to " + MAX_CHUNK_KIB + ": " + chunkKiB);
        }
    }

    private JournalDefinition definition(Schema schema) {
        try {
            return new JournalDefinition(journal, schema);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), "--journal: " + e.getMessage());
        }
    }

    /// Refuses what the store would refuse, before anything is read or changed.
    private void checkStore(JournalDefinition definition, SourceOptions options) throws IOException {
        try (Store store = Store.open(folder)) {
            if (!append && !isUnused(store)) {
                throw exists();
            }
            store.requireFit(definition);
            if (store.info().writerAlive()) {
                throw new StoreException(Reason.LOCKED, folder, "another writer has it open; wait until it is done");
            }
            long chunkBytes = store.info().chunkBytes();
            if (chunkKiB != null && (long) chunkKiB << 10 != chunkBytes) {
                throw new ParameterException(spec.commandLine(), "--chunk-size is for a new store; this one has chunks of "
                        + (chunkBytes >> 10) + " KiB: " + chunkKiB);
            }
            if (duplicates != Duplicates.KEEP && !inputs.areLive()
                    && store.journals().stream().anyMatch(there -> there.name().equals(journal))) {
                new LoadedBefore(inputs, options, loadOptions(), spec).check(store, journal);
            }
        } catch (StoreException e) {
            // Whether one can be made there is known to who makes it. A writer that was killed may have begun one.
            boolean none = e.reason() == Reason.UNFINISHED || e.reason() == Reason.NOT_A_STORE
                    && (!append || ScratchFolder.isEmptyFolder(folder));
            if (!none) {
                throw append && e.reason() == Reason.NOT_A_STORE && Files.notExists(folder)
                        ? new StoreException(Reason.NOT_A_STORE, folder, "no such folder; leave --append out to make a store")
                        : e;
            }
        }
    }

    /// Whether nothing was ever stored in it: a load that was killed may have left it so.
    private static boolean isUnused(Store store) {
        return store.tables().stream().allMatch(table -> table.endRow() == 0)
                && store.journals().stream().allMatch(journal -> journal.endPosition() == 0)
                && store.lastValues().stream().allMatch(lastValues -> lastValues.recordCount() == 0);
    }

    private StoreException exists() {
        return new StoreException(Reason.EXISTS, folder, "add to it with --append, or name another folder");
    }

    private StoreWriter open(StoreOptions options) throws StoreException {
        StoreWriter writer = StoreWriter.open(folder, options);
        if (!append && writer.recovery().kind() != RecoveryReport.Kind.CREATED && !isUnused(writer)) {
            // Somebody else has filled it meanwhile.
            writer.close();
            throw exists();
        }
        return writer;
    }

    private int chunkBytes() throws IOException {
        if (chunkKiB != null) {
            return chunkKiB << 10;
        }
        long bytes = 0;
        for (int i = 0; i < inputs.count(); i++) {
            long more = inputs.bytes(i);
            bytes = more < 0 || bytes < 0 ? -1 : bytes + more;
        }
        return bytes < 0 ? StoreOptions.defaults().chunkBytes() : chunkBytes(bytes);
    }

    /// Chunks for an input of this many bytes: of small ones more are full, and so sealed; and a table of three rows
    /// takes little.
    public static int chunkBytes(long inputBytes) {
        return Math.clamp(Long.highestOneBit(Math.max(1, inputBytes / DEFAULT_CHUNKS)), MIN_CHUNK_KIB << 10,
                StoreOptions.defaults().chunkBytes());
    }

    private LoadOptions loadOptions() {
        LoadOptions chosen = LoadOptions.defaults().withSkip(skip).withDuplicates(duplicates)
                .withLimit(limit == null ? Long.MAX_VALUE : limit);
        return inputs.areLive() ? chosen.live() : chosen;
    }

    private void load(Loader loader, SourceOptions options) throws IOException {
        PrintWriter err = spec.commandLine().getErr();
        try {
            for (int i = 0; i < inputs.count() && !loader.isFull() && !loader.isStopped(); i++) {
                long bytes = inputs.bytes(i);
                ProgressLine progress = ProgressLine.alone(err, "loading " + inputs.name(i));
                try (MessageSource source = inputs.open(i, options)) {
                    loader.load(source, () -> progress.update(source::report, bytes));
                    progress.end();
                } catch (CaptureFormatException e) {
                    progress.end();
                    readable = false;
                    err.println("ashlar: " + e.getMessage());
                } catch (StoreException | DuplicateMessageException | RuntimeException e) {
                    progress.end();
                    throw e;
                } catch (IOException e) {
                    progress.end();
                    throw new BadInputException(FileProblem.describe(e, Path.of(inputs.name(i))));
                }
            }
        } catch (DuplicateMessageException e) {
            // Whether it can be closed is worth more than what was found.
            loader.close();
            LoadReport report = loader.report();
            throw new BadInputException(e.getMessage() + "; stopped after " + report.messages()
                    + " messages; the store is sound; to load the others say --append --skip " + report.handled()
                    + " --duplicates=skip (" + folder + ")");
        } catch (IOException | RuntimeException e) {
            boolean sound = closeAfter(e, loader);
            if (loader.isStoring() && loader.report().messages() > 0) {
                sayHowFar(loader, "stopped", sound);
            }
            throw e;
        }
    }

    /// @return whether the store could be closed
    private static boolean closeAfter(Exception problem, Loader loader) {
        try {
            loader.close();
            return true;
        } catch (StoreException e) {
            problem.addSuppressed(e);
            return false;
        }
    }

    private int finish(Loader loader, boolean interrupted) throws StoreException {
        PrintWriter err = spec.commandLine().getErr();
        loader.close();
        LoadReport report = loader.report();
        if (!loader.isStoring() && !interrupted && !isNothingLeft(report)) {
            requireReason(report);
            return ExitCode.BAD_INPUT;
        }
        if (interrupted) {
            sayHowFar(loader, "interrupted", true);
        }
        LoadPrinter printer = new LoadPrinter(spec.commandLine().getOut(), folder);
        if (format == TextOrJson.JSON) {
            printer.json(report, journal);
        } else {
            printer.text(report);
        }
        warnOfLag(err, loader.lag());
        // Who was interrupted may be gone before anybody else does.
        spec.commandLine().getOut().flush();
        err.flush();
        boolean complete = loader.isFull() || interrupted || report.isComplete();
        if (!complete) {
            err.println("ashlar: not everything became rows: " + LoadPrinter.problems(report));
        }
        return complete && readable ? ExitCode.DONE : ExitCode.BAD_INPUT;
    }

    private void warnOfLag(PrintWriter err, SyncLag lag) {
        if (durability == Durability.INTERVAL && lag.longestNs() >= WARNED_NS) {
            err.printf(Locale.ROOT, "ashlar: warning: the disk was slow: for up to %.1f s, messages would not have survived"
                    + " a loss of power; loading waited %.1f s for syncs%n", lag.longestNs() / 1e9, lag.waitedNs() / 1e9);
        }
    }

    /// Whether all messages that there are were to be left out, or none was asked for.
    private boolean isNothingLeft(LoadReport report) {
        return readable && (Long.valueOf(0).equals(limit) || skip > 0 && messages(report) == skip);
    }

    private static long messages(LoadReport report) {
        return report.inputs().stream().mapToLong(IngestReport::messages).sum();
    }

    /// Says why nothing was stored, unless that was said already.
    private void requireReason(LoadReport report) {
        if (readable && skip > 0 && messages(report) > 0 && messages(report) < skip) {
            throw new BadInputException("fewer messages in the input than are to be left out: messages="
                    + messages(report) + ", --skip=" + skip + "; check that the inputs are the same; nothing was stored ("
                    + inputs.name(0) + ")");
        }
        if (readable) {
            throw new BadInputException("no message of the schema in the input: messages="
                    + messages(report) + ", packets="
                    + report.packets() + ", bytes=" + report.inputBytes()
                    + "; check --schema, --framing and --port; nothing was stored (" + inputs.name(0) + ")");
        }
    }

    /// @param sound whether the store was closed
    private void sayHowFar(Loader loader, String what, boolean sound) {
        LoadReport report = loader.report();
        if (loader.isStoring() && report.messages() > 0) {
            spec.commandLine().getErr().printf(Locale.ROOT, sound ? "ashlar: %s after %d messages; the store is sound; "
                    + "continue with the same inputs and --append --skip %d (%s)%n"
                    : "ashlar: %s after %d messages, some of which may be lost; verify the store and count them "
                    + "before you continue with --append --skip (%4$s)%n", what, report.messages(), report.handled(),
                    folder);
        } else {
            spec.commandLine().getErr().printf("ashlar: %s before anything was stored (%s)%n", what, folder);
        }
    }
}
