// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.export;

import dev.ashlar.bench.tables.DuckSuite;
import dev.ashlar.measure.Recorder;
import dev.ashlar.measure.figures.Measure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/// Is the export of a table as a Parquet file as fast as DuckDB's `COPY` of its own table?
///
/// If it were much slower, exports would have to copy whole columns. Files differ in encodings and compression, so
/// their lengths are compared, too. DuckDB reads both files and adds up columns; the sums must match the loaded values.
public final class ExportSuite extends DuckSuite {
    static final Measure SPEED = Measure.more("rows", "M/s");
    static final Measure BYTES = Measure.less("bytes of a row", "B");
    private static final int WARM_PASSES = 3;
    private static final int PASSES = 5;

    public ExportSuite() {
        super("export", "tables of 5,000,000 rows as Parquet files, against DuckDB's COPY of its own table",
                new Contest("Ashlar", "DuckDB, its own table", SPEED, 5_000_000, 300_000, "2g"));
    }

    /// The exported columns.
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

        Work work() {
            return new Work(name(), label);
        }
    }

    @Override
    protected List<Work> works() {
        return Arrays.stream(Shape.values()).map(Shape::work).toList();
    }

    @Override
    protected void measure(Run run, Recorder recorder) throws IOException {
        Shape shape = Shape.valueOf(run.work());
        ExportTable table = new ExportTable(run.rows());
        String subject = subject(shape.label, run.threads(), run.engine());
        try (ExportEngine engine = ExportEngine.open(run.engine(), run.folder(), run.threads())) {
            engine.load(table);
            Path file = run.folder().resolve("deals.parquet");
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
        }
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
