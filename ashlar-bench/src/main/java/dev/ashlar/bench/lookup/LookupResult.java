// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.lookup;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/// What one way of looking keys up took.
///
/// @param index      which, or which map
/// @param keys       of what kind
/// @param way        for the table
/// @param nsPerKey   of each round, in time of the processor, or of the clock for two threads
/// @param ratios     of each round: how many times as fast as one at a time in the same index; empty where it is that
/// @param bytesPerKey allocated on the heap
record LookupResult(String index, String keys, String way, List<Double> nsPerKey, List<Double> ratios,
        double bytesPerKey) {
    static final String ONE_BY_ONE = "one at a time";
    static final String CHASE = "chase";
    static final String BATCHES = "batches of ";
    /// Behind the name of an index in memory without huge pages.
    static final String SMALL_PAGES = ", small pages";
    private static final String FIELD = "\\|";
    private static final String NUMBER = " ";

    LookupResult {
        nsPerKey = List.copyOf(nsPerKey);
        ratios = List.copyOf(ratios);
    }

    /// How many times as fast as one at a time a way was in each round; none for that way itself, or without it.
    ///
    /// @param times by way, as many for each
    static List<Double> ratios(String way, Map<String, List<Double>> times) {
        List<Double> base = times.get(ONE_BY_ONE);
        if (base == null || way.equals(ONE_BY_ONE)) {
            return List.of();
        }
        List<Double> mine = times.get(way);
        return IntStream.range(0, base.size()).mapToObj(round -> base.get(round) / mine.get(round)).toList();
    }

    String line() {
        return String.join("|", index, keys, way, text(nsPerKey), text(ratios), Double.toString(bytesPerKey));
    }

    private static String text(List<Double> numbers) {
        return String.join(NUMBER, numbers.stream().map(number -> Double.toString(number)).toList());
    }

    /// @throws IOException if it is no such line
    static LookupResult parse(String line) throws IOException {
        try {
            String[] fields = line.split(FIELD, -1);
            return new LookupResult(fields[0], fields[1], fields[2], numbers(fields[3]), numbers(fields[4]),
                    Double.parseDouble(fields[5]));
        } catch (RuntimeException e) {
            throw new IOException("not what a measuring JVM says: " + line, e);
        }
    }

    private static List<Double> numbers(String text) {
        List<Double> numbers = new ArrayList<>();
        for (String number : text.isEmpty() ? new String[0] : text.split(NUMBER)) {
            numbers.add(Double.parseDouble(number));
        }
        return numbers;
    }

    /// Whether it is a way to ask an index, and not a map that stands beside it.
    boolean isOurs() {
        return way.equals(ONE_BY_ONE) || way.equals(CHASE) || way.startsWith(BATCHES);
    }

    /// Whether the other is of the same way, measured in another JVM.
    boolean matches(LookupResult other) {
        return index.equals(other.index) && keys.equals(other.keys) && way.equals(other.way);
    }

    /// With the rounds of another JVM.
    LookupResult and(LookupResult other) {
        List<Double> ns = new ArrayList<>(nsPerKey);
        ns.addAll(other.nsPerKey);
        List<Double> all = new ArrayList<>(ratios);
        all.addAll(other.ratios);
        return new LookupResult(index, keys, way, ns, all, Math.min(bytesPerKey, other.bytesPerKey));
    }
}
