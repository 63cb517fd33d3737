// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.demo;

import dev.ashlar.cli.load.LoadPrinter;
import dev.ashlar.cli.output.ProgressLine;
import dev.ashlar.cli.output.TextTable;
import dev.ashlar.ingest.Arbitration;
import dev.ashlar.ingest.ChannelReport;
import dev.ashlar.ingest.LoadOptions;
import dev.ashlar.ingest.LoadReport;
import dev.ashlar.ingest.Loader;
import dev.ashlar.ingest.MessageSource;
import dev.ashlar.ingest.SourceOptions;
import dev.ashlar.ingest.sample.SampleFeed;
import dev.ashlar.ingest.sample.SampleTotals;
import dev.ashlar.sbe.framing.Framing;
import dev.ashlar.store.Cursor;
import dev.ashlar.store.JournalDefinition;
import dev.ashlar.store.RowPrinter;
import dev.ashlar.store.Store;
import dev.ashlar.store.StoreInfo.ContainerInfo;
import dev.ashlar.store.StoreInfo;
import dev.ashlar.store.StoreOptions;
import dev.ashlar.store.StoreWriter;
import dev.ashlar.store.VerifyOptions;
import dev.ashlar.store.VerifyReport;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/// The demonstration, step by step, on one page.
final class Demo {
    private static final String JOURNAL = "messages";
    private static final int LOST_PER_MILLION = 500;
    private static final int SHOWN_ROWS = 2;
    private static final int WORD_WIDTH = 12;
    private static final int TEXT_WIDTH = 84;
    private static final int DAY_PART = 8;
    private static final long MAX_DAY_BYTES = 4_000_000;

    private final PrintWriter out;
    private final ProgressLine progress;
    private final Path directory;
    private final int chunkBytes;
    private boolean right = true;

    /// @param directory  where capture and store go
    /// @param chunkBytes of the store
    Demo(PrintWriter out, ProgressLine progress, Path directory, int chunkBytes) {
        this.out = out;
        this.progress = progress;
        this.directory = directory;
        this.chunkBytes = chunkBytes;
    }

    /// Writes, loads and reads back a feed with a capture of this size.
    ///
    /// @return whether everything read equals what was written
    boolean run(long captureBytes) throws IOException {
        Path schema = Files.writeString(directory.resolve(SampleFeed.SCHEMA_NAME), SampleFeed.schemaText());
        Path capture = directory.resolve("sample.pcap");
        Path folder = directory.resolve("sample.store");
        title("A synthetic feed: a fictitious exchange, on two lines that lose packets");
        SampleTotals written = write(capture, captureBytes);
        title("Loaded into a store: the first copy of each packet of the two lines");
        load(capture, folder, written);
        title("Reopened, verified, read back through flyweights generated from the schema");
        try (Store store = Store.open(folder)) {
            verify(store);
            readBack(store, written);
            title("What is in it");
            show(store);
        }
        out.println();
        out.println("   rows as JSON, without generated code:");
        try (Store store = Store.open(folder)) {
            rows(store, "SecurityDefinition_legs");
            rows(store, "Trade");
        }
        title("An archive: a store for each of three days, read as one");
        progress.hint("loading three days");
        long start = System.nanoTime();
        long dayBytes = Math.clamp(captureBytes / DAY_PART, 1, MAX_DAY_BYTES);
        boolean placed = new DemoArchive(directory, chunkBytes).run(out, dayBytes);
        check(placed, "each message is in the day in which it was received, %.2f s".formatted((System.nanoTime() - start) / 1e9));
        out.flush();
        return right;
    }

    private void title(String text) {
        out.printf("%n%s%n", text);
        out.flush();
    }

    private void step(String word, String text, long ns) {
        line(word, text + " ".repeat(Math.max(1, TEXT_WIDTH - text.length())) + "%7.2f s".formatted(ns / 1e9));
    }

    private void check(boolean ok, String text) {
        line(ok ? "checked" : "WRONG", text);
        right &= ok;
    }

    private void line(String word, String text) {
        progress.end();
        out.println("   " + word + " ".repeat(WORD_WIDTH - word.length()) + text);
        out.flush();
    }

    private SampleTotals write(Path capture, long captureBytes) throws IOException {
        progress.hint("writing the feed");
        long start = System.nanoTime();
        SampleTotals totals = SampleFeed.write(capture,
                SampleFeed.Options.bytes(captureBytes).withSecondLine(LOST_PER_MILLION));
        long ns = System.nanoTime() - start;
        long onLines = totals.packetsByLine().stream().mapToLong(Long::longValue).sum();
        step("written", "%,d messages in %,d packets; on both lines %,.1f MB, %,.0f MB/s".formatted(totals.messages(),
                totals.packets(), totals.captureBytes() / 1e6, totals.captureBytes() / 1e6 / (ns / 1e9)), ns);
        line("lost", "%,d packets, each on one of the lines".formatted(2 * totals.packets() - onLines));
        return totals;
    }

