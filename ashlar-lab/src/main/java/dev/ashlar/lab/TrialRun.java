// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab;

import dev.ashlar.lab.figures.Figure;
import dev.ashlar.lab.figures.Findings;
import dev.ashlar.lab.figures.Measure;
import dev.ashlar.lab.host.ChildJvm;
import dev.ashlar.lab.host.Counters;
import dev.ashlar.lab.host.Machine;
import dev.ashlar.lab.host.Scratch;
import dev.ashlar.lab.host.Ticks;
import dev.ashlar.lab.host.Weather;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// One JVM that measures one trial, and what it says.
final class TrialRun {
    private static final Duration LIMIT = Duration.ofMinutes(30);
    private static final double LEAST_PERCENT = 99.9;

    private final Experiment experiment;
    private final Trial trial;
    private final Machine machine;
    private final Counters counters;
    private final Map<String, Map<Measure, List<Double>>> samples = new LinkedHashMap<>();
    private final Map<String, Long> counted = new LinkedHashMap<>();
    private final Map<String, Integer> threads = new LinkedHashMap<>();
    private final List<String> notes = new ArrayList<>();
    private String failure = "";
    private String said = "";
    private boolean done;
    private List<String> weather = List.of();
    private volatile boolean ended;
    private volatile ChildJvm jvm;

    TrialRun(Experiment experiment, Trial trial, Machine machine, Counters counters) {
        this.experiment = experiment;
        this.trial = trial;
        this.machine = machine;
        this.counters = counters;
    }

    /// What came of it.
    ///
    /// @param failure why it did not end well; its figures are then none
    record Outcome(List<Figure> figures, List<String> notes, Optional<String> failure, Optional<Weather> weather) {
    }

    Outcome run(String perf) throws IOException {
        try (Scratch scratch = Scratch.in(machine.folder())) {
            Optional<Counters.Counting> counting = counters.available().isEmpty() ? Optional.empty()
                    : Optional.of(counters.counting(perf, scratch.disk()));
            Optional<Ticks> before = Ticks.now();
            int exit = read(counting, scratch);
            Optional<Ticks> after = Ticks.now();
            if (exit != 0 || !done) {
                return new Outcome(List.of(), List.of(), Optional.of(failure.isEmpty()
                        ? "its JVM ended with " + exit + (said.isEmpty() ? "" : ": " + said) : failure),
                        Optional.empty());
            }
            if (counting.isPresent() && counted.size() == 1) {
                takeCounts(counting.get().counts());
            }
            Optional<Weather> met = before.isEmpty() || after.isEmpty() || weather.isEmpty() ? Optional.empty()
                    : Optional.of(after.get().since(before.get(), Long.parseLong(weather.get(1)),
                            Double.parseDouble(weather.get(2)), Double.parseDouble(weather.get(3))));
            return new Outcome(figures(met), notes, Optional.empty(), met);
        }
    }

    private int read(Optional<Counters.Counting> counting, Scratch scratch) throws IOException {
        List<String> arguments = new ArrayList<>(List.of(experiment.name(),
                counting.map(c -> c.control().toString()).orElse(LabProcess.NO_COUNTERS),
                counting.map(c -> c.answer().toString()).orElse(LabProcess.NO_COUNTERS)));
        arguments.addAll(trial.arguments());
        List<String> flags = new ArrayList<>(scratch.flags());
        flags.addAll(trial.flags());
        try (ChildJvm child = ChildJvm.start(counting.map(Counters.Counting::before).orElse(List.of()), flags,
                LabProcess.class, arguments)) {
            jvm = child;
            if (ended) {
                child.end();
            }
            return child.read(this::hear, LIMIT);
        }
    }

    private void hear(String line) {
        List<String> fields = Lines.fields(line);
        switch (fields.isEmpty() ? "" : fields.getFirst()) {
            case Lines.SAMPLE -> samples.computeIfAbsent(fields.get(1), _ -> new LinkedHashMap<>())
                    .computeIfAbsent(new Measure(fields.get(2), fields.get(3), Measure.Better.valueOf(fields.get(4))),
                            _ -> new ArrayList<>()).add(Double.parseDouble(fields.get(5)));
            case Lines.NOTE -> notes.add(fields.get(1));
            // Of each run: perf adds up all of them, too.
            case Lines.COUNTED -> counted.merge(fields.get(1), Long.parseLong(fields.get(2)), Long::sum);
            case Lines.THREADS -> threads.put(fields.get(1), Integer.parseInt(fields.get(2)));
            case Lines.COLLECTOR -> takeCollector(fields.get(1));
            case Lines.WEATHER -> weather = fields;
            case Lines.FAILED -> failure = fields.get(1);
            case Lines.DONE -> done = true;
            default -> said = said.isEmpty() || !said.contains("Exception") && line.contains("Exception") ? line.strip() : said;
        }
    }

    private void takeCollector(String collector) {
        if (trial.flags().stream().noneMatch(flag -> flag.matches("-XX:\\+Use\\w+GC"))) {
            notes.add("collector of JVMs that were told none: " + collector);
        }
    }

    /// `perf` counts what the JVM did while it was switched on: it can be told of one subject only.
    private void takeCounts(Map<String, Counters.Count> counts) {
        String subject = counted.keySet().iterator().next();
        long operations = counted.get(subject);
        counters.available().stream().filter(event -> !counts.containsKey(event)).forEach(event ->
                notes.add("%s: %s not available (perf tells none; maybe it got no turn on the processor's counters)"
                        .formatted(subject, event)));
        counts.forEach((event, count) -> {
            samples.computeIfAbsent(subject, _ -> new LinkedHashMap<>()).put(Measure.plain(event, "each"),
                    List.of(count.value() / operations));
            if (count.percent() < LEAST_PERCENT) {
                notes.add("%s: %s was counted in %.0f %% of the time".formatted(subject, event, count.percent()));
            }
        });
        if (counts.values().stream().anyMatch(Counters.Count::userOnly)) {
            // Without the subject: it is the same for all, and told once.
            notes.add("counters: in user mode only, without what the kernel did (" + Counters.permission() + ")");
        }
    }

    private List<Figure> figures(Optional<Weather> met) {
        boolean noisy = met.isPresent() && !met.get().complaints().isEmpty();
        Findings findings = new Findings();
        samples.forEach((subject, measures) -> measures.forEach((measure, values) -> findings.add(new Figure(subject,
                measure, List.of(values), noisy, threads.getOrDefault(subject, trial.threads()) > machine.cores()))));
        return findings.all();
    }

    /// Ends the JVM.
    void end() {
        ended = true;
        ChildJvm child = jvm;
        if (child != null) {
            child.end();
        }
    }
}
