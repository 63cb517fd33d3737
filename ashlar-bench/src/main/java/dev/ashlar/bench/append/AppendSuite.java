// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.append;

import static dev.ashlar.bench.append.Contender.AERON;
import static dev.ashlar.bench.append.Contender.ASHLAR_BATCHES;
import static dev.ashlar.bench.append.Contender.ASHLAR_JOURNAL;
import static dev.ashlar.bench.append.Contender.ASHLAR_JOURNAL_BATCHES;
import static dev.ashlar.bench.append.Contender.ASHLAR_ROWS;
import static dev.ashlar.bench.append.Contender.CHANNEL_BATCHES;
import static dev.ashlar.bench.append.Contender.CHANNEL_BUFFERED;
import static dev.ashlar.bench.append.Contender.CHANNEL_ROWS;
import static dev.ashlar.bench.append.Contender.CHRONICLE;

import dev.ashlar.bench.Effort;
import dev.ashlar.bench.ForkingSuite;
import dev.ashlar.bench.append.Section.Entry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.Consumer;

/// How fast can rows be added to a table so that they are kept, and how long does a single one take?
///
/// Were a queue or a plain file faster at the same promise, the store should be built on it; were a commit by row much
/// slower than one by batch, appenders would have to batch behind the caller's back.
public final class AppendSuite implements ForkingSuite {
    private static final int MAX_ROUNDS = 3;
    private static final int BATCH = 1_000;
    private static final long ROWS = 20_000_000;
    private static final long QUICK_ROWS = 2_000_000;
    private static final long LIMIT_MS = 2_000;
    private static final long QUICK_LIMIT_MS = 400;
    /// Times the rows of a burst: several GB, more than the system lets wait to be written.
    private static final int SUSTAINED = 10;
    private static final Path MEMORY = Path.of("/dev/shm");
    private static final Path DISK = Path.of(System.getProperty("java.io.tmpdir"));

    @Override
    public String name() {
        return "append";
    }

    @Override
    public String description() {
        return "rows and messages appended to a table, against Chronicle Queue, Aeron Archive, files";
    }

    @Override
    public Report run(Effort effort, OptionalLong rows, Consumer<String> progress) throws IOException {
        boolean quick = effort.rounds() == 1;
        int rounds = Math.min(MAX_ROUNDS, effort.rounds());
        long burst = rows.orElse(quick ? QUICK_ROWS : ROWS);
        List<Section> sections = sections(burst, quick ? QUICK_LIMIT_MS : LIMIT_MS);
        Map<Scan, List<Double>> scans = new EnumMap<>(Scan.class);
        for (int round = 0; round < rounds; round++) {
            String prefix = "round " + (round + 1) + "/" + rounds + ": append: ";
            for (Section section : sections) {
                for (Entry entry : round % 2 == 0 ? section.entries() : section.entries().reversed()) {
                    progress.accept(prefix + section.title() + ": " + entry.contender().label());
                    measure(entry, section.place());
                }
            }
            for (Scan scan : Scan.values()) {
                progress.accept(prefix + "scan: " + scan.label());
                scans.computeIfAbsent(scan, s -> new ArrayList<>()).add(ScanProcess.run(scan, burst, DISK));
            }
        }
        AppendReport report = new AppendReport(sections, scans, rounds);
        return new Report(report.findings(), report.text(), report.json(name()));
    }

    private static void measure(Entry entry, Path place) throws IOException {
        try {
            entry.results().add(entry.trial().run(place));
        } catch (IOException e) {
            if (entry.contender().isOurs()) {
                throw e;
            }
            // A peer that does not run here is a result.
            entry.failures().add(e.getMessage());
        }
    }

    /// The first is what the target of rows a second is about.
    static List<Section> sections(long rows, long limitMs) {
        List<Section> all = new ArrayList<>();
        Trial trades = new Trial(ASHLAR_ROWS, Work.TRADES, Promise.NONE, BATCH, Load.FULL, rows, limitMs);
        all.add(Section.of("trade by trade, outlives the process", DISK, trades, List.of(ASHLAR_ROWS,
                CHANNEL_ROWS, CHRONICLE, AERON, CHANNEL_BUFFERED)));
        all.add(Section.of("1,000 trades at once, outlives the process", DISK, trades,
                List.of(ASHLAR_BATCHES, CHANNEL_BATCHES)));
        Trial quotes = new Trial(ASHLAR_ROWS, Work.QUOTES, Promise.NONE, BATCH, Load.FULL, rows, limitMs);
        all.add(Section.of("message by message, outlives the process", DISK, quotes,
                List.of(ASHLAR_ROWS, ASHLAR_JOURNAL, CHANNEL_ROWS, CHRONICLE, AERON, CHANNEL_BUFFERED)));
        all.add(Section.of("1,000 messages at once, outlives the process", DISK, quotes,
                List.of(ASHLAR_BATCHES, ASHLAR_JOURNAL_BATCHES, CHANNEL_BATCHES)));
        if (Files.isWritable(MEMORY)) {
            Trial less = new Trial(ASHLAR_ROWS, Work.TRADES, Promise.NONE, BATCH, Load.FULL, Math.max(1, rows / 2),
                    limitMs);
            all.add(Section.of("trade by trade, on tmpfs", MEMORY, less,
                    List.of(ASHLAR_ROWS, CHANNEL_ROWS, CHRONICLE, AERON)));
        }
        Trial interval = new Trial(ASHLAR_ROWS, Work.TRADES, Promise.INTERVAL, BATCH, Load.FULL, rows, limitMs);
        all.add(Section.of("trade by trade, synced every 100 ms", DISK, interval,
                List.of(ASHLAR_ROWS, CHANNEL_BATCHES, CHRONICLE)));
        for (int batch : new int[] {1, 100, 10_000}) {
            Trial commit = new Trial(ASHLAR_BATCHES, Work.TRADES, Promise.COMMIT, batch, Load.FULL, rows, limitMs);
            all.add(Section.of("%,d trade%s a commit, synced before it returns".formatted(batch, batch == 1 ? "" : "s"),
                    DISK, commit, List.of(ASHLAR_BATCHES, ASHLAR_JOURNAL_BATCHES, CHANNEL_BATCHES, CHRONICLE, AERON)));
        }
        Trial sustained = new Trial(ASHLAR_ROWS, Work.TRADES, Promise.NONE, BATCH, Load.FULL, SUSTAINED * rows,
                SUSTAINED * limitMs);
        all.add(Section.of("trade by trade, sustained", DISK, sustained,
                List.of(ASHLAR_ROWS, CHANNEL_BATCHES, CHRONICLE)));
        Trial paced = new Trial(ASHLAR_ROWS, Work.TRADES, Promise.NONE, 1, Load.PACED, rows, limitMs);
        all.add(Section.of("a trade each µs, outlives the process", DISK, paced,
                List.of(ASHLAR_ROWS, CHANNEL_ROWS, CHRONICLE, AERON)));
        return all;
    }
}
