// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store;

import dev.ashlar.sbe.ir.PrimitiveType;

/// The range of one number in a sealed chunk: a field, or a member of a composite.
///
/// Every value is from `min` to `max`. The null value is excluded if it stands for null there (`nullable`); otherwise
/// it counts as a number. NaN counts as greater than all other values.
///
/// @param offset   of the number in the block
/// @param type     of the number; for an enum, that of its code
/// @param nullable whether the null value stands for null
/// @param empty    whether all values are null; then `min` and `max` are 0
/// @param min      least value: an integer as 64 bits (`uint64` unsigned), otherwise the bits of a float or double
/// @param max      greatest value, likewise
/// @param nulls    rows that hold the null value
public record Zone(int offset, PrimitiveType type, boolean nullable, boolean empty, long min, long max, long nulls) {
    /// Least value of a float or double.
    public double minReal() {
        return real(min);
    }

    /// Greatest value of a float or double.
    public double maxReal() {
        return real(max);
    }

    private double real(long bits) {
        return switch (type) {
            case FLOAT -> Float.intBitsToFloat((int) bits);
            case DOUBLE -> Double.longBitsToDouble(bits);
            case CHAR, INT8, INT16, INT32, INT64, UINT8, UINT16, UINT32, UINT64 ->
                throw new UnsupportedOperationException("not a floating-point number: type=" + type);
        };
    }
}
