// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.codegen.internal.codec;

import dev.ashlar.codegen.internal.code.SchemaCode;
import dev.ashlar.codegen.internal.member.DecoderSlots;
import dev.ashlar.codegen.internal.member.PrintEmitter;
import dev.ashlar.codegen.internal.member.WalkEmitter;
import dev.ashlar.codegen.internal.text.ClassBody;
import dev.ashlar.codegen.internal.text.Template;
import dev.ashlar.sbe.ir.CompositeType;
import dev.ashlar.sbe.ir.Message;
import dev.ashlar.sbe.ir.ScalarType;

/// Writes the decoder of a [Message].
public final class MessageDecoderEmitter {
    private MessageDecoderEmitter() {
    }

    public static String emit(Message message, SchemaCode shared) {
        MessageClass it = new MessageClass(message, shared, "Decoder");
        ClassBody out = it.out;
        DecoderSlots slots = new DecoderSlots(shared, it.struct, it.code.names().slots(), "actingVersion", out);
        Template t = it.t.with("restart", it.order.restart("actingVersion"));
        it.open("Reads");
        it.fields(slots);
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
                /// Starts reading a message at its header, which must have the ids of this message and schema.
                ///
                /// @throws MalformedMessageException if the ids differ, or if the header or block extends beyond the
                ///     memory; the flyweight is unchanged
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
        out.member(t.with("skipped", it.order.skipped()).fill("""
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
        it.groups.forEach(g -> GroupDecoderEmitter.emit(g, it.order, shared, out));
        it.data.decode();
        new WalkEmitter(it.code, it.groups, out).end();
        new PrintEmitter(shared, out).message(it.code, it.struct, t);
        return out.close().toString();
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
        return "headerDecoder." + MessageClass.headerName(shared, member) + "()";
    }

    private static String headerInt(SchemaCode shared, String member, String check) {
        String value = header(shared, member);
        ScalarType type = (ScalarType) shared.schema().header().member(member).type();
        return switch (type.primitive()) {
            case UINT8, UINT16 -> value;
            default -> "Bounds." + check + "(" + value + ", \"" + shared.schema().header().name() + "\")";
        };
    }
}
