// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.importing;

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
import java.util.Optional;
import java.util.OptionalLong;

/// Are files of columns loaded as fast as DuckDB loads them into a table of its own?
///
/// Ashlar reads a file twice, since a file that does not fit must change no store. If that made it far slower, pages
/// whose statistics prove that they fit would have to be skipped in the first pass. DuckDB does not read Arrow files
/// without an extension, so they are not compared.
public final class ImportSuite extends TrialSuite {
    static final Measure TIME = Measure.less("time", "ms");
    static final Measure RATE = Measure.more("rows a second", "");
    static final Measure SUMS = Measure.plain("sum over the table", "");
    private static final long ROWS = 10_000_000;
    private static final long QUICK_ROWS = 500_000;
    private static final int MAX_ROUNDS = 3;
    private static final int WARM_PASSES = 2;
    private static final int PASSES = 3;
    private static final double NS_PER_MS = 1e6;
    private static final double NS_PER_SECOND = 1e9;
    private static final double TOLERANCE = 1e-9;
    private static final String CONTENDER = "contender";
    private static final String THREADS = "threads";
    private static final String ROWS_OF = "rows";
    private static final String KIND = "file";

    public ImportSuite() {
        super("import", "files of 10,000,000 rows into a table, against DuckDB", MAX_ROUNDS);
    }

    /// Who loads.
    enum Contender {
        ASHLAR("Ashlar"),
        DUCKDB("DuckDB, its own table");

        private final String label;

        Contender(String label) {
            this.label = label;
        }

        ImportEngine engine() {
            return this == ASHLAR ? new ImportEngine.Ashlar() : new ImportEngine.DuckDb();
        }
    }

    /// What is loaded.
    enum Kind {
        CSV("CSV", "format csv, header"),
        SNAPPY("Parquet, Snappy", "format parquet, compression snappy"),
        ZSTD("Parquet, Zstandard", "format parquet, compression zstd");

        private final String label;
        private final String options;

        Kind(String label, String options) {
            this.label = label;
            this.options = options;
        }
    }

    @Override
    protected MeasurementPlan plan(boolean quick, OptionalLong rows) {
        long count = rows.orElse(quick ? QUICK_ROWS : ROWS);
        List<Trial> trials = new ArrayList<>();
        for (Kind kind : Kind.values()) {
            for (int threads = 1; threads <= 2; threads++) {
                for (Contender contender : Contender.values()) {
                    trials.add(trial(contender, kind, threads, count));
                }
            }
        }
        return new MeasurementPlan(trials, List.of("%,d rows of 9 columns.".formatted(count)));
    }

    static Trial trial(Contender contender, Kind kind, int threads, long rows) {
        return Trial.of(subject(kind, threads, contender)).withThreads(threads).with(CONTENDER, contender)
                .with(KIND, kind).with(THREADS, threads).with(ROWS_OF, rows)
                .withFlags("-Xms512m", "-Xmx1g", "-XX:+UseParallelGC", "--enable-native-access=ALL-UNNAMED");
    }

    static String subject(Kind kind, int threads, Contender contender) {
        return what(kind, threads) + ": " + contender.label;
    }

    private static String what(Kind kind, int threads) {
        return kind.label + (threads == 1 ? "" : ", " + threads + " threads");
    }

    @Override
    public void measure(Trial trial, Recorder recorder) throws IOException {
        Contender contender = Contender.valueOf(trial.text(CONTENDER));
        Kind kind = Kind.valueOf(trial.text(KIND));
        String subject = subject(kind, trial.count(THREADS), contender);
        Path folder = Files.createTempDirectory("ashlar-import");
        try {
            Path file = folder.resolve("trades." + (kind == Kind.CSV ? "csv" : "parquet"));
            ImportEngine.write(file, kind.options, trial.number(ROWS_OF));
            for (int pass = 0; pass < WARM_PASSES + PASSES; pass++) {
                Path table = Files.createDirectory(folder.resolve("table" + pass));
                ImportEngine engine = contender.engine();
                long ns = engine.load(file, table, trial.count(THREADS));
                if (pass == 0) {
                    recorder.sample(subject, SUMS, engine.sums(table));
                }
                if (pass >= WARM_PASSES) {
                    recorder.sample(subject, TIME, ns / NS_PER_MS);
                    recorder.sample(subject, RATE, trial.number(ROWS_OF) * NS_PER_SECOND / ns);
                }
                Scratch.delete(table);
            }
        } finally {
            Scratch.delete(folder);
        }
    }

    @Override
    protected List<Finding> findings(Figures figures) {
        List<Finding> findings = new ArrayList<>();
        for (Kind kind : Kind.values()) {
            for (int threads = 1; threads <= 2; threads++) {
                String ours = subject(kind, threads, Contender.ASHLAR);
                String theirs = subject(kind, threads, Contender.DUCKDB);
                requireSame(figures, ours, theirs);
                findings.add(Finding.against(what(kind, threads), Contender.DUCKDB.label, figures, TIME, ours, theirs)
                        .withTarget(Target.atLeast(1)));
            }
        }
        return findings;
    }

    private static void requireSame(Figures figures, String ours, String theirs) {
        Optional<Double> mine = figures.median(ours, SUMS);
        Optional<Double> other = figures.median(theirs, SUMS);
        if (mine.isPresent() && other.isPresent()
                && Math.abs(mine.get() - other.get()) > TOLERANCE * Math.abs(other.get())) {
            throw new IllegalStateException("contenders do not agree: file=" + ours + ", ours=" + mine.get() + ", theirs="
                    + other.get());
        }
    }

    @Override
    protected String legend() {
        return """
                Times are medians of three after two to warm up, until the rows are on the disk:
                Ashlar checks the file, stores its rows and syncs; DuckDB creates its table in a
                file from a query and checkpoints. The same sums over both tables were compared.
                """;
    }
}
