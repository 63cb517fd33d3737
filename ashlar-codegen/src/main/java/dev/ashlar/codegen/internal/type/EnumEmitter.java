// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.codegen.internal.type;

import dev.ashlar.codegen.internal.layout.JavaPrimitive;
import dev.ashlar.codegen.internal.naming.JavaWords;
import dev.ashlar.codegen.internal.naming.Scope;
import dev.ashlar.codegen.internal.text.ClassBody;
import dev.ashlar.codegen.internal.text.Doc;
import dev.ashlar.codegen.internal.text.Template;
import dev.ashlar.sbe.ir.EnumType;
import dev.ashlar.sbe.ir.EnumType.ValidValue;
import dev.ashlar.sbe.ir.Literal;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// Writes the Java enum of an [EnumType].
public final class EnumEmitter {
    static final String NULL = "NULL_VAL";
    static final String UNKNOWN = "SBE_UNKNOWN";

    private EnumEmitter() {
    }

    /// The Java name of each value, by position.
    public static List<String> constants(EnumType type) {
        Scope scope = Scope.of(List.of(NULL, UNKNOWN, "value", "BY_VALUE"));
        return type.values().stream().map(v -> scope.claim(JavaWords.identifier(v.name()))).toList();
    }

    /// The Java name of the value with these bits, of the null value, or of the unknown value.
    public static String constantOf(EnumType type, long bits) {
        for (int i = 0; i < type.values().size(); i++) {
            if (type.values().get(i).bits() == bits) {
                return constants(type).get(i);
            }
        }
        return type.effectiveNull().equals(Literal.of(bits)) ? NULL : UNKNOWN;
    }

    public static String emit(EnumType type, String name) {
        JavaPrimitive primitive = JavaPrimitive.of(type.primitive());
        Template t = new Template().with("Name", name).with("T", primitive.java())
                .with("null", primitive.literal(type.effectiveNull()));
        ClassBody out = new ClassBody();
        out.open(Doc.of(type.meta(), "Enum `" + type.name() + "` of the schema.") + t.fill("public enum $Name {"));
        List<String> names = constants(type);
        for (int i = 0; i < names.size(); i++) {
            ValidValue value = type.values().get(i);
            out.member(Doc.of(value.meta(), "")
                    + names.get(i) + "(" + primitive.whole(value.bits()) + "),");
        }
        out.member(t.fill("""
                /// Absent or null.
                NULL_VAL($null),"""));
        out.member(t.fill("""
                /// A value unknown to this version of the schema; raw accessors return its number.
                SBE_UNKNOWN($null);"""));
        boolean tabled = primitive.size() == 1;
        if (tabled) {
            out.member(t.fill("private static final $Name[] BY_VALUE = byValue();"));
        }
        out.member(t.fill("private final $T value;"));
        out.member(t.fill("""
                $Name($T value) {
                    this.value = value;
                }"""));
        out.member(t.fill("""
                /// The value on the wire; the null value for `SBE_UNKNOWN`, which stands for many values.
                public $T value() {
                    return value;
                }"""));
        out.member(t.fill("""
                /// The constant for a value on the wire; `SBE_UNKNOWN` if there is no constant for it.
                public static $Name get($T value) {
                """) + indent(tabled ? tableLookup(primitive) : lookup(type, primitive, names)) + "}");
        if (tabled) {
            out.member(t.fill("""
                    private static $Name[] byValue() {
                        $Name[] constants = values();
                        $Name[] table = new $Name[256];
                        for (int i = 0; i < table.length; i++) {
                            table[i] = SBE_UNKNOWN;
                        }
                        // Backwards, so that the first of two constants with the same value wins.
                        for (int i = constants.length - 2; i >= 0; i--) {
                            table[constants[i].value & 0xff] = constants[i];
                        }
                        return table;
                    }"""));
        }
        out.close();
        return out.toString();
    }

    /// Values of one byte are looked up in a table: they are hard to predict, so a branch would often be
    /// mispredicted.
    private static String tableLookup(JavaPrimitive primitive) {
        return primitive.java().equals("byte") ? "return BY_VALUE[value & 0xff];\n"
                : "return (value & ~0xff) == 0 ? BY_VALUE[value] : SBE_UNKNOWN;\n";
    }

    private static String lookup(EnumType type, JavaPrimitive primitive, List<String> names) {
        // A switch cannot be over long. A value declared twice, or equal to null, means its first declaration.
        boolean wide = primitive.java().equals("long");
        StringBuilder out = new StringBuilder(wide ? "" : "return switch (value) {\n");
        Set<String> seen = new HashSet<>();
        for (int i = 0; i < names.size(); i++) {
            addCase(out, wide, primitive.whole(type.values().get(i).bits()), names.get(i), seen);
        }
        addCase(out, wide, primitive.literal(type.effectiveNull()), NULL, seen);
        return out.append(wide ? "return SBE_UNKNOWN;\n" : "    default -> SBE_UNKNOWN;\n};\n").toString();
    }

    private static void addCase(StringBuilder out, boolean wide, String literal, String name, Set<String> seen) {
        if (!seen.add(literal)) {
            return;
        }
        if (wide) {
            out.append("if (value == ").append(literal).append(") {\n    return ").append(name).append(";\n}\n");
        } else {
            out.append("    case ").append(literal.replaceFirst("^\\(\\w+\\) ", "")).append(" -> ").append(name)
                    .append(";\n");
        }
    }

    private static String indent(String lines) {
        return lines.indent(4);
    }
}
