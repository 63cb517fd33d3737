// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.export;

import dev.ashlar.sql.SqlExporter;
import dev.ashlar.sql.SqlResult;
import java.io.IOException;
import java.nio.file.Path;
import org.apache.parquet.hadoop.ParquetFileWriter;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/// Writes answers as Parquet.
///
/// | type                            | in Parquet                                          |
/// |---------------------------------|-----------------------------------------------------|
/// | `BOOLEAN`                       | BOOLEAN                                             |
/// | `TINYINT`, `SMALLINT`, `INTEGER`, `BIGINT` | INT32 or INT64, INT(8…64, signed)        |
/// | `DECIMAL(p, s)`                 | DECIMAL(p, s) in INT32, INT64 or as few bytes as do |
/// | `REAL`, `DOUBLE`                | FLOAT, DOUBLE                                       |
/// | `TIMESTAMP`                     | INT64, TIMESTAMP(NANOS), not adjusted: it is UTC    |
/// | `DATE`, `TIME`                  | INT32, DATE; INT64, TIME(NANOS)                     |
/// | all else                        | STRING, by a dictionary where few values repeat     |
///
/// NULL is NULL. Row groups have up to a million rows, pages are compressed by gzip at its fastest; one row group is in
/// memory at a time. Of columns with the same name the later ones get a number: `n`, `n_2`.
///
/// **Threading**: any thread.
public final class ParquetExporter implements SqlExporter {
    private static final int GROUP_ROWS = 1 << 20;
    private static final long GROUP_BYTES = 64L << 20;

    @Override
    public String format() {
        return "parquet";
    }

    @Override
    public long write(SqlResult result, Path file) throws IOException {
        ParquetRows rows = new ParquetRows(result);
        long count = 0;
        try (ClosedFile to = new ClosedFile(file); ParquetWriter<SqlResult> writer = rows.writer(to)
                .withWriteMode(ParquetFileWriter.Mode.OVERWRITE).withCodecFactory(new GzipPages())
                .withCompressionCodec(CompressionCodecName.GZIP)
                .withRowGroupSize(GROUP_BYTES).withRowGroupRowCountLimit(GROUP_ROWS).build()) {
            for (; result.next(); count++) {
                writer.write(result);
            }
        }
        return count;
    }
}
