// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.append;

import dev.ashlar.bench.TrialSuite;
import dev.ashlar.measure.Recorder;
import dev.ashlar.measure.Trial;
import dev.ashlar.measure.figures.Measure;
import dev.ashlar.measure.host.TemporaryFolder;
import dev.ashlar.query.QueryOptions;
import dev.ashlar.query.Relation;
import dev.ashlar.query.Relations;
import dev.ashlar.query.Result;
import dev.ashlar.store.ReadOptions;
import dev.ashlar.store.Store;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.List;

/// Ways to add up price × quantity of all trades of a store that was just opened, with its files in the page cache. If
/// verification made the first scan much slower, or the second at all, it would not be the default.
enum FirstScan {
    CURSOR("cursor"),
    RUNS("forEachRun"),
    /// Includes generating and compiling its kernel, as in every new process.
    QUERY("query, 1 thread"),
    QUERIES("query, all threads");

    static final Measure FIRST = Measure.less("first scan", "ns/row");
    static final Measure SECOND = Measure.less("second scan", "ns/row");
    private static final int WARM_PASSES = 3;
    private static final int PASSES = 7;

    final String label;

    FirstScan(String label) {
        this.label = label;
    }

    /// The subject, with or without verification of rows by their checksums on the first read.
    String subject(boolean verified) {
        return "first scan by " + label + (verified ? ", rows verified" : "");
    }

    Trial trial(long rows, Path place) {
        return Trial.of("first scan by " + label).with("firstScan", this).with("rows", rows).with("place", place)
                .withFlags(TrialSuite.FLAGS);
    }

    static boolean isFirstScan(Trial trial) {
        return trial.parameters().containsKey("firstScan");
    }

    /// Repeatedly opens a sealed store, with verification of rows and without, and scans it twice each time.
    static void measure(Trial trial, Recorder recorder) throws IOException {
        FirstScan scan = valueOf(trial.text("firstScan"));
        long rows = trial.number("rows");
        try (TemporaryFolder folder = new TemporaryFolder(Path.of(trial.text("place")), "ashlar-first-scan")) {
            // Closed, so that all chunks are sealed.
            TradeScan.fill(folder.path(), LogKind.ASHLAR_BATCHES, rows);
            long expected = TradeScan.expected(rows);
            for (int pass = 0; pass < WARM_PASSES + PASSES; pass++) {
                for (int turn = 0; turn < 2; turn++) {
                    boolean verify = (pass + turn) % 2 == 0;
                    try (Store opened = Store.open(folder.path(), ReadOptions.defaults().withVerify(verify))) {
                        for (Measure measure : List.of(FIRST, SECOND)) {
                            long start = System.nanoTime();
                            long sum = scan.sum(opened);
                            double ns = System.nanoTime() - start;
                            Recorder.requireSum(sum, expected, scan);
                            if (pass >= WARM_PASSES) {
                                recorder.sample(scan.subject(verify), measure, ns / rows);
                            }
                        }
                    }
                }
            }
        }
    }

    long sum(Store store) throws IOException {
        return switch (this) {
            case CURSOR -> TradeScan.CURSOR.sum(store.table(TradeRow.NAME), MemorySegment.NULL);
            case RUNS -> TradeScan.RUNS.sum(store.table(TradeRow.NAME), MemorySegment.NULL);
            case QUERY -> ask(store, 1);
            case QUERIES -> ask(store, Math.min(QueryOptions.MAX_THREADS, Runtime.getRuntime().availableProcessors()));
        };
    }

    private static long ask(Store store, int threads) {
        Relation trades = Relations.of(store).get(TradeRow.NAME);
        try (Result result = trades.scan().sum(trades.column("price").times(trades.column("quantity")))
                .run(QueryOptions.defaults().withThreads(threads))) {
            result.next();
            return ((Number) result.get(0)).longValue();
        }
    }
}
