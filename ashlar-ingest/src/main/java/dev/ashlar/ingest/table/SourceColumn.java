// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest.table;

import java.nio.file.Path;
import java.util.Objects;

/// A column of a file.
public record SourceColumn(String name, SourceType type) {
    public SourceColumn {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(type, "type");
    }

    /// @throws ImportException if no column of a table can hold its values
    void requireSupported(Path file) throws ImportException {
        if (type instanceof SourceType.Unsupported(String problem)) {
            throw new ImportException("column " + name + " " + problem + ", or ignore the column (" + file + ")");
        }
    }
}
