// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.load;

import dev.ashlar.archive.Archive;
import dev.ashlar.cli.output.AshlarCommand;
import dev.ashlar.cli.output.BadInputException;
import dev.ashlar.cli.output.ExitCode;
import dev.ashlar.cli.output.GracefulStop;
import dev.ashlar.cli.output.ProgressLine;
import dev.ashlar.cli.output.TextOrJson;
import dev.ashlar.cli.schema.SchemaFile;
import dev.ashlar.ingest.CaptureFormatException;
import dev.ashlar.ingest.DuplicateMessageException;
import dev.ashlar.ingest.Duplicates;
import dev.ashlar.ingest.LoadOptions;
import dev.ashlar.ingest.LoadReport;
import dev.ashlar.ingest.Loader;
import dev.ashlar.ingest.MessageSource;
import dev.ashlar.ingest.SourceOptions;
import dev.ashlar.sbe.internal.files.FileProblem;
import dev.ashlar.sbe.ir.Schema;
import dev.ashlar.store.Durability;
import dev.ashlar.store.JournalDefinition;
import dev.ashlar.store.Store;
import dev.ashlar.store.StoreException;
import dev.ashlar.store.StoreOptions;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `ashlar load`: messages of captures and files into a store.
@Command(name = "load", mixinStandardHelpOptions = true, sortOptions = false,
        description = {
            "Load the messages of captures (pcap, pcapng) or raw files into a store or archive.", ""},
        footer = {"",
            "Each message is stored unchanged in a journal, its fields in the table of its template, and the "
                    + "entries of its groups in tables named Template_Group. FRAMING is as for ashlar decode.", "",
            "Ctrl-C stops after the current packet, leaves a sound store, and prints how to continue. After a "
                    + "kill, continue with --append --duplicates=skip. Raw files have no times: continue with "
                    + "--append --skip N, where N is the number of messages that ashlar info prints for the "
                    + "journal, less those that it had before that load. The store is created at the first message "
                    + "that the schema defines; if there is none, nothing is left behind.", "",
            "A message is a duplicate if the journal has one with the same capture time, bytes and packet "
                    + "sequence number, whatever the name of the capture. Inputs with duplicates are refused "
                    + "before anything is stored, unless --duplicates says otherwise. If duplicates only appear "
                    + "while reading (standard input, unordered captures), loading stops there. Inputs are also "
                    + "refused if the last message to --skip is not in the journal. A raw file has "
                    + "no times: it is refused if its first 16 messages are in the journal. Standard input and "
                    + "pipes without times are not compared.", "",
            "With --by, or with --append to an archive, each message goes into the day on which it was received, "
                    + "whatever the order of the inputs. Existing days are reopened and extended; all are sealed "
                    + "at the end. After a kill, continue with --append --duplicates=skip. Messages without a "
                    + "time belong to no day, so raw files are refused.", "",
            "The exit code is 3 if part of the inputs did not become rows, or is missing on all lines; 4 if the "
                    + "store cannot be used.", "",
            "Example: ashlar load -s feed.xml -f cme-mdp3 --arbitrate line-a.pcap line-b.pcap -d day.store",
            "         ashlar load -s feed.xml -f cme-mdp3 --by day:America/Chicago mon.pcap tue.pcap -d feed"})
public final class LoadCommand extends AshlarCommand {
    private static final int MIN_CHUNK_KIB = 256;
    private static final int MAX_CHUNK_KIB = 1 << 20;
    private static final int MAX_NAME_LENGTH = 200;
    private static final long DEFAULT_CHUNKS = 64;

    @Option(names = {"-s", "--schema"}, paramLabel = "SCHEMA", required = true,
            description = "Schema file (.xml or .sbeir).")
    private Path schemaFile;

    @Mixin
    private Inputs inputs;

    @Option(names = {"-d", "--store"}, paramLabel = "STORE", required = true,
            description = "Folder of the store or archive.")
    private Path folder;

    @Option(names = "--by", paramLabel = "PERIOD",
            description = "Write an archive: a store for each period in which messages were received. day, hour, "
                    + "day:ZONE or hour:ZONE, such as day:Europe/London; UTC without a zone.")
    private String by;

    @Option(names = "--append", description = "Add to an existing store or archive.")
    private boolean append;

    @Option(names = "--journal", paramLabel = "NAME", defaultValue = "messages",
            description = "Journal that the messages go to (default: ${DEFAULT-VALUE}).")
    private String journal;

    @Option(names = "--limit", paramLabel = "N", description = "Stop after this many messages.")
    private Long limit;

    @Option(names = "--skip", paramLabel = "N", defaultValue = "0",
            description = "Skip this many messages first, to continue a load that was stopped.")
    private long skip;

    @Option(names = "--duplicates", paramLabel = "HOW", defaultValue = "refuse",
            description = "For messages that are already in the journal: refuse the inputs, skip these messages, "
                    + "or keep them twice (default: ${DEFAULT-VALUE}).")
    private Duplicates duplicates;

    @Option(names = "--durability", paramLabel = "HOW", defaultValue = "interval",
            description = "What survives a power loss during the load: nothing (none); everything except the "
                    + "last 0.1 s plus one sync of the disk, at most 64 MiB (interval); everything (commit) "
                    + "(default: ${DEFAULT-VALUE}).")
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

