// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.disk;

import dev.ashlar.lab.Experiment;
import dev.ashlar.lab.disk.Append.Appended;
import dev.ashlar.lab.disk.Append.Length;
import dev.ashlar.measure.MeasurementPlan;
import dev.ashlar.measure.Recorder;
import dev.ashlar.measure.Scale;
import dev.ashlar.measure.Trial;
import dev.ashlar.measure.figures.Chart;
import dev.ashlar.measure.figures.Figures;
import dev.ashlar.measure.figures.Measure;
import dev.ashlar.measure.figures.Words;
import dev.ashlar.measure.host.Machine;
import dev.ashlar.measure.host.Scratch;
import dev.ashlar.measure.host.TemporaryFolder;
import dev.ashlar.store.Durability;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// What does a promise about the disk cost, and a first touch of a page?
///
/// There are no published figures for it, but the store is built on it. If a sync were as cheap as a write, there would
/// be no choice of durability; if first touches were free, prefaulting would be useless.
public final class DiskExperiment extends Experiment {
    private static final int FULL_BLOCKS = 65_536;
    private static final int TINY_BLOCKS = 64;
    private static final int LEAST_BLOCKS = 64;
    private static final int FULL_INTERVALS = 10;
    private static final int QUICK_INTERVALS = 5;
    /// A sync may take many milliseconds.
    private static final int SYNCED_PART = 32;
    private static final String BLOCKS = "blocks";
    private static final String INTERVALS = "intervals";
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

    public DiskExperiment() {
        super("disk", "What does a promise about the disk cost, and a first touch of a page?",
                "what the store is built on; no published figures");
    }

    @Override
    public MeasurementPlan plan(Scale scale, Machine machine) {
        int wanted = scale.of(TINY_BLOCKS, 8_192, FULL_BLOCKS);
        int blocks = (int) machine.fittingDisk(wanted, 2.0 * Append.BLOCK_BYTES, LEAST_BLOCKS);
        List<String> notes = new ArrayList<>(Words.scaledDown(blocks < FULL_BLOCKS,
                "%,d blocks of 4 KiB instead of %,d%s", blocks, FULL_BLOCKS,
                blocks < wanted ? ", because there is too little room on the disk" : ""));
        boolean inMemory = machine.isFolderInMemory();
        notes.add("files in %s (%s), removed afterwards; another folder by JAVA_TOOL_OPTIONS=-Djava.io.tmpdir=DIR"
                .formatted(machine.folder(), machine.fileSystem()));
        notes.add(inMemory ? "that is memory, not a disk: what a sync takes is not measured"
                : "appends that are synced every %d ms run for at least %d times as long, and their rate includes a last sync"
                .formatted(Append.INTERVAL_MS, scale.of(1, QUICK_INTERVALS, FULL_INTERVALS)));
        notes.add("a file that is prepared or mapped was filled with zeros before, and synced; others grow");
        List<Trial> trials = new ArrayList<>();
        for (Append way : Append.values()) {
            if (!inMemory || !way.syncedEachTime && way != Append.INTERVAL) {
                trials.add(length(trial(way.text, scale).with("way", way), way.syncedEachTime,
                        way == Append.INTERVAL, blocks, scale, machine));
            }
        }
        for (Durability durability : Durability.values()) {
            if (!inMemory || durability == Durability.NONE) {
                trials.add(length(trial(JournalAppend.text(durability), scale).with("durability", durability),
                        durability == Durability.COMMIT, durability == Durability.INTERVAL, blocks, scale, machine));
            }
        }
        for (String name : List.of(TOUCHED, PREFAULTED, POSITIONED, MAPPED)) {
            trials.add(trial(name, scale).with(BLOCKS, blocks));
        }
        return new MeasurementPlan(trials, notes);
    }

    private static Trial trial(String name, Scale scale) {
        return Trial.of(name).with("runs", scale.of(1, 3, 5)).withFlags("-Xmx64m", "-XX:+UseSerialGC");
    }

    /// How many blocks a trial appends.
    private static Trial length(Trial trial, boolean eachTime, boolean atIntervals, int blocks, Scale scale,
            Machine machine) {
        if (!atIntervals) {
            return trial.with(BLOCKS, eachTime ? Math.max(TINY_BLOCKS, blocks / SYNCED_PART) : blocks);
        }
        // They end sooner unless the disk is very fast.
        return trial.with(BLOCKS, blocks).with(INTERVALS, scale.of(1, QUICK_INTERVALS, FULL_INTERVALS)).with("most",
                Math.max(blocks, machine.fittingDisk(scale.of(1L << 14, 1L << 18, 1L << 19),
                        2.0 * Append.BLOCK_BYTES, LEAST_BLOCKS)));
    }

