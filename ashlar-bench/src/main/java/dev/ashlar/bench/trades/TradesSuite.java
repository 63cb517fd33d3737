// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.trades;

import com.sun.management.OperatingSystemMXBean;
import dev.ashlar.bench.Effort;
import dev.ashlar.bench.ForkingSuite;
import dev.ashlar.lab.trades.TradeFailure;
import dev.ashlar.lab.trades.TradeJvm;
import dev.ashlar.lab.trades.TradeKind;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Consumer;

/// What does it save to keep rows packed in recycled memory instead of as objects?
///
/// Were objects as fast under any collector with any heap that fits the machine, nobody would need the tables of the
/// store; were a scan much slower than reading the bytes, flyweights would have to change.
public final class TradesSuite implements ForkingSuite {
    static final int PASSES = 5;
    private static final long ROWS = 50_000_000;
    private static final long QUICK_ROWS = 10_000_000;
    /// Times the published heap, if the machine has that much.
    private static final int ROOMY = 3;
    private static final OperatingSystemMXBean MACHINE =
            (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

    @Override
    public String name() {
        return "trades";
    }

    @Override
    public String description() {
        return "a table of 50,000,000 trades in recycled memory, against objects under four collectors";
    }

    @Override
    public Report run(Effort effort, OptionalLong rows, Consumer<String> progress) throws IOException {
        List<Contender> contenders = contenders(rows.orElse(effort.rounds() > 1 ? ROWS : QUICK_ROWS));
        for (int round = 0; round < effort.rounds(); round++) {
            for (Contender contender : round % 2 == 0 ? contenders : contenders.reversed()) {
                progress.accept("round " + (round + 1) + "/" + effort.rounds() + ": trades: " + contender.name());
                try {
                    contender.results().add(contender.jvm().measure());
                } catch (TradeFailure e) {
                    if (!e.isOutOfMemory()) {
                        throw e;
                    }
                    // Its rows do not fit: that is a result, and will be again.
                    contender.outOfMemory().add(round);
                }
            }
        }
        TradesReport report = new TradesReport(contenders);
        return new Report(TradesFindings.of(contenders), report.text(effort.rounds()), report.json(name()));
    }

    /// Ours first; the first of them is what the targets are about.
    static List<Contender> contenders(long rows) {
        List<Contender> contenders = new ArrayList<>();
        contenders.add(ours("Ashlar, generated flyweight", TradeKind.SBE, rows));
        contenders.add(ours("Ashlar, flyweight by hand", TradeKind.STRUCTS, rows));
        contenders.add(ours("Ashlar, new pool each time", TradeKind.SBE_FRESH, rows));
        long tightMiB = TradeJvm.articleHeapMiB(rows);
        long fittingMiB = (MACHINE.getTotalMemorySize() >> 20) * 3 / 4;
        long roomyMiB = Math.max(tightMiB, Math.min(ROOMY * tightMiB, fittingMiB));
        for (long heapMiB : new long[] {tightMiB, roomyMiB}) {
            for (String collector : List.of("Serial", "Parallel", "G1", "Z")) {
                contenders.add(new Contender("objects, " + collector + (collector.equals("Z") ? "GC" : ""), heapMiB,
                        TradeJvm.objects(rows, PASSES, "-XX:+Use" + collector + "GC", heapMiB), new ArrayList<>(),
                        new ArrayList<>()));
            }
        }
        return contenders;
    }

    private static Contender ours(String name, TradeKind kind, long rows) {
        return new Contender(name, 0, TradeJvm.packed(kind, rows, PASSES), new ArrayList<>(), new ArrayList<>());
    }
}
