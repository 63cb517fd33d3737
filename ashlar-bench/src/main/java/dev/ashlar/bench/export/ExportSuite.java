// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.export;

import dev.ashlar.bench.Finding;
import dev.ashlar.bench.Target;
import dev.ashlar.bench.TrialSuite;
import dev.ashlar.measure.MeasurementPlan;
import dev.ashlar.measure.Recorder;
import dev.ashlar.measure.Trial;
import dev.ashlar.measure.figures.Figures;
import dev.ashlar.measure.figures.Measure;
import dev.ashlar.measure.host.Scratch;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/// Is a table written as a Parquet file as fast as DuckDB's `COPY` writes its own table?
///
/// If it were far slower, exports would have to become copies of columns. Files differ in encodings and compression, so
/// their lengths are compared, too. DuckDB reads both and adds columns up; the sums have to be those of the values that
/// were loaded.
public final class ExportSuite extends TrialSuite {
    static final Measure SPEED = Measure.more("rows", "M/s");
    static final Measure BYTES = Measure.less("bytes of a row", "B");
    private static final long ROWS = 5_000_000;
    private static final long QUICK_ROWS = 300_000;
    private static final int MAX_ROUNDS = 3;
    private static final int WARM_PASSES = 3;
    private static final int PASSES = 5;
    private static final double NS_PER_US = 1e3;
    private static final String CONTENDER = "contender";
    private static final String THREADS = "threads";
    private static final String SHAPE = "shape";
    private static final String ROWS_OF = "rows";

    public ExportSuite() {
        super("export", "tables of 5,000,000 rows as Parquet files, against DuckDB's COPY of its own table", MAX_ROUNDS);
    }

    /// Which columns.
    enum Shape {
        WIDE("18 columns", "\"at\", tradeId, orderId, sequence, symbol, account, price, stop, quantity, remaining, ratio, "
                + "weight, side, venue, flags_Late, flags_Odd, level, hops"),
        NARROW("4 columns", "\"at\", symbol, price, quantity");

        private final String label;
        private final String columns;

        Shape(String label, String columns) {
            this.label = label;
            this.columns = columns;
        }
    }

    /// Who writes.
    enum Contender {
        ASHLAR("Ashlar"),
        DUCKDB("DuckDB, its own table");

        private final String label;

        Contender(String label) {
            this.label = label;
        }

        ExportEngine open(Path folder, int threads) throws IOException {
            return this == ASHLAR ? new ExportEngine.Ashlar(folder, threads) : new ExportEngine.DuckDb(folder, threads);
        }
    }

    @Override
    protected MeasurementPlan plan(boolean quick, OptionalLong rows) {
        long count = rows.orElse(quick ? QUICK_ROWS : ROWS);
        List<Trial> trials = new ArrayList<>();
        for (Shape shape : Shape.values()) {
            for (int threads = 1; threads <= 2; threads++) {
                for (Contender contender : Contender.values()) {
                    trials.add(trial(contender, shape, threads, count));
                }
            }
        }
        return new MeasurementPlan(trials, List.of("%,d rows.".formatted(count)));
    }

    static Trial trial(Contender contender, Shape shape, int threads, long rows) {
        return Trial.of(subject(shape, threads, contender)).withThreads(threads).with(CONTENDER, contender)
                .with(SHAPE, shape).with(THREADS, threads).with(ROWS_OF, rows)
                .withFlags("-Xms512m", "-Xmx2g", "-XX:+UseParallelGC", "--enable-native-access=ALL-UNNAMED");
    }

    private static String subject(Shape shape, int threads, Contender contender) {
        return what(shape, threads) + ": " + contender.label;
    }

    private static String what(Shape shape, int threads) {
        return shape.label + (threads == 1 ? "" : ", " + threads + " threads");
    }

    @Override
    public void measure(Trial trial, Recorder recorder) throws IOException {
        Contender contender = Contender.valueOf(trial.text(CONTENDER));
        Shape shape = Shape.valueOf(trial.text(SHAPE));
        int threads = trial.count(THREADS);
        ExportTable table = new ExportTable(trial.number(ROWS_OF));
        String subject = subject(shape, threads, contender);
        Path folder = Files.createTempDirectory("ashlar-export");
        try (ExportEngine engine = contender.open(folder, threads)) {
            engine.load(table);
            Path file = folder.resolve("deals.parquet");
            for (int pass = 0; pass < WARM_PASSES + PASSES; pass++) {
                Files.deleteIfExists(file);
                long start = System.nanoTime();
                engine.export(shape.columns, file);
                double us = (System.nanoTime() - start) / NS_PER_US;
                if (pass == 0) {
                    ExportSums.of(file).requireThoseOf(table);
                    recorder.sample(subject, BYTES, Files.size(file) / (double) table.rows());
                }
                if (pass >= WARM_PASSES) {
                    recorder.sample(subject, SPEED, table.rows() / us);
                }
            }
        } finally {
            Scratch.delete(folder);
        }
    }

    @Override
    protected List<Finding> findings(Figures figures) {
        List<Finding> findings = new ArrayList<>();
        for (Shape shape : Shape.values()) {
            for (int threads = 1; threads <= 2; threads++) {
                String ours = subject(shape, threads, Contender.ASHLAR);
                String theirs = subject(shape, threads, Contender.DUCKDB);
                findings.add(Finding.against(what(shape, threads), Contender.DUCKDB.label, figures, SPEED, ours, theirs)
                        .withTarget(Target.atLeast(1)));
            }
        }
        return findings;
    }

    @Override
    protected String legend() {
        return """
                Rows a second are medians of five files after three to warm up, of tables that are
                in memory; the file is not synced. Both have their default settings, DuckDB that is
                Snappy. The table has times, numbers that grow, random numbers, decimals, two texts
                of 1,000 and 20,000 values, enums, flags and NULL.
                """;
    }
}
