// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql;

import dev.ashlar.sql.internal.type.DistinctNames;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;

/// Writes results to files in one format. Exporters are optional modules, which [ServiceLoader] finds.
///
/// **Threading**: any thread.
public interface SqlExporter {
    /// Name of the format, which is also its file extension, such as `parquet`.
    String format();

    /// Writes all remaining rows of a result, using one thread.
    ///
    /// @param file the file, which is created or replaced
    /// @return the number of rows
    /// @throws IOException  if the file cannot be written; a partial file remains
    /// @throws SqlException if the rows cannot be read
    default long write(SqlResult result, Path file) throws IOException {
        return write(result, file, ExportOptions.defaults());
    }

    /// Writes all remaining rows of a result.
    ///
    /// @param file the file, which is created or replaced
    /// @return the number of rows
    /// @throws IOException  if the file cannot be written; a partial file remains
    /// @throws SqlException if the rows cannot be read
    long write(SqlResult result, Path file, ExportOptions options) throws IOException;

    /// The exporter of a format; empty if none is present.
    static Optional<SqlExporter> of(String format) {
        return ServiceLoader.load(SqlExporter.class).stream().map(ServiceLoader.Provider::get)
                .filter(exporter -> exporter.format().equals(format)).findFirst();
    }

    /// Column names for formats in which names must be unique ignoring case: `n`, `n_2`.
    static List<String> distinctNames(List<SqlColumn> columns) {
        return DistinctNames.of(columns.stream().map(SqlColumn::name).toList());
    }
}
