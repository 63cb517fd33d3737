// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.codegen.internal.codec;

import dev.ashlar.codegen.internal.code.BlockCode;
import dev.ashlar.codegen.internal.code.GroupCode;
import dev.ashlar.codegen.internal.code.OrderChecks;
import dev.ashlar.codegen.internal.code.SchemaCode;
import dev.ashlar.codegen.internal.layout.FieldAccess;
import dev.ashlar.codegen.internal.layout.Headers;
import dev.ashlar.codegen.internal.layout.JavaPrimitive;
import dev.ashlar.codegen.internal.layout.MemberSlot;
import dev.ashlar.codegen.internal.layout.Struct;
import dev.ashlar.codegen.internal.member.DataCodecs;
import dev.ashlar.codegen.internal.member.DecoderSlots;
import dev.ashlar.codegen.internal.member.EncoderSlots;
import dev.ashlar.codegen.internal.member.PrintEmitter;
import dev.ashlar.codegen.internal.member.WalkEmitter;
import dev.ashlar.codegen.internal.text.ClassBody;
import dev.ashlar.codegen.internal.text.Doc;
import dev.ashlar.codegen.internal.text.Strings;
import dev.ashlar.codegen.internal.text.Template;
import dev.ashlar.sbe.ir.CompositeType;
import dev.ashlar.sbe.ir.Message;
import dev.ashlar.sbe.ir.ScalarType;
import java.nio.ByteOrder;
import java.util.List;

/// Writes the encoder and decoder of a [Message].
public final class MessageEmitter {
    static final List<String> HEADER = List.of("blockLength", "templateId", "schemaId", "version");

    /// Memory is seldom another one than before, and asking it for its length costs as much as reading a field.
    private static final String MEMORY_BYTES = """
            long memoryBytes = memory == this.memory ? this.memoryBytes : memory.byteSize();
            """;

    private MessageEmitter() {
    }

    public static String decoder(Message message, SchemaCode shared) {
        BlockCode code = GroupCode.root(message, shared, "Decoder");
        Struct struct = Struct.of(message, message.name());
        List<GroupCode> groups = GroupCode.of(code, "Decoder", shared.schema().byteOrder());
        OrderChecks order = new OrderChecks(code, shared.options());
        ClassBody out = new ClassBody();
        DecoderSlots slots = new DecoderSlots(shared, struct, code.names().slots(), "actingVersion", out);
        Template t = template(message, code, shared).with("restart", order.restart("actingVersion"));
        out.open(Doc.of(message.meta(), "Reads message `" + message.name() + "` of the schema.") + shared.suppression()
                + t.fill("public final class $C extends Flyweight implements MessageDecoder {"));
        constants(t, shared, out);
        slots.handles();
        DataCodecs data = new DataCodecs(code, order, out);
        data.handles();
        out.member("""
                private long memoryBytes;
                private long limit;""");
        slots.fields();
        out.lines(order.field());
        groups.forEach(g -> out.lines(g.t().with("argument", order.argument())
                .fill("private final $C $flyweight = new $C(this$argument);")));
        out.member(t.fill("public $C() {\n}"));
        info(t, out);
        out.member(t.fill("""
                @Override
                public $C wrap(MemorySegment memory, long offset, int actingBlockLength, int actingVersion) {
                ${memoryBytes}    Bounds.checkRead(memoryBytes, offset, actingBlockLength, "$path");
                ${keepMemory}    this.offset = offset;
                    reach = isNative ? actingBlockLength : ~actingBlockLength;
                    this.actingVersion = actingVersion;
                    limit = offset + actingBlockLength;
                ${restart}    return this;
                }"""));
        out.member(t.with("headerRead", headerRead(shared)).fill("""
                /// Starts reading a message at its header, which must be of this message and schema.
                ///
                /// @throws MalformedMessageException if it is not, or header or block reach beyond the memory; the
                ///     flyweight is as before
                public $C wrapAndApplyHeader(MemorySegment memory, long offset, ${Header}Decoder headerDecoder) {
                ${memoryBytes}    Bounds.checkRead(memoryBytes, offset, ${Header}Decoder.ENCODED_LENGTH, "$header");
                    headerDecoder.wrap(memory, offset);
                ${headerRead}}"""));
        out.member("""
                @Override
                public int actingBlockLength() {
                    return blockBytes();
                }""");
        out.member("""
                @Override
                public int actingVersion() {
                    return actingVersion;
                }""");
        out.member(t.fill("""
                @Override
                public $C sbeRewind() {
                    return wrap(memory, offset, blockBytes(), actingVersion);
                }"""));
        out.member(t.with("skipped", order.skipped()).fill("""
                @Override
                public $C sbeSkip() {
                    limit = end(memory, offset + blockBytes(), actingVersion);
                ${skipped}    return this;
                }"""));
        out.member("""
                @Override
                public long sbeDecodedLength() {
                    return end(memory, offset + blockBytes(), actingVersion) - offset;
                }""");
        slots.accessors();
        groups.forEach(g -> GroupDecoderEmitter.emit(g, order, shared, out));
        data.decode();
        new WalkEmitter(code, groups, out).end();
        new PrintEmitter(shared, out).message(code, struct, t);
        return out.close().toString();
    }

