// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.ring;

import java.io.IOException;
import java.util.Arrays;
import java.util.stream.Collectors;

/// What one JVM measured.
///
/// @param perSecond      messages, the median of its runs; of round trips, how many were made
/// @param bytesPerMessage allocated by all threads of both sides, the least of its runs
/// @param percentilesNs  of round trips: 50, 99, 99.9 and the greatest; empty otherwise
record RingResult(double perSecond, double bytesPerMessage, double[] percentilesNs) {
    private static final String BETWEEN = " ";

    String line() {
        return perSecond + BETWEEN + bytesPerMessage + Arrays.stream(percentilesNs).mapToObj(ns -> BETWEEN + ns)
                .collect(Collectors.joining());
    }

    /// @throws IOException if it is no such line
    static RingResult parse(String line) throws IOException {
        try {
            double[] numbers = Arrays.stream(line.split(BETWEEN)).mapToDouble(Double::parseDouble).toArray();
            return new RingResult(numbers[0], numbers[1], Arrays.copyOfRange(numbers, 2, numbers.length));
        } catch (RuntimeException e) {
            throw new IOException("not what a measuring JVM says: " + line, e);
        }
    }
}
