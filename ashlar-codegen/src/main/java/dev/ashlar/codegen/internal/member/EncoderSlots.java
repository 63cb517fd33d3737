// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.codegen.internal.member;

import dev.ashlar.codegen.internal.code.SchemaCode;
import dev.ashlar.codegen.internal.layout.FieldAccess;
import dev.ashlar.codegen.internal.layout.JavaPrimitive;
import dev.ashlar.codegen.internal.layout.MemberSlot;
import dev.ashlar.codegen.internal.layout.Struct;
import dev.ashlar.codegen.internal.text.ClassBody;
import dev.ashlar.codegen.internal.text.Doc;
import dev.ashlar.codegen.internal.text.Template;
import dev.ashlar.sbe.ir.CompositeType;
import dev.ashlar.sbe.ir.EnumType;
import dev.ashlar.sbe.ir.PrimitiveType;
import dev.ashlar.sbe.ir.ScalarType;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// Writes the setters for the values of one [Struct].
public final class EncoderSlots extends MemberSlots {
    private static final int MAX_ELEMENTS_AT_ONCE = 4;

    /// @param className type that setters return
    public EncoderSlots(SchemaCode shared, Struct struct, List<Template> names, String className, ClassBody out) {
        super(shared, struct, names, "Encoder", out);
        templates.forEach(template -> template.with("C", className));
    }

    @Override
    int handleLength(MemberSlot slot) {
        return struct.length();
    }

    @Override
    void scalar(MemberSlot slot, ScalarType type, Template t) {
        value(JavaPrimitive.of(type.primitive()), t, "x", Doc.of(slot.meta(), ""));
    }

    private void value(JavaPrimitive primitive, Template t, String method, String doc) {
        FieldAccess access = access(primitive, t, "offset", Integer.parseInt(t.get("offset")));
        out.member(doc + t.with("T", primitive.java()).with("method", t.get(method))
                .with("set", access.set(primitive.toWire("value")).indent(4)).fill("""
                public $C $method($T value) {
                ${set}    return this;
                }"""));
    }

    @Override
    void enumeration(MemberSlot slot, EnumType type, Template t) {
        JavaPrimitive primitive = JavaPrimitive.of(type.primitive());
        value(primitive, t, "xRaw", "");
        out.member(Doc.of(slot.meta(), "") + t.with("Type", shared.names().name(type)).with("setEnum",
                access(primitive, t, "offset", slot.offset()).set(primitive.toWire("value.value()")).indent(4)).fill("""
                public $C $x($Type value) {
                    if (value == $Type.SBE_UNKNOWN) {
                        throw new IllegalArgumentException("an unknown value can only be written raw ($name)");
                    }
                ${setEnum}    return this;
                }"""));
    }

    @Override
    void array(MemberSlot slot, ScalarType type, Template t) {
        JavaPrimitive primitive = JavaPrimitive.of(type.primitive());
        t.with("T", primitive.java()).with("length", type.length())
                .with("at", "offset + (" + slot.offset() + " + " + primitive.size() + " * index)")
                .with("set", access(primitive, t, "at", 0).set(primitive.toWire("value")).indent(4));
        out.member(Doc.of(slot.meta(), "") + t.fill("""
                public $C $x(int index, $T value) {
                    if (index < 0 || index >= $length) {
                        throw Bounds.index(index, $length, "$name");
                    }
                    long at = $at;
                ${set}    return this;
                }"""));
        if (type.length() > 1 && type.length() <= MAX_ELEMENTS_AT_ONCE) {
            elements(type.length(), primitive, t);
        }
        if (type.primitive() == PrimitiveType.CHAR) {
            TextArrays.encode(slot, type, t, out);
        } else if (primitive.size() == 1) {
            ByteArrays.encode(slot, type, t, out);
        }
    }

    private void elements(int length, JavaPrimitive primitive, Template t) {
        String parameters = IntStream.range(0, length).mapToObj(i -> primitive.java() + " value" + i)
                .collect(Collectors.joining(", "));
        String sets = IntStream.range(0, length)
                .mapToObj(i -> "    " + t.get("x") + "(" + i + ", value" + i + ");\n")
                .collect(Collectors.joining());
        out.member(t.with("parameters", parameters).fill("public $C $putX($parameters) {\n") + sets
                + "    return this;\n}");
    }

    private FieldAccess access(JavaPrimitive primitive, Template t, String base, int at) {
        return new FieldAccess(primitive, shared.schema().byteOrder(), t.get("H"), base, at, "isNative");
    }

    @Override
    void composite(MemberSlot slot, CompositeType type, Template t) {
        out.member(Doc.of(slot.meta(), "") + t.fill("""
                public ${Type}Encoder $x() {
                    place(this.$flyweight, $offset);
                    return this.$flyweight;
                }"""));
    }

    @Override
    void set(MemberSlot slot, Template t) {
        out.member(Doc.of(slot.meta(), "") + t.fill("""
                public ${Type}Encoder $x() {
                    return this.$flyweight.wrap(memory, offset + $offset);
                }"""));
    }
}
