// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.load;

import dev.ashlar.bench.Finding;
import dev.ashlar.bench.Programs;
import dev.ashlar.bench.TrialSuite;
import dev.ashlar.measure.MeasurementPlan;
import dev.ashlar.measure.Recorder;
import dev.ashlar.measure.Threads;
import dev.ashlar.measure.Trial;
import dev.ashlar.measure.figures.Figures;
import dev.ashlar.measure.figures.Measure;
import dev.ashlar.measure.host.Scratch;
import dev.ashlar.measure.host.TemporaryFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;

/// What does each step of loading a capture cost, compared with a copy of the file and with tshark?
///
/// If one step took most of the time, that step should be optimised, or moved to its own thread.
public final class LoadSuite extends TrialSuite {
    static final Measure RATE = Measure.more("of the capture", "MB/s");
    static final Measure MESSAGES = Measure.more("messages a second", "");
    static final Measure CPU = Measure.less("CPU time of the process", "ms");
    static final Measure COUNT = Measure.plain("messages", "");
    private static final int WARM_PASSES = 2;
    private static final int PASSES = 3;
    private static final double BYTES_PER_MB = 1e6;
    private static final String COPY = "cp, and sync";
    private static final String TSHARK = "tshark -r, fields of UDP";

    public LoadSuite() {
        super("load", "a capture into a store, step by step, next to cp and tshark", 3);
    }

    @Override
    protected MeasurementPlan plan(boolean quick, OptionalLong rows) {
        long bytes = rows.orElse(quick ? 16_000_000 : 128_000_000);
        return new MeasurementPlan(List.of(trial(bytes)), List.of("%,d bytes of %s, two lines.".formatted(bytes,
                LoadInput.origin())));
    }

    static Trial trial(long bytes) {
        return Trial.of("load").with("bytes", bytes).withFlags("-Xms512m", "-Xmx512m", "-XX:+UseSerialGC");
    }

    static String subject(LoadStep step, boolean compressed) {
        return step.label + (compressed ? ", gzip" : "") + ": Ashlar";
    }

    private static String peer(String program, boolean compressed) {
        return program + (compressed ? ", gzip" : "");
    }

    /// Runs all steps in turn, so that a disturbance affects all of them.
    @Override
    public void measure(Trial trial, Recorder recorder) throws IOException {
        try (TemporaryFolder folder = new TemporaryFolder("ashlar-load")) {
            LoadInput input = LoadInput.write(folder.path(), Long.parseLong(trial.parameters().get("bytes")));
            for (int pass = 0; pass < WARM_PASSES + PASSES; pass++) {
                for (LoadStep step : LoadStep.values()) {
                    measure(step, input, false, folder.path(), pass, recorder);
                    measure(step, input, true, folder.path(), pass, recorder);
                }
            }
            for (boolean compressed : new boolean[] {false, true}) {
                Path file = compressed ? input.compressed() : input.capture();
                Path copy = folder.resolve("copy");
                measure(COPY, input, compressed, List.of("sh", "-c", "cp '" + file + "' '" + copy + "' && sync '" + copy
                        + "'"), recorder);
                if (Programs.isFound("tshark")) {
                    measure(TSHARK, input, compressed, List.of("sh", "-c", "tshark -n -r '" + file
                            + "' -T fields -e udp.dstport > /dev/null 2>&1"), recorder);
                }
            }
        }
    }

    private static void measure(LoadStep step, LoadInput input, boolean compressed, Path folder, int pass,
            Recorder recorder) throws IOException {
        Path store = folder.resolve("store");
        long cpu = Threads.processCpuNs();
        long start = System.nanoTime();
        long messages = step.run(compressed ? input.compressed() : input.capture(), input.schema(), store);
        long ns = System.nanoTime() - start;
        cpu = Threads.processCpuNs() - cpu;
        String subject = subject(step, compressed);
        if (pass == 0) {
            recorder.sample(subject, COUNT, messages);
        }
        if (pass >= WARM_PASSES) {
            recorder.sample(subject, RATE, Files.size(input.capture()) / BYTES_PER_MB * NS_PER_S / ns);
            recorder.sample(subject, CPU, cpu / NS_PER_MS);
            if (messages > 0) {
                recorder.sample(subject, MESSAGES, messages * NS_PER_S / ns);
            }
        }
        if (Files.exists(store)) {
            Scratch.delete(store);
        }
    }

    private static void measure(String program, LoadInput input, boolean compressed, List<String> command,
            Recorder recorder) throws IOException {
        long start = System.nanoTime();
        Programs.run(command);
        recorder.sample(peer(program, compressed), RATE, Files.size(input.capture()) / BYTES_PER_MB * NS_PER_S
                / (System.nanoTime() - start));
    }

    @Override
    protected List<Finding> findings(Figures figures) {
        List<Finding> findings = new ArrayList<>();
        for (boolean compressed : new boolean[] {false, true}) {
            String what = compressed ? "gzip: " : "";
            requireSame(figures, COUNT, subject -> isArbitrated(subject, compressed));
            for (LoadStep step : LoadStep.values()) {
                findings.add(Finding.alone(what + step.label, figures, RATE, subject(step, compressed)));
            }
            String load = subject(LoadStep.ROWS, compressed);
            for (String program : List.of(COPY, TSHARK)) {
                findings.add(Finding.against(what + LoadStep.ROWS.label, program, figures, RATE, load,
                        peer(program, compressed)));
            }
        }
        return findings;
    }

    private static boolean isArbitrated(String subject, boolean compressed) {
        return Arrays.stream(LoadStep.values()).anyMatch(step -> step.isArbitrated()
                && subject.equals(subject(step, compressed)));
    }

    @Override
    protected String legend() {
        return """
                Each step does all before it, too. All steps ran in turn in one JVM, plain and
                compressed, three passes after two to warm up; MB are those of the capture before
                compression. A journal without rows has a schema that no message is of. A
                compressed file is decompressed on a thread of its own. cp and tshark ran once for
                each JVM, from the page cache. With the environment variable
                ASHLAR_CORPUS a real capture is repeated.
                """;
    }
}
