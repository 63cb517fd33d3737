// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.importing;

import dev.ashlar.bench.tables.DuckSuite;
import dev.ashlar.measure.Recorder;
import dev.ashlar.measure.figures.Figures;
import dev.ashlar.measure.figures.Measure;
import dev.ashlar.measure.host.Scratch;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// Are files of columns loaded as fast as DuckDB loads them into its own table?
///
/// Ashlar checks all rows before it stores the first, since a file that does not fit must not change a store. If that
/// made it slower, rows would have to be written to a temporary store that replaces the table. The values of these
/// files fit into the memory in which the first pass may keep them. DuckDB cannot read Arrow files without an
/// extension, so they are not compared.
public final class ImportSuite extends DuckSuite {
    static final Measure TIME = Measure.less("time", "ms");
    static final Measure RATE = Measure.more("rows a second", "");
    static final Measure SUMS = Measure.plain("sum over the table", "");
    private static final int WARM_PASSES = 2;
    private static final int PASSES = 3;
    private static final double TOLERANCE = 1e-9;

    public ImportSuite() {
        super("import", "files of 10,000,000 rows into a table, against DuckDB",
                new Contest("Ashlar", "DuckDB, its own table", TIME, 10_000_000, 500_000, "1g"));
    }

    /// The kinds of files.
    enum Kind {
        CSV("CSV", "format csv, header"),
        SNAPPY("Parquet, Snappy", "format parquet, compression snappy"),
        ZSTD("Parquet, Zstandard", "format parquet, compression zstd");

        final String label;
        private final String options;

        Kind(String label, String options) {
            this.label = label;
            this.options = options;
        }

        Work work() {
            return new Work(name(), label);
        }
    }

    @Override
    protected List<Work> works() {
        return Arrays.stream(Kind.values()).map(Kind::work).toList();
    }

    @Override
    protected String size(long rows) {
        return "%,d rows of 9 columns.".formatted(rows);
    }

    @Override
    protected void measure(Run run, Recorder recorder) throws IOException {
        Kind kind = Kind.valueOf(run.work());
        String subject = subject(kind.label, run.threads(), run.engine());
        Path file = run.folder().resolve("trades." + (kind == Kind.CSV ? "csv" : "parquet"));
        ImportEngine.write(file, kind.options, run.rows());
        for (int pass = 0; pass < WARM_PASSES + PASSES; pass++) {
            Path table = Files.createDirectory(run.folder().resolve("table" + pass));
            ImportEngine engine = ImportEngine.of(run.engine());
            long ns = engine.load(file, table, run.threads());
            if (pass == 0) {
                recorder.sample(subject, SUMS, engine.sums(table));
            }
            if (pass >= WARM_PASSES) {
                recorder.sample(subject, TIME, ns / NS_PER_MS);
                recorder.sample(subject, RATE, run.rows() * NS_PER_S / ns);
            }
            Scratch.delete(table);
        }
    }

    @Override
    protected void requireSame(Figures figures, String ours, String theirs) {
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
