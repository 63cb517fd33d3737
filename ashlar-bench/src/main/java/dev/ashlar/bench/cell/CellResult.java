// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.cell;

import java.io.IOException;
import java.util.Arrays;

/// What one JVM measured: means over its time.
///
/// @param reads         a second, of all readers
/// @param moves         a second, of all writers
/// @param fresh         reads a second that found another place than the one before by the same thread
/// @param readAttempts  for a read
/// @param moveAttempts  for a move
/// @param fairness      reads of the reader that had fewest, or moves of the writer, as a part of an equal share: the
///     less of the two
/// @param bytesPerOperation allocated, for a read or move
record CellResult(double reads, double moves, double fresh, double readAttempts, double moveAttempts, double fairness,
        double bytesPerOperation) {
    String line() {
        return reads + " " + moves + " " + fresh + " " + readAttempts + " " + moveAttempts + " " + fairness + " "
                + bytesPerOperation;
    }

    /// @throws IOException if it is no such line
    static CellResult parse(String line) throws IOException {
        try {
            double[] n = Arrays.stream(line.split(" ")).mapToDouble(Double::parseDouble).toArray();
            return new CellResult(n[0], n[1], n[2], n[3], n[4], n[5], n[6]);
        } catch (RuntimeException e) {
            throw new IOException("not what a measuring JVM says: " + line, e);
        }
    }
}
