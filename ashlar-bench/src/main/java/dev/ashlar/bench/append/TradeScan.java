// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.append;

import dev.ashlar.bench.TrialSuite;
import dev.ashlar.bench.append.codec.TradeDecoder;
import dev.ashlar.measure.Recorder;
import dev.ashlar.measure.Trial;
import dev.ashlar.measure.figures.Measure;
import dev.ashlar.measure.host.TemporaryFolder;
import dev.ashlar.store.Cursor;
import dev.ashlar.store.Table;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.stream.LongStream;

/// Ways to add up price × quantity of all trades.
enum TradeScan {
    CURSOR("cursor"),
    RUNS("forEachRun"),
    /// The cost if the rows were in one memory, without a table.
    FLAT("flat memory");

    static final Measure TIME = Measure.less("time", "ns/row");
    private static final int WARM_PASSES = 3;
    private static final int PASSES = 5;
    private static final int BATCH = 1000;

    final String label;

    TradeScan(String label) {
        this.label = label;
    }

    String subject() {
        return "reading trades back: " + label;
    }

    Trial trial(long rows, Path place) {
        return Trial.of(subject()).with("scan", this).with("rows", rows).with("place", place).withFlags(TrialSuite.FLAGS);
    }

    static boolean isScan(Trial trial) {
        return trial.parameters().containsKey("scan");
    }

    /// Fills a table, and a file with the same rows, and adds up either.
    static void measure(Trial trial, Recorder recorder) throws IOException {
        TradeScan scan = valueOf(trial.text("scan"));
        long rows = trial.number("rows");
        try (TemporaryFolder folder = new TemporaryFolder(Path.of(trial.text("place")), "ashlar-scan")) {
            Path store = Files.createDirectory(folder.resolve("store"));
            Path file = Files.createDirectory(folder.resolve("file"));
            fill(store, LogKind.ASHLAR_BATCHES, rows);
            fill(file, LogKind.CHANNEL_BUFFERED, rows);
            long expected = expected(rows);
            try (StoreLog log = new StoreLog(store, Work.TRADES, StoreLog.Way.ROWS, Promise.NONE);
                    FileChannel channel = FileChannel.open(file.resolve("rows"), StandardOpenOption.READ);
                    Arena arena = Arena.ofShared()) {
                MemorySegment flat = channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size(), arena);
                for (int pass = 0; pass < WARM_PASSES + PASSES; pass++) {
                    long start = System.nanoTime();
                    long sum = scan.sum(log.table(), flat);
                    double ns = System.nanoTime() - start;
                    Recorder.requireSum(sum, expected, scan);
                    if (pass >= WARM_PASSES) {
                        recorder.sample(trial.name(), TIME, ns / rows);
                    }
                }
            }
        }
    }

    static long expected(long rows) {
        return LongStream.range(0, rows).map(row -> TradeRow.price(row) * TradeRow.quantity(row)).sum();
    }

    static void fill(Path folder, LogKind contender, long rows) throws IOException {
        try (RowLog log = contender.open(folder, Work.TRADES, Promise.NONE)) {
            for (long row = 0; row < rows; row += BATCH) {
                log.append(row, (int) Math.min(BATCH, rows - row));
            }
            log.settle();
        }
    }

    long sum(Table table, MemorySegment flat) {
        return switch (this) {
            case CURSOR -> byCursor(table);
            case RUNS -> byRuns(table);
            case FLAT -> sum(new TradeDecoder(), flat, 0, TradeRow.BLOCK_LENGTH,
                    flat.byteSize() / TradeRow.BLOCK_LENGTH);
        };
    }

    private static long byCursor(Table table) {
        TradeDecoder trade = new TradeDecoder();
        long sum = 0;
        try (Cursor cursor = table.cursor()) {
            while (cursor.next()) {
                trade.wrap(cursor.memory(), cursor.offset(), cursor.blockLength(), cursor.schemaVersion());
                sum += trade.price() * trade.quantity();
            }
        }
        return sum;
    }

    private static long byRuns(Table table) {
        TradeDecoder trade = new TradeDecoder();
        long[] sum = new long[1];
        table.forEachRun(table.firstRow(), table.endRow(), (memory, offset, stride, rows, firstRow, layout) ->
                sum[0] += sum(trade, memory, offset, stride, rows));
        return sum[0];
    }

    private static long sum(TradeDecoder trade, MemorySegment memory, long offset, int stride, long rows) {
        long sum = 0;
        for (long i = 0; i < rows; i++) {
            trade.wrap(memory, offset + i * stride, TradeRow.BLOCK_LENGTH, TradeDecoder.SCHEMA_VERSION);
            sum += trade.price() * trade.quantity();
        }
        return sum;
    }
}
