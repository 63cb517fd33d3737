// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.export.reading;

import com.google.flatbuffers.FlatBufferBuilder;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.function.ToIntFunction;
import org.apache.arrow.flatbuf.Buffer;
import org.apache.arrow.flatbuf.DictionaryBatch;
import org.apache.arrow.flatbuf.DictionaryEncoding;
import org.apache.arrow.flatbuf.DictionaryKind;
import org.apache.arrow.flatbuf.Endianness;
import org.apache.arrow.flatbuf.Field;
import org.apache.arrow.flatbuf.FieldNode;
import org.apache.arrow.flatbuf.FixedSizeBinary;
import org.apache.arrow.flatbuf.Int;
import org.apache.arrow.flatbuf.Message;
import org.apache.arrow.flatbuf.MessageHeader;
import org.apache.arrow.flatbuf.MetadataVersion;
import org.apache.arrow.flatbuf.RecordBatch;
import org.apache.arrow.flatbuf.Schema;
import org.apache.arrow.flatbuf.Type;
import org.apache.arrow.flatbuf.Utf8;

/// An Arrow stream of one column `c`, with buffers as they are given, also of those that no writer makes.
final class ArrowBytes {
    private static final int ALIGNMENT = 8;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    /// @param coded whether values are numbers of 32 bits of a dictionary
    private ArrowBytes(byte type, ToIntFunction<FlatBufferBuilder> typeOf, boolean coded) {
        FlatBufferBuilder builder = new FlatBufferBuilder();
        int name = builder.createString("c");
        int valueType = typeOf.applyAsInt(builder);
        int encoding = coded ? DictionaryEncoding.createDictionaryEncoding(builder, 1,
                Int.createInt(builder, Integer.SIZE, true), false, DictionaryKind.DenseArray) : 0;
        int children = Field.createChildrenVector(builder, new int[0]);
        int field = Field.createField(builder, name, true, type, valueType, encoding, children, 0);
        int fields = Schema.createFieldsVector(builder, new int[] {field});
        int schema = Schema.createSchema(builder, Endianness.Little, fields, 0, 0);
        message(builder, MessageHeader.Schema, schema, List.of());
    }

    static ArrowBytes texts(boolean coded) {
        return new ArrowBytes(Type.Utf8, builder -> {
            Utf8.startUtf8(builder);
            return Utf8.endUtf8(builder);
        }, coded);
    }

    /// Texts of a fixed length.
    static ArrowBytes texts(int width, boolean coded) {
        return new ArrowBytes(Type.FixedSizeBinary,
                builder -> FixedSizeBinary.createFixedSizeBinary(builder, width), coded);
    }

    /// Numbers of 32 bits as they are stored.
    static byte[] numbers(int... values) {
        ByteBuffer bytes = ByteBuffer.allocate(values.length * Integer.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        Arrays.stream(values).forEach(bytes::putInt);
        return bytes.array();
    }

    ArrowBytes dictionary(long entries, byte[]... buffers) {
        FlatBufferBuilder builder = new FlatBufferBuilder();
        int batch = batch(builder, entries, 0, buffers);
        return message(builder, MessageHeader.DictionaryBatch,
                DictionaryBatch.createDictionaryBatch(builder, 1, batch, false), List.of(buffers));
    }

    /// @param nulls how many values the validity, which is the first buffer, says to be NULL
    ArrowBytes rows(long rows, int nulls, byte[]... buffers) {
        FlatBufferBuilder builder = new FlatBufferBuilder();
        return message(builder, MessageHeader.RecordBatch, batch(builder, rows, nulls, buffers), List.of(buffers));
    }

    private static int batch(FlatBufferBuilder builder, long rows, int nulls, byte[]... buffers) {
        long end = Arrays.stream(buffers).mapToLong(buffer -> aligned(buffer.length)).sum();
        List<byte[]> backwards = new ArrayList<>(List.of(buffers));
        Collections.reverse(backwards);
        RecordBatch.startBuffersVector(builder, buffers.length);
        for (byte[] buffer : backwards) {
            end -= aligned(buffer.length);
            Buffer.createBuffer(builder, end, buffer.length);
        }
        int places = builder.endVector();
        RecordBatch.startNodesVector(builder, 1);
        FieldNode.createFieldNode(builder, rows, nulls);
        return RecordBatch.createRecordBatch(builder, rows, builder.endVector(), places, 0, 0);
    }

    private ArrowBytes message(FlatBufferBuilder builder, byte type, int header, List<byte[]> buffers) {
        long body = buffers.stream().mapToLong(buffer -> aligned(buffer.length)).sum();
        builder.finish(Message.createMessage(builder, MetadataVersion.V5, type, header, body, 0));
        byte[] metadata = builder.sizedByteArray();
        out.writeBytes(numbers(-1, aligned(metadata.length)));
        put(metadata);
        buffers.forEach(this::put);
        return this;
    }

    private void put(byte[] bytes) {
        out.writeBytes(bytes);
        out.writeBytes(new byte[aligned(bytes.length) - bytes.length]);
    }

    private static int aligned(int length) {
        return (length + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    }

    Path write(Path file) throws IOException {
        out.writeBytes(numbers(-1, 0));
        return Files.write(file, out.toByteArray());
    }
}
