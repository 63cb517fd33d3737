// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.export.parquet;

import dev.ashlar.export.pipeline.ByteSink;
import dev.ashlar.export.pipeline.ColumnarFile;
import dev.ashlar.export.pipeline.SinkFile;
import dev.ashlar.sql.SqlColumn;
import dev.ashlar.sql.SqlExporter;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.apache.parquet.format.ColumnChunk;
import org.apache.parquet.format.ColumnMetaData;
import org.apache.parquet.format.ColumnOrder;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.RowGroup;
import org.apache.parquet.format.SchemaElement;
import org.apache.parquet.format.Type;
import org.apache.parquet.format.TypeDefinedOrder;
import org.apache.parquet.format.Util;

/// A Parquet file that is being written:
///
/// ```text
///   PAR1 │ row group: column chunk: [dictionary page] page … │ … │ metadata │ its length │ PAR1
/// ```
///
/// Apache's classes (`parquet-format-structures`) write the metadata; pages are written here, because the library's
/// writers take one value at a time, and these take a column at a time.
///
/// **Threading**: as [ColumnarFile]. **Ownership**: the channel is the caller's.
public final class ParquetFileWriter implements ColumnarFile<ParquetFileWriter.Encoded> {
    private static final int GROUP_ROWS = 1 << 20;
    private static final byte[] MAGIC = "PAR1".getBytes(StandardCharsets.US_ASCII);
    private static final int VERSION = 2;
    private static final String CREATED_BY = "ashlar version 0.1.0 (build dev)";

    private final SinkFile to;
    private final List<ParquetColumn> columns = new ArrayList<>();
    private final List<RowGroup> groups = new ArrayList<>();
    private long rows;

    /// A column of a row group.
    public record Encoded(ColumnChunkWriter.Chunk chunk) { }

    /// Begins the file.
    public ParquetFileWriter(FileChannel to, List<SqlColumn> columns) throws IOException {
        this.to = new SinkFile(to);
        List<String> names = SqlExporter.distinctNames(columns);
        for (SqlColumn column : columns) {
            this.columns.add(ParquetColumn.of(column, names.get(column.index())));
        }
        this.to.write(MAGIC, MAGIC.length);
    }

    @Override
    public int groupRows() {
        return GROUP_ROWS;
    }

    @Override
    public Encoded encode(int index, List<Part> parts) {
        ParquetColumn column = columns.get(index);
        return new Encoded(column.physical() == Type.BYTE_ARRAY ? new TextColumn(column, parts).encode()
                : new NumberColumn(column, parts).encode());
    }

    @Override
    public void write(int count, List<Encoded> encoded) throws IOException {
        List<ColumnChunk> chunks = new ArrayList<>();
        long start = to.position();
        long uncompressed = 0;
        for (Encoded column : encoded) {
            ColumnMetaData metaData = column.chunk().metaData();
            metaData.setData_page_offset(to.position() + metaData.getData_page_offset());
            if (metaData.isSetDictionary_page_offset()) {
                metaData.setDictionary_page_offset(to.position());
            }
            uncompressed += metaData.getTotal_uncompressed_size();
            chunks.add(new ColumnChunk(to.position()).setMeta_data(metaData));
            for (ByteSink piece : column.chunk().pieces()) {
                to.write(piece);
            }
        }
        groups.add(new RowGroup(chunks, uncompressed, count).setFile_offset(start)
                .setTotal_compressed_size(to.position() - start));
        rows += count;
    }

    @Override
    public void finish() throws IOException {
        List<SchemaElement> schema = new ArrayList<>();
        schema.add(new SchemaElement("row").setNum_children(columns.size()));
        columns.forEach(column -> schema.add(column.element()));
        ByteSink footer = new ByteSink(1 << 12);
        Util.writeFileMetaData(new FileMetaData(VERSION, schema, rows, groups).setCreated_by(CREATED_BY)
                .setColumn_orders(Collections.nCopies(columns.size(), ColumnOrder.TYPE_ORDER(new TypeDefinedOrder()))),
                footer);
        footer.putInt(footer.length());
        footer.write(MAGIC, 0, MAGIC.length);
        to.write(footer);
    }
}
