// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.lookup;

import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Measures ways to look up by turns, in rounds of which every other goes backwards, and checks what they find.
///
/// Times are those that the thread had a processor, so that others on the machine disturb less; waiting for memory
/// is in them.
///
/// **Threading**: one.
final class Turns {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    /// What one turn of a way took.
    record Turn(double nsPerKey, double bytesPerKey) {
    }

    /// Gives a way its turn.
    @FunctionalInterface
    interface Measure {
        /// @param turn how many there were before, of all ways
        /// @throws IOException if it finds something else than it should
        Turn turn(String way, int turn) throws IOException;
    }

    private final int lookups;
    private final int warmRounds;
    private final int rounds;
    private final List<LookupResult> results = new ArrayList<>();

    /// @param lookups    of each way in each round
    /// @param warmRounds before those that count
    Turns(int lookups, int warmRounds, int rounds) {
        this.lookups = lookups;
        this.warmRounds = warmRounds;
        this.rounds = rounds;
    }

    List<LookupResult> results() {
        return List.copyOf(results);
    }

    /// @throws IOException if a way finds something else than it should
    void measure(String index, List<Keys> sets, Map<String, Finder> ways) throws IOException {
        results.addAll(byTurns(index, sets.getFirst().name(), List.copyOf(ways.keySet()), (way, turn) -> {
            Keys keys = sets.get(turn % sets.size());
            long allocated = THREADS.getCurrentThreadAllocatedBytes();
            long start = THREADS.getCurrentThreadCpuTime();
            long sum = ways.get(way).sum(keys.keys());
            double ns = (THREADS.getCurrentThreadCpuTime() - start) / (double) lookups;
            double heap = (THREADS.getCurrentThreadAllocatedBytes() - allocated) / (double) lookups;
            keys.check(sum, way, index);
            return new Turn(ns, heap);
        }));
    }

    /// Takes all ways by turns, some rounds to warm up and then those that count.
    ///
    /// @param keys of what kind
    List<LookupResult> byTurns(String index, String keys, List<String> ways, Measure measure) throws IOException {
        Map<String, List<Double>> times = new LinkedHashMap<>();
        Map<String, Double> bytes = new LinkedHashMap<>();
        int turn = 0;
        for (int round = 0; round < warmRounds + rounds; round++) {
            for (String way : round % 2 == 0 ? ways : ways.reversed()) {
                Turn took = measure.turn(way, turn++);
                if (round >= warmRounds) {
                    times.computeIfAbsent(way, _ -> new ArrayList<>()).add(took.nsPerKey());
                    bytes.merge(way, took.bytesPerKey(), Math::min);
                }
            }
        }
        return ways.stream().map(way -> new LookupResult(index, keys, way, times.get(way),
                LookupResult.ratios(way, times), bytes.get(way))).toList();
    }
}
