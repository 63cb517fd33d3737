// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.answer;

import java.util.Locale;
import java.util.Optional;

/// How much of an answer was printed.
///
/// @param rows     that were read
/// @param all      whether the answer has no more than these
/// @param shown    rows that were printed
/// @param columns  of the answer
/// @param shownColumns columns that were printed
public record Shown(long rows, boolean all, long shown, int columns, int shownColumns) {
    static Shown all(long rows, int columns) {
        return new Shown(rows, true, rows, columns, columns);
    }

    /// What was left out, in words; empty if nothing was.
    public Optional<String> hidden() {
        boolean rowsHidden = shown < rows || !all;
        if (!rowsHidden && shownColumns == columns) {
            return Optional.empty();
        }
        String ofRows = String.format(Locale.ROOT, "%,d of %s%,d rows", shown, all ? "" : "more than ", rows);
        String ofColumns = shownColumns + " of " + columns + " columns";
        return Optional.of((!rowsHidden ? ofColumns : shownColumns == columns ? ofRows : ofRows + " and " + ofColumns)
                + " shown");
    }

    /// How many rows were read, in how much time.
    public String timing(long elapsedNs) {
        return String.format(Locale.ROOT, "%s%,d %s, %.3f s", all ? "" : "more than ", rows, rows == 1 ? "row" : "rows",
                elapsedNs / 1e9);
    }
}
