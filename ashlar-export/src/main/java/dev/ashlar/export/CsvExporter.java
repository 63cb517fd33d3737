// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.export;

import dev.ashlar.export.csv.CsvFileWriter;
import dev.ashlar.export.pipeline.ExportPipeline;
import dev.ashlar.sql.ExportOptions;
import dev.ashlar.sql.SqlExporter;
import dev.ashlar.sql.SqlResult;
import java.io.IOException;
import java.nio.file.Path;

/// Writes answers as CSV: a line of names, then a line for each row, in UTF-8, as [dev.ashlar.sql.SqlLines] describes.
/// Decimals have as many digits after the point as their column.
///
/// **Threading**: any thread.
public final class CsvExporter implements SqlExporter {
    @Override
    public String format() {
        return "csv";
    }

    @Override
    public long write(SqlResult result, Path file, ExportOptions options) throws IOException {
        return ExportPipeline.run(result, file, (to, columns) -> new CsvFileWriter(to, columns,
                options.nullText()), options);
    }
}
