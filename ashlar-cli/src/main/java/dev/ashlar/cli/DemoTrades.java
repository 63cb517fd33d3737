// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli;

import dev.ashlar.lab.host.Machine;
import dev.ashlar.lab.trades.TradeJvm;
import dev.ashlar.lab.trades.TradeKind;
import dev.ashlar.lab.trades.TradeResult;
import dev.ashlar.lab.trades.TradeResult.Pass;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.function.ToLongFunction;

/// The part of the demonstration that keeps a table of trades off the heap and as objects on it, each in a JVM of its
/// own. Every pass of either checks its sums, and ends the JVM if they are wrong.
final class DemoTrades {
    private static final int PASSES = 3;
    private static final long LEAST_ROWS = 100_000;
    /// For the JVM and the system beside the heap.
    private static final long ROOM_MIB = 768;

    private final PrintWriter out;
    private final Progress progress;

    DemoTrades(PrintWriter out, Progress progress) {
        this.out = out;
        this.progress = progress;
    }

    void run(long wanted) throws IOException {
        long rows = affordable(wanted);
        if (rows < LEAST_ROWS && rows < wanted) {
            out.printf(Locale.ROOT, "   left out: %,d rows as objects need %,d MiB of memory, and %,d are available%n",
                    wanted, TradeJvm.articleHeapMiB(wanted) + ROOM_MIB, availableMiB());
            return;
        }
        if (rows < wanted) {
            out.printf(Locale.ROOT, "   %,d rows instead of %,d, since %,d MiB of memory are available%n", rows, wanted,
                    availableMiB());
        }
        long heapMiB = TradeJvm.articleHeapMiB(rows);
        progress.hint("building and scanning rows off the heap");
        TradeResult ours = TradeJvm.packed(TradeKind.SBE, rows, PASSES).measure();
        progress.hint("building and scanning objects");
        TradeResult objects = TradeJvm.objects(rows, PASSES, "-XX:+UseG1GC", heapMiB).measure();
        progress.end();
        print(ours, objects, heapMiB);
    }

    /// As many rows as there is memory for, off the heap or on it.
    private static long affordable(long wanted) {
        long available = availableMiB() - ROOM_MIB;
        long rows = wanted;
        while (rows >= LEAST_ROWS && TradeJvm.articleHeapMiB(rows) > available) {
            rows /= 2;
        }
        return rows;
    }

    private static long availableMiB() {
        return Machine.availableBytes() >> 20;
    }

    private void print(TradeResult ours, TradeResult objects, long heapMiB) {
        TextTable table = new TextTable("", ">Ashlar, off the heap", ">objects, G1, %,d MiB".formatted(heapMiB),
                ">ratio");
        times(table, "build", ours, objects, Pass::buildNs);
        times(table, "scan", ours, objects, Pass::scanNs);
        times(table, "build and scan", ours, objects, Pass::totalNs);
        row(table, "slowest pass", "ms", slowestNs(ours) / 1e6, slowestNs(objects) / 1e6);
        row(table, "collector pauses, together", "ms", ours.stops().pausedNs() / 1e6,
                objects.stops().pausedNs() / 1e6);
        row(table, "longest pause", "ms", ours.stops().longestPauseNs() / 1e6, objects.stops().longestPauseNs() / 1e6);
        row(table, "memory of a row", "bytes", ours.bytesPerRow(), objects.bytesPerRow());
        row(table, "garbage of a pass", "MB", allocated(ours) / 1e6, allocated(objects) / 1e6);
        table.print(out, "   ");
        out.printf(Locale.ROOT, "   (medians of %d passes; off the heap, memory is taken once: %.0f ms)%n", PASSES,
                ours.openNs() / 1e6);
    }

    private static void times(TextTable table, String what, TradeResult ours, TradeResult objects,
            ToLongFunction<Pass> time) {
        row(table, what, "ms", median(ours, time) / 1e6, median(objects, time) / 1e6);
    }

    private static long median(TradeResult result, ToLongFunction<Pass> of) {
        long[] sorted = result.passes().stream().mapToLong(of).sorted().toArray();
        return sorted[sorted.length / 2];
    }

    private static long slowestNs(TradeResult result) {
        return result.passes().stream().mapToLong(Pass::totalNs).max().orElseThrow();
    }

    private static long allocated(TradeResult result) {
        return result.passes().getLast().allocatedBytes();
    }

    private static void row(TextTable table, String what, String unit, double ours, double objects) {
        table.row(what, number(ours) + " " + unit, number(objects) + " " + unit,
                ours > 0 ? String.format(Locale.ROOT, "%.1fx", objects / ours) : "");
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, value >= 100 || value == 0 ? "%,.0f" : "%,.1f", value);
    }
}
