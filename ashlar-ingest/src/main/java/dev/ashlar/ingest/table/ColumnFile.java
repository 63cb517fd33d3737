// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest.table;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/// A file of named columns, which can be read several times.
///
/// **Threading**: one thread.
public interface ColumnFile {
    /// Maximum number of columns in a file.
    int MAX_COLUMNS = 4_096;

    Path path();

    List<SourceColumn> columns();

    /// Begins a pass over all rows.
    ///
    /// @param wanted by column: whether its values are read
    /// @throws ImportException if the file is damaged or has changed since it was opened
    BatchReader read(boolean[] wanted, ImportProgress progress, Workers workers) throws IOException;
}
