// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.trades;

import dev.ashlar.lab.FlightEvents;
import dev.ashlar.measure.Threads;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;

/// Time and memory to build and scan a table.
///
/// @param openNs      time to prepare: for a recycled pool, to allocate its memory
/// @param bytesPerRow memory on the heap, after a collection, and off the heap, with the rows of the last pass in place
public record TradeResult(long openNs, List<Pass> passes, Stops stops, double bytesPerRow) {
    /// @param buildNs        time to allocate memory and write all rows
    /// @param scanNs         time to add up price × quantity by side
    /// @param sweepNs        time only to read the same bytes as longs; 0 for objects
    /// @param allocatedBytes on the heap, by build and scan
    public record Pass(long buildNs, long scanNs, long sweepNs, long allocatedBytes) {
        public long totalNs() {
            return buildNs + scanNs;
        }
    }

    public TradeResult {
        passes = List.copyOf(passes);
    }

    /// Measures in this JVM, whatever its collector and heap.
    static TradeResult measure(TradeKind kind, long rows, int passes) throws IOException {
        long start = System.nanoTime();
        try (TradeTable table = kind.open(rows)) {
            long openNs = System.nanoTime() - start;
            // So that only the list's array is allocated while allocation is counted.
            List<Pass> measured = new ArrayList<>(passes);
            FlightEvents watch = Stops.watch();
            for (int i = 0; i < passes; i++) {
                table.drop();
                measured.add(pass(table));
            }
            Stops stops = Stops.of(watch);
            long withRows = usedHeap() + table.offHeapBytes();
            table.drop();
            return new TradeResult(openNs, measured, stops, (withRows - usedHeap()) / (double) rows);
        }
    }

    private static Pass pass(TradeTable table) {
        long allocated = Threads.allocatedBytes();
        long start = System.nanoTime();
        table.build();
        long built = System.nanoTime();
        table.scan();
        long scanned = System.nanoTime();
        allocated = Threads.allocatedBytes() - allocated;
        table.check();
        long sweepStart = System.nanoTime();
        long swept = table.sweep();
        long sweepNs = swept == 0 ? 0 : System.nanoTime() - sweepStart;
        return new Pass(built - start, scanned - built, sweepNs, allocated);
    }

    /// Measures memory after a collection. The serial collector leaves some garbage in place in three of four
    /// collections.
    private static long usedHeap() {
        boolean serial = ManagementFactory.getGarbageCollectorMXBeans().getFirst().getName().equals("Copy");
        for (int i = 0; i < (serial ? 4 : 1); i++) {
            System.gc();
        }
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }
}
