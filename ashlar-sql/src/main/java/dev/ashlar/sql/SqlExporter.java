// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;

/// Writes answers to files of a format whose library not everybody wants: found where that library is, by
/// [ServiceLoader].
///
/// **Threading**: any thread.
public interface SqlExporter {
    /// The format, as files of it end: `parquet`.
    String format();

    /// Writes all rows that are left of an answer.
    ///
    /// @param file that does not exist, or is replaced
    /// @return how many
    /// @throws IOException  if the file cannot be written; what was written of it stays
    /// @throws SqlException if the rows cannot be had
    long write(SqlResult result, Path file) throws IOException;

    /// The exporter of a format; empty if there is none here.
    static Optional<SqlExporter> of(String format) {
        return ServiceLoader.load(SqlExporter.class).stream().map(ServiceLoader.Provider::get)
                .filter(exporter -> exporter.format().equals(format)).findFirst();
    }

    /// Names for columns in files where names must differ, capitals or not: `n`, `n_2`.
    static List<String> distinctNames(List<SqlColumn> columns) {
        return DistinctNames.of(columns.stream().map(SqlColumn::name).toList());
    }
}
