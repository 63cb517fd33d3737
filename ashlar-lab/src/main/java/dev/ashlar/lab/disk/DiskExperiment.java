// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.disk;

import dev.ashlar.lab.Experiment;
import dev.ashlar.lab.Plan;
import dev.ashlar.lab.Recorder;
import dev.ashlar.lab.Scale;
import dev.ashlar.lab.Trial;
import dev.ashlar.lab.Words;
import dev.ashlar.lab.figures.Chart;
import dev.ashlar.lab.figures.Findings;
import dev.ashlar.lab.figures.Measure;
import dev.ashlar.lab.figures.Ratio;
import dev.ashlar.lab.host.Folders;
import dev.ashlar.lab.host.Machine;
import dev.ashlar.store.Durability;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// What does a promise about the disk cost, and what a page that is touched first?
///
/// No article has figures for it: it is what the store is built on. Were a sync as cheap as a write, there would be no
/// choice of durability; were first touches free, nobody would ask for pages before.
public final class DiskExperiment implements Experiment {
    private static final int FULL_BLOCKS = 65_536;
    private static final int QUICK_BLOCKS = 8_192;
    private static final int TINY_BLOCKS = 64;
    private static final int LEAST_BLOCKS = 64;
    /// A sync may take many milliseconds.
    private static final int SYNCED_PART = 32;
    private static final int WRITES_PER_BLOCK = 8;
    private static final double P99 = 0.99;
    private static final double NS_PER_US = 1e3;
    private static final String WAY = "way";
    private static final String DURABILITY = "durability";
    private static final String BLOCKS = "blocks";
    private static final String RUNS = "runs";
    static final Measure RATE = Measure.more("rate", "MB/s");
    static final Measure MEDIAN = Measure.less("median append", "µs");
    static final Measure SLOW = Measure.less("p99 append", "µs");
    static final Measure TOUCH = Measure.less("first touch", "ns/page");
    static final Measure WRITE = Measure.less("random write", "ns");
    static final String TOUCHED = "file in a pool, pages touched";
    static final String PREFAULTED = "file in a pool, pages asked for before";
    static final String POSITIONED = "64 bytes, positioned write";
    static final String MAPPED = "64 bytes, mapped memory";

    @Override
    public String name() {
        return "disk";
    }

    @Override
    public String question() {
        return "What does a promise about the disk cost, and what a page that is touched first?";
    }

    @Override
    public String source() {
        return "what the store is built on; no published figures";
    }

    @Override
    public Plan plan(Scale scale, Machine machine) {
        int wanted = scale.of(TINY_BLOCKS, QUICK_BLOCKS, FULL_BLOCKS);
        int blocks = (int) machine.fittingDisk(wanted, 2.0 * Append.BLOCK_BYTES, LEAST_BLOCKS);
        List<String> notes = new ArrayList<>();
        if (blocks < FULL_BLOCKS) {
            notes.add("scaled down: %,d blocks of 4 KiB instead of %,d%s".formatted(blocks, FULL_BLOCKS,
                    blocks < wanted ? ", because there is too little room on the disk" : ""));
        }
        notes.add("files in " + machine.folder() + ", removed afterwards; another folder by -Djava.io.tmpdir");
        List<Trial> trials = new ArrayList<>();
        for (Append way : Append.values()) {
            trials.add(trial(way.text(), scale).with(WAY, way).with(BLOCKS, way.isSyncedEachTime()
                    ? Math.max(TINY_BLOCKS, blocks / SYNCED_PART) : blocks));
        }
        for (Durability durability : Durability.values()) {
            trials.add(trial(JournalAppend.text(durability), scale).with(DURABILITY, durability).with(BLOCKS,
                    durability == Durability.COMMIT ? Math.max(TINY_BLOCKS, blocks / SYNCED_PART) : blocks));
        }
        for (String name : List.of(TOUCHED, PREFAULTED, POSITIONED, MAPPED)) {
            trials.add(trial(name, scale).with(BLOCKS, blocks));
        }
        return new Plan(trials, notes);
    }

