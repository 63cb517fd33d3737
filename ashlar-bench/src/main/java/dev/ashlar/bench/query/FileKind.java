// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.query;

/// Files that a column engine loads whole.
enum FileKind {
    CSV("csv", "CSV"),
    PARQUET("parquet", "Parquet");

    private final String format;
    private final String label;

    FileKind(String format, String label) {
        this.format = format;
        this.label = label;
    }

    /// As SQL calls it; the ending of its files, too.
    String format() {
        return format;
    }

    String label() {
        return label;
    }
}
