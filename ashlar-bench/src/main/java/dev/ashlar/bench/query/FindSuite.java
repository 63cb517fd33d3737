// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.query;

import dev.ashlar.bench.Finding;
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
import dev.ashlar.store.IndexDeclaration;
import dev.ashlar.store.Reorder;
import dev.ashlar.store.StoreWriter;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/// Is an index worthwhile, or a table written in the order in which it is queried?
///
/// If an index were not much faster than a scan for one row, it would not be worth its memory; if an ordered table were
/// not much faster for the rows of a key, it would not be worth the copy.
public final class FindSuite extends TrialSuite {
    static final Measure TIME = Measure.less("another key each time", "ms");
    static final Measure AGAIN = Measure.less("the same key again", "ms");
    static final Measure PREPARE = Measure.plain("prepare", "ms");
    private static final int WARM_PASSES = 3;
    private static final int PASSES = 9;
    private static final String TABLE = "Trade";
    private static final String ORDERED = "ByInstrument";

    public FindSuite() {
        super("find", "rows of 10,000,000 by a key: scan, index, and a table in the order of the key", 3);
    }

    enum Way {
        ID_SCAN("one row by the time it was sent", "scan"),
        ID_HASH("one row by the time it was sent", "hash index"),
        ID_SORTED("one row by the time it was sent", "sorted index"),
        KEY_SCAN("rows of one instrument of 1,000", "scan"),
        KEY_SORTED("rows of one instrument of 1,000", "sorted index"),
        KEY_ORDERED("rows of one instrument of 1,000", "scan of the table in this order");

        private final String question;
        private final String label;

        Way(String question, String label) {
            this.question = question;
            this.label = label;
        }

        String subject() {
            return question + ": " + label;
        }

        private boolean isById() {
            return ordinal() <= ID_SORTED.ordinal();
        }

        private Way scan() {
            return isById() ? ID_SCAN : KEY_SCAN;
        }

        /// The index that is declared during the measurement.
        private Optional<IndexDeclaration> index() {
            return switch (this) {
                case ID_HASH -> Optional.of(IndexDeclaration.hash(TABLE, "sent"));
                case ID_SORTED -> Optional.of(IndexDeclaration.sorted(TABLE, "sent"));
                case KEY_SORTED -> Optional.of(IndexDeclaration.sorted(TABLE, "instrument"));
                case ID_SCAN, KEY_SCAN, KEY_ORDERED -> Optional.empty();
            };
        }
    }

    @Override
    protected MeasurementPlan plan(boolean quick, OptionalLong rows) {
        return new MeasurementPlan(List.of(trial(rows.orElse(quick ? 1_000_000 : 10_000_000))), List.of());
    }

    static Trial trial(long rows) {
        return Trial.of("%,d rows of 42 bytes, one thread".formatted(rows)).with("rows", rows).withFlags(FLAGS);
    }

    @Override
    public void measure(Trial trial, Recorder recorder) throws IOException {
        long rows = trial.number("rows");
        List<List<String>> answers = new ArrayList<>();
        try (TemporaryFolder folder = new TemporaryFolder("ashlar-find");
                AshlarAnswers trades = new AshlarAnswers(folder.resolve("store"), 1)) {
            trades.load(rows);
            StoreWriter store = trades.store();
            for (Way way : Way.values()) {
                long start = System.nanoTime();
                if (way.index().isPresent()) {
                    store.declare(way.index().get()).build();
                } else if (way == Way.KEY_ORDERED) {
                    Reorder.of(TABLE, "instrument").into(store, ORDERED);
                }
                if (way != way.scan()) {
                    recorder.sample(way.subject(), PREPARE, (System.nanoTime() - start) / NS_PER_MS);
                }
                answers.add(ask(store, way, rows, recorder));
                if (way.index().isPresent()) {
                    store.drop(way.index().get());
                }
            }
        }
        for (Way way : Way.values()) {
            if (!answers.get(way.ordinal()).equals(answers.get(way.scan().ordinal()))) {
                throw new IOException("answers differ: answers=" + answers);
            }
        }
    }

    private static List<String> ask(StoreWriter store, Way way, long rows, Recorder recorder) throws IOException {
        Relation trades = Relations.of(store).get(way == Way.KEY_ORDERED ? ORDERED : TABLE);
        List<String> answers = new ArrayList<>();
        for (Measure measure : List.of(TIME, AGAIN)) {
            for (int pass = 0; pass < WARM_PASSES + PASSES; pass++) {
                long another = way.isById() ? Deals.sent(rows / (pass + 2)) : 7 + 31 * pass;
                long same = way.isById() ? Deals.sent(rows / 3) : 500;
                long start = System.nanoTime();
                answers.add(ask(trades, way, measure == TIME ? another : same));
                if (pass >= WARM_PASSES) {
                    recorder.sample(way.subject(), measure, (System.nanoTime() - start) / NS_PER_MS);
                }
            }
        }
        return answers;
    }

    private static String ask(Relation trades, Way way, long wanted) {
        Expr key = trades.column(way.isById() ? "sent" : "instrument");
        try (Result result = trades.scan().where(key.eq(wanted)).count().sum(trades.column("quantity"))
                .run(QueryOptions.defaults())) {
            result.next();
            return result.get(0) + " " + result.get(1);
        }
    }

    /// Findings without targets: the question is whether an index or an order is worthwhile.
    @Override
    protected List<Finding> findings(Figures figures) {
        return Arrays.stream(Way.values()).filter(way -> way != way.scan()).map(way -> Finding.against(
                way.question + ", another each time: " + way.label, "scan", figures, TIME, way.subject(),
                way.scan().subject())).toList();
    }

    @Override
    protected String legend() {
        return "Times are medians of nine questions after three to warm up. Answers were the same.\n";
    }
}
