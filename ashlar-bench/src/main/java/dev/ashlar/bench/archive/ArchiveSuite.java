// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.archive;

import dev.ashlar.archive.Archive;
import dev.ashlar.bench.Finding;
import dev.ashlar.bench.Target;
import dev.ashlar.bench.TrialSuite;
import dev.ashlar.measure.MeasurementPlan;
import dev.ashlar.measure.Recorder;
import dev.ashlar.measure.Trial;
import dev.ashlar.measure.figures.Figures;
import dev.ashlar.measure.figures.Measure;
import dev.ashlar.measure.host.TemporaryFolder;
import dev.ashlar.query.Expr;
import dev.ashlar.query.QueryOptions;
import dev.ashlar.query.Relation;
import dev.ashlar.query.Relations;
import dev.ashlar.query.Result;
import dev.ashlar.store.Store;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.IntStream;

/// What does it cost to divide rows into the stores of many days?
///
/// Every command opens the archive, so opening must not take noticeable time. If a query of all days were much slower
/// than a query of one store, days would have to share the preparation of a query; if a query of one day were, an
/// archive would have to read less of its head.
public final class ArchiveSuite extends TrialSuite {
    static final Measure OPENING = Measure.less("opening", "ms");
    static final Measure TIME = Measure.less("time", "ms");
    static final Measure FIRST = Measure.less("first time", "ms");
    static final Measure SUM = Measure.plain("sum over all groups", "");
    private static final ArchiveData FULL = new ArchiveData(250, 20, 200_000);
    private static final ArchiveData QUICK = new ArchiveData(10, 20, 20_000);
    /// Warm-up: code that runs once per day is compiled after some thousand days.
    private static final int WARM_PASSES = 60;
    private static final int PASSES = 9;
    private static final String OPENED = "Ashlar, an archive: opening";

    public ArchiveSuite() {
        super("archive", "250 days of 20 tables, against one store", 3);
    }

    /// The days that are queried.
    enum Question {
        ALL_DAYS("all days"),
        ONE_DAY("one day");

        private final String label;

        Question(String label) {
            this.label = label;
        }
    }

    @Override
    protected MeasurementPlan plan(boolean quick, OptionalLong rows) {
        ArchiveData usual = quick ? QUICK : FULL;
        ArchiveData data = rows.isEmpty() ? usual : new ArchiveData(usual.days(), usual.tables(),
                (int) Math.max(1, rows.getAsLong() / usual.days()));
        List<Trial> trials = IntStream.rangeClosed(1, 2).mapToObj(threads -> trial(data, threads)).toList();
        return new MeasurementPlan(trials, List.of("%,d days of %,d tables; trades: %,d rows a day.".formatted(data.days(),
                data.tables(), data.rows())));
    }

    static Trial trial(ArchiveData data, int threads) {
        return Trial.of(withThreads("archive and store", threads)).withThreads(threads)
                .with("days", data.days()).with("tables", data.tables()).with("rows", data.rows()).with("threads", threads)
                .withFlags("-Xms512m", "-Xmx1g", "-XX:+UseParallelGC");
    }

    static String subject(Question question, int threads, boolean archive) {
        return withThreads(question.label, threads) + (archive ? ": Ashlar, an archive"
                : ": Ashlar, one store");
    }

    /// Archive and store are queried in turn, so that a disturbance affects both.
    @Override
    public void measure(Trial trial, Recorder recorder) throws IOException {
        ArchiveData data = new ArchiveData(trial.count("days"), trial.count("tables"), trial.count("rows"));
        int threads = trial.count("threads");
        try (TemporaryFolder folder = new TemporaryFolder("ashlar-archive")) {
            data.writeArchive(folder.resolve("archive"));
            data.writeStore(folder.resolve("store"));
            if (threads == 1) {
                // The first query, as in every command.
                recorder.sample(OPENED, OPENING, opening(folder.resolve("archive")));
            }
            try (Archive archive = Archive.open(folder.resolve("archive"));
                    Store store = Store.open(folder.resolve("store"))) {
                // Created once, as an archive does: they keep the kernels of earlier queries.
                Relations stored = Relations.of(store);
                for (int pass = 0; pass < WARM_PASSES + PASSES; pass++) {
                    for (Question question : Question.values()) {
                        ask(question, threads, true, archive.relations(), data, recorder, pass);
                        ask(question, threads, false, stored, data, recorder, pass);
                    }
                }
            }
        }
    }

    private static double opening(Path folder) throws IOException {
        long start = System.nanoTime();
        try (Archive archive = Archive.open(folder)) {
            if (archive.relations().all().isEmpty()) {
                throw new IllegalStateException("empty archive");
            }
            return (System.nanoTime() - start) / NS_PER_MS;
        }
    }

    private static void ask(Question question, int threads, boolean archive, Relations relations, ArchiveData data,
            Recorder recorder, int pass) {
        Relation trades = relations.get(ArchiveData.TRADES);
        Expr where = question == Question.ALL_DAYS ? Expr.of(true) : oneDay(trades, archive, data.days() / 2);
        long start = System.nanoTime();
        double sum = 0;
        try (Result result = trades.scan().where(where).groupBy(trades.column("symbol")).sum(trades.column("quantity"))
                .count().run(QueryOptions.defaults().withThreads(threads))) {
            while (result.next()) {
                sum += result.getDecimal(1).doubleValue() + ((Number) result.get(2)).doubleValue();
            }
        }
        long ns = System.nanoTime() - start;
        String subject = subject(question, threads, archive);
        if (pass == 0) {
            recorder.sample(subject, SUM, sum);
            recorder.sample(subject, FIRST, ns / NS_PER_MS);
        }
        if (pass >= WARM_PASSES) {
            recorder.sample(subject, TIME, ns / NS_PER_MS);
        }
    }

    private static Expr oneDay(Relation trades, boolean archive, int day) {
        Instant start = ArchiveData.FIRST.plusDays(day).atStartOfDay(ZoneOffset.UTC).toInstant();
        return archive ? trades.column("_date").eq(Expr.of(start)) : trades.column("time").between(Expr.of(start),
                Expr.of(start.plus(Duration.ofDays(1)).minusNanos(1)));
    }

    @Override
    protected List<Finding> findings(Figures figures) {
        List<Finding> findings = new ArrayList<>();
        findings.add(Finding.alone("opening the archive", figures, OPENING, OPENED)
                .withTarget(Target.atMost(1_000)));
        for (Question question : Question.values()) {
            for (int threads = 1; threads <= 2; threads++) {
                String ours = subject(question, threads, true);
                String theirs = subject(question, threads, false);
                requireSame(figures, SUM, List.of(ours, theirs)::contains);
                findings.add(Finding.against(withThreads(question.label, threads),
                        "one store", figures, TIME, ours, theirs).withTarget(Target.atLeast(0.9)));
            }
        }
        return findings;
    }

    @Override
    protected String legend() {
        return """
                Archive and store hold the same rows and were asked in turns, in one JVM, after 60
                passes to warm up: quantities added up by symbol. Opening is the first in its JVM,
                with the columns of all tables. The first time an archive is asked about all days,
                it opens their stores, and the JIT has compiled nothing.
                """;
    }
}
