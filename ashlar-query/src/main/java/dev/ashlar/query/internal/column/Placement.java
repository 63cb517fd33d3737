// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query.internal.column;

import dev.ashlar.sbe.ir.EnumType;
import dev.ashlar.sbe.ir.PrimitiveType;
import java.util.List;

/// Where a row stores the value of a column, and in which form. A value that a block of an older version lacks is NULL.
///
/// Offsets count from the beginning of the block; those of a prefix are negative.
public sealed interface Placement {
    /// The number of the row.
    record RowNumber() implements Placement {
    }

    /// 8 bytes before the block, in the format's own byte order.
    record Prefix(int offset) implements Placement {
    }

    /// One number.
    ///
    /// @param nullable whether the null value stands for NULL
    /// @param nullBits the null value: an integer extended to 64 bits, or the bits of a double, also for a float
    /// @param since    version of the schema that added it
    /// @param end      bytes that a block has at least if it has this
    record Number(int offset, PrimitiveType primitive, boolean bigEndian, boolean nullable, long nullBits, int since,
            int end) implements Placement {
        public boolean isPresent(int version, int blockLength) {
            return since <= version && end <= blockLength;
        }
    }

    /// A number in units of `unitNs`, from 1970 on.
    record Time(Number number, long unitNs) implements Placement {
    }

    /// A number that stands for a name; without a name it is shown itself.
    record Code(Number number, List<EnumType.ValidValue> values) implements Placement {
        public Code {
            values = List.copyOf(values);
        }
    }

    /// A number that stands for false or true. Any other that is not NULL is an error.
    record Truth(Number number, long falseBits, long trueBits) implements Placement {
    }

    /// One bit of a set.
    record Bit(Number number, int bit) implements Placement {
    }

    /// One character of ISO 8859-1 in one byte; none if that is 0.
    record Letter(Number number) implements Placement {
    }

    /// Characters, of which a NUL ends those that count.
    ///
    /// @param nullAtNul whether a text that begins with NUL is NULL; otherwise, if `nullable`, one that has nothing but
    ///     `nullByte`
    record Characters(int offset, int length, String charset, boolean nullable, boolean nullAtNul, byte nullByte,
            int since, int end) implements Placement {
        public boolean isPresent(int version, int blockLength) {
            return since <= version && end <= blockLength;
        }
    }

    /// Elements of an array, shown as text: `[1,2,3]`.
    record Elements(Number first, int count) implements Placement {
    }

    /// A decimal whose exponent the schema fixes.
    ///
    /// @param shift zeros that follow the mantissa
    /// @param scale digits of it after the point; 0 if zeros follow
    record Scaled(Number mantissa, int shift, int scale) implements Placement {
    }

    /// A decimal whose exponent is on the wire, next to its mantissa.
    record Floating(Number mantissa, Number exponent) implements Placement {
    }

    /// The same in all rows.
    ///
    /// @param value as [dev.ashlar.query.ValueType] says
    record Constant(Object value) implements Placement {
    }
}
