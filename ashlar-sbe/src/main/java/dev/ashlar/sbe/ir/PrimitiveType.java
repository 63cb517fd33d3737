// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sbe.ir;

import java.util.Arrays;

/// The primitive types of SBE 1.0 (section "Field encoding"), with the value ranges the standard gives them.
///
/// A range never contains the null value, so the minimum of `int8` is -127 and the maximum of `uint8` is 254.
public enum PrimitiveType {
    CHAR("char", 1, Literal.of(0), Literal.of(0x20), Literal.of(0x7e)),
    INT8("int8", 1, Literal.of(Byte.MIN_VALUE), Literal.of(Byte.MIN_VALUE + 1), Literal.of(Byte.MAX_VALUE)),
    INT16("int16", 2, Literal.of(Short.MIN_VALUE), Literal.of(Short.MIN_VALUE + 1), Literal.of(Short.MAX_VALUE)),
    INT32("int32", 4, Literal.of(Integer.MIN_VALUE), Literal.of(Integer.MIN_VALUE + 1), Literal.of(Integer.MAX_VALUE)),
    INT64("int64", 8, Literal.of(Long.MIN_VALUE), Literal.of(Long.MIN_VALUE + 1), Literal.of(Long.MAX_VALUE)),
    UINT8("uint8", 1, Literal.of(0xff), Literal.of(0), Literal.of(0xfe)),
    UINT16("uint16", 2, Literal.of(0xffff), Literal.of(0), Literal.of(0xfffe)),
    UINT32("uint32", 4, Literal.of(0xffff_ffffL), Literal.of(0), Literal.of(0xffff_fffeL)),
    UINT64("uint64", 8, Literal.of(-1L), Literal.of(0), Literal.of(-2L)),
    FLOAT("float", 4, Literal.of(Float.NaN), Literal.of(-Float.MAX_VALUE), Literal.of(Float.MAX_VALUE)),
    DOUBLE("double", 8, Literal.of(Double.NaN), Literal.of(-Double.MAX_VALUE), Literal.of(Double.MAX_VALUE));

    private final String sbeName;
    private final int size;
    private final Literal nullValue;
    private final Literal minValue;
    private final Literal maxValue;

    PrimitiveType(String sbeName, int size, Literal nullValue, Literal minValue, Literal maxValue) {
        this.sbeName = sbeName;
        this.size = size;
        this.nullValue = nullValue;
        this.minValue = minValue;
        this.maxValue = maxValue;
    }

    /// The name used in schemas, such as `uint16`.
    public String sbeName() {
        return sbeName;
    }

    /// Bytes of one value.
    public int size() {
        return size;
    }

    /// The default null value.
    public Literal nullValue() {
        return nullValue;
    }

    /// The default minimum value.
    public Literal minValue() {
        return minValue;
    }

    /// The default maximum value.
    public Literal maxValue() {
        return maxValue;
    }

    public boolean isUnsigned() {
        return this == UINT8 || this == UINT16 || this == UINT32 || this == UINT64;
    }

    public boolean isFloatingPoint() {
        return this == FLOAT || this == DOUBLE;
    }

    /// The type with this schema name, or `null` if there is none.
    public static PrimitiveType find(String sbeName) {
        return Arrays.stream(values()).filter(type -> type.sbeName.equals(sbeName)).findFirst().orElse(null);
    }
}
