// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.ashlar.lab.report.HtmlReport;
import dev.ashlar.lab.report.JsonReport;
import dev.ashlar.lab.report.ShortReport;
import dev.ashlar.lab.report.TextReport;
import dev.ashlar.measure.MeasurementPlan;
import dev.ashlar.measure.Recorder;
import dev.ashlar.measure.Scale;
import dev.ashlar.measure.Trial;
import dev.ashlar.measure.TrialRun;
import dev.ashlar.measure.TrialRunner.Measured;
import dev.ashlar.measure.figures.Chart;
import dev.ashlar.measure.figures.Figure;
import dev.ashlar.measure.figures.Figures;
import dev.ashlar.measure.figures.Measure;
import dev.ashlar.measure.figures.Ratio;
import dev.ashlar.measure.host.Counters;
import dev.ashlar.measure.host.Disturbance;
import dev.ashlar.measure.host.Machine;
import dev.ashlar.testkit.TestFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LabTest {
    private static final Experiment ACCESS = Experiments.named("access");

    @TempDir
    private Path folder;

    /// An experiment whose first trial is another.
    private static final class Changed extends Experiment {
        private final Experiment other;
        private final UnaryOperator<Trial> change;

        Changed(Experiment other, UnaryOperator<Trial> change) {
            super(other.name(), other.question(), other.source());
            this.other = other;
            this.change = change;
        }

        @Override
        public MeasurementPlan plan(Scale scale, Machine machine) {
            return new MeasurementPlan(List.of(change.apply(other.plan(scale, machine).trials().getFirst())),
                    List.of());
        }

        @Override
        public void measure(Trial trial, Recorder recorder) {
            throw new AssertionError("not in this JVM");
        }

        @Override
        public List<Ratio> ratios() {
            return other.ratios();
        }

        @Override
        public String verdict(Figures figures) {
            return other.verdict(figures);
        }

        @Override
        public List<Chart> charts(Figures figures) {
            return other.charts(figures);
        }
    }

    private static LabReport run(Counters counters, UnaryOperator<Trial> change) throws IOException {
        return new Lab(Scale.TINY, Machine.here(), counters, _ -> { }).run(List.of(new Changed(ACCESS, change)));
    }

    @Test
    void shouldReportAJvmThatDoesNotStart() throws IOException {
        ExperimentResult result = run(Counters.NONE, trial -> trial.withFlags("-XX:+UseNoSuchGC")).results().getFirst();
        assertTrue(result.failures().getFirst().contains("UseNoSuchGC"), result.failures()::toString);
        assertTrue(result.figures().all().isEmpty());
        assertTrue(result.verdict().startsWith("From a part of the figures: "), result::verdict);
    }

    @Test
    void shouldReportWhatATrialThrows() throws IOException {
        ExperimentResult result = run(Counters.NONE, trial -> trial.with("walk", "SIDEWAYS")).results().getFirst();
        assertTrue(result.failures().getFirst().contains("SIDEWAYS"), result.failures()::toString);
        result = run(Counters.NONE, trial -> trial.with("bytes", 1L << 62)).results().getFirst();
        assertEquals(1, result.failures().size());
    }

    private static ExperimentResult result(Figures figures) {
        return new ExperimentResult(ACCESS, new MeasurementPlan(List.of(), List.of()), new Measured(figures, List.of(),
                List.of(), Optional.of(new Disturbance(0, 1.5, 0, 0)), true, 1));
    }

    /// Whoever reads a verdict alone has to know which of its figures are in doubt; those of other trials are not.
    @Test
    void shouldMarkWhatIsInDoubtInVerdictsAndRatios() {
        Measure time = Measure.less("time", "ns/access");
        Made quiet = new Made().figure("linear", time, 2, 2).figure("random in page", time, 10, 10);
        quiet.figures().add(new Figure("linear, huge pages", time, List.of(List.of(2.0)), true, true));
        ExperimentResult result = result(quiet.figure("random in heap", time, 19.5, 20.5).figure("chase", time, 90)
                .figures());
        assertTrue(result.verdict().contains("A random walk in pages takes 5.00× (published"),
                result::verdict);
        assertFalse(result.verdict().contains("~") || result.verdict().contains("*"), result::verdict);
        assertTrue(TextReport.result(result).contains("! NOISY: 1.5 cores busy with other programs"));
        // Values that differ too much, next to one that others disturbed while it had too few cores.
        Made noisy = new Made().figure("linear", time, 2, 2).figure("random in page", time, 10, 20)
                .figure("random in heap", time, 20, 20);
        noisy.figures().add(new Figure("chase", time, List.of(List.of(90.0)), true, true));
        ExperimentResult doubtful = result(noisy.figures());
        assertTrue(doubtful.verdict().contains("A random walk in pages takes 7.50× ~ (published 3.67×) the time of a linear "
                + "walk, one over all memory 10.0× (published"), doubtful::verdict);
        assertTrue(doubtful.verdict().endsWith(" the load before takes 90.0 ns/access ~ *, with huge pages not measured. "
                + "(~ marks noisy figures.) (* marks figures with more threads than cores.)"),
                doubtful::verdict);
        LabReport report = new LabReport(Scale.QUICK, Map.of(), Map.of(), List.of(doubtful), true);
        for (String text : List.of(TextReport.of(report), ShortReport.of(report),
                HtmlReport.of(report, Optional.empty()).replaceAll("</?td>", "  "))) {
            assertTrue(text.contains(" 7.50 [5..10] ~ ") && text.contains(" 10 "), text);
            // Before all details.
            assertTrue(text.indexOf("7.50× ~") < text.indexOf("7.50 [5..10] ~") && text.contains("3.67×"), text);
        }
        assertTrue(JsonReport.of(report).contains(
                "\"noisy\": true, \"moreThreadsThanCores\": false, \"published\": 3.6"), JsonReport.of(report));
    }

    @Test
    void shouldMarkMoreThreadsThanCores() throws IOException {
        int threads = Runtime.getRuntime().availableProcessors() + 1;
        LabReport report = run(Counters.NONE, trial -> trial.withThreads(threads));
        assertTrue(report.results().getFirst().figures().all().stream().allMatch(Figure::crowded));
        assertTrue(JsonReport.of(report).contains("\"moreThreadsThanCores\": true"));
        assertFalse(run(Counters.NONE, trial -> trial).results().getFirst().figures().all().stream()
                .anyMatch(Figure::crowded));
    }

    /// What a processor counts is missing on many machines; what the system counts, `perf` tells in the same way.
    @Test
    void shouldCountEventsWhileItMeasures() throws IOException {
        Counters counters = Counters.probe("perf", List.of("page-faults", "no-such-event"));
        assumeTrue(counters.available().equals(List.of("page-faults")), counters::toString);
        String touched = "file in a pool, pages touched";
        int pages = 8_192;
        Experiment disk = new Changed(Experiments.named("disk"), trial -> Trial.of(touched).with("blocks", pages)
                .with("runs", 3).withFlags(trial.flags()));
        ExperimentResult result = new Lab(Scale.TINY, Machine.here(), counters, _ -> { }).run(List.of(disk)).results()
                .getFirst();
        assertEquals(List.of(), result.failures());
        Figures figures = result.figures();
        double ofRun = figures.figure(touched, Recorder.MINOR_FAULTS).orElseThrow().forks().getFirst().stream()
                .mapToDouble(Double::doubleValue).average().orElseThrow();
        double ofPage = figures.median(touched, Measure.plain("page-faults", "each")).orElseThrow();
        // The same work, counted by two: a run's faults are its pages times those of a page. Some file systems give
        // several pages at a fault.
        assertEquals(ofRun, ofPage * pages, 0.2 * ofRun + 100, figures.all()::toString);
        assertTrue(ofRun >= pages / 64.0 && ofRun < pages * 1.1 + 100, figures.all()::toString);
    }

    /// Pages that were asked for are there when they are counted.
    @Test
    void shouldCountWhatIsTimedAlone() throws IOException {
        int pages = 8_192;
        Experiment disk = new Changed(Experiments.named("disk"), _ -> Trial.of("file in a pool, pages asked for before")
                .with("blocks", pages).with("runs", 3).withFlags("-Xmx64m", "-XX:+UseSerialGC"));
        Figures figures = new Lab(Scale.TINY, Machine.here(), Counters.NONE, _ -> { }).run(List.of(disk)).results()
                .getFirst().figures();
        Optional<Double> faults = figures.median("file in a pool, pages asked for before", Recorder.MINOR_FAULTS);
        assumeTrue(faults.isPresent(), "the system does not take the advice, or does not tell of faults");
        assertTrue(faults.get() < pages / 64.0, figures.all()::toString);
        // The faults are paid for when they are asked for.
        assertTrue(figures.median("file in a pool, pages asked for before", Measure.less("asking for pages", "ns/page"))
                .orElseThrow() > 0, figures.all()::toString);
    }

    /// As `perf` names events for a user who may not look into the kernel.
    @Test
    void shouldCountForUsersWhoMayNotLookIntoTheKernel(@TempDir Path folder) throws IOException {
        Counters counters = Counters.probe("perf", List.of("page-faults"));
        assumeTrue(counters.missing().isEmpty(), counters::toString);
        Path perf = program(folder, "exec perf \"${@/page-faults/page-faults:u}\"");
        Measured outcome = new TrialRun(LabProcess.class, ACCESS.name(),
                ACCESS.plan(Scale.TINY, Machine.here()).trials().getFirst(), Machine.here(),
                counters).run(perf.toString());
        assertEquals(List.of("page faults", "of these read", "page-faults"), outcome.figures().all().stream()
                .map(figure -> figure.measure().name()).filter(name -> !name.equals("time")).toList());
        assertTrue(outcome.notes().stream().anyMatch(note -> note.startsWith("counters: in user mode only")),
                outcome.notes()::toString);
        assertTrue(outcome.notes().stream().noneMatch(note -> note.contains("not available")), outcome.notes()::toString);
    }

    private static Path program(Path folder, String script) throws IOException {
        Path program = Files.writeString(folder.resolve("program"), "#!/bin/bash\n" + script + "\n");
        assertTrue(program.toFile().setExecutable(true));
        return program;
    }

    /// `perf` has pipes that switch it on and off since 5.10; before, it only ran.
    @Test
    void shouldSayThatPerfIsTooOldToBeSwitched(@TempDir Path folder) throws IOException {
        Path perf = program(folder, """
                case "$*" in *--control*) echo "Error: unknown option \\`control'"; exit 129;; esac
                echo "47;;page-faults;1;100.00;;"
                """);
        assertEquals(new Counters(List.of(), Map.of("page-faults",
                "perf cannot switch counting on and off: Error: unknown option `control'")),
                Counters.probe(perf.toString(), List.of("page-faults")));
    }

    @Test
    void shouldSayWhyEventsAreNotCounted() {
        Counters counters = Counters.probe("/no/such/perf", List.of("cycles", "instructions"));
        assertEquals(List.of(), counters.available());
        assertEquals("the program perf is not installed", counters.missing().get("cycles"));
        LabReport report = new LabReport(Scale.TINY, Map.of(), counters.missing(), List.of(), true);
        assertTrue(TextReport.of(report).contains(
                "cycles, instructions not available (the program perf is not installed)"), TextReport.of(report));
    }

    /// Nor does a file or a process stay of a JVM that ends in the middle, by the lab or by others.
    @ParameterizedTest
    @CsvSource({"disk, true", "disk, false", "queue, true", "queue, false"})
    void shouldLeaveNothingOfAJvmThatIsKilled(String name, boolean byLab) throws Exception {
        assumeTrue(Files.exists(Path.of("/proc/self/cmdline")));
        Machine here = Machine.here();
        Machine machine = new Machine(here.cores(), here.memoryBytes(), here.cacheBytes(), here.diskBytes(), folder,
                here.fileSystem(), here.collectors());
        Experiment endless = new Changed(Experiments.named(name), trial -> name.equals("disk")
                ? trial.with("runs", 1_000_000) : Made.trial(Experiments.named("queue").plan(Scale.TINY, machine),
                "round trip between processes").with("count", 10_000_000).withFlags("-Xmx512m"));
        Lab lab = new Lab(Scale.TINY, machine, Counters.NONE, _ -> { });
        AtomicReference<LabReport> report = new AtomicReference<>();
        Thread running = Thread.ofPlatform().start(() -> {
            try {
                report.set(lab.run(List.of(endless)));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
        List<ProcessHandle> processes;
        List<Path> places;
        try {
            // Asked in one go: a JVM that was seen may have ended when it is asked again.
            Map.Entry<ProcessHandle, List<Path>> atWork = await(() -> {
                assertTrue(running.isAlive(), () -> "the lab has ended: " + report.get());
                return ProcessHandle.current().children().map(process -> Map.entry(process, places(process)))
                        .filter(found -> found.getValue().stream().anyMatch(place -> place.startsWith(folder))
                                && found.getValue().stream().anyMatch(LabTest::holdsFiles)).findFirst();
            });
            ProcessHandle child = atWork.getKey();
            places = atWork.getValue();
            if (name.equals("queue")) {
                // The other end is at work when it has the rings in its memory.
                await(() -> child.children().filter(other -> read(other, "maps").contains("/rings")).findFirst());
            }
            processes = Stream.concat(Stream.of(child), child.descendants()).toList();
            if (byLab) {
                lab.stop();
            } else {
                child.destroyForcibly();
            }
            running.join();
        } finally {
            lab.stop();
            running.join();
        }
        assertEquals(byLab, !report.get().complete());
        assertEquals(byLab ? 0 : 1, report.get().results().getFirst().failures().size());
        assertEquals(List.of(), TestFiles.names(folder));
        assertEquals(List.of(), places.stream().filter(Files::exists).toList());
        await(() -> processes.stream().noneMatch(ProcessHandle::isAlive) ? Optional.of(true) : Optional.empty());
    }

    /// The folders that a measuring JVM was told of.
    private static List<Path> places(ProcessHandle child) {
        return Arrays.stream(read(child, "cmdline").split("\0"))
                .filter(word -> word.startsWith("-Djava.io.tmpdir=") || word.startsWith("-Dashlar.lab.memory="))
                .map(word -> Path.of(word.substring(word.indexOf('=') + 1))).toList();
    }

    /// What Linux tells of a process; nothing if it has ended.
    private static String read(ProcessHandle process, String file) {
        try {
            return Files.readString(Path.of("/proc/" + process.pid() + "/" + file));
        } catch (IOException e) {
            return "";
        }
    }

    private static boolean holdsFiles(Path place) {
        try (Stream<Path> all = Files.walk(place)) {
            return all.anyMatch(Files::isRegularFile);
        } catch (IOException | UncheckedIOException e) {
            // It changes while it is walked.
            return false;
        }
    }

    private static <T> T await(Supplier<Optional<T>> what) throws InterruptedException {
        for (int i = 0; i < 60_000; i++) {
            Optional<T> found = what.get();
            if (found.isPresent()) {
                return found.get();
            }
            Thread.sleep(10);
        }
        throw new AssertionError("not within ten minutes");
    }

    /// Whether a process is past the helper that the JDK starts programs with.
    private static boolean runsJava(ProcessHandle process) {
        return process.info().command().filter(command -> command.endsWith("java")).isPresent();
    }

    /// As Ctrl-C does it, which reaches the measuring JVM, too, and maybe first.
    @Test
    void shouldNotCallItAFailureThatTheMeasuringJvmEndsFirst() throws Exception {
        LabReport report;
        AtomicLong betweenNs = new AtomicLong();
        // The lab waits half a second to be stopped. On a busy machine that may come later; then once more.
        do {
            report = runWhoseJvmEndsFirst(betweenNs);
        } while (betweenNs.get() >= 500_000_000
                && (report.complete() || !report.results().getFirst().failures().isEmpty()));
        assertFalse(report.complete());
        assertEquals(List.of(), report.results().getFirst().failures());
    }

    /// @param betweenNs gets at most how much later than the measuring JVM the lab was ended
    private static LabReport runWhoseJvmEndsFirst(AtomicLong betweenNs) throws Exception {
        Lab[] lab = new Lab[1];
        Thread ending = Thread.ofVirtual().unstarted(() -> {
            ProcessHandle measuring = assertDoesNotThrow(
                    () -> await(() -> ProcessHandle.current().children().filter(LabTest::runsJava).findFirst()));
            long start = System.nanoTime();
            measuring.destroyForcibly();
            measuring.onExit().join();
            lab[0].stop();
            betweenNs.set(System.nanoTime() - start);
        });
        lab[0] = new Lab(Scale.TINY, Machine.here(), Counters.NONE, _ -> {
            // With the first JVM.
            if (ending.getState() == Thread.State.NEW) {
                ending.start();
            }
        });
        LabReport report = lab[0].run(List.of(ACCESS));
        ending.join();
        return report;
    }

    @Test
    void shouldReportAPartWhenStopped() throws Exception {
        Lab[] lab = new Lab[1];
        lab[0] = new Lab(Scale.TINY, Machine.here(), Counters.NONE, line -> {
            if (line.endsWith("random in heap")) {
                Thread.ofVirtual().start(() -> lab[0].stop());
            }
        });
        List<LabReport> parts = new ArrayList<>();
        LabReport report = lab[0].run(List.of(Experiments.named("dispatch"), ACCESS, Experiments.named("disk")),
                parts::add);
        assertEquals(List.of(1, 2), parts.stream().map(part -> part.results().size()).toList());
        assertTrue(parts.stream().noneMatch(LabReport::complete));
        assertTrue(parts.getFirst().results().getFirst().complete());
        assertFalse(report.complete());
        ExperimentResult result = report.results().getLast();
        assertEquals(2, report.results().size());
        assertFalse(result.complete());
        assertEquals(List.of(), result.failures());
        assertEquals(Optional.empty(), result.figures().range("chase",
                Measure.less("time", "ns/access")));
        assertTrue(TextReport.of(report).contains("\nINTERRUPTED: this is a part"), TextReport.of(report));
        assertTrue(JsonReport.of(report).contains("\"complete\": false"));
    }
}
