// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.export.arrow;

import com.google.flatbuffers.FlatBufferBuilder;
import dev.ashlar.export.pipeline.ByteSink;
import dev.ashlar.export.pipeline.ColumnarFile;
import dev.ashlar.export.pipeline.SinkFile;
import dev.ashlar.sql.SqlColumn;
import dev.ashlar.sql.SqlExporter;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.flatbuf.Block;
import org.apache.arrow.flatbuf.Buffer;
import org.apache.arrow.flatbuf.Endianness;
import org.apache.arrow.flatbuf.FieldNode;
import org.apache.arrow.flatbuf.Footer;
import org.apache.arrow.flatbuf.Message;
import org.apache.arrow.flatbuf.MessageHeader;
import org.apache.arrow.flatbuf.MetadataVersion;
import org.apache.arrow.flatbuf.RecordBatch;
import org.apache.arrow.flatbuf.Schema;

/// An Arrow IPC file that is being written:
///
/// ```text
///   ARROW1 │ schema │ record batch: metadata, buffers │ … │ end of stream
///          │ footer: schema, places of batches │ its length │ ARROW1
/// ```
///
/// Buffers begin at multiples of 64 bytes, so that readers can map the file and use them where they are.
///
/// **Threading**: as [ColumnarFile]. **Ownership**: the channel is the caller's.
public final class ArrowFileWriter implements ColumnarFile<ArrowFileWriter.Encoded> {
    private static final int BATCH_ROWS = 1 << 17;
    private static final int ALIGNMENT = 64;
    private static final byte[] MAGIC = "ARROW1".getBytes(StandardCharsets.US_ASCII);
    private static final int CONTINUES = -1;
    /// Before the metadata of a message: that there is one, and its length.
    private static final int PREFIX_BYTES = 2 * Integer.BYTES;
    private static final byte[] PADDING = new byte[ALIGNMENT];

    private final SinkFile to;
    private final List<ArrowColumnWriter> columns = new ArrayList<>();
    private final List<long[]> blocks = new ArrayList<>();

    /// A column of a batch.
    public record Encoded(ArrowColumnWriter.Encoded column) { }

    /// Begins the file.
    public ArrowFileWriter(FileChannel to, List<SqlColumn> columns) throws IOException {
        this.to = new SinkFile(to);
        List<String> names = SqlExporter.distinctNames(columns);
        for (SqlColumn column : columns) {
            this.columns.add(new ArrowColumnWriter(column, names.get(column.index())));
        }
        this.to.write(MAGIC, MAGIC.length);
        align();
        FlatBufferBuilder builder = new FlatBufferBuilder();
        message(builder, MessageHeader.Schema, schema(builder), 0);
    }

    @Override
    public int groupRows() {
        return BATCH_ROWS;
    }

    @Override
    public Encoded encode(int column, List<Part> parts) {
        return new Encoded(columns.get(column).encode(parts));
    }

    @Override
    public void write(int rows, List<Encoded> encoded) throws IOException {
        FlatBufferBuilder builder = new FlatBufferBuilder();
        List<ByteSink> buffers = encoded.stream().flatMap(column -> column.column().buffers().stream()).toList();
        long bodyLength = buffers.stream().mapToLong(buffer -> aligned(buffer.length())).sum();
        long end = bodyLength;
        // Vectors are built from their ends.
        RecordBatch.startBuffersVector(builder, buffers.size());
        for (ByteSink buffer : buffers.reversed()) {
            end -= aligned(buffer.length());
            Buffer.createBuffer(builder, end, buffer.length());
        }
        int places = builder.endVector();
        RecordBatch.startNodesVector(builder, encoded.size());
        for (Encoded column : encoded.reversed()) {
            FieldNode.createFieldNode(builder, rows, column.column().nullCount());
        }
        int nodes = builder.endVector();
        int batch = RecordBatch.createRecordBatch(builder, rows, nodes, places, 0, 0);
        long start = to.position();
        int metaDataLength = message(builder, MessageHeader.RecordBatch, batch, bodyLength);
        blocks.add(new long[] {start, metaDataLength, bodyLength});
        for (ByteSink buffer : buffers) {
            to.write(buffer);
            align();
        }
    }

    @Override
    public void finish() throws IOException {
        ByteSink end = new ByteSink(PREFIX_BYTES);
        end.putInt(CONTINUES);
        end.putInt(0);
        to.write(end);
        FlatBufferBuilder builder = new FlatBufferBuilder();
        int schema = schema(builder);
        Footer.startDictionariesVector(builder, 0);
        int dictionaries = builder.endVector();
        Footer.startRecordBatchesVector(builder, blocks.size());
        for (long[] block : blocks.reversed()) {
            Block.createBlock(builder, block[0], (int) block[1], block[2]);
        }
        int batches = builder.endVector();
        builder.finish(Footer.createFooter(builder, MetadataVersion.V5, schema, dictionaries, batches, 0));
        ByteSink footer = new ByteSink(ALIGNMENT);
        int length = put(builder, footer);
        footer.putInt(length);
        footer.write(MAGIC, 0, MAGIC.length);
        to.write(footer);
    }

    private int schema(FlatBufferBuilder builder) {
        int[] fields = columns.stream().mapToInt(column -> column.field(builder)).toArray();
        return Schema.createSchema(builder, Endianness.Little, Schema.createFieldsVector(builder, fields), 0, 0);
    }

    /// @return its length with the prefix
    private int message(FlatBufferBuilder builder, byte type, int header, long bodyLength) throws IOException {
        builder.finish(Message.createMessage(builder, MetadataVersion.V5, type, header, bodyLength, 0));
        ByteSink message = new ByteSink(1 << 10);
        message.putInt(CONTINUES);
        message.putInt(0);
        put(builder, message);
        while ((to.position() + message.length()) % ALIGNMENT != 0) {
            message.write(0);
        }
        message.setInt(Integer.BYTES, message.length() - PREFIX_BYTES);
        to.write(message);
        return message.length();
    }

    private static int put(FlatBufferBuilder builder, ByteSink sink) {
        ByteBuffer bytes = builder.dataBuffer();
        byte[] copy = new byte[bytes.remaining()];
        bytes.get(copy);
        sink.write(copy, 0, copy.length);
        return copy.length;
    }

    private static long aligned(int length) {
        return (length + ALIGNMENT - 1L) / ALIGNMENT * ALIGNMENT;
    }

    private void align() throws IOException {
        to.write(PADDING, (int) (-to.position() & ALIGNMENT - 1));
    }
}
