// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.codegen.internal.type;

import dev.ashlar.codegen.internal.code.SchemaCode;
import dev.ashlar.codegen.internal.layout.FieldAccess;
import dev.ashlar.codegen.internal.layout.JavaPrimitive;
import dev.ashlar.codegen.internal.naming.JavaWords;
import dev.ashlar.codegen.internal.naming.Scope;
import dev.ashlar.codegen.internal.text.ClassBody;
import dev.ashlar.codegen.internal.text.Doc;
import dev.ashlar.codegen.internal.text.Template;
import dev.ashlar.sbe.ir.SetType;
import dev.ashlar.sbe.ir.SetType.Choice;
import java.util.ArrayList;
import java.util.List;

/// Writes the encoder and decoder of a [SetType].
public final class SetEmitter {
    private static final List<String> API = List.of("wrap", "memory", "offset", "encodedLength", "sbeSchemaId",
            "sbeSchemaVersion", "appendTo", "clear", "isEmpty", "getRaw", "setRaw", "getClass", "hashCode", "equals",
            "toString", "notify", "notifyAll", "wait", "clone", "finalize", "blockBytes");

    private final SetType type;
    private final JavaPrimitive primitive;
    private final FieldAccess access;
    private final Template base;
    private final List<String> methods;

    public SetEmitter(SetType type, SchemaCode shared) {
        this.type = type;
        this.primitive = JavaPrimitive.of(type.primitive());
        this.access = new FieldAccess(primitive, shared.schema().byteOrder(), "RAW", "offset", 0, "isNative");
        this.methods = methods(type);
        this.base = new Template().with("Name", shared.names().name(type)).with("T", primitive.java())
                .with("W", primitive.wire()).with("Handle", primitive.name()).with("size", primitive.size())
                .with("read", primitive.fromWire(access.get()))
                .with("raw", primitive.java().equals("long") ? "bits" : "(" + primitive.java() + ") bits");
    }

    /// The method of each choice, by position.
    public static List<String> methods(SetType type) {
        Scope scope = Scope.of(API);
        return type.choices().stream().map(c -> scope.claim(JavaWords.property(c.name()))).toList();
    }

    public String decoder(SchemaCode shared) {
        ClassBody out = open("Decoder", "Reads", shared);
        out.member(base.fill("""
                /// Whether no bit is set, known or not.
                public boolean isEmpty() {
                    return bits == 0;
                }"""));
        out.member(base.fill("""
                /// All bits.
                public $T getRaw() {
                    return $raw;
                }"""));
        for (int i = 0; i < methods.size(); i++) {
            Choice choice = type.choices().get(i);
            Template t = choice(i);
            out.member(Doc.of(choice.meta(), "") + t.fill("""
                    public boolean $x() {
                        return (bits & (1L << $bit)) != 0;
                    }"""));
            out.member(Doc.of(choice.meta(), "") + t.fill("""
                    public static boolean $x($T bits) {
                        return (bits & $mask) != 0;
                    }"""));
        }
        print(out);
        return out.close().toString();
    }

    public String encoder(SchemaCode shared) {
        ClassBody out = open("Encoder", "Writes", shared);
        out.member(base.fill("""
                /// Clears all bits.
                public ${Name}Encoder clear() {
                    return setRaw(($T) 0);
                }""").replace("(int) 0", "0").replace("(long) 0", "0L"));
        out.member(base.fill("""
                /// Sets all bits at once.
                public ${Name}Encoder setRaw($T bits) {
                    this.bits = bits;
                    known = true;
                ${set}    return this;
                }""".replace("${set}", access.set(primitive.toWire("bits")).indent(4))));
        for (int i = 0; i < methods.size(); i++) {
            Choice choice = type.choices().get(i);
            Template t = choice(i);
            out.member(Doc.of(choice.meta(), "") + t.fill("""
                    public ${Name}Encoder $x(boolean value) {
                        return setRaw($x(known ? $raw : $read, value));
                    }"""));
            out.member(Doc.of(choice.meta(), "") + t.fill("""
                    public static $T $x($T bits, boolean value) {
                        return $narrow;
                    }"""));
        }
        return out.close().toString();
    }

    private ClassBody open(String role, String verb, SchemaCode shared) {
        Template t = new Template().withAll(base).with("Role", role).with("verb", verb);
        ClassBody out = new ClassBody();
        out.open(Doc.of(type.meta(), verb + " set `" + type.name() + "` of the schema.") + shared.suppression()
                + t.fill("public final class $Name$Role extends Flyweight {"));
        out.lines(t.fill("public static final int ENCODED_LENGTH = $size;"));
        shared.schemaConstants(out);
        out.member(t.fill(
                "private static final VarHandle RAW = FieldHandles.of$Handle(BYTE_ORDER, ENCODED_LENGTH, 0);"));
        boolean decodes = role.equals("Decoder");
        if (!decodes) {
            out.lines("private boolean known;");
        }
        out.member(t.fill("public $Name$Role() {\n}"));
        if (decodes) {
            wrap(out, t, "Wraps a set and reads its bits at once. Later changes to the memory have no effect.",
                    "wrap", "move(memory, offset, ENCODED_LENGTH);", "bits = $read;");
            wrap(out, t, "Wraps a set that is absent: no bit is set.", "wrapAbsent",
                    FieldAccess.keepMemory("memory.byteSize()") + "this.offset = offset;", "bits = 0;");
        } else {
            wrap(out, t, "Wraps a set. Changing one choice reads the bits first, unless all were set before.",
                    "wrap", "move(memory, offset, ENCODED_LENGTH);", "known = false;");
        }
        shared.structInfo(out);
        return out;
    }

    private static void wrap(ClassBody out, Template t, String doc, String name, String move, String bits) {
        out.member("/// " + doc + "\n" + t.with("method", name).with("bits", t.fill(bits))
                .with("move", move.indent(4)).fill("""
                public $Name$Role $method(MemorySegment memory, long offset) {
                ${move}    $bits
                    return this;
                }"""));
    }

    private void print(ClassBody out) {
        out.member(base.fill("""
                @Override
                public String toString() {
                    return memory == null ? "" : appendTo(new StringBuilder()).toString();
                }"""));
        StringBuilder body = new StringBuilder();
        List<String> parts = new ArrayList<>();
        for (int i = 0; i < methods.size(); i++) {
            parts.add(choice(i).with("label", type.choices().get(i).name()).fill("""
                        if ($x()) {
                            destination.append(separator).append("$label");
                            separator = ",";
                        }
                    """.indent(0)));
        }
        parts.forEach(body::append);
        String start = methods.isEmpty() ? "" : "    String separator = \"\";\n";
        out.member("""
                /// Appends the names of the choices set.
                public StringBuilder appendTo(StringBuilder destination) {
                    destination.append('{');
                """ + start + body + """
                    return destination.append('}');
                }""");
    }

    private Template choice(int i) {
        int bit = type.choices().get(i).bit();
        boolean isLong = primitive.java().equals("long");
        boolean narrow = primitive.java().equals("short");
        return new Template().withAll(base).with("x", methods.get(i)).with("bit", bit)
                .with("mask", "(" + (isLong ? "1L" : "1") + " << " + bit + ")")
                .with("narrow", narrow ? "(short) (value ? bits | (1 << " + bit + ") : bits & ~(1 << " + bit + "))"
                        : "value ? bits | $m : bits & ~$m".replace("$m", "(" + (isLong ? "1L" : "1") + " << " + bit
                        + ")"));
    }
}
