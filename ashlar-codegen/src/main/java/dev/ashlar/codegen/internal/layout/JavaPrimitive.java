// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.codegen.internal.layout;

import dev.ashlar.sbe.ir.Literal;
import dev.ashlar.sbe.ir.PrimitiveType;

/// How a primitive type looks in Java.
///
/// @param type  the primitive of the schema
/// @param java  type of its values in the API: the next wider one for unsigned types
/// @param wire  type of the bits, as handles read and write them
/// @param boxed class of `java`
/// @param name  as in `FieldHandles.ofInt` and `AnyMemory.getInt`
public record JavaPrimitive(PrimitiveType type, String java, String wire, String boxed, String name) {
    public static JavaPrimitive of(PrimitiveType type) {
        return switch (type) {
            case CHAR, INT8 -> new JavaPrimitive(type, "byte", "byte", "Byte", "Byte");
            case UINT8 -> new JavaPrimitive(type, "short", "byte", "Short", "Byte");
            case INT16 -> new JavaPrimitive(type, "short", "short", "Short", "Short");
            case UINT16 -> new JavaPrimitive(type, "int", "short", "Integer", "Short");
            case INT32 -> new JavaPrimitive(type, "int", "int", "Integer", "Int");
            case UINT32 -> new JavaPrimitive(type, "long", "int", "Long", "Int");
            case INT64, UINT64 -> new JavaPrimitive(type, "long", "long", "Long", "Long");
            case FLOAT -> new JavaPrimitive(type, "float", "float", "Float", "Float");
            case DOUBLE -> new JavaPrimitive(type, "double", "double", "Double", "Double");
        };
    }

    public int size() {
        return type.size();
    }

    /// The value of an expression of the wire type.
    public String fromWire(String expression) {
        return switch (type) {
            case UINT8 -> "(short) Byte.toUnsignedInt(" + expression + ")";
            case UINT16 -> "Short.toUnsignedInt(" + expression + ")";
            case UINT32 -> "Integer.toUnsignedLong(" + expression + ")";
            default -> expression;
        };
    }

    /// A length or count from an expression of the wire type, as `int`; `check` is called for types wider than that.
    public String countFromWire(String expression, String check, String what) {
        return switch (type) {
            case UINT8 -> "Byte.toUnsignedInt(" + expression + ")";
            case UINT16 -> fromWire(expression);
            default -> "Bounds." + check + "(" + fromWire(expression) + ", \"" + what + "\")";
        };
    }

    /// The bits of an expression of the Java type.
    public String toWire(String expression) {
        return java.equals(wire) ? expression : "(" + wire + ") " + expression;
    }

    /// The literal, as an expression of the Java type.
    public String literal(Literal literal) {
        return switch (literal) {
            case Literal.Real(double value) -> real(value);
            case Literal.Whole(long bits) when type.isFloatingPoint() -> real(bits);
            case Literal.Whole(long bits) -> whole(bits);
            case Literal.Text(String value) -> whole(value.isEmpty() ? 0 : value.charAt(0));
        };
    }

    /// The bits, as an expression of the Java type.
    public String whole(long bits) {
        return switch (java) {
            case "byte" -> "(byte) " + (byte) bits;
            case "short" -> "(short) " + (short) bits;
            case "int" -> Integer.toString((int) bits);
            default -> type == PrimitiveType.UINT64 && bits < 0
                    ? "0x" + Long.toHexString(bits) + "L"
                    : bits + "L";
        };
    }

    /// Whether an expression of the Java type equals the literal; NaN equals NaN.
    public String isEqual(String expression, Literal literal) {
        if (literal instanceof Literal.Real(double value) && Double.isNaN(value)) {
            return boxed + ".isNaN(" + expression + ")";
        }
        return expression + " == " + literal(literal);
    }

    /// How a value is appended to a `StringBuilder`.
    public String print(String expression) {
        return type == PrimitiveType.UINT64 ? "Long.toUnsignedString(" + expression + ")" : expression;
    }

    private String real(double value) {
        if (Double.isNaN(value)) {
            return boxed + ".NaN";
        }
        if (Double.isInfinite(value) || (java.equals("float") && Float.isInfinite((float) value))) {
            return boxed + (value > 0 ? ".POSITIVE_INFINITY" : ".NEGATIVE_INFINITY");
        }
        return java.equals("float") ? Float.toString((float) value) + "f" : Double.toString(value);
    }
}
