// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest.table;

import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Objects;

/// A column of a file.
public record SourceColumn(String name, SourceType type) {
    private static final int MAX_SHOWN = 20;

    public SourceColumn {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(type, "type");
    }

    /// @throws ImportException if the file does not have one of the columns
    static void require(Collection<String> columns, List<String> header, Path file) throws ImportException {
        for (String column : columns) {
            if (!header.contains(column)) {
                throw new ImportException("file has no such column: column=" + column + ", columns="
                        + String.join(", ", header.subList(0, Math.min(MAX_SHOWN, header.size()))) + " (" + file
                        + ")");
            }
        }
    }

    /// @throws ImportException if no column of a table can hold its values
    void requireSupported(Path file) throws ImportException {
        if (type instanceof SourceType.Unsupported(String problem)) {
            throw new ImportException("column " + name + " " + problem + ", or ignore the column (" + file + ")");
        }
    }
}
