// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.export.reading.parquet;

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
import java.util.ArrayList;
import java.util.List;
import org.apache.parquet.format.FieldRepetitionType;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.SchemaElement;

/// A Parquet file.
///
/// Members of structures are columns of their own, `a.b`. Lists and maps are columns that cannot be read.
///
/// **Threading**: one thread.
public final class ParquetFileReader implements ColumnFile {
    private static final int MAX_DEPTH = 64;

    private final Path path;
    private final ParquetFooter metadata;
    private final FileMetaData footer;
    private final List<ColumnSchema> columns = new ArrayList<>();
    private int next = 1;
    private int leaves;

    /// Reads the metadata.
    ///
    /// @throws ImportException if it is damaged
    public ParquetFileReader(Path path) throws IOException {
        this.path = path;
        try (FileChannel file = FileChannel.open(path, StandardOpenOption.READ)) {
            metadata = ParquetFooter.read(file, path);
            footer = metadata.meta();
        }
        List<SchemaElement> schema = footer.getSchema();
        if (schema.isEmpty()) {
            throw damaged("it has no schema");
        }
        for (int i = schema.getFirst().getNum_children(); i > 0; i--) {
            element("", 0, 0, false);
        }
        if (next != schema.size()) {
            throw damaged("elements of the schema without a parent");
        }
        if (columns.isEmpty()) {
            throw new ImportException("file has no columns (" + path + ")");
        }
    }

    private ImportException damaged(String problem) {
        return new ImportException("Parquet metadata is damaged: " + problem + " (" + path + ")");
    }

    /// Takes the next element of the schema and those below it.
    ///
    /// @param hidden whether they are part of a column that was named already
    private void element(String parent, int parentLevel, int depth, boolean hidden) throws ImportException {
        if (next >= footer.getSchema().size() || depth > MAX_DEPTH) {
            throw damaged(depth > MAX_DEPTH ? "structures are nested too deep" : "elements of the schema are missing");
        }
        SchemaElement element = footer.getSchema().get(next++);
        String name = parent + element.getName();
        FieldRepetitionType repetition = element.getRepetition_type();
        int level = parentLevel + (repetition == FieldRepetitionType.REQUIRED ? 0 : 1);
        boolean repeated = repetition == FieldRepetitionType.REPEATED;
        boolean group = !element.isSetType();
        boolean nested = repeated || group && (element.isSetLogicalType() || element.isSetConverted_type());
        if (nested && !hidden) {
            columns.add(ColumnSchema.unsupported(name, "has " + (repeated || element.isSetConverted_type()
                    ? "lists or maps" : "nested values") + "; rows have one value a column, so unnest it"));
        }
        if (group) {
            if (element.getNum_children() < 0) {
                throw damaged("element has a negative number of children: " + name);
            }
            for (int i = element.getNum_children(); i > 0; i--) {
                element(name + '.', level, depth + 1, hidden || nested);
            }
            return;
        }
        if (!hidden && !nested) {
            columns.add(ColumnSchema.of(name, element, level, leaves));
        }
        leaves++;
        if (columns.size() > MAX_COLUMNS) {
            throw new ImportException("file has more than " + MAX_COLUMNS + " columns (" + path + ")");
        }
    }

    @Override
    public Path path() {
        return path;
    }

    @Override
    public List<SourceColumn> columns() {
        return columns.stream().map(column -> new SourceColumn(column.name(), column.type())).toList();
    }

    @Override
    public BatchReader read(boolean[] wanted, ImportProgress progress, Workers workers) throws IOException {
        try (FileChannel file = FileChannel.open(path, StandardOpenOption.READ)) {
            if (metadata.isOther(ParquetFooter.read(file, path))) {
                throw new ImportException("file changed while it was read (" + path + ")");
            }
        }
        return new ParquetBatches(path, footer, columns, wanted, progress, workers);
    }
}