    private void load(Path capture, Path folder, SampleTotals written) throws IOException {
        StoreOptions options = StoreOptions.defaults().withChunkBytes(chunkBytes);
        Loader loader = new Loader(new JournalDefinition(JOURNAL, SampleFeed.schema()), LoadOptions.defaults(),
                () -> StoreWriter.open(folder, options));
        SourceOptions source = SourceOptions.of(Framing.parse(SampleFeed.FRAMING)).withArbitration(Arbitration.PAIRS);
        try (loader; MessageSource messages = MessageSource.open(capture, source)) {
            loader.load(messages, () -> progress.update(messages::report, written.captureBytes()));
        }
        LoadReport report = loader.report();
        step("loaded", "%,.0f messages/s, %,.0f MB/s of capture; journal, tables and index; then closed".formatted(
                report.messagesPerSecond(), report.inputBytesPerSecond() / 1e6), report.elapsedNs());
        List<ChannelReport> channels = report.inputs().getFirst().channels();
        if (channels.size() != 1) {
            check(false, "lines were not paired: channels=" + channels.size());
            return;
        }
        ChannelReport channel = channels.getFirst();
        long came = written.packetsByLine().stream().mapToLong(Long::longValue).sum();
        boolean whole = channel.isComplete() && channel.packets() == written.packets()
                && channel.duplicates() == came - written.packets();
        check(whole && report.messages() == written.messages() && report.isComplete(),
                "%,d packets kept, %,d duplicates dropped, %,d missing".formatted(channel.packets(),
                        channel.duplicates(), channel.missing()));
    }

    private void verify(Store store) throws IOException {
        progress.hint("verifying");
        long start = System.nanoTime();
        VerifyReport report = store.verify(VerifyOptions.all());
        step("verified", "checksums of %,d messages and of %,d rows in %,d chunks, %,.0f MB".formatted(report.messages(),
                report.rows(), report.sealedChunks(), report.bytes() / 1e6), System.nanoTime() - start);
        check(report.isSound(), report.isSound() ? "the store is sound" : report.findings().getFirst().toString());
    }

    private void readBack(Store store, SampleTotals written) throws IOException {
        DemoReader reader = new DemoReader(store, written);
        progress.hint("reading");
        long start = System.nanoTime();
        long rows = reader.readTables();
        long ns = System.nanoTime() - start;
        step("tables", "%,d rows of trades, quotes and book levels added up, %,.1f million rows/s".formatted(rows,
                rows / 1e6 / (ns / 1e9)), ns);
        progress.hint("reading");
        start = System.nanoTime();
        long messages = reader.readJournal(JOURNAL);
        ns = System.nanoTime() - start;
        step("journal", "%,d messages, each with its checksum, %,.1f million messages/s".formatted(messages,
                messages / 1e6 / (ns / 1e9)), ns);
        check(reader.differences().isEmpty(), reader.differences().isEmpty()
                ? "%d totals: all as written".formatted(reader.compared())
                : String.join("; ", reader.differences()));
    }

    private void show(Store store) throws IOException {
        StoreInfo info = store.info();
        TextTable table = new TextTable("name", "kind", ">rows", ">MB", ">bytes/row", ">sealed chunks", ">open");
        for (ContainerInfo container : info.containers()) {
            boolean isTable = container.kind().equals("table");
            table.row(container.name(), container.kind(),
                    isTable ? LoadPrinter.count(container.end() - container.first()) : container.name().equals(JOURNAL)
                            ? LoadPrinter.count(store.journal(JOURNAL).messageCount()) : "",
                    String.format(Locale.ROOT, "%,.1f", container.bytes() / 1e6),
                    isTable && container.end() > container.first() ? String.format(Locale.ROOT, "%.0f",
                            (double) container.bytes() / (container.end() - container.first())) : "",
                    Integer.toString(container.sealedChunks()), Integer.toString(container.openChunks()));
        }
        table.print(out, "   ");
        if (info.allocatedBytes() >= 0) {
            out.printf(Locale.ROOT, "   on the disk: %,.1f MB%n", info.allocatedBytes() / 1e6);
        }
    }

    private void rows(Store store, String name) throws IOException {
        RowPrinter printer = new RowPrinter(store.table(name));
        ByteArrayOutputStream lines = new ByteArrayOutputStream();
        try (Cursor cursor = store.table(name).cursor()) {
            for (int i = 0; i < SHOWN_ROWS && cursor.next(); i++) {
                lines.writeBytes("   ".getBytes(StandardCharsets.US_ASCII));
                printer.write(cursor, lines);
            }
        }
        out.print(lines.toString(StandardCharsets.UTF_8));
    }
}
