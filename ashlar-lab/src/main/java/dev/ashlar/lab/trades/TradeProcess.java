// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.trades;

import com.sun.management.ThreadMXBean;
import dev.ashlar.lab.trades.TradeResult.Pass;
import dev.ashlar.lab.trades.TradeResult.Stops;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;

/// The measuring JVM: builds and scans a table some times and prints what that took, for [TradeJvm] to read.
public final class TradeProcess {
    static final String PASS = "@pass";
    static final String STOPS = "@stops";
    static final String SIZE = "@size";
    static final int OUT_OF_MEMORY = 4;

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private TradeProcess() {
    }

    /// @param args kind, rows, passes
    public static void main(String[] args) throws IOException {
        try {
            print(measure(TradeKind.valueOf(args[0]), Long.parseLong(args[1]), Integer.parseInt(args[2])), System.out);
        } catch (OutOfMemoryError e) {
            System.out.println(e.getMessage());
            System.exit(OUT_OF_MEMORY);
        }
    }

    /// Measures in this JVM, whatever its collector and heap.
    static TradeResult measure(TradeKind kind, long rows, int passes) throws IOException {
        long start = System.nanoTime();
        try (TradeTable table = kind.open(rows)) {
            long openNs = System.nanoTime() - start;
            // So that nothing but the list's array is made while it is watched.
            List<Pass> measured = new ArrayList<>(passes);
            StopWatch watch = new StopWatch();
            for (int i = 0; i < passes; i++) {
                table.drop();
                measured.add(pass(table));
            }
            Stops stops = watch.stops();
            long withRows = usedHeap() + table.offHeapBytes();
            table.drop();
            return new TradeResult(openNs, measured, stops, (withRows - usedHeap()) / (double) rows);
        }
    }

    private static Pass pass(TradeTable table) {
        long allocated = THREADS.getCurrentThreadAllocatedBytes();
        long start = System.nanoTime();
        table.build();
        long built = System.nanoTime();
        table.scan();
        long scanned = System.nanoTime();
        allocated = THREADS.getCurrentThreadAllocatedBytes() - allocated;
        table.check();
        long sweepStart = System.nanoTime();
        long swept = table.sweep();
        long sweepNs = swept == 0 ? 0 : System.nanoTime() - sweepStart;
        return new Pass(built - start, scanned - built, sweepNs, allocated);
    }

    /// After a collection. The serial collector leaves some garbage where it lies in three of four.
    private static long usedHeap() {
        boolean serial = ManagementFactory.getGarbageCollectorMXBeans().getFirst().getName().equals("Copy");
        for (int i = 0; i < (serial ? 4 : 1); i++) {
            System.gc();
        }
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }

    private static void print(TradeResult result, PrintStream out) {
        for (Pass pass : result.passes()) {
            out.println(PASS + " " + pass.buildNs() + " " + pass.scanNs() + " " + pass.sweepNs() + " "
                    + pass.allocatedBytes());
        }
        Stops stops = result.stops();
        out.println(STOPS + " " + stops.collections() + " " + stops.pauses() + " " + stops.pausedNs() + " "
                + stops.longestPauseNs() + " " + stops.stalledNs() + " " + stops.longestStallNs());
        out.println(SIZE + " " + result.openNs() + " " + result.bytesPerRow());
    }
}
