// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.codegen.internal.codec;

import dev.ashlar.codegen.internal.code.SchemaCode;
import dev.ashlar.codegen.internal.layout.FieldAccess;
import dev.ashlar.codegen.internal.layout.Headers;
import dev.ashlar.codegen.internal.layout.JavaPrimitive;
import dev.ashlar.codegen.internal.member.EncoderSlots;
import dev.ashlar.codegen.internal.text.ClassBody;
import dev.ashlar.codegen.internal.text.Template;
import dev.ashlar.sbe.ir.CompositeType;
import dev.ashlar.sbe.ir.Message;
import dev.ashlar.sbe.ir.ScalarType;
import java.nio.ByteOrder;

/// Writes the encoder of a [Message].
public final class MessageEncoderEmitter {
    private MessageEncoderEmitter() {
    }

    public static String emit(Message message, SchemaCode shared) {
        MessageClass it = new MessageClass(message, shared, "Encoder");
        ClassBody out = it.out;
        EncoderSlots slots = new EncoderSlots(shared, it.struct, it.code.names().slots(), it.code.className(), out);
        Template t = it.t.with("restart", it.order.restart("SCHEMA_VERSION"))
                .with("noEntries", it.countsEmptyEntries() ? "    emptyEntries = 0;\n" : "");
        it.open("Writes");
        headerHandle(shared, message, out);
        it.fields(slots);
        out.member(t.fill("""
                @Override
                public $C wrap(MemorySegment memory, long offset) {
                ${memoryBytes}    Bounds.checkWrite(memoryBytes, offset, BLOCK_LENGTH, "$path");
                ${keepMemory}    this.offset = offset;
                    limit = offset + BLOCK_LENGTH;
                ${noEntries}${restart}    return this;
                }"""));
        out.member(t.with("headerWrite", headerWrite(shared)).fill("""
                /// Starts a message with its header.
                ///
                /// @throws IndexOutOfBoundsException if header and root block do not fit; then nothing is written
                public $C wrapAndApplyHeader(MemorySegment memory, long offset, ${Header}Encoder headerEncoder) {
                    wrap(memory, offset + ${Header}Encoder.ENCODED_LENGTH);
                    headerEncoder.wrap(memory, offset)${headerWrite}
                    return this;
                }"""));
        slots.accessors();
        it.groups.forEach(g -> GroupEncoderEmitter.emit(g, it.order, shared, out));
        it.data.encode();
        it.order.completeness(out);
        out.member(t.fill("""
                @Override
                public String toString() {
                    return memory == null ? "" : appendTo(new StringBuilder()).toString();
                }"""));
        out.member(t.fill("""
                /// Appends what has been written so far. If a part is missing, `!malformed` marks its place.
                public StringBuilder appendTo(StringBuilder destination) {
                    if (memory == null) {
                        return destination;
                    }
                    MemorySegment written = memory.asSlice(0, limit);
                    return new ${Name}Decoder().wrap(written, offset, BLOCK_LENGTH, SCHEMA_VERSION).appendTo(destination);
                }"""));
        return out.close().toString();
    }

    private static void headerHandle(SchemaCode shared, Message message, ClassBody out) {
        CompositeType type = shared.schema().header();
        JavaPrimitive whole = Headers.whole(type, MessageClass.HEADER);
        if (whole == null) {
            return;
        }
        out.lines("private static final VarHandle HEADER = FieldHandles.of" + whole.name() + "(BYTE_ORDER, "
                + type.encodedLength() + ", 0);");
        ByteOrder order = shared.schema().byteOrder();
        long bits = Headers.constant(type, "blockLength", order, message.blockLength())
                | Headers.constant(type, "templateId", order, message.id())
                | Headers.constant(type, "schemaId", order, shared.schema().id())
                | Headers.constant(type, "version", order, shared.schema().version());
        out.lines("private static final " + whole.wire() + " HEADER_BITS = "
                + (whole.wire().equals("long") ? String.format("0x%016xL", bits) : whole.whole(bits)) + ";");
    }

    private static String headerWrite(SchemaCode shared) {
        if (Headers.whole(shared.schema().header(), MessageClass.HEADER) != null) {
            JavaPrimitive whole = Headers.whole(shared.schema().header(), MessageClass.HEADER);
            FieldAccess access = new FieldAccess(whole, shared.schema().byteOrder(), "HEADER", "offset", 0, "isNative");
            return (";\n" + access.set("HEADER_BITS")).indent(4).strip();
        }
        StringBuilder out = new StringBuilder();
        String[][] members = {{"blockLength", "BLOCK_LENGTH"}, {"templateId", "TEMPLATE_ID"}, {"schemaId", "SCHEMA_ID"},
            {"version", "SCHEMA_VERSION"}};
        for (String[] member : members) {
            ScalarType type = (ScalarType) shared.schema().header().member(member[0]).type();
            if (type.encodedLength() > 0) {
                String java = JavaPrimitive.of(type.primitive()).java();
                out.append("\n            .").append(MessageClass.headerName(shared, member[0])).append('(')
                        .append(java.equals("int") || java.equals("long") ? "" : "(" + java + ") ").append(member[1])
                        .append(')');
            }
        }
        return out.append(';').toString();
    }
}
