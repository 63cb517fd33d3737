// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest.csv;

import java.util.Objects;

/// How a CSV file is read. The defaults read what `ashlar export` writes.
///
/// @param delimiter between values: one ASCII character, neither a quote nor a line end
/// @param nullText  text that means NULL if it is not quoted
public record CsvOptions(char delimiter, String nullText) {
    public CsvOptions {
        Objects.requireNonNull(nullText, "nullText");
        if (delimiter == '"' || delimiter == '\n' || delimiter == '\r' || delimiter == 0 || delimiter > 0x7e) {
            throw new IllegalArgumentException("delimiter must be an ASCII character, but no quote or line end: "
                    + "delimiter=U+%04X".formatted((int) delimiter));
        }
    }

    /// Commas, empty values for NULL.
    public static CsvOptions defaults() {
        return new CsvOptions(',', "");
    }

    public CsvOptions withDelimiter(char chosen) {
        return new CsvOptions(chosen, nullText);
    }

    public CsvOptions withNullText(String text) {
        return new CsvOptions(delimiter, text);
    }
}
