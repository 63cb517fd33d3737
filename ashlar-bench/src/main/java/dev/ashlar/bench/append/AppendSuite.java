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

import dev.ashlar.bench.Finding;
import dev.ashlar.bench.Target;
import dev.ashlar.bench.TrialSuite;
import dev.ashlar.measure.MeasurementPlan;
import dev.ashlar.measure.Recorder;
import dev.ashlar.measure.Trial;
import dev.ashlar.measure.figures.Figures;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/// How fast can rows be added to a table so that they are kept, and how long does a single one take?
///
/// If a queue or a plain file were faster at the same promise, the store should be built on it; if a commit by row were
/// much slower than one by batch, appenders would have to batch behind the caller's back.
public final class AppendSuite extends TrialSuite {
    private static final int MAX_ROUNDS = 3;
    private static final int BATCH = 1_000;
    private static final long ROWS = 20_000_000;
    private static final long QUICK_ROWS = 2_000_000;
    private static final long LIMIT_MS = 2_000;
    private static final long QUICK_LIMIT_MS = 400;
    /// Times the rows of a burst: several GB, more than the system holds back before it writes.
    private static final int SUSTAINED = 10;
    /// Rows a commit that shows most: more than one, but few enough that the sync still matters.
    private static final int TELLING_BATCH = 100;
    private static final Path MEMORY = Path.of("/dev/shm");
    private static final Path DISK = Path.of(System.getProperty("java.io.tmpdir"));
    private static final Target AGAINST_BEST = Target.atLeast(2);
    /// Less than 30 % more time.
    private static final Target VERIFIED_SPEED = Target.atLeast(0.77);
    /// What a new chunk needs, a hundred thousand rows and more apart, is less; one object in a thousand rows is not.
    private static final double MOST_BYTES_PER_ROW = 0.016;

    public AppendSuite() {
        super("append", "rows and messages appended to a table, against Chronicle Queue, Aeron Archive, files", MAX_ROUNDS);
    }

    /// Contenders that do the same work at the same promise; ours, with which the others are compared, first.
    record Section(String title, Path place, Work work, Promise promise, int batch, boolean paced, int times,
            List<Contender> contenders) {
        String subject(Contender contender) {
            return title + ": " + contender.label();
        }

        String ours() {
            return subject(contenders.getFirst());
        }

        /// The peers that promise no less.
        List<String> peers() {
            return contenders.stream().filter(contender -> !contender.isOurs()
                    && (promise != Promise.NONE || contender.keepsWhatDied())).map(this::subject).toList();
        }

        boolean isHeadline() {
            return batch != 1 && contenders.getFirst() == ASHLAR_ROWS || promise == Promise.INTERVAL
                    || promise == Promise.COMMIT && batch == TELLING_BATCH;
        }
    }

    /// The first is what the target of rows a second is about.
    static List<Section> sections() {
        List<Section> all = new ArrayList<>();
        all.add(new Section("trade by trade, outlives the process", DISK, Work.TRADES, Promise.NONE, BATCH, false, 1,
                List.of(ASHLAR_ROWS, CHANNEL_ROWS, CHRONICLE, AERON, CHANNEL_BUFFERED)));
        all.add(new Section("1,000 trades at once, outlives the process", DISK, Work.TRADES, Promise.NONE, BATCH, false, 1,
                List.of(ASHLAR_BATCHES, CHANNEL_BATCHES)));
        all.add(new Section("message by message, outlives the process", DISK, Work.QUOTES, Promise.NONE, BATCH, false, 1,
                List.of(ASHLAR_ROWS, ASHLAR_JOURNAL, CHANNEL_ROWS, CHRONICLE, AERON, CHANNEL_BUFFERED)));
        all.add(new Section("1,000 messages at once, outlives the process", DISK, Work.QUOTES, Promise.NONE, BATCH, false, 1,
                List.of(ASHLAR_BATCHES, ASHLAR_JOURNAL_BATCHES, CHANNEL_BATCHES)));
        if (Files.isWritable(MEMORY)) {
            all.add(new Section("trade by trade, on tmpfs", MEMORY, Work.TRADES, Promise.NONE, BATCH, false, 0,
                    List.of(ASHLAR_ROWS, CHANNEL_ROWS, CHRONICLE, AERON)));
        }
        all.add(new Section("trade by trade, synced every 100 ms", DISK, Work.TRADES, Promise.INTERVAL, BATCH, false, 1,
                List.of(ASHLAR_ROWS, CHANNEL_BATCHES, CHRONICLE)));
        for (int batch : new int[] {1, TELLING_BATCH, 10_000}) {
            all.add(new Section("%,d trade%s a commit, synced before it returns".formatted(batch, batch == 1 ? "" : "s"),
                    DISK, Work.TRADES, Promise.COMMIT, batch, false, 1,
                    List.of(ASHLAR_BATCHES, ASHLAR_JOURNAL_BATCHES, CHANNEL_BATCHES, CHRONICLE, AERON)));
        }
        all.add(new Section("trade by trade, sustained", DISK, Work.TRADES, Promise.NONE, BATCH, false, SUSTAINED,
                List.of(ASHLAR_ROWS, CHANNEL_BATCHES, CHRONICLE)));
        all.add(new Section("a trade each µs, outlives the process", DISK, Work.TRADES, Promise.NONE, 1, true, 1,
                List.of(ASHLAR_ROWS, CHANNEL_ROWS, CHRONICLE, AERON)));
        return all;
    }