    @Override
    public void measure(Trial trial, Recorder recorder) throws Exception {
        try (TemporaryFolder folder = new TemporaryFolder("ashlar-lab-disk")) {
            int blocks = trial.count(BLOCKS);
            long bytes = (long) blocks * Append.BLOCK_BYTES;
            for (int run = 0; run < trial.count("runs"); run++) {
                Path place = Files.createDirectory(folder.resolve("run-" + run));
                switch (trial.name()) {
                    case TOUCHED, PREFAULTED -> touch(trial.name(), place, bytes, recorder);
                    case POSITIONED, MAPPED -> recorder.sample(trial.name(), WRITE, RandomWrites.run(
                            place.resolve("file"), bytes, blocks * 8, trial.name().equals(MAPPED)));
                    default -> append(trial, place, recorder);
                }
                Scratch.delete(place);
            }
        }
    }

    private static void touch(String name, Path place, long bytes, Recorder recorder) throws Exception {
        // Chunks of a pool are larger than the smallest of files.
        long whole = Math.max(bytes, 1 << 20);
        boolean prefault = name.equals(PREFAULTED);
        Optional<Touch> touch = Touch.run(place, whole, prefault, name, recorder);
        if (touch.isEmpty()) {
            recorder.note(name + ": not available (the system does not support the advice)");
            return;
        }
        recorder.sample(name, TOUCH, touch.get().touchNs());
        if (prefault) {
            recorder.sample(name, ASK, touch.get().askNs());
        }
    }

    private static void append(Trial trial, Path place, Recorder recorder) throws IOException {
        boolean atIntervals = trial.parameters().containsKey(INTERVALS);
        Length length = atIntervals ? new Length(trial.count(BLOCKS), trial.count("most"),
                trial.count(INTERVALS) * Append.INTERVAL_NS) : Length.of(trial.count(BLOCKS));
        Appended appended;
        if (trial.parameters().containsKey("durability")) {
            appended = JournalAppend.run(place.resolve("store"), Durability.valueOf(trial.text("durability")), length);
        } else {
            Path file = place.resolve("file");
            appended = Append.valueOf(trial.text("way")).run(file, length);
            Append.check(file, appended.blocks());
        }
        if (appended.blocks() == length.most() && appended.totalNs() < length.leastNs()) {
            recorder.note(trial.name() + ": less than " + trial.count(INTERVALS) + " intervals, because there is no room for more than "
                    + Words.bytes((long) length.most() * Append.BLOCK_BYTES));
        }
        recorder.sample(trial.name(), RATE, appended.megabytesPerSecond());
        recorder.sample(trial.name(), MEDIAN, appended.us(0.5));
        recorder.sample(trial.name(), SLOW, appended.us(0.99));
    }

    @Override
    public String verdict(Figures figures) {
        return (isWithoutSyncs(figures) ? "A written block takes " + Words.median(figures, Append.WRITTEN.text, MEDIAN)
                + ", in a store's journal " + Words.median(figures, JournalAppend.text(Durability.NONE), MEDIAN)
                + ", and syncs were not measured" : "A synced block takes " + synced(Append.SYNCED.text,
                Append.WRITTEN.text, figures) + " the time of a written one, in a prepared file " + synced(
                Append.PREPARED_SYNCED.text, Append.PREPARED.text, figures) + ", in a store's journal " + synced(
                JournalAppend.text(Durability.COMMIT), JournalAppend.text(Durability.NONE), figures))
                + ". The first touch of a page takes " + Words.median(figures, TOUCHED, TOUCH) + ", or "
                + Words.median(figures, PREFAULTED, TOUCH) + " after prefaulting, which takes "
                + Words.median(figures, PREFAULTED, ASK) + ", and a small positioned write takes "
                + Words.times(figures.ratio(POSITIONED, MAPPED, WRITE)) + " the time of stores to mapped memory.";
    }

    /// In memory nothing is synced.
    private static boolean isWithoutSyncs(Figures figures) {
        return figures.median(Append.WRITTEN.text, MEDIAN).isPresent()
                && figures.median(Append.SYNCED.text, MEDIAN).isEmpty()
                && figures.median(JournalAppend.text(Durability.COMMIT), MEDIAN).isEmpty();
    }

    private static String synced(String synced, String written, Figures figures) {
        return Words.times(figures.ratio(synced, written, MEDIAN)) + " (" + Words.median(figures, synced, MEDIAN) + ")";
    }

    @Override
    public List<Chart> charts(Figures figures) {
        return List.of(Chart.bars("Append blocks of 4 KiB", RATE, figures.subjects(), figures),
                Chart.bars("First touch of a page of a file", TOUCH, figures.subjects(), figures),
                Chart.bars("Random writes of 64 bytes", WRITE, figures.subjects(), figures));
    }
}
