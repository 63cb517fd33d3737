// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.demo;

import dev.ashlar.cli.output.ProgressLine;
import dev.ashlar.cli.output.TextTable;
import dev.ashlar.lab.LabProcess;
import dev.ashlar.lab.trades.LayoutExperiment;
import dev.ashlar.lab.trades.TradeKind;
import dev.ashlar.measure.MeasurementPlan;
import dev.ashlar.measure.TrialRunner;
import dev.ashlar.measure.TrialRunner.Measured;
import dev.ashlar.measure.figures.Figures;
import dev.ashlar.measure.figures.Measure;
import dev.ashlar.measure.host.Machine;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;

/// The part of the demonstration that keeps a table of trades off the heap and as objects on it, each in a JVM of its
/// own. Every pass of either checks its sums, and ends the JVM if they are wrong.
record DemoTrades(PrintWriter out, ProgressLine progress) {
    private static final int PASSES = 3;
    private static final String OURS = "rows off the heap";
    private static final String OBJECTS = "objects";
    private static final long LEAST_ROWS = 100_000;
    /// For the JVM and the system, in addition to the heap.
    private static final long ROOM_MIB = 768;

    /// @return whether all sums were right
    boolean run(long wanted) throws IOException {
        long rows = affordable(wanted);
        if (rows < LEAST_ROWS && rows < wanted) {
            out.printf(Locale.ROOT, "   left out: %,d rows as objects need %,d MiB of memory, and %,d are available%n",
                    wanted, LayoutExperiment.articleHeapMiB(wanted) + ROOM_MIB, availableMiB());
            return true;
        }
        if (rows < wanted) {
            out.printf(Locale.ROOT, "   %,d rows instead of %,d, since %,d MiB of memory are available%n", rows, wanted,
                    availableMiB());
        }
        long heapMiB = LayoutExperiment.articleHeapMiB(rows);
        MeasurementPlan plan = new MeasurementPlan(List.of(LayoutExperiment.packed(OURS, TradeKind.SBE, rows, PASSES),
                LayoutExperiment.objects(OBJECTS, rows, PASSES, "G1", heapMiB)), List.of());
        Measured measured = new TrialRunner(LabProcess.class, line -> progress.hint("building and scanning: " + line))
                .run("layout", plan, 1, List.of());
        progress.end();
        if (!measured.failures().isEmpty()) {
            out.println("   WRONG       " + measured.failures().getFirst());
            return false;
        }
        if (measured.notes().stream().anyMatch(note -> note.endsWith(LayoutExperiment.OUT_OF_MEMORY))) {
            out.println("   left out: the rows did not fit into the available memory");
            return true;
        }
        print(measured.figures(), heapMiB);
        return true;
    }

    /// The number of rows that fits into memory, off the heap and on it.
    private static long affordable(long wanted) {
        long available = availableMiB() - ROOM_MIB;
        long rows = wanted;
        while (rows >= LEAST_ROWS && LayoutExperiment.articleHeapMiB(rows) > available) {
            rows /= 2;
        }
        return rows;
    }

    private static long availableMiB() {
        return Machine.availableBytes() >> 20;
    }

    private void print(Figures figures, long heapMiB) {
        TextTable table = new TextTable("", ">Ashlar, off the heap", ">objects, G1, %,d MiB".formatted(heapMiB),
                ">ratio");
        row(table, "build", "ms", figures, LayoutExperiment.BUILD);
        row(table, "scan", "ms", figures, LayoutExperiment.SCAN);
        row(table, "build and scan", "ms", figures, LayoutExperiment.PASS);
        row(table, "slowest pass", "ms", figures, LayoutExperiment.SLOWEST);
        row(table, "collector pauses, together", "ms", figures, LayoutExperiment.PAUSED);
        row(table, "longest pause", "ms", figures, LayoutExperiment.LONGEST);
        row(table, "memory of a row", "bytes", figures, LayoutExperiment.BYTES);
        row(table, "garbage of a pass", "MB", figures, LayoutExperiment.ALLOCATED, 1e6);
        table.print(out, "   ");
        out.printf(Locale.ROOT, "   (medians of %d passes after the first; off the heap, memory is taken once: %.0f ms)%n",
                PASSES - 1, median(figures, OURS, LayoutExperiment.OPEN));
    }

    private static double median(Figures figures, String subject, Measure measure) {
        return figures.median(subject, measure).orElseThrow();
    }

    private static void row(TextTable table, String what, String unit, Figures figures, Measure measure) {
        row(table, what, unit, figures, measure, 1);
    }

    /// @param per the unit, in units of the measure
    private static void row(TextTable table, String what, String unit, Figures figures, Measure measure, double per) {
        double ours = median(figures, OURS, measure) / per;
        double objects = median(figures, OBJECTS, measure) / per;
        table.row(what, number(ours) + " " + unit, number(objects) + " " + unit,
                ours > 0 ? String.format(Locale.ROOT, "%.1fx", objects / ours) : "");
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, value >= 100 || value == 0 ? "%,.0f" : "%,.1f", value);
    }
}