    @Override
    protected MeasurementPlan plan(boolean quick, OptionalLong ofRows) {
        long rows = ofRows.orElse(quick ? QUICK_ROWS : ROWS);
        List<Trial> trials = new ArrayList<>();
        for (Section section : sections()) {
            long limitMs = (quick ? QUICK_LIMIT_MS : LIMIT_MS) * Math.max(1, section.times());
            // Half of them in memory.
            long most = section.times() == 0 ? Math.max(1, rows / 2) : section.times() * rows;
            for (Contender contender : section.contenders()) {
                trials.add(Appending.trial(section.subject(contender), contender, section.work(), section.promise(),
                        section.batch(), section.paced(), most, limitMs, section.place()));
            }
        }
        for (Scan scan : Scan.values()) {
            trials.add(scan.trial(rows, DISK));
        }
        for (FirstScan scan : FirstScan.values()) {
            trials.add(scan.trial(rows, DISK));
        }
        return new MeasurementPlan(trials, List.of("Up to %,d rows in each section.".formatted(rows)));
    }

    @Override
    public void measure(Trial trial, Recorder recorder) throws Exception {
        if (Scan.isScan(trial)) {
            Scan.measure(trial, recorder);
        } else if (FirstScan.isFirstScan(trial)) {
            FirstScan.measure(trial, recorder);
        } else {
            Appending.measure(trial, recorder);
        }
    }

    @Override
    protected List<Finding> findings(Figures figures) {
        List<Finding> findings = new ArrayList<>();
        List<Section> sections = sections();
        findings.add(Finding.alone(sections.getFirst().title() + ", by a core", figures, Appending.CORE_RATE,
                sections.getFirst().ours()).withTarget(Target.atLeast(20)).asHeadline(true));
        for (Section section : sections) {
            if (!section.paced()) {
                findings.add(Finding.againstBest(section.title(), "the best peer at the same promise", figures,
                        Appending.RATE, List.of(section.ours()), section.peers()).withTarget(AGAINST_BEST)
                        .asHeadline(section.isHeadline()));
            }
        }
        List<String> unsynced = sections.stream().filter(section -> section.promise() == Promise.NONE
                && !section.paced()).map(Section::ours).toList();
        findings.add(Finding.mostOf("allocated a row", figures, Appending.ALLOCATED, unsynced::contains,
                MOST_BYTES_PER_ROW));
        for (Scan scan : List.of(Scan.RUNS, Scan.CURSOR)) {
            findings.add(Finding.against("reading trades back by " + scan.label(), Scan.FLAT.label(), figures, Scan.TIME,
                    scan.subject(), Scan.FLAT.subject()));
        }
        for (FirstScan scan : FirstScan.values()) {
            findings.add(Finding.against(scan.subject(true), "the same without verifying", figures, FirstScan.FIRST,
                    scan.subject(true), scan.subject(false)).withTarget(VERIFIED_SPEED));
        }
        return findings;
    }

    @Override
    protected String legend() {
        return """
                By core: rows by the processor time of all threads, without what the system writes later.
                (lost): what is in its buffer dies with the process, so it is no peer at equal promise.
                """;
    }
}
