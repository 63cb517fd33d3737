// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest.csv;

import dev.ashlar.ingest.table.BatchReader;
import dev.ashlar.ingest.table.ColumnFile;
import dev.ashlar.ingest.table.ImportException;
import dev.ashlar.ingest.table.ImportProgress;
import dev.ashlar.ingest.table.SourceColumn;
import dev.ashlar.ingest.table.SourceType;
import dev.ashlar.ingest.table.Workers;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/// A CSV file with a header, plain or compressed with gzip. The types of its columns are inferred from their values.
///
/// **Threading**: one thread, and the workers of a pass.
public final class CsvFile implements ColumnFile {
    /// Bytes that are split at a time by each thread: few enough for the caches of a processor.
    private static final int BLOCK_BYTES = 1 << 18;

    private final Path path;
    private final CsvOptions options;
    private final int blockBytes;
    private final List<SourceColumn> columns;

    /// Reads the header.
    ///
    /// @throws ImportException if the file has no header, or is of another format
    public CsvFile(Path path, CsvOptions options) throws IOException {
        this(path, options, BLOCK_BYTES);
    }

    CsvFile(Path path, CsvOptions options, int blockBytes) throws IOException {
        this.path = path;
        this.options = options;
        this.blockBytes = blockBytes;
        try (Workers workers = new Workers(1);
                CsvBatches in = new CsvBatches(path, options, blockBytes, (_, _) -> true, workers)) {
            columns = in.header().stream().map(name -> new SourceColumn(name, new SourceType.Untyped())).toList();
        }
    }

    @Override
    public Path path() {
        return path;
    }

    @Override
    public List<SourceColumn> columns() {
        return columns;
    }

    @Override
    public BatchReader read(boolean[] wanted, ImportProgress progress, Workers workers) throws IOException {
        CsvBatches in = new CsvBatches(path, options, blockBytes, progress, workers);
        if (!in.header().equals(columns.stream().map(SourceColumn::name).toList())) {
            in.close();
            throw new ImportException("file changed while it was read: columns=" + columns.size() + ", now="
                    + in.header().size() + " (" + path + ")");
        }
        in.want(wanted);
        return in;
    }
}
