// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.python;

import dev.ashlar.bench.Finding;
import dev.ashlar.bench.Target;
import dev.ashlar.bench.TrialSuite;
import dev.ashlar.measure.MeasurementPlan;
import dev.ashlar.measure.Recorder;
import dev.ashlar.measure.Trial;
import dev.ashlar.measure.figures.Figures;
import dev.ashlar.measure.figures.Measure;
import java.util.List;
import java.util.OptionalLong;

/// Do Python and C read a table as fast as its bytes can be read?
///
/// If views of chunks were slower than numpy on its own array, users would copy tables into files for numpy; if Arrow
/// tables took as long as writing and reading a Parquet file, users would export tables first.
public final class PythonSuite extends TrialSuite {
    static final Measure TIME = Measure.less("time", "ms");
    static final Measure SUM = Measure.plain("sum of quantities", "");
    static final String OPEN = "Python: open";
    static final String FIRST_SUM = "Python: first sum over chunks(), with checksums";
    static final String CHUNKS = "Python: sum over chunks()";
    static final String VIEWS = "numpy: sum over views of the same pages";
    static final String ARRAY = "numpy: sum over an array of the same stride";
    static final String SMALL_PAGES = "numpy: sum over such an array in pages of 4 KiB";
    static final String MEMMAP = "numpy: sum over a memmap of the same structs";
    static final String TO_ARROW = "Python: to_arrow of 8 columns";
    static final String PARQUET = "Parquet: export, then read by pyarrow";
    static final String READ_PARQUET = "Parquet: read by pyarrow alone";
    static final String FROM_FILE = "numpy: fromfile of the same structs";
    static final String C_SCAN = "C: sum over chunks";
    static final String JAVA_SCAN = "Java: sum over forEachRun";

    public PythonSuite() {
        super("python", "a table read by Python and C, against numpy's own arrays, Parquet and Java", 3);
    }

    @Override
    protected MeasurementPlan plan(boolean quick, OptionalLong rows) {
        long count = rows.orElse(quick ? 500_000 : 50_000_000);
        return new MeasurementPlan(List.of(trial(count)), List.of("%,d rows of 42 bytes, 8 columns.".formatted(count)));
    }

    static Trial trial(long rows) {
        return Trial.of("python").withThreads(1).with("rows", rows).withFlags(FLAGS)
                .withFlags("--enable-native-access=ALL-UNNAMED");
    }

    @Override
    public void measure(Trial trial, Recorder recorder) throws Exception {
        try (DealFiles files = DealFiles.create(trial.number("rows"))) {
            new PythonTrial(files, recorder).run();
        }
    }

    @Override
    protected List<Finding> findings(Figures figures) {
        requireSame(figures, SUM, _ -> true);
        return List.of(
                Finding.alone("open, and find the table", figures, TIME, OPEN).withTarget(Target.atMost(200)),
                Finding.against("sum over chunks()", ARRAY, figures, TIME, CHUNKS, ARRAY)
                        .withTarget(Target.atLeast(0.91)).asHeadline(true),
                // Shows the gain from huge pages, which a mapped file does not have.
                Finding.against("sum over chunks()", SMALL_PAGES, figures, TIME, CHUNKS, SMALL_PAGES),
                Finding.against("sum over chunks()", MEMMAP, figures, TIME, CHUNKS, MEMMAP),
                Finding.against("sum over chunks()", VIEWS, figures, TIME, CHUNKS, VIEWS),
                Finding.against("to_arrow of 8 columns", PARQUET, figures, TIME, TO_ARROW, PARQUET)
                        .withTarget(Target.atLeast(5)).asHeadline(true),
                Finding.against("to_arrow of 8 columns", READ_PARQUET, figures, TIME, TO_ARROW, READ_PARQUET),
                Finding.against("first sum over chunks()", FROM_FILE, figures, TIME, FIRST_SUM, FROM_FILE),
                Finding.against("C: sum over chunks", JAVA_SCAN, figures, TIME, C_SCAN, JAVA_SCAN)
                        .withTarget(Target.atLeast(0.95)));
    }

    @Override
    protected String legend() {
        return """
                Files are in memory. Each figure is a median of several passes after one or two to warm up,
                except for the first sum, of which there is one; it compares each sealed chunk with its
                checksum. All sums were the same. Memory of numpy's own arrays is in huge pages where the system
                allows it, that of a mapped file is not.
                """;
    }
}
