// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.codegen.internal.codec;

import dev.ashlar.codegen.internal.code.SchemaCode;
import dev.ashlar.codegen.internal.layout.FieldAccess;
import dev.ashlar.codegen.internal.layout.Headers;
import dev.ashlar.codegen.internal.layout.JavaPrimitive;
import dev.ashlar.codegen.internal.layout.MemberSlot;
import dev.ashlar.codegen.internal.layout.Struct;
import dev.ashlar.codegen.internal.member.MetaEmitter;
import dev.ashlar.codegen.internal.member.PrintEmitter;
import dev.ashlar.codegen.internal.naming.FileNames;
import dev.ashlar.codegen.internal.naming.MemberNames;
import dev.ashlar.codegen.internal.text.ClassBody;
import dev.ashlar.codegen.internal.text.Doc;
import dev.ashlar.codegen.internal.text.Template;
import dev.ashlar.sbe.ir.CompositeType;
import dev.ashlar.sbe.ir.PrimitiveType;
import dev.ashlar.sbe.ir.ScalarType;
import java.util.List;

/// Writes the decoder of a message header that is read with one access: its members are extracted from one word.
public final class HeaderDecoderEmitter {
    private HeaderDecoderEmitter() {
    }

    /// Whether the composite is the schema's header, fits one access, has no constants, and is used for nothing else.
    public static boolean applies(CompositeType type, SchemaCode shared) {
        return type.equals(shared.schema().header()) && Headers.whole(type, MessageClass.HEADER) != null
                && type.members().size() == MessageClass.HEADER.size()
                && shared.schema().messages().stream().flatMap(m -> FileNames.usedBy(m).stream())
                        .noneMatch(type::equals)
                && shared.names().types().stream().noneMatch(other -> other instanceof CompositeType composite
                        && composite.members().stream().anyMatch(member -> member.type().equals(type)));
    }

    public static String emit(CompositeType type, SchemaCode shared) {
        JavaPrimitive whole = Headers.whole(type, MessageClass.HEADER);
        Template t = new Template().with("C", shared.names().name(type) + "Decoder").with("T", whole.wire())
                .with("length", type.encodedLength()).with("handle", whole.name())
                .with("read", new FieldAccess(whole, shared.schema().byteOrder(), "HEADER", "offset", 0, "isNative").get());
        Struct struct = Struct.of(type);
        MemberNames names = shared.names(type);
        ClassBody out = new ClassBody();
        out.open(Doc.of(type.meta(), "Reads composite `" + type.name() + "` of the schema.") + shared.suppression()
                + t.fill("public final class $C extends Flyweight {"));
        out.lines(t.fill("public static final int ENCODED_LENGTH = $length;"));
        shared.schemaConstants(out);
        out.lines(t.fill("private static final VarHandle HEADER = FieldHandles.of$handle(BYTE_ORDER, ENCODED_LENGTH, 0);"));
        out.member(t.fill("public $C() {\n}"));
        out.member(t.fill("""
                /// Wraps a header and reads it at once. Later changes to the memory have no effect.
                ///
                /// @throws IndexOutOfBoundsException if it extends beyond the memory; the flyweight is unchanged
                public $C wrap(MemorySegment memory, long offset) {
                    move(memory, offset, ENCODED_LENGTH);
                    bits = $read;
                    return this;
                }"""));
        shared.structInfo(out);
        List<MemberSlot> slots = struct.slots();
        for (int i = 0; i < slots.size(); i++) {
            MemberSlot slot = slots.get(i);
            Template s = new Template().withAll(names.slots().get(i));
            MetaEmitter.slot(slot, s, out);
            JavaPrimitive primitive = JavaPrimitive.of(((ScalarType) slot.type()).primitive());
            String value = Headers.extract(type, slot.name(), shared.schema().byteOrder(),
                    JavaPrimitive.of(PrimitiveType.INT64), "bits");
            out.member(Doc.of(slot.meta(), "") + s.with("T", primitive.java())
                    .with("value", primitive.java().equals("int") ? value : "(" + primitive.java() + ") (" + value
                            + ")")
                    .fill("""
                    public $T $x() {
                        return $value;
                    }"""));
            out.member(s.fill("""
                    public boolean $xIsPresent() {
                        return true;
                    }"""));
            out.member(s.fill("""
                    public boolean $xIsNull() {
                        return false;
                    }"""));
        }
        new PrintEmitter(shared, out).composite(struct, names);
        return out.close().toString();
    }
}
