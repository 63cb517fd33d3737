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
        List<String> names = List.copyOf(ways.keySet());
        Map<String, List<Double>> times = new LinkedHashMap<>();
        Map<String, Double> bytes = new LinkedHashMap<>();
        int turn = 0;
        for (int round = 0; round < warmRounds + rounds; round++) {
            for (String name : round % 2 == 0 ? names : names.reversed()) {
                Keys keys = sets.get(turn++ % sets.size());
                long allocated = THREADS.getCurrentThreadAllocatedBytes();
                long start = THREADS.getCurrentThreadCpuTime();
                long sum = ways.get(name).sum(keys.keys());
                double ns = (THREADS.getCurrentThreadCpuTime() - start) / (double) lookups;
                double heap = (THREADS.getCurrentThreadAllocatedBytes() - allocated) / (double) lookups;
                keys.check(sum, name, index);
                if (round >= warmRounds) {
                    times.computeIfAbsent(name, _ -> new ArrayList<>()).add(ns);
                    bytes.merge(name, heap, Math::min);
                }
            }
        }
        for (String name : names) {
            results.add(new LookupResult(index, sets.getFirst().name(), name, times.get(name),
                    LookupResult.ratios(name, times), bytes.get(name)));
        }
    }
}
