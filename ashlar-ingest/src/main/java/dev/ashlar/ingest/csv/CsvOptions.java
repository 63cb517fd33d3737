// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest.csv;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;

/// How a CSV file is read. The defaults read what `ashlar export` writes.
///
/// @param delimiter   between values: one ASCII character, neither a quote nor a line end
/// @param nullText    stands for NULL where it is not quoted
/// @param columnTypes types of columns, by their names in the file; those of other columns follow from the values
/// @param ignored     columns that are not stored, by their names in the file
/// @param timeColumn  column that orders the table by time; empty for none
public record CsvOptions(char delimiter, String nullText, Map<String, ColumnType> columnTypes, Set<String> ignored,
        String timeColumn) {
    public CsvOptions {
        Objects.requireNonNull(nullText, "nullText");
        Objects.requireNonNull(timeColumn, "timeColumn");
        columnTypes = new LinkedHashMap<>(columnTypes);
        ignored = new TreeSet<>(ignored);
        if (delimiter == '"' || delimiter == '\n' || delimiter == '\r' || delimiter == 0 || delimiter > 0x7e) {
            throw new IllegalArgumentException("delimiter is not an ASCII character between values: delimiter=U+"
                    + "%04X".formatted((int) delimiter));
        }
    }

    /// Commas, empty values for NULL, types that follow from the values.
    public static CsvOptions defaults() {
        return new CsvOptions(',', "", Map.of(), Set.of(), "");
    }

    public CsvOptions withDelimiter(char chosen) {
        return new CsvOptions(chosen, nullText, columnTypes, ignored, timeColumn);
    }

    public CsvOptions withNullText(String text) {
        return new CsvOptions(delimiter, text, columnTypes, ignored, timeColumn);
    }

    public CsvOptions withColumnTypes(Map<String, ColumnType> types) {
        return new CsvOptions(delimiter, nullText, types, ignored, timeColumn);
    }

    public CsvOptions withIgnored(Set<String> columns) {
        return new CsvOptions(delimiter, nullText, columnTypes, columns, timeColumn);
    }

    public CsvOptions withTimeColumn(String column) {
        return new CsvOptions(delimiter, nullText, columnTypes, ignored, column);
    }
}
