// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.measure.Scale;
import dev.ashlar.measure.figures.Figures;
import dev.ashlar.measure.figures.Measure;
import dev.ashlar.measure.report.FigureSamples;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The command over suites that need no time.
class BenchTest {
    @TempDir
    Path folder;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    /// @param failure instead of a result; null for none
    private record Made(String name, double ratio, String failure) implements Suite {
        @Override
        public String description() {
            return "made up";
        }

        @Override
        public Report run(Effort effort, Consumer<String> progress) throws IOException {
            if (failure != null) {
                throw new IOException(failure);
            }
            Measure time = Measure.less("time", "ns");
            Figures figures = new Figures().with("ours", time, 10).with("peer", time, 10 * ratio);
            return new Report(List.of(Finding.against("work | more", "peer", figures, time, "ours",
                    "peer").withTarget(Target.atLeast(2)).asHeadline(true)),
                    "| a | b |\n|---|--:|\n| 1 | <2> |\n\nIn detail.\n\n", FigureSamples.of(figures),
                    Map.of(name + ".svg", "<svg viewBox=\"0 0 1 1\"></svg>\n"));
        }
    }

    private int run(List<? extends Suite> suites, String... args) {
        return Main.run(args, suites, new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8));
    }

    private String file(String name) throws IOException {
        return Files.readString(folder.resolve(name));
    }

    @Test
    void shouldGoOnAfterASuiteThatFails() throws IOException {
        List<Made> suites = List.of(new Made("first", 3, null), new Made("second", 1, "no memory for a peer\nat X"),
                new Made("third", 1, null));
        assertEquals(1, run(suites, "--quick", "--report", folder.resolve("page.md").toString(), "--json",
                folder.resolve("run.json").toString(), "--plots", folder.toString()));
        String page = file("page.md");
        assertTrue(page.contains("Targets: 1 met, 1 missed, 0 open"), page);
        assertTrue(page.contains("failed: no memory for a peer |") && !page.contains("at X"), page);
        assertTrue(page.contains("**Failed, so that their targets are not counted: second.**"), page);
        assertTrue(page.contains("work \\| more"), page);
        assertTrue(page.contains("\n## third\n\n| a | b |"), page);
        assertTrue(page.contains("; commit ") && page.contains("; quick.\n"), page);
        assertTrue(out.toString(StandardCharsets.UTF_8).contains("Targets: 1 met, 1 missed, 0 open"), out::toString);
        assertEquals("suite 1 of 3: first (0 s)", err.toString(StandardCharsets.UTF_8).lines().findFirst().orElse(""));
        assertTrue(file("first.svg").startsWith("<svg"));
    }

    @Test
    void shouldHaveAtMostTheRoundsThatWereAskedFor() throws IOException {
        List<Integer> rounds = new ArrayList<>();
        Suite suite = new Suite() {
            @Override
            public String name() {
                return "counted";
            }

            @Override
            public String description() {
                return "";
            }

            @Override
            public Report run(Effort effort, Consumer<String> progress) {
                rounds.add(effort.rounds(5));
                rounds.add(effort.rounds(1));
                return new Report(List.of(), "", List.of(), Map.of());
            }
        };
        assertEquals(0, run(List.of(suite), "--rounds", "2", "--report", folder.resolve("page.md").toString()));
        assertEquals(0, run(List.of(suite)));
        assertEquals(List.of(2, 1, 5, 1), rounds);
        assertTrue(file("page.md").contains("; full, rounds=2.\n"), file("page.md"));
        assertFalse(file("page.md").contains("a look rather than a figure"), file("page.md"));
    }

    @Test
    void shouldWriteAPageThatNeedsNothingElse() throws Exception {
        assertEquals(0, run(List.of(new Made("first", 3, null)), "--report", folder.resolve("page.html").toString()));
        String page = file("page.html");
        assertTrue(page.contains("<td>&lt;2&gt;</td>") && page.contains("<p>In detail.</p>"), page);
        assertTrue(page.contains("<td class=\"words\">work | more</td>") && page.contains("<svg viewBox"), page);
        assertTrue(page.contains("prefers-color-scheme: dark") && page.contains("@media print"), page);
        assertFalse(page.contains("<script") || page.contains("http"), page);
    }

    /// Whoever is ended in the middle of the second suite leaves what the first one found.
    @Test
    void shouldKeepWhatThereIsAfterEachSuite() throws IOException {
        Path json = folder.resolve("run.json");
        Path report = folder.resolve("page.md");
        Suite looking = new Suite() {
            @Override
            public String name() {
                return "second";
            }

            @Override
            public String description() {
                return "looks at what the first left";
            }

            @Override
            public Report run(Effort effort, Consumer<String> progress) throws IOException {
                assertTrue(Files.readString(json).contains("\"complete\": false"));
                String page = Files.readString(report);
                assertTrue(page.contains("A part of the page") && page.contains("Without figures: second."), page);
                assertTrue(page.contains("Targets: 1 met") && page.contains("| not run"), page);
                return new Made("second", 3, null).run(effort, progress);
            }
        };
        assertEquals(0, run(List.of(new Made("first", 3, null), looking), "--json", json.toString(), "--report",
                report.toString()), err::toString);
        assertTrue(file("run.json").contains("\"complete\": true"));
        assertFalse(file("page.md").contains("A part of the page"));
        assertFalse(Files.exists(folder.resolve("page.md.new")));
    }

    /// What fails after an interruption was interrupted, and what was to come is not begun.
    @Test
    void shouldStopWhereItIsInterrupted() {
        AtomicBoolean interrupted = new AtomicBoolean();
        Bench bench = new Bench(new Effort(Scale.QUICK, OptionalLong.empty(), OptionalInt.empty()), Map.of(),
                new SuiteProgress(new PrintStream(err), false, 3), interrupted::get);
        var run = bench.run(List.of(new Made("first", 3, null), new Made("second", 3, "its JVM was ended"),
                new Made("third", 3, null)), soFar -> interrupted.set(true));
        assertEquals(1, run.suites().size());
        assertFalse(run.isComplete());

        interrupted.set(false);
        Suite ended = new Suite() {
            @Override
            public String name() {
                return "ended";
            }

            @Override
            public String description() {
                return "";
            }

            @Override
            public Report run(Effort effort, Consumer<String> progress) throws IOException {
                interrupted.set(true);
                throw new IOException("its JVM was ended");
            }
        };
        run = bench.run(List.of(ended, new Made("third", 3, null)), soFar -> { });
        assertEquals("INTERRUPTED", run.suites().getFirst().outcome().name());
        assertEquals("", run.suites().getFirst().failure());
        assertFalse(run.isComplete() || run.isMeasured());
    }

    @Test
    void shouldMakeThePageFromEarlierFigures() throws IOException {
        String first = folder.resolve("first.json").toString();
        String second = folder.resolve("second.json").toString();
        run(List.of(new Made("first", 3, null), new Made("second", 3, null)), "--json", first);
        run(List.of(new Made("second", 1, null)), "--quick", "--json", second);
        Path readme = folder.resolve("README.md");
        Files.writeString(readme, "before\n<!-- figures: begin -->\nold\n<!-- figures: end -->\nafter\n");
        List<Made> known = List.of(new Made("first", 3, null), new Made("second", 3, null));
        assertEquals(0, run(known, "--from", first, second, "--report", folder.resolve("page.md").toString(), "--json",
                folder.resolve("small.json").toString(), "--paste", readme.toString()), err::toString);
        String page = file("page.md");
        assertTrue(page.contains("Targets: 1 met, 1 missed, 0 open"), page);
        assertTrue(page.contains("Put together from several runs") && page.contains("\nsecond: "), page);
        assertTrue(page.contains("## first"), page);
        String text = file("README.md");
        assertTrue(text.startsWith("before\n<!-- figures: begin -->\n**") && text.endsWith("<!-- figures: end -->\nafter\n"),
                text);
        assertTrue(text.contains("[second](second.md)") && !text.contains("old"), text);
        String small = file("small.json");
        assertTrue(small.contains("\"samples\": [ ]") && !small.contains("In detail"), small);
        // What was kept is as good as what it was made from.
        assertEquals(0, run(known, "--from", folder.resolve("small.json").toString(), "--paste", readme.toString()));
        assertEquals(text, file("README.md"));
    }

    @Test
    void shouldRefuseFilesThatItDidNotWrite() throws IOException {
        String json = folder.resolve("run.json").toString();
        List<Made> known = List.of(new Made("first", 3, null));
        run(known, "--json", json);
        String good = file("run.json");
        Files.writeString(folder.resolve("run.json"), good.replace("\"version\": 2", "\"version\": 7"));
        assertRefused(known, json, "a run of ashlar bench of another version: version=7, expected=2; measure again (" + json + ")");
        Files.writeString(folder.resolve("run.json"), "[]");
        assertRefused(known, json, "no run of ashlar bench: write one with --json (" + json + ")");
        Files.writeString(folder.resolve("run.json"), good.replace("\"noisy\": false", "\"noisy\": 1"));
        assertRefused(known, json, "no run of ashlar bench, or a damaged one: field=suites[0].findings[0].noisy (" + json + ")");
        Files.delete(folder.resolve("run.json"));
        assertRefused(known, json, "no such file: " + json);
        Files.writeString(folder.resolve("run.json"), good);
        Path readme = folder.resolve("README.md");
        Files.writeString(readme, "no marks\n");
        err.reset();
        assertEquals(3, run(known, "--from", json, "--paste", readme.toString()));
        assertTrue(err.toString(StandardCharsets.UTF_8).startsWith("ashlar bench: page has no marks"), err::toString);
        Files.writeString(readme, "<!-- figures: end -->\n<!-- figures: begin -->\n");
        err.reset();
        assertEquals(3, run(known, "--from", json, "--paste", readme.toString()));
        assertTrue(err.toString(StandardCharsets.UTF_8).startsWith("ashlar bench: no \"<!-- figures: end -->\" after"),
                err::toString);
    }

    private void assertRefused(List<Made> known, String json, String message) {
        err.reset();
        assertEquals(3, run(known, "--from", json));
        assertEquals("ashlar bench: " + message + "\n", err.toString(StandardCharsets.UTF_8));
    }
}
