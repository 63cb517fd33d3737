// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.codegen.internal.codec;

import dev.ashlar.codegen.internal.code.SchemaCode;
import dev.ashlar.codegen.internal.layout.Struct;
import dev.ashlar.codegen.internal.member.DecoderSlots;
import dev.ashlar.codegen.internal.member.EncoderSlots;
import dev.ashlar.codegen.internal.member.MemberSlots;
import dev.ashlar.codegen.internal.member.PrintEmitter;
import dev.ashlar.codegen.internal.text.ClassBody;
import dev.ashlar.codegen.internal.text.Doc;
import dev.ashlar.codegen.internal.text.Template;
import dev.ashlar.sbe.ir.CompositeType;
import dev.ashlar.sbe.ir.Member;

/// Writes the encoder and decoder of a [CompositeType], which may also be a header or a dimension.
public final class CompositeEmitter {
    /// The `ENCODED_LENGTH` of composites with variable-length data, as in other SBE implementations.
    private static final int VARIABLE_LENGTH = -1;

    private CompositeEmitter() {
    }

    public static String decoder(CompositeType type, SchemaCode shared) {
        String name = shared.names().name(type) + "Decoder";
        Struct struct = Struct.of(type);
        Template t = new Template().with("C", name).with("name", type.name()).with("length", length(type));
        ClassBody out = new ClassBody();
        DecoderSlots slots = new DecoderSlots(shared, struct, shared.names(type).slots(), "actingVersion", out);
        open("Reads", type, t, slots, out, shared);
        String version = struct.versions().stream().allMatch(v -> v == 0) ? "" : "    actingVersion = SCHEMA_VERSION;\n";
        out.member(t.with("version", version).with("bytes", struct.length()).fill("""
                /// Wraps a composite that has all of its members.
                ///
                /// @throws IndexOutOfBoundsException if it extends beyond the memory; the flyweight is unchanged
                public $C wrap(MemorySegment memory, long offset) {
                    move(memory, offset, $bytes);
                    reach = isNative ? $bytes : ~$bytes;
                ${version}    return this;
                }"""));
        out.member(t.fill("""
                /// Wraps a composite that may lack members, because its writer used an older version.
                ///
                /// @param actingBlockLength bytes of the composite that are present; 0 if it is absent
                /// @param actingVersion     schema version of the writer
                /// @throws IndexOutOfBoundsException if it extends beyond the memory; the flyweight is unchanged
                public $C wrap(MemorySegment memory, long offset, int actingBlockLength, int actingVersion) {
                    move(memory, offset, actingBlockLength);
                    reach = isNative ? actingBlockLength : ~actingBlockLength;
                    this.actingVersion = actingVersion;
                    return this;
                }"""));
        shared.structInfo(out);
        slots.accessors();
        new PrintEmitter(shared, out).composite(struct, shared.names(type));
        return out.close().toString();
    }

    public static String encoder(CompositeType type, SchemaCode shared) {
        String name = shared.names().name(type) + "Encoder";
        Struct struct = Struct.of(type);
        Template t = new Template().with("C", name).with("Name", shared.names().name(type)).with("name", type.name())
                .with("length", length(type));
        ClassBody out = new ClassBody();
        EncoderSlots slots = new EncoderSlots(shared, struct, shared.names(type).slots(), name, out);
        open("Writes", type, t, slots, out, shared);
        shared.structApi(out, name, struct.length());
        slots.accessors();
        out.member(t.fill("""
                @Override
                public String toString() {
                    return memory == null ? "" : appendTo(new StringBuilder()).toString();
                }"""));
        out.member(t.fill("""
                /// Appends what was written.
                public StringBuilder appendTo(StringBuilder destination) {
                    return new ${Name}Decoder().wrap(memory, offset).appendTo(destination);
                }"""));
        return out.close().toString();
    }

    /// All before the first method.
    private static void open(String verb, CompositeType type, Template t, MemberSlots slots, ClassBody out,
            SchemaCode shared) {
        out.open(Doc.of(type.meta(), verb + " composite `" + type.name() + "` of the schema.") + shared.suppression()
                + t.fill("public final class $C extends Flyweight {"));
        out.lines(t.fill("public static final int ENCODED_LENGTH = $length;"));
        shared.schemaConstants(out);
        slots.handles();
        slots.fields();
        out.member(t.fill("public $C() {\n}"));
    }

    private static int length(CompositeType type) {
        return type.members().stream().map(Member::type).anyMatch(Struct::isVariable) ? VARIABLE_LENGTH
                : type.encodedLength();
    }
}
