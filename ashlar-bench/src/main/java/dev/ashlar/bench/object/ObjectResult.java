// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.object;

import dev.ashlar.lab.figures.Range;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/// What one JVM measured.
///
/// @param writeNs        of each round, in time of the processor
/// @param readNs         of each round
/// @param length         bytes of the object
/// @param allocatedBytes on the heap, by writing and reading one object; the least of the rounds
record ObjectResult(List<Double> writeNs, List<Double> readNs, long length, double allocatedBytes) {
    private static final String FIELD = "\\|";
    private static final String NUMBER = " ";

    ObjectResult {
        writeNs = List.copyOf(writeNs);
        readNs = List.copyOf(readNs);
    }

    double writeNsMedian() {
        return Range.of(writeNs).median();
    }

    double readNsMedian() {
        return Range.of(readNs).median();
    }

    double totalNs() {
        return writeNsMedian() + readNsMedian();
    }

    String line() {
        return String.join("|", text(writeNs), text(readNs), Long.toString(length), Double.toString(allocatedBytes));
    }

    private static String text(List<Double> numbers) {
        return String.join(NUMBER, numbers.stream().map(number -> Double.toString(number)).toList());
    }

    /// @throws IOException if it is no such line
    static ObjectResult parse(String line) throws IOException {
        try {
            String[] fields = line.split(FIELD, -1);
            return new ObjectResult(numbers(fields[0]), numbers(fields[1]), Long.parseLong(fields[2]),
                    Double.parseDouble(fields[3]));
        } catch (RuntimeException e) {
            throw new IOException("not what a measuring JVM says: " + line, e);
        }
    }

    private static List<Double> numbers(String text) {
        List<Double> numbers = new ArrayList<>();
        for (String number : text.split(NUMBER)) {
            numbers.add(Double.parseDouble(number));
        }
        return numbers;
    }
}
