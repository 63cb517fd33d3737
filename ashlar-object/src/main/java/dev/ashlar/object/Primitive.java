// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.object;

import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.Arrays;

/// Values of a fixed length: the primitive types of Java.
public enum Primitive {
    /// One byte, 0 or 1; anything else is malformed.
    BOOLEAN("bool", boolean.class, 1),
    BYTE("i8", byte.class, 1),
    SHORT("i16", short.class, 2),
    /// A unit of UTF-16.
    CHAR("char", char.class, 2),
    INT("i32", int.class, 4),
    LONG("i64", long.class, 8),
    FLOAT("f32", float.class, 4),
    DOUBLE("f64", double.class, 8);

    private static final Primitive[] ALL = values();

    private final String text;
    private final Class<?> type;
    private final int bytes;

    Primitive(String text, Class<?> type, int bytes) {
        this.text = text;
        this.type = type;
        this.bytes = bytes;
    }

    /// For people, such as `i64`.
    public String text() {
        return text;
    }

    /// Such as `long.class`.
    public Class<?> type() {
        return type;
    }

    /// Length of a value.
    public int bytes() {
        return bytes;
    }

    /// The code in descriptions, from 1.
    int code() {
        return ordinal() + 1;
    }

    /// @return null if there is none of this code
    static Primitive ofCode(int code) {
        return code < 1 || code > ALL.length ? null : ALL[code - 1];
    }

    /// @return null if the class is none
    static Primitive of(Class<?> type) {
        return Arrays.stream(ALL).filter(primitive -> primitive.type == type).findFirst().orElse(null);
    }

    /// The unaligned layout of a value. For a boolean it is that of a byte, because the byte is checked before it
    /// becomes a boolean.
    ValueLayout layout(ByteOrder order) {
        ValueLayout layout = switch (this) {
            case BOOLEAN, BYTE -> ValueLayout.JAVA_BYTE;
            case SHORT -> ValueLayout.JAVA_SHORT_UNALIGNED;
            case CHAR -> ValueLayout.JAVA_CHAR_UNALIGNED;
            case INT -> ValueLayout.JAVA_INT_UNALIGNED;
            case LONG -> ValueLayout.JAVA_LONG_UNALIGNED;
            case FLOAT -> ValueLayout.JAVA_FLOAT_UNALIGNED;
            case DOUBLE -> ValueLayout.JAVA_DOUBLE_UNALIGNED;
        };
        return layout.withOrder(order);
    }

    /// Whether the other type has every value of this one.
    boolean fitsInto(Primitive other) {
        return this == other || switch (this) {
            case BYTE -> other == SHORT || other == INT || other == LONG || other == FLOAT || other == DOUBLE;
            case SHORT -> other == INT || other == LONG || other == FLOAT || other == DOUBLE;
            case CHAR -> other == INT || other == LONG;
            case INT -> other == LONG || other == DOUBLE;
            case FLOAT -> other == DOUBLE;
            case BOOLEAN, LONG, DOUBLE -> false;
        };
    }
}