    private static Trial trial(String name, Scale scale) {
        return Trial.of(name).with(RUNS, scale.of(1, 3, 5)).withFlags("-Xmx64m", "-XX:+UseSerialGC");
    }

    @Override
    public void measure(Trial trial, Recorder recorder) throws Exception {
        Path folder = Files.createTempDirectory("ashlar-lab-disk");
        try {
            int blocks = trial.count(BLOCKS);
            long bytes = (long) blocks * Append.BLOCK_BYTES;
            for (int run = 0; run < trial.count(RUNS); run++) {
                Path place = Files.createDirectory(folder.resolve("run-" + run));
                switch (trial.name()) {
                    case TOUCHED, PREFAULTED -> touch(trial.name(), place, bytes, recorder);
                    case POSITIONED, MAPPED -> recorder.sample(trial.name(), WRITE, RandomWrites.run(
                            place.resolve("file"), bytes, blocks * WRITES_PER_BLOCK, trial.name().equals(MAPPED)));
                    default -> append(trial, place, recorder);
                }
                Folders.delete(place);
            }
        } finally {
            Folders.delete(folder);
        }
    }

    private static void touch(String name, Path place, long bytes, Recorder recorder) throws Exception {
        double[] ns = new double[1];
        // Chunks of a pool are larger than the smallest of files.
        long whole = Math.max(bytes, 1 << 20);
        recorder.counted(name, whole / Touch.PAGE_BYTES,
                () -> ns[0] = Touch.run(place, whole, name.equals(PREFAULTED)));
        if (ns[0] < 0) {
            recorder.note(name + ": not available (the system does not take the advice)");
        } else {
            recorder.sample(name, TOUCH, ns[0]);
        }
    }

    private static void append(Trial trial, Path place, Recorder recorder) throws IOException {
        long[] times = new long[trial.count(BLOCKS)];
        if (trial.parameters().containsKey(DURABILITY)) {
            JournalAppend.run(place.resolve("store"), Durability.valueOf(trial.text(DURABILITY)), times);
        } else {
            Append way = Append.valueOf(trial.text(WAY));
            Path file = place.resolve("file");
            way.run(file, times);
            Append.check(file, times.length);
        }
        recorder.sample(trial.name(), RATE, (double) times.length * Append.BLOCK_BYTES * NS_PER_US
                / Arrays.stream(times).sum());
        Arrays.sort(times);
        recorder.sample(trial.name(), MEDIAN, times[times.length / 2] / NS_PER_US);
        recorder.sample(trial.name(), SLOW, times[(int) (times.length * P99)] / NS_PER_US);
    }

    @Override
    public List<Ratio> ratios() {
        return List.of();
    }

    @Override
    public String verdict(Findings findings) {
        return "On this machine a block that is synced takes " + Words.times(findings.ratio(Append.SYNCED.text(),
                Append.WRITTEN.text(), MEDIAN)) + " the time of one that is only written ("
                + Words.median(findings, Append.SYNCED.text(), MEDIAN) + "), in a journal of a store "
                + Words.times(findings.ratio(JournalAppend.text(Durability.COMMIT),
                JournalAppend.text(Durability.NONE), MEDIAN)) + " ("
                + Words.median(findings, JournalAppend.text(Durability.COMMIT), MEDIAN) + "); the first touch of a page takes "
                + Words.median(findings, TOUCHED, TOUCH) + ", if it was asked for before "
                + Words.median(findings, PREFAULTED, TOUCH) + "; a small write by the system's call takes "
                + Words.times(findings.ratio(POSITIONED, MAPPED, WRITE)) + " that to mapped memory.";
    }

    @Override
    public List<Chart> charts(Findings findings) {
        return List.of(Chart.bars("Append blocks of 4 KiB", RATE, findings.subjects(), findings),
                Chart.bars("First touch of a page of a file", TOUCH, findings.subjects(), findings),
                Chart.bars("Random writes of 64 bytes", WRITE, findings.subjects(), findings));
    }
}