    public static String encoder(Message message, SchemaCode shared) {
        BlockCode code = GroupCode.root(message, shared, "Encoder");
        Struct struct = Struct.of(message, message.name());
        List<GroupCode> groups = GroupCode.of(code, "Encoder", shared.schema().byteOrder());
        OrderChecks order = new OrderChecks(code, shared.options());
        ClassBody out = new ClassBody();
        EncoderSlots slots = new EncoderSlots(shared, struct, code.names().slots(), code.className(), out);
        Template t = template(message, code, shared).with("restart", order.restart("SCHEMA_VERSION"));
        out.open(Doc.of(message.meta(), "Writes message `" + message.name() + "` of the schema.")
                + shared.suppression()
                + t.fill("public final class $C extends Flyweight implements MessageEncoder {"));
        constants(t, shared, out);
        headerHandle(shared, message, out);
        slots.handles();
        DataCodecs data = new DataCodecs(code, order, out);
        data.handles();
        out.member("""
                private long memoryBytes;
                private long limit;""");
        slots.fields();
        out.lines(order.field());
        groups.forEach(g -> out.lines(g.t().with("argument", order.argument())
                .fill("private final $C $flyweight = new $C(this$argument);")));
        out.member(t.fill("public $C() {\n}"));
        info(t, out);
        out.member(t.fill("""
                @Override
                public $C wrap(MemorySegment memory, long offset) {
                ${memoryBytes}    Bounds.checkWrite(memoryBytes, offset, BLOCK_LENGTH, "$path");
                ${keepMemory}    this.offset = offset;
                    limit = offset + BLOCK_LENGTH;
                ${restart}    return this;
                }"""));
        out.member(t.with("headerWrite", headerWrite(shared)).fill("""
                /// Starts a message with its header before it.
                ///
                /// @throws IndexOutOfBoundsException if header and root block do not fit; nothing is written then
                public $C wrapAndApplyHeader(MemorySegment memory, long offset, ${Header}Encoder headerEncoder) {
                    wrap(memory, offset + ${Header}Encoder.ENCODED_LENGTH);
                    headerEncoder.wrap(memory, offset)${headerWrite}
                    return this;
                }"""));
        slots.accessors();
        groups.forEach(g -> GroupEncoderEmitter.emit(g, order, shared, out));
        data.encode();
        order.completeness(out);
        out.member(t.fill("""
                @Override
                public String toString() {
                    return memory == null ? "" : appendTo(new StringBuilder()).toString();
                }"""));
        out.member(t.fill("""
                /// Appends what was written so far, and where it ends too early.
                public StringBuilder appendTo(StringBuilder destination) {
                    if (memory == null) {
                        return destination;
                    }
                    MemorySegment written = memory.asSlice(0, limit);
                    return new ${Name}Decoder().wrap(written, offset, BLOCK_LENGTH, SCHEMA_VERSION).appendTo(destination);
                }"""));
        return out.close().toString();
    }

    private static Template template(Message message, BlockCode code, SchemaCode shared) {
        return new Template().with("C", code.className()).with("Name", shared.names().name(message))
                .with("path", code.path()).with("block", message.blockLength()).with("id", message.id())
                .with("Header", shared.names().name(shared.schema().header()))
                .with("header", shared.schema().header().name())
                .with("memoryBytes", MEMORY_BYTES.indent(4))
                .with("keepMemory", FieldAccess.keepMemory("this.memoryBytes = memoryBytes;").indent(4))
                .with("semanticType", Strings.literal(message.meta().semanticType()));
    }

