// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.ring;

import dev.ashlar.bench.Effort;
import dev.ashlar.bench.Fork;
import dev.ashlar.bench.ForkingSuite;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.Consumer;

/// How many messages pass a queue in a second, and how long does one take there and back?
///
/// Were a ring slower than the best queue of the heap, threads of one process would be better off with that; were a
/// round trip between processes not about what it is between threads, it would not be worth to put them in two.
public final class RingSuite implements ForkingSuite {
    static final int MOST_BATCH = 256;
    private static final int[] BATCHES = {1, 16, MOST_BATCH};
    private static final long MESSAGES = 6_000_000;
    private static final long QUICK_MESSAGES = 1_500_000;
    private static final long ROUND_TRIPS = 200_000;
    private static final long QUICK_ROUND_TRIPS = 30_000;
    private static final int RUNS = 7;
    private static final int QUICK_RUNS = 3;

    @Override
    public String name() {
        return "ring";
    }

    @Override
    public String description() {
        return "messages through queues, between threads and between processes";
    }

    @Override
    public Report run(Effort effort, OptionalLong rows, Consumer<String> progress) throws IOException {
        boolean quick = effort.rounds() == 1;
        List<Trial> trials = trials(quick);
        Map<Trial, List<RingResult>> results = new LinkedHashMap<>();
        for (int round = 0; round < effort.rounds(); round++) {
            for (Trial trial : round % 2 == 0 ? trials : trials.reversed()) {
                progress.accept("round " + (round + 1) + "/" + effort.rounds() + ": ring: " + trial.shape().label()
                        + ": " + trial.contender().label());
                String found = Fork.run(trial.contender().flags(), RingProcess.class, trial.arguments());
                results.computeIfAbsent(trial, _ -> new ArrayList<>()).add(RingResult.parse(found));
            }
        }
        RingReport report = new RingReport(trials, results, effort.rounds());
        return new Report(report.findings(), report.text(), report.json(name()));
    }

    private static List<Trial> trials(boolean quick) {
        List<Trial> trials = new ArrayList<>();
        for (Shape shape : Shape.values()) {
            for (int batch : BATCHES) {
                for (Contender contender : Contender.values()) {
                    if (contender.takesPart(shape)) {
                        trials.add(new Trial(contender, shape, batch, quick ? QUICK_MESSAGES : MESSAGES,
                                quick ? QUICK_RUNS : RUNS));
                    }
                }
            }
        }
        for (Shape shape : List.of(Shape.ONE_TO_ONE, Shape.PROCESSES)) {
            for (Contender contender : Contender.values()) {
                if (contender.takesPart(shape)) {
                    trials.add(new Trial(contender, shape, Trial.ROUND_TRIPS,
                            quick ? QUICK_ROUND_TRIPS : ROUND_TRIPS, 1));
                }
            }
        }
        return trials;
    }
}
