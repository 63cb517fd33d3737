// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.export.reading.parquet;

import dev.ashlar.ingest.table.ColumnFile;
import dev.ashlar.ingest.table.ColumnFormat;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/// Parquet, by its first bytes.
public final class ParquetFormat implements ColumnFormat {
    @Override
    public String name() {
        return "Parquet";
    }

    @Override
    public boolean begins(byte[] head) {
        String magic = new String(head, StandardCharsets.ISO_8859_1);
        return magic.startsWith(ParquetFooter.MAGIC) || magic.startsWith(ParquetFooter.ENCRYPTED);
    }

    @Override
    public ColumnFile open(Path file) throws IOException {
        return new ParquetFileReader(file);
    }
}