    private static void constants(Template t, SchemaCode shared, ClassBody out) {
        out.lines(t.fill("""
                public static final int BLOCK_LENGTH = $block;
                public static final int TEMPLATE_ID = $id;"""));
        shared.schemaConstants(out);
    }

    private static void info(Template t, ClassBody out) {
        for (String[] method : new String[][] {{"int", "sbeBlockLength", "BLOCK_LENGTH"},
                {"int", "sbeTemplateId", "TEMPLATE_ID"}, {"int", "sbeSchemaId", "SCHEMA_ID"},
                {"int", "sbeSchemaVersion", "SCHEMA_VERSION"}, {"String", "sbeSemanticType", t.get("semanticType")},
                {"MemorySegment", "memory", "memory"}, {"long", "offset", "offset"}, {"long", "limit", "limit"},
                {"long", "encodedLength", "limit - offset"}}) {
            out.member(new Template().with("T", method[0]).with("name", method[1]).with("value", method[2]).fill("""
                    @Override
                    public $T $name() {
                        return $value;
                    }"""));
        }
        out.member("""
                @Override
                public void limit(long limit) {
                    this.limit = limit;
                }""");
    }

    private static void headerHandle(SchemaCode shared, Message message, ClassBody out) {
        CompositeType type = shared.schema().header();
        JavaPrimitive whole = Headers.whole(type, HEADER);
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

    private static String headerRead(SchemaCode shared) {
        CompositeType type = shared.schema().header();
        String length = shared.names().name(type) + "Decoder.ENCODED_LENGTH";
        String templateId = header(shared, "templateId");
        String schemaId = header(shared, "schemaId");
        return "    if (" + templateId + " != TEMPLATE_ID || " + schemaId + " != SCHEMA_ID) {\n"
                + "        throw Bounds.otherMessage(" + templateId + ", TEMPLATE_ID, " + schemaId + ", SCHEMA_ID);\n"
                + "    }\n"
                + "    return wrap(memory, offset + " + length + ",\n"
                + "            " + headerInt(shared, "blockLength", "checkBlockLength") + ", "
                + headerInt(shared, "version", "checkVersion") + ");\n";
    }

    private static String header(SchemaCode shared, String member) {
        return "headerDecoder." + headerName(shared, member) + "()";
    }

    private static String headerInt(SchemaCode shared, String member, String check) {
        String value = header(shared, member);
        ScalarType type = (ScalarType) shared.schema().header().member(member).type();
        return switch (type.primitive()) {
            case UINT8, UINT16 -> value;
            default -> "Bounds." + check + "(" + value + ", \"" + shared.schema().header().name() + "\")";
        };
    }

    private static String headerWrite(SchemaCode shared) {
        if (Headers.whole(shared.schema().header(), HEADER) != null) {
            JavaPrimitive whole = Headers.whole(shared.schema().header(), HEADER);
            return (";\n" + new FieldAccess(whole, "HEADER", "offset", 0, "isNative").set("HEADER_BITS")).indent(4).strip();
        }
        StringBuilder out = new StringBuilder();
        String[][] members = {{"blockLength", "BLOCK_LENGTH"}, {"templateId", "TEMPLATE_ID"}, {"schemaId", "SCHEMA_ID"},
            {"version", "SCHEMA_VERSION"}};
        for (String[] member : members) {
            ScalarType type = (ScalarType) shared.schema().header().member(member[0]).type();
            if (type.encodedLength() > 0) {
                String java = JavaPrimitive.of(type.primitive()).java();
                out.append("\n            .").append(headerName(shared, member[0])).append('(')
                        .append(java.equals("int") || java.equals("long") ? "" : "(" + java + ") ").append(member[1])
                        .append(')');
            }
        }
        return out.append(';').toString();
    }

    private static String headerName(SchemaCode shared, String member) {
        CompositeType header = shared.schema().header();
        List<MemberSlot> slots = Struct.slotsOf(header);
        for (int i = 0; i < slots.size(); i++) {
            if (slots.get(i).name().equals(member)) {
                return shared.names(header).slots().get(i).get("x");
            }
        }
        throw new IllegalArgumentException("header without member: member=" + member + " (" + header.name() + ")");
    }
}
