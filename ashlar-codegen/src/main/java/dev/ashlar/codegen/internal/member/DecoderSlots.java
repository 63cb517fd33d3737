// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.codegen.internal.member;

import dev.ashlar.codegen.internal.code.NullPath;
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
import dev.ashlar.sbe.ir.Literal;
import dev.ashlar.sbe.ir.PrimitiveType;
import dev.ashlar.sbe.ir.ScalarType;
import java.util.List;

/// Writes the accessors that read the values of one [Struct].
///
/// A value is present if the writer's version has it and its block is long enough. The accessors of all values of a
/// version make the same test first: whether all of these values are present and the memory is native (or else a byte
/// array). The JIT eliminates all but one of these tests. Only if the test fails does an accessor check its own value.
public final class DecoderSlots extends MemberSlots {
    /// @param actingVersion expression of the writer's version
    public DecoderSlots(SchemaCode shared, Struct struct, List<Template> names, String actingVersion, ClassBody out) {
        super(shared, struct, names, "Decoder", out);
        for (int i = 0; i < struct.slots().size(); i++) {
            MemberSlot slot = struct.slots().get(i);
            String reaches = "blockBytes() >= " + Struct.firstEnd(slot);
            int version = Struct.firstVersion(List.of(slot), 0);
            templates.get(i).with("native", isComplete("reach >= ", slot, actingVersion))
                    .with("array", isComplete("array != null && ~reach >= ", slot, actingVersion))
                    .with("actingVersion", actingVersion).with("since", slot.since())
                    .with("present", version == 0 ? reaches
                            : actingVersion + " >= " + version + " && " + reaches);
        }
    }

    @Override
    int handleLength(MemberSlot slot) {
        return struct.prefix(slot.since());
    }

    /// An expression: whether handles may be used. The block must have all values of the version that completes this
    /// one, and the memory must be of the class that `reaches` tests.
    private String isComplete(String reaches, MemberSlot slot, String actingVersion) {
        int version = Struct.lastVersion(slot);
        return reaches + struct.prefix(version)
                + (version == 0 ? "" : " && " + actingVersion + " >= " + version);
    }

    @Override
    void scalar(MemberSlot slot, ScalarType type, Template t) {
        value(slot, JavaPrimitive.of(type.primitive()), type.effectiveNull(), t, "x");
        presence(slot, t);
    }

    @Override
    void enumeration(MemberSlot slot, EnumType type, Template t) {
        JavaPrimitive primitive = JavaPrimitive.of(type.primitive());
        value(slot, primitive, type.effectiveNull(), t, "xRaw");
        out.member(Doc.of(slot.meta(), "") + t.with("Type", shared.names().name(type)).fill("""
                public $Type $x() {
                    if ($native) {
                        return $Type.get($read);
                    }
                    return $Type.get($xRaw());
                }"""));
        presence(slot, t);
    }

    private void value(MemberSlot slot, JavaPrimitive primitive, Literal nullValue, Template t, String method) {
        out.member(Doc.of(slot.meta(), "") + types(t, primitive, nullValue).with("method", t.get(method)).fill("""
                public $T $method() {
                    if ($native) {
                        return $read;
                    }
                    if ($array) {
                        return $readArray;
                    }
                    return $xIsPresent() ? $readAny : $null;
                }"""));
    }

    @Override
    void array(MemberSlot slot, ScalarType type, Template t) {
        JavaPrimitive primitive = JavaPrimitive.of(type.primitive());
        types(t, primitive, type.effectiveNull()).with("length", type.length());
        FieldAccess element = new FieldAccess(primitive, shared.schema().byteOrder(), t.get("H"), "at", 0, "");
        t.with("at", "offset + (" + slot.offset() + " + " + primitive.size() + " * index)")
                .with("read", primitive.fromWire(element.getNative()))
                .with("readArray", primitive.fromWire(element.getArray()))
                .with("readAny", primitive.fromWire(element.getAny()));
        out.member(Doc.of(slot.meta(), "") + t.fill("""
                public $T $x(int index) {
                    if (index < 0 || index >= $length) {
                        throw Bounds.index(index, $length, "$name");
                    }
                    long at = $at;
                    if ($native) {
                        return $read;
                    }
                    if ($array) {
                        return $readArray;
                    }
                    return $xIsPresent() ? $readAny : $null;
                }"""));
        if (type.primitive() == PrimitiveType.CHAR) {
            TextArrays.decode(slot, type, t, out);
        } else if (type.primitive().size() == 1) {
            ByteArrays.decode(slot, type, t, out);
        }
        presence(slot, t);
    }

    @Override
    void set(MemberSlot slot, Template t) {
        out.member(Doc.of(slot.meta(), "") + t.fill("""
                public ${Type}Decoder $x() {
                    if ($xIsPresent()) {
                        return this.$flyweight.wrap(memory, offset + $offset);
                    }
                    return this.$flyweight.wrapAbsent(memory, offset + $offset);
                }"""));
        presence(slot, t);
    }

    @Override
    void composite(MemberSlot slot, CompositeType type, Template t) {
        t.with("length", type.encodedLength());
        // A composite is absent, with all of its members, if the block ends inside it.
        t.with("bytes", t.fill("$xIsPresent() ? Math.clamp(blockBytes() - ${offset}L, 0, $length) : 0"));
        boolean asksVersion = Struct.of(type).versions().stream().anyMatch(version -> version > 0);
        t.with("version", asksVersion ? ", " + t.get("actingVersion") : "");
        out.member(Doc.of(slot.meta(), "") + t.fill("""
                public ${Type}Decoder $x() {
                    if ($native || $array) {
                        place(this.$flyweight, $offset, $length$version);
                    } else {
                        place(this.$flyweight, $offset, $bytes$version);
                    }
                    return this.$flyweight;
                }"""));
        presence(slot, t);
    }

    private void presence(MemberSlot slot, Template t) {
        // A composite of constants occupies no bytes and, like a constant, is always present.
        out.member(t.with("test", slot.encodedLength() > 0 ? t.get("present") : "true").fill("""
                /// Whether the field is present: the writer's version has it and the block is long enough.
                public boolean $xIsPresent() {
                    return $test;
                }"""));
        out.member(t.fill("""
                /// Whether the field is absent or null.
                public boolean $xIsNull() {
                """) + NullPath.of(slot, t, shared).body("!" + t.get("xIsPresent") + "()").indent(4) + "}");
    }

    private Template types(Template t, JavaPrimitive primitive, Literal nullValue) {
        FieldAccess access = new FieldAccess(primitive, shared.schema().byteOrder(), t.get("H"), "offset",
                Integer.parseInt(t.get("offset")), "");
        return t.with("T", primitive.java()).with("null", primitive.literal(nullValue))
                .with("read", primitive.fromWire(access.getNative()))
                .with("readArray", primitive.fromWire(access.getArray()))
                .with("readAny", primitive.fromWire(access.getAny()));
    }
}
