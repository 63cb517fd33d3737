// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.append;

import dev.ashlar.bench.Fork;
import dev.ashlar.lab.figures.Range;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/// The measuring JVM for reading: fills a table, and a file with the same rows, and adds up the one or the other.
public final class ScanProcess {
    private static final int WARM_PASSES = 3;
    private static final int PASSES = 5;
    private static final int BATCH = 1000;

    private ScanProcess() {
    }

    /// @param args way, rows, folder
    public static void main(String[] args) throws IOException {
        System.out.println(Fork.FOUND + measure(Scan.valueOf(args[0]), Long.parseLong(args[1]), Path.of(args[2])));
    }

    /// Starts a JVM that measures.
    ///
    /// @param parent of the folder that it uses, which is deleted afterwards
    /// @return nanoseconds a row
    static double run(Scan scan, long rows, Path parent) throws IOException {
        Path folder = Files.createTempDirectory(parent, "ashlar-scan");
        try {
            return Double.parseDouble(Fork.run(Contender.ASHLAR_ROWS.flags(), ScanProcess.class,
                    List.of(scan.name(), Long.toString(rows), folder.toString())));
        } finally {
            Fork.delete(folder);
        }
    }

    /// @return nanoseconds a row, the median of some passes
    static double measure(Scan scan, long rows, Path folder) throws IOException {
        Path store = Files.createDirectory(folder.resolve("store"));
        Path file = Files.createDirectory(folder.resolve("file"));
        fill(store, Contender.ASHLAR_BATCHES, rows);
        fill(file, Contender.CHANNEL_BUFFERED, rows);
        long expected = 0;
        for (long row = 0; row < rows; row++) {
            expected += Trades.price(row) * Trades.quantity(row);
        }
        List<Double> times = new ArrayList<>();
        try (StoreLog log = new StoreLog(store, Work.TRADES, StoreLog.Way.ROWS, Promise.NONE);
                FileChannel channel = FileChannel.open(file.resolve("rows"), StandardOpenOption.READ);
                Arena arena = Arena.ofShared()) {
            MemorySegment flat = channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size(), arena);
            for (int pass = 0; pass < WARM_PASSES + PASSES; pass++) {
                long start = System.nanoTime();
                long sum = scan.sum(log.table(), flat);
                if (pass >= WARM_PASSES) {
                    times.add((System.nanoTime() - start) / (double) rows);
                }
                if (sum != expected) {
                    throw new IOException("wrong sum: sum=" + sum + ", expected=" + expected + ", scan=" + scan);
                }
            }
        }
        return Range.of(times).median();
    }

    private static void fill(Path folder, Contender contender, long rows) throws IOException {
        try (RowLog log = contender.open(folder, Work.TRADES, Promise.NONE)) {
            for (long row = 0; row < rows; row += BATCH) {
                log.append(row, (int) Math.min(BATCH, rows - row));
            }
            log.settle();
        }
    }
}
