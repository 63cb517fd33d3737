// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.measure;

import dev.ashlar.measure.TrialRunner.Measured;
import dev.ashlar.measure.figures.Figure;
import dev.ashlar.measure.figures.Figures;
import dev.ashlar.measure.figures.Measure;
import dev.ashlar.measure.host.ChildJvm;
import dev.ashlar.measure.host.Counters;
import dev.ashlar.measure.host.Disturbance;
import dev.ashlar.measure.host.Disturbance.Ticks;
import dev.ashlar.measure.host.Machine;
import dev.ashlar.measure.host.Scratch;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// One JVM that measures one trial, and what it reports.
///
/// **Threading**: [#run] in one thread; [#end()] in any.
public final class TrialRun {
    private static final Duration LIMIT = Duration.ofMinutes(30);
    private static final double LEAST_PERCENT = 99.9;

    private final Class<?> main;
    private final String workload;
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
    private List<String> disturbance = List.of();
    private volatile boolean ended;
    private volatile ChildJvm jvm;

    /// @param main     main class of the JVM; it calls [MeasuringJvm#run]
    /// @param workload name by which the JVM finds the workload
    public TrialRun(Class<?> main, String workload, Trial trial, Machine machine, Counters counters) {
        this.main = main;
        this.workload = workload;
        this.trial = trial;
        this.machine = machine;
        this.counters = counters;
    }

    /// Measures in the current JVM, whatever its flags; for tests.
    public static Figures here(Workload workload, Trial trial) throws Exception {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        MeasuringJvm.measure(workload, trial, new Lines(new PrintStream(out, true, StandardCharsets.UTF_8)),
                Optional.empty());
        TrialRun run = new TrialRun(TrialRun.class, "", trial, Machine.basics(), Counters.NONE);
        out.toString(StandardCharsets.UTF_8).lines().forEach(run::hear);
        return run.figures(Optional.empty());
    }

    /// Measures the trial. If it fails, there are no figures.
    ///
    /// @throws IOException if the JVM cannot be started or read
    public Measured run(String perf) throws IOException {
        try (Scratch scratch = Scratch.in(machine.folder())) {
            Optional<Counters.Counting> counting = counters.available().isEmpty() ? Optional.empty()
                    : Optional.of(counters.counting(perf, scratch.disk()));
            Optional<Ticks> before = Ticks.now();
            int exit = read(counting, scratch);
            Optional<Ticks> after = Ticks.now();
            if (exit != 0 || !done) {
                return new Measured(new Figures(), List.of(), List.of(trial.name() + ": " + (!failure.isEmpty() ? failure
                        : "its JVM ended with " + exit + (said.isEmpty() ? "" : ": " + said))), Optional.empty(), true, 0);
            }
            if (counting.isPresent() && counted.size() == 1) {
                takeCounts(counting.get().counts());
            }
            Optional<Disturbance> met = before.isEmpty() || after.isEmpty() || disturbance.isEmpty() ? Optional.empty()
                    : Optional.of(after.get().since(before.get(), Long.parseLong(disturbance.get(1)),
                            Double.parseDouble(disturbance.get(2)), Double.parseDouble(disturbance.get(3))));
            return new Measured(figures(met), notes, List.of(), met, true, 0);
        }
    }

    private int read(Optional<Counters.Counting> counting, Scratch scratch) throws IOException {
        List<String> arguments = new ArrayList<>(List.of(workload,
                counting.map(c -> c.control().toString()).orElse(MeasuringJvm.NO_COUNTERS),
                counting.map(c -> c.answer().toString()).orElse(MeasuringJvm.NO_COUNTERS)));
        arguments.addAll(trial.arguments());
        List<String> flags = new ArrayList<>(scratch.flags());
        flags.addAll(trial.flags());
        try (ChildJvm child = ChildJvm.start(counting.map(Counters.Counting::before).orElse(List.of()), flags,
                main, arguments)) {
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
            // The operations of all runs: perf adds up the counts of all of them, too.
            case Lines.COUNTED -> counted.merge(fields.get(1), Long.parseLong(fields.get(2)), Long::sum);
            case Lines.THREADS -> threads.put(fields.get(1), Integer.parseInt(fields.get(2)));
            case Lines.COLLECTOR -> takeCollector(fields.get(1));
            case Lines.DISTURBANCE -> disturbance = fields;
            case Lines.FAILED -> failure = fields.get(1);
            case Lines.DONE -> done = true;
            // JVMs say first which options they take from the environment.
            default -> said = line.matches("(NOTE: )?Picked up .*") || !said.isEmpty() && (said.contains("Exception")
                    || !line.contains("Exception")) ? said : line.strip();
        }
    }

    private void takeCollector(String collector) {
        if (trial.flags().stream().noneMatch(flag -> flag.matches("-XX:\\+Use\\w+GC"))) {
            notes.add("default collector: " + collector);
        }
    }

    /// `perf` counts the events of the JVM while counting is on, so a trial can have counts for only one subject.
    private void takeCounts(Map<String, Counters.Count> counts) {
        String subject = counted.keySet().iterator().next();
        long operations = counted.get(subject);
        counters.available().stream().filter(event -> !counts.containsKey(event)).forEach(event ->
                notes.add("%s: %s not available (perf has no count; maybe it got no turn on the processor's counters)"
                        .formatted(subject, event)));
        counts.forEach((event, count) -> {
            samples.computeIfAbsent(subject, _ -> new LinkedHashMap<>()).put(Measure.plain(event, "each"),
                    List.of(count.value() / operations));
            if (count.percent() < LEAST_PERCENT) {
                notes.add(String.format(Locale.ROOT, "%s: %s was counted during %.0f %% of the time", subject, event,
                        count.percent()));
            }
        });
        if (counts.values().stream().anyMatch(Counters.Count::userOnly)) {
            // Without the subject: the note is the same for all, and reported once.
            notes.add("counters: in user mode only, without what the kernel did (" + Counters.permission() + ")");
        }
    }

    private Figures figures(Optional<Disturbance> met) {
        boolean noisy = met.isPresent() && !met.get().complaints().isEmpty();
        Figures figures = new Figures();
        samples.forEach((subject, measures) -> measures.forEach((measure, values) -> figures.add(new Figure(subject,
                measure, List.of(values), noisy, threads.getOrDefault(subject, trial.threads()) > machine.cores()))));
        return figures;
    }

    public void end() {
        ended = true;
        ChildJvm child = jvm;
        if (child != null) {
            child.end();
        }
    }
}
