// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.export.reading;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.apache.parquet.format.ColumnChunk;
import org.apache.parquet.format.ColumnMetaData;
import org.apache.parquet.format.CompressionCodec;
import org.apache.parquet.format.DataPageHeader;
import org.apache.parquet.format.DictionaryPageHeader;
import org.apache.parquet.format.Encoding;
import org.apache.parquet.format.FieldRepetitionType;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.PageHeader;
import org.apache.parquet.format.PageType;
import org.apache.parquet.format.RowGroup;
import org.apache.parquet.format.SchemaElement;
import org.apache.parquet.format.Type;
import org.apache.parquet.format.Util;

/// A Parquet file of one column `c`, page by page, also of pages that no writer makes.
final class ParquetBytes {
    private static final byte[] MAGIC = "PAR1".getBytes(StandardCharsets.US_ASCII);

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final Type type;
    private final FieldRepetitionType repetition;
    private final CompressionCodec codec;
    private long rows;
    private long uncompressed;

    /// @param codec GZIP or UNCOMPRESSED
    ParquetBytes(Type type, FieldRepetitionType repetition, CompressionCodec codec) {
        this.type = type;
        this.repetition = repetition;
        this.codec = codec;
        out.writeBytes(MAGIC);
    }

    static byte[] bytes(int... values) {
        byte[] bytes = new byte[values.length];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) values[i];
        }
        return bytes;
    }

    ParquetBytes dictionary(int entries, byte[] data) throws IOException {
        return put(new PageHeader(PageType.DICTIONARY_PAGE, data.length, 0)
                .setDictionary_page_header(new DictionaryPageHeader(entries, Encoding.PLAIN)), data);
    }

    /// @param values NULLs included
    /// @param data   of an optional column: length and runs of its levels first
    ParquetBytes page(Encoding encoding, int values, byte[] data) throws IOException {
        rows += values;
        return put(new PageHeader(PageType.DATA_PAGE, data.length, 0)
                .setData_page_header(new DataPageHeader(values, encoding, Encoding.RLE, Encoding.RLE)), data);
    }

    private ParquetBytes put(PageHeader header, byte[] data) throws IOException {
        byte[] stored = data;
        if (codec == CompressionCodec.GZIP) {
            ByteArrayOutputStream compressed = new ByteArrayOutputStream();
            try (OutputStream gzip = new GZIPOutputStream(compressed)) {
                gzip.write(data);
            }
            stored = compressed.toByteArray();
        }
        Util.writePageHeader(header.setCompressed_page_size(stored.length), out);
        out.writeBytes(stored);
        uncompressed += data.length;
        return this;
    }

    Path write(Path file) throws IOException {
        int start = MAGIC.length;
        ColumnMetaData meta = new ColumnMetaData(type, List.of(Encoding.PLAIN), List.of("c"), codec, rows, uncompressed,
                out.size() - start, start);
        RowGroup group = new RowGroup(List.of(new ColumnChunk(start).setMeta_data(meta)), uncompressed, rows);
        List<SchemaElement> schema = List.of(new SchemaElement("row").setNum_children(1),
                new SchemaElement("c").setType(type).setRepetition_type(repetition));
        int footer = out.size();
        Util.writeFileMetaData(new FileMetaData(2, schema, rows, List.of(group)), out);
        return end(out, out.size() - footer, file);
    }

    /// Writes a file whose metadata are these bytes.
    static Path write(byte[] metadata, Path file) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes(MAGIC);
        out.writeBytes(metadata);
        return end(out, metadata.length, file);
    }

    private static Path end(ByteArrayOutputStream out, int footerBytes, Path file) throws IOException {
        out.writeBytes(ByteBuffer.allocate(Integer.BYTES).order(ByteOrder.LITTLE_ENDIAN).putInt(footerBytes).array());
        out.writeBytes(MAGIC);
        return Files.write(file, out.toByteArray());
    }
}
