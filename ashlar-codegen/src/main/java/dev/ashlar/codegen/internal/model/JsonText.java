// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.codegen.internal.model;

import dev.ashlar.sbe.ir.CompositeType;
import dev.ashlar.sbe.ir.EnumType;
import dev.ashlar.sbe.ir.Literal;
import dev.ashlar.sbe.ir.Member;
import dev.ashlar.sbe.ir.Presence;
import dev.ashlar.sbe.ir.PrimitiveType;
import dev.ashlar.sbe.ir.ScalarType;
import dev.ashlar.sbe.ir.Schema;
import java.util.List;
import java.util.Set;

/// Names and constants in the form of `docs/json.md`, as generated code writes them.
public final class JsonText {
    private static final Set<String> ENVELOPE = Set.of("template", "id", "schema", "version", "time", "header");
    private static final Set<String> DERIVED = Set.of("blockLength", "templateId", "schemaId", "version",
            "numInGroup", "numGroups", "numVarDataFields");

    private JsonText() {
    }

    /// The name of a field, group or data: in the root, with a `_` after it where it is one of the envelope's.
    public static String name(boolean isRoot, String name) {
        return isRoot && ENVELOPE.contains(name.replaceFirst("_+$", "")) ? name + "_" : name;
    }

    /// Members of the header that only a caller can know.
    public static List<Member> headerExtras(CompositeType header) {
        return header.members().stream().filter(m -> !DERIVED.contains(m.name()) && !isConstant(m)).toList();
    }

    /// The values of those members; none if the composite is not the header.
    ///
    /// @param type the composite that has the values
    public static List<Value> headerExtras(Schema schema, CompositeType type, List<Value> values) {
        List<String> names = type.equals(schema.header())
                ? headerExtras(schema.header()).stream().map(Member::name).toList() : List.of();
        return values.stream().filter(value -> names.contains(value.slot().name())).toList();
    }

    private static boolean isConstant(Member member) {
        return member.type() instanceof ScalarType scalar
                && scalar.presence() == Presence.CONSTANT;
    }

    /// A string with its quotes.
    public static String quote(String text) {
        StringBuilder out = new StringBuilder("\"");
        text.codePoints().forEach(c -> {
            switch (c) {
                case '"', '\\' -> out.append('\\').append((char) c);
                case '\n' -> out.append("\\n");
                case '\r' -> out.append("\\r");
                case '\t' -> out.append("\\t");
                default -> {
                    if (c < 0x20 || c == 0x7f || c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE) {
                        out.append(String.format("\\u%04x", c));
                    } else {
                        out.appendCodePoint(c);
                    }
                }
            }
        });
        return out.append('"').toString();
    }

    /// A constant as JSON.
    public static String constant(Value value) {
        if (value.type() instanceof EnumType type) {
            long bits = value.constantBits();
            PrimitiveType number = type.primitive() == PrimitiveType.CHAR ? PrimitiveType.UINT8 : type.primitive();
            return type.values().stream().filter(named -> named.bits() == bits).findFirst()
                    .map(named -> quote(named.name())).orElse(whole(number, bits));
        }
        PrimitiveType primitive = ((ScalarType) value.type()).primitive();
        return switch (value.constant()) {
            case Literal.Whole(long bits) when primitive.isFloatingPoint() -> real(primitive, bits);
            case Literal.Whole(long bits) -> whole(primitive, bits);
            case Literal.Real(double number) -> real(primitive, number);
            case Literal.Text(String text) -> quote(text);
        };
    }

    private static String whole(PrimitiveType primitive, long bits) {
        return switch (primitive) {
            case CHAR -> quote(bits == 0 ? "" : String.valueOf((char) bits));
            case UINT64 -> Long.toUnsignedString(bits);
            default -> Long.toString(bits);
        };
    }

    private static String real(PrimitiveType primitive, double value) {
        if (!Double.isFinite(value)) {
            return quote(Double.toString(value));
        }
        return primitive == PrimitiveType.FLOAT ? Float.toString((float) value) : Double.toString(value);
    }
}
