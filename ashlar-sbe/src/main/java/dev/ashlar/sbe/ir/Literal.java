// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sbe.ir;

/// A value written in a schema: a constant, a null value or a bound.
public sealed interface Literal {
    /// An integer or a single character. A `uint64` above 2^63-1 is held as the same 64 bits and so looks negative
    /// here: the primitive type next to it says how to read it.
    record Whole(long bits) implements Literal { }

    /// A float or double; may be NaN, which is the default null value.
    record Real(double value) implements Literal { }

    /// A constant character array, or one character of a non-ASCII encoding.
    record Text(String value) implements Literal { }

    /// The value as text for people.
    ///
    /// @param type primitive type of the value
    default String show(PrimitiveType type) {
        return switch (this) {
            case Whole(long bits) when type == PrimitiveType.UINT64 -> Long.toUnsignedString(bits);
            case Whole(long bits) when type == PrimitiveType.CHAR && bits > 0x20 && bits < 0x7f ->
                    "'" + (char) bits + "'";
            case Whole(long bits) -> Long.toString(bits);
            case Real(double value) -> Double.toString(value);
            case Text(String value) -> "\"" + value + "\"";
        };
    }

    static Literal of(long bits) {
        return new Whole(bits);
    }

    static Literal of(double value) {
        return new Real(value);
    }

    static Literal of(String value) {
        return new Text(value);
    }
}
