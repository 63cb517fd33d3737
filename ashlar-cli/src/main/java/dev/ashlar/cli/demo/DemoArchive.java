// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.demo;

import dev.ashlar.archive.Archive;
import dev.ashlar.archive.ArchiveOptions;
import dev.ashlar.archive.ArchiveWriter;
import dev.ashlar.cli.load.LoadPrinter;
import dev.ashlar.cli.output.TextTable;
import dev.ashlar.ingest.LoadOptions;
import dev.ashlar.ingest.LoadReport.DayRows;
import dev.ashlar.ingest.LoadReport;
import dev.ashlar.ingest.Loader;
import dev.ashlar.ingest.MessageSource;
import dev.ashlar.ingest.SourceOptions;
import dev.ashlar.ingest.sample.SampleFeed;
import dev.ashlar.ingest.sample.SampleTotals;
import dev.ashlar.query.QueryOptions;
import dev.ashlar.query.Relation;
import dev.ashlar.query.Result;
import dev.ashlar.sbe.framing.Framing;
import dev.ashlar.store.JournalDefinition;
import dev.ashlar.store.StoreOptions;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// Loads feeds of three days into an archive, and queries it across the days.
final class DemoArchive {
    private static final int DAYS = 3;
    private static final long SEED = 4_711;

    private final Path directory;
    private final StoreOptions store;

    DemoArchive(Path directory, int chunkBytes) {
        this.directory = directory;
        store = StoreOptions.defaults().withChunkBytes(chunkBytes);
    }

    /// @param captureBytes of each day
    /// @return whether all messages are in the days in which they were received
    boolean run(PrintWriter out, long captureBytes) throws IOException {
        Path folder = directory.resolve("sample.archive");
        List<Long> written = new ArrayList<>();
        Loader loader = Loader.byDay(new JournalDefinition("messages", SampleFeed.schema()), LoadOptions.defaults(),
                opener -> ArchiveWriter.open(folder, ArchiveOptions.daily(ZoneOffset.UTC).withStore(store), opener));
        SourceOptions options = SourceOptions.of(Framing.parse(SampleFeed.FRAMING));
        try (loader) {
            for (int day = 0; day < DAYS; day++) {
                Path capture = directory.resolve("day.pcap");
                SampleTotals totals = SampleFeed.write(capture, SampleFeed.Options.bytes(captureBytes)
                        .withSeed(SEED + day).withDay(day));
                written.add(totals.messages());
                try (MessageSource source = MessageSource.open(capture, options)) {
                    loader.load(source, () -> { });
                }
                Files.delete(capture);
            }
        }
        LoadReport report = loader.report();
        boolean right = written.equals(report.days().stream().map(DayRows::messages).toList());
        show(out, folder);
        return right;
    }

    private static void show(PrintWriter out, Path folder) throws IOException {
        TextTable table = new TextTable("_date", ">trades", ">quantity");
        try (Archive archive = Archive.open(folder)) {
            Relation trades = archive.relations().get("Trade");
            try (Result result = trades.scan().groupBy(trades.column("_date")).count().sum(trades.column("quantity"))
                    .run(QueryOptions.defaults())) {
                while (result.next()) {
                    long ns = ((Number) result.get(0)).longValue();
                    table.row(LocalDate.ofEpochDay(TimeUnit.NANOSECONDS.toDays(ns)).toString(),
                            LoadPrinter.count(((Number) result.get(1)).longValue()),
                            LoadPrinter.count(((Number) result.get(2)).longValue()));
                }
            }
        }
        table.print(out, "   ");
    }
}
