// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.segmented;

import dev.ashlar.bench.Comparison;
import dev.ashlar.bench.Contender;
import dev.ashlar.bench.JmhSuite;
import dev.ashlar.bench.Rival;
import dev.ashlar.bench.Target;
import dev.ashlar.lab.segmented.SignalKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The suite `segmented`: who against whom, and what is promised.
public final class SegmentedSuite {
    private static final Optional<Target> SEQUENTIAL = Optional.of(Target.atLeast(0.95));
    private static final Optional<Target> RANDOM = Optional.of(Target.atLeast(0.8));
    private static final Optional<Target> MIXING_JOB = Optional.of(Target.atLeast(1.73));
    private static final Optional<Target> NONE = Optional.empty();

    /// Three signals, twice where they are scattered, are more than the heap, which bounds direct memory by default.
    private static final String ROOM = "-XX:MaxDirectMemorySize=1g";

    private SegmentedSuite() {
    }

    public static JmhSuite suite() {
        List<Comparison> comparisons = new ArrayList<>();
        add(comparisons, "sum in order", "sum", SEQUENTIAL, NONE, false);
        add(comparisons, "mix two into a third", "mix", SEQUENTIAL, MIXING_JOB, true);
        add(comparisons, "random read", "readRandom", RANDOM, NONE, true);
        add(comparisons, "random write", "writeRandom", RANDOM, NONE, false);
        add(comparisons, "chase", "chase", RANDOM, NONE, false);
        return new JmhSuite("segmented", "arrays in a pool's chunks, against flat memory and byte buffers", comparisons);
    }

    private static void add(List<Comparison> comparisons, String work, String method,
            Optional<Target> flat, Optional<Target> buffers, boolean headline) {
        String solid = work;
        comparisons.add(new Comparison(solid, contender(solid, "Ashlar, solid", method, SignalKind.SOLID),
                List.of(new Rival(contender(solid, "MemorySegment, flat", method, SignalKind.FLAT), flat),
                        new Rival(contender(solid, "double[]", method, SignalKind.HEAP), NONE),
                        new Rival(contender(solid, "ByteBuffer[]", method, SignalKind.BUFFERS), buffers),
                        new Rival(contender(solid, "address table", method, SignalKind.TABLE), NONE)),
                true, headline));
        String scattered = work + ", scattered";
        comparisons.add(new Comparison(scattered,
                contender(scattered, "Ashlar, scattered", method, SignalKind.SCATTERED),
                List.of(new Rival(contender(scattered, "MemorySegment, flat", method, SignalKind.FLAT), flat),
                        new Rival(contender(scattered, "ByteBuffer[]", method, SignalKind.BUFFERS), buffers)),
                true, false));
    }

    /// The property makes the same peer in two comparisons two contenders, each with samples of its own.
    private static Contender contender(String work, String name, String method, SignalKind kind) {
        return new Contender(name, SegmentedBenchmark.class.getName() + "." + method, Map.of("kind", kind.name()),
                List.of(ROOM, "-Dcomparison=" + work.replace(' ', '-')));
    }
}
