// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.codec;

import dev.ashlar.bench.Comparison;
import dev.ashlar.bench.Contender;
import dev.ashlar.bench.JmhSuite;
import dev.ashlar.bench.Rival;
import dev.ashlar.bench.Target;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// The suite `codec`: who against whom, and what is promised.
public final class CodecSuite {
    private static final Optional<Target> TARGET_CHECKED = Optional.of(Target.atLeast(2));
    private static final Optional<Target> TARGET_UNCHECKED = Optional.of(Target.atLeast(1.2));

    /// Agrona reaches for the JDK's own Unsafe and does not start without.
    private static final String OPEN_UNSAFE = "--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED";
    private static final String CHECKS_OFF = "-Dagrona.disable.bounds.checks=true";

    private CodecSuite() {
    }

    public static JmhSuite suite() {
        List<Comparison> comparisons = new ArrayList<>();
        for (MemoryKind kind : MemoryKind.values()) {
            for (Class<?> message : List.of(CarBenchmark.class, MarketDataBenchmark.class)) {
                comparisons.add(comparison(message, "Encode", kind));
                comparisons.add(comparison(message, "Decode", kind));
            }
        }
        return new JmhSuite("codec", "SBE messages written and read, against the reference and protobuf", comparisons);
    }

    private static Comparison comparison(Class<?> benchmark, String direction, MemoryKind kind) {
        String work = benchmark.getSimpleName().replace("Benchmark", "") + " " + direction.toLowerCase(Locale.ROOT)
                + switch (kind) {
                    case NATIVE -> "";
                    case ARRAY -> ", array";
                    case MIXED -> ", mixed memory";
                };
        Map<String, String> params = Map.of("memory", kind.name());
        String name = benchmark.getName() + ".";
        List<Rival> rivals = new ArrayList<>();
        rivals.add(new Rival(new Contender("sbe-tool, checked", name + "sbe" + direction, params, List.of(OPEN_UNSAFE)),
                TARGET_CHECKED));
        rivals.add(new Rival(new Contender("sbe-tool, unchecked", name + "sbe" + direction, params,
                List.of(OPEN_UNSAFE, CHECKS_OFF)), TARGET_UNCHECKED));
        if (kind == MemoryKind.NATIVE) {
            rivals.add(new Rival(new Contender("protobuf-java", name + "proto" + direction, Map.of(), List.of()),
                    Optional.empty()));
        }
        return new Comparison(work, new Contender("Ashlar, checked", name + "ashlar" + direction, params, List.of()),
                rivals, true, kind == MemoryKind.NATIVE);
    }
}