    private boolean readable = true;

    @Override
    public Integer call() throws IOException {
        checkUsage();
        Schema schema = schemas.read(schemaFile);
        JournalDefinition definition = parse("--journal", () -> new JournalDefinition(journal, schema));
        SourceOptions options = inputs.options(definition.schema(), spec);
        boolean archived = by != null || append && Archive.isArchive(folder);
        Loader loader = archived ? archiveLoader(definition, options) : storeLoader(definition, options);
        LoadOutcome outcome = new LoadOutcome(loader, folder, archived, spec);
        try (GracefulStop interruption = GracefulStop.stopping(loader::stop)) {
            load(loader, options, outcome);
            return finish(loader, outcome, interruption.isUnderWay());
        }
    }

    private Loader storeLoader(JournalDefinition definition, SourceOptions options) throws IOException {
        LoadTarget target = new LoadTarget(folder, append, spec);
        target.check(definition, chunkKiB, store -> checkDuplicates(store, options));
        StoreOptions store = storeOptions();
        return new Loader(definition, loadOptions(), () -> target.open(store));
    }

    private Loader archiveLoader(JournalDefinition definition, SourceOptions options) throws IOException {
        ArchiveLoadTarget target = ArchiveLoadTarget.of(folder, by, append, spec);
        if (target.check() && duplicates != Duplicates.KEEP && !inputs.areLive()) {
            new LoadedBefore(inputs, options, loadOptions(), spec).check(folder, journal);
        }
        StoreOptions store = storeOptions();
        return Loader.byDay(definition, loadOptions(), opener -> target.open(store, opener));
    }

    private StoreOptions storeOptions() throws IOException {
        return StoreOptions.defaults().withChunkBytes(chunkBytes()).withDurability(durability);
    }

    private void checkUsage() {
        require(limit == null || limit >= 0, "--limit and --skip must not be negative: " + limit);
        require(skip >= 0, "--limit and --skip must not be negative: " + skip);
        require(!journal.isBlank() && journal.length() <= MAX_NAME_LENGTH,
                "--journal is empty or longer than " + MAX_NAME_LENGTH);
        require(chunkKiB == null || chunkKiB >= MIN_CHUNK_KIB && chunkKiB <= MAX_CHUNK_KIB
                && Integer.bitCount(chunkKiB) == 1, "--chunk-size must be a power of two from " + MIN_CHUNK_KIB + " to "
                + MAX_CHUNK_KIB + ": " + chunkKiB);
    }

    private void checkDuplicates(Store store, SourceOptions options) throws IOException {
        if (duplicates != Duplicates.KEEP && !inputs.areLive()
                && store.journals().stream().anyMatch(there -> there.name().equals(journal))) {
            new LoadedBefore(inputs, options, loadOptions(), spec).check(store, journal);
        }
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

    /// Chunk size for an input of this many bytes. With small chunks, more chunks are full and therefore sealed, and a
    /// table of three rows takes little space.
    public static int chunkBytes(long inputBytes) {
        return Math.clamp(Long.highestOneBit(Math.max(1, inputBytes / DEFAULT_CHUNKS)), MIN_CHUNK_KIB << 10,
                StoreOptions.defaults().chunkBytes());
    }

    private LoadOptions loadOptions() {
        LoadOptions chosen = LoadOptions.defaults().withSkip(skip).withDuplicates(duplicates)
                .withLimit(limit == null ? Long.MAX_VALUE : limit);
        return inputs.areLive() ? chosen.live() : chosen;
    }

    private void load(Loader loader, SourceOptions options, LoadOutcome outcome) throws IOException {
        PrintWriter err = err();
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
            // A failure to close it matters more than the duplicate.
            loader.close();
            throw outcome.stoppedBy(e);
        } catch (IOException | RuntimeException e) {
            boolean sound = closeAfter(e, loader);
            if (loader.isStoring() && loader.report().messages() > 0) {
                outcome.stopped("stopped", sound);
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

    private int finish(Loader loader, LoadOutcome outcome, boolean interrupted) throws StoreException {
        loader.close();
        LoadReport report = loader.report();
        if (!loader.isStoring() && !interrupted && !isNothingLeft(report)) {
            if (readable) {
                throw outcome.nothingStored(skip, inputs.name(0));
            }
            return ExitCode.BAD_INPUT;
        }
        if (interrupted) {
            outcome.stopped("interrupted", true);
        }
        outcome.print(format, journal);
        if (durability == Durability.INTERVAL) {
            outcome.warnOfLag();
        }
        outcome.flush();
        boolean complete = interrupted || report.isComplete();
        if (!complete) {
            outcome.warnOfProblems();
        }
        return complete && readable ? ExitCode.DONE : ExitCode.BAD_INPUT;
    }

    /// Whether all messages were to be left out, or the limit is 0.
    private boolean isNothingLeft(LoadReport report) {
        return readable && (Long.valueOf(0).equals(limit) || skip > 0 && LoadOutcome.messages(report) == skip);
    }
}
