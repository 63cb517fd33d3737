// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.export.reading.arrow;

import dev.ashlar.export.reading.codec.DamagedException;
import dev.ashlar.ingest.table.BatchReader;
import dev.ashlar.ingest.table.ColumnFile;
import dev.ashlar.ingest.table.ImportException;
import dev.ashlar.ingest.table.ImportProgress;
import dev.ashlar.ingest.table.SourceColumn;
import dev.ashlar.ingest.table.Workers;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;

/// An Arrow IPC file, or a stream that was saved as one.
///
/// Members of structures are columns of their own, `a.b`. Lists, maps and unions are columns that cannot be read.
///
/// **Threading**: one thread.
public final class ArrowFileReader implements ColumnFile {
    private final Path path;
    private final ArrowSchema schema;

    /// Reads the schema.
    ///
    /// @throws ImportException if it is damaged
    public ArrowFileReader(Path path) throws IOException {
        this.path = path;
        try (FileChannel file = FileChannel.open(path, StandardOpenOption.READ)) {
            schema = new ArrowMessages(file).schema();
        } catch (DamagedException e) {
            throw new ImportException("Arrow file is damaged: " + e.getMessage() + " (" + path + ")");
        } catch (IndexOutOfBoundsException | IllegalArgumentException | NullPointerException e) {
            // The generated classes throw this for offsets out of range.
            throw new ImportException("Arrow metadata is damaged: " + e.getMessage() + " (" + path + ")");
        }
        if (schema.columns().isEmpty()) {
            throw new ImportException("file has no columns (" + path + ")");
        }
    }

    @Override
    public Path path() {
        return path;
    }

    @Override
    public List<SourceColumn> columns() {
        return schema.columns().stream().map(column -> new SourceColumn(column.name(), column.type())).toList();
    }

    @Override
    public BatchReader read(boolean[] wanted, ImportProgress progress, Workers workers) throws IOException {
        return new ArrowBatches(path, schema, wanted, progress, workers);
    }
}
