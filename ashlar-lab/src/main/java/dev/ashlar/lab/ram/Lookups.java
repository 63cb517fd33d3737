// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.ram;

import dev.ashlar.measure.Contender;
import dev.ashlar.measure.Recorder;
import dev.ashlar.measure.Threads;
import dev.ashlar.measure.Trial;
import dev.ashlar.measure.figures.Measure;
import java.util.Arrays;
import java.util.List;

/// Lookups in one index, in several ways in turn, each with its own keys, and checked.
///
/// Times are CPU times of the thread, so that other programs disturb less; they include waiting for memory. Times of
/// two threads are wall-clock times.
public final class Lookups {
    static final String KEYS = "keys";
    public static final Measure TIME = Measure.less("time", "ns/key");
    public static final Measure ALLOCATED = Measure.plain("allocated", "bytes/key");
    private static final int WARM_RUNS = 4;
    private Lookups() {
    }

    /// @param keys    number of keys in the index
    /// @param lookups number of lookups in each way and run
    public static Trial trial(String name, IndexKind kind, int keys, int lookups, int runs, List<Lookup> ways,
            List<Keys.Mix> mixes) {
        return Trial.of(name).with("structure", kind.name()).with(KEYS, keys).with("lookups", lookups).with("runs", runs)
                .with("ways", String.join(" ", ways.stream().map(Lookup::toString).toList()))
                .with("mixes", String.join(" ", mixes.stream().map(Keys.Mix::toString).toList()));
    }

    /// The subject of a figure.
    ///
    /// @param index the name of the trial
    public static String subject(String index, Keys.Mix mix, Lookup lookup) {
        return index + (mix.equals(Keys.Mix.PLAIN) ? "" : ", " + mix.text()) + ", " + lookup.text();
    }

    /// @param kinds kinds of indexes, including that of the trial
    public static void measure(List<? extends IndexKind> kinds, Trial trial, Recorder recorder) throws Exception {
        List<Lookup> ways = Arrays.stream(trial.text("ways").split(" ")).map(Lookup::parse).toList();
        List<Keys.Mix> mixes = Arrays.stream(trial.text("mixes").split(" ")).map(Keys.Mix::parse).toList();
        try (Index index = Contender.named(trial.text("structure"), kinds).build(trial.count(KEYS))) {
            for (int run = -WARM_RUNS; run < trial.count("runs"); run++) {
                for (Keys.Mix mix : mixes) {
                    for (Lookup lookup : run % 2 == 0 ? ways : ways.reversed()) {
                        measure(index, lookup, Keys.draw(trial.count("lookups"), trial.count(KEYS),
                                31L * run + ways.indexOf(lookup), mix), subject(trial.name(), mix, lookup),
                                run >= 0 ? recorder : null);
                    }
                }
            }
        }
    }

    /// @param recorder null to warm up
    private static void measure(Index index, Lookup lookup, Keys.Drawn wanted, String subject, Recorder recorder)
            throws Exception {
        long allocated = Threads.allocatedBytes();
        long start = now(lookup);
        long sum = lookup.sum(index, wanted.keys());
        double ns = now(lookup) - start;
        double bytes = Threads.allocatedBytes() - allocated;
        Recorder.requireSum(sum, wanted.expected(), subject);
        if (recorder != null) {
            recorder.threads(subject, lookup.threads());
            recorder.sample(subject, TIME, ns / wanted.keys().length);
            recorder.sample(subject, ALLOCATED, bytes / wanted.keys().length);
        }
    }

    private static long now(Lookup lookup) {
        return lookup.threads() == 1 ? Threads.cpuNs() : System.nanoTime();
    }
}
