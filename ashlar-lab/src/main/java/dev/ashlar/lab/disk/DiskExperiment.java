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
import java.util.List;
import java.util.Optional;

/// What does a promise about the disk cost, and what a page that is touched first?
///
/// No article has figures for it: it is what the store is built on. Were a sync as cheap as a write, there would be no
/// choice of durability; were first touches free, nobody would ask for pages before.
public final class DiskExperiment implements Experiment {
    private static final int FULL_BLOCKS = 65_536;
    private static final int QUICK_BLOCKS = 8_192;
    private static final int TINY_BLOCKS = 64;
    private static final int LEAST_BLOCKS = 64;
    /// What the ways that are synced by the clock may append; they end sooner unless the disk is very fast.
    private static final long FULL_MOST = 1 << 19;
    private static final long QUICK_MOST = 1 << 18;
    private static final long TINY_MOST = 1 << 14;
    private static final int FULL_INTERVALS = 10;
    private static final int QUICK_INTERVALS = 5;
    /// A sync may take many milliseconds.
    private static final int SYNCED_PART = 32;
    private static final int WRITES_PER_BLOCK = 8;
    private static final double P99 = 0.99;
    private static final String WAY = "way";
    private static final String DURABILITY = "durability";
    private static final String BLOCKS = "blocks";
    private static final String INTERVALS = "intervals";
    private static final String MOST = "most";
    private static final String RUNS = "runs";
    static final Measure RATE = Measure.more("rate", "MB/s");
    static final Measure MEDIAN = Measure.less("median append", "µs");
    static final Measure SLOW = Measure.less("p99 append", "µs");
    static final Measure TOUCH = Measure.less("first touch", "ns/page");
    static final Measure ASK = Measure.less("asking for pages", "ns/page");
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
        boolean inMemory = machine.isFolderInMemory();
        notes.add("files in %s (%s), removed afterwards; another folder by JAVA_TOOL_OPTIONS=-Djava.io.tmpdir=DIR"
                .formatted(machine.folder(), machine.fileSystem()));
        notes.add(inMemory ? "that is memory, not a disk: what a sync takes is not measured"
                : "what is synced every %d ms is appended for %d times as long at least, and synced at the end, which its rate contains"
                .formatted(Append.INTERVAL_MS, scale.of(1, QUICK_INTERVALS, FULL_INTERVALS)));
        notes.add("a file that is prepared or mapped was filled with zeros before, and synced; others grow");
        List<Trial> trials = new ArrayList<>();
        for (Append way : Append.values()) {
            if (!inMemory || !way.isSyncedEachTime() && !way.isSyncedAtIntervals()) {
                trials.add(length(trial(way.text(), scale).with(WAY, way), way.isSyncedEachTime(),
                        way.isSyncedAtIntervals(), blocks, scale, machine));
            }
        }
        for (Durability durability : Durability.values()) {
            if (!inMemory || durability == Durability.NONE) {
                trials.add(length(trial(JournalAppend.text(durability), scale).with(DURABILITY, durability),
                        durability == Durability.COMMIT, durability == Durability.INTERVAL, blocks, scale, machine));
            }
        }
        for (String name : List.of(TOUCHED, PREFAULTED, POSITIONED, MAPPED)) {
            trials.add(trial(name, scale).with(BLOCKS, blocks));
        }
        return new Plan(trials, notes);
    }

    private static Trial trial(String name, Scale scale) {
        return Trial.of(name).with(RUNS, scale.of(1, 3, 5)).withFlags("-Xmx64m", "-XX:+UseSerialGC");
    }

    /// How much a trial appends.
    private static Trial length(Trial trial, boolean eachTime, boolean atIntervals, int blocks, Scale scale,
            Machine machine) {
        if (!atIntervals) {
            return trial.with(BLOCKS, eachTime ? Math.max(TINY_BLOCKS, blocks / SYNCED_PART) : blocks);
        }
        return trial.with(BLOCKS, blocks).with(INTERVALS, scale.of(1, QUICK_INTERVALS, FULL_INTERVALS)).with(MOST,
                Math.max(blocks, machine.fittingDisk(scale.of(TINY_MOST, QUICK_MOST, FULL_MOST),
                        2.0 * Append.BLOCK_BYTES, LEAST_BLOCKS)));
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
        // Chunks of a pool are larger than the smallest of files.
        long whole = Math.max(bytes, 1 << 20);
        boolean prefault = name.equals(PREFAULTED);
        Optional<Touch> touch = Touch.run(place, whole, prefault,
                work -> recorder.counted(name, whole / Touch.PAGE_BYTES, work));
        if (touch.isEmpty()) {
            recorder.note(name + ": not available (the system does not take the advice)");
            return;
        }
        recorder.sample(name, TOUCH, touch.get().touchNs());
        if (prefault) {
            recorder.sample(name, ASK, touch.get().askNs());
        }
    }

    private static void append(Trial trial, Path place, Recorder recorder) throws IOException {
        boolean atIntervals = trial.parameters().containsKey(INTERVALS);
        Length length = atIntervals ? new Length(trial.count(BLOCKS), trial.count(MOST),
                trial.count(INTERVALS) * Append.INTERVAL_NS) : Length.of(trial.count(BLOCKS));
        Appended appended;
        if (trial.parameters().containsKey(DURABILITY)) {
            appended = JournalAppend.run(place.resolve("store"), Durability.valueOf(trial.text(DURABILITY)), length);
        } else {
            Path file = place.resolve("file");
            appended = Append.valueOf(trial.text(WAY)).run(file, length);
            Append.check(file, appended.blocks());
        }
        if (appended.blocks() == length.most() && appended.totalNs() < length.leastNs()) {
            recorder.note(trial.name() + ": less than " + trial.count(INTERVALS) + " intervals, because there is no room for more than "
                    + Words.bytes((long) length.most() * Append.BLOCK_BYTES));
        }
        recorder.sample(trial.name(), RATE, appended.megabytesPerSecond());
        recorder.sample(trial.name(), MEDIAN, appended.us(0.5));
        recorder.sample(trial.name(), SLOW, appended.us(P99));
    }

    @Override
    public List<Ratio> ratios() {
        return List.of();
    }

    @Override
    public String verdict(Findings findings) {
        return "On this machine " + (isWithoutSyncs(findings) ? "a block that is written takes "
                + Words.median(findings, Append.WRITTEN.text(), MEDIAN) + ", in a journal of a store "
                + Words.median(findings, JournalAppend.text(Durability.NONE), MEDIAN) + " (what a sync takes is not measured)"
                : syncs(findings)) + "; the first touch of a page takes " + Words.median(findings, TOUCHED, TOUCH)
                + "; if it was asked for before, " + Words.median(findings, PREFAULTED, TOUCH) + ", and asking takes "
                + Words.median(findings, PREFAULTED, ASK) + "; a small write by the system's call takes "
                + Words.times(findings.ratio(POSITIONED, MAPPED, WRITE)) + " that to mapped memory.";
    }

    /// In memory nothing is synced.
    private static boolean isWithoutSyncs(Findings findings) {
        return findings.median(Append.WRITTEN.text(), MEDIAN).isPresent()
                && findings.median(Append.SYNCED.text(), MEDIAN).isEmpty()
                && findings.median(JournalAppend.text(Durability.COMMIT), MEDIAN).isEmpty();
    }

    private static String syncs(Findings findings) {
        return "a block that is synced takes " + Words.times(findings.ratio(Append.SYNCED.text(), Append.WRITTEN.text(),
                MEDIAN)) + " the time of one that is only written ("
                + Words.median(findings, Append.SYNCED.text(), MEDIAN) + "), in a prepared file "
                + Words.times(findings.ratio(Append.PREPARED_SYNCED.text(), Append.PREPARED.text(), MEDIAN)) + " ("
                + Words.median(findings, Append.PREPARED_SYNCED.text(), MEDIAN) + "), in a journal of a store "
                + Words.times(findings.ratio(JournalAppend.text(Durability.COMMIT),
                JournalAppend.text(Durability.NONE), MEDIAN)) + " ("
                + Words.median(findings, JournalAppend.text(Durability.COMMIT), MEDIAN) + ")";
    }

    @Override
    public List<Chart> charts(Findings findings) {
        return List.of(Chart.bars("Append blocks of 4 KiB", RATE, findings.subjects(), findings),
                Chart.bars("First touch of a page of a file", TOUCH, findings.subjects(), findings),
                Chart.bars("Random writes of 64 bytes", WRITE, findings.subjects(), findings));
    }
}
