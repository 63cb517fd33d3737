// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest.table;

import dev.ashlar.sbe.ir.PrimitiveType;
import java.math.BigInteger;
import java.util.Optional;

/// Of columns of text: if their type is open, the narrowest that holds all values exactly.
final class TextProfile extends ColumnProfile {
    private static final PrimitiveType[] SIGNED = {PrimitiveType.INT8, PrimitiveType.INT16, PrimitiveType.INT32,
        PrimitiveType.INT64};

    private final NumberText number = new NumberText();
    private final TimeText time = new TimeText();
    private final boolean untyped;
    private long values;
    private long emptyTexts;
    private boolean numeric;
    private boolean whole = true;
    private boolean fixed = true;
    private boolean real = true;
    private boolean signedZero;
    private boolean notANumber;
    private boolean timed;
    private boolean bool;
    private boolean wide;
    private int longest;
    private int scale;
    /// Of numbers by their digits after the point, unsigned.
    private final long[] greatest = new long[ColumnType.MAX_SCALE + 1];
    private boolean anyNegative;

    /// @param untyped whether values may also be numbers, times or booleans
    TextProfile(boolean untyped) {
        this.untyped = untyped;
        numeric = untyped;
        timed = untyped;
        bool = untyped;
    }

    @Override
    int addValues(ColumnValues from, int rows) {
        for (int i = 0; i < rows; i++) {
            if (!from.nulls[i] && !add(from.bytes, from.starts[i], from.ends[i])) {
                return i;
            }
        }
        return rows;
    }

    /// @return whether the value is text
    private boolean add(byte[] bytes, int from, int to) {
        values++;
        longest = Math.max(longest, to - from);
        emptyTexts += from == to ? 1 : 0;
        int kind = Utf8.kind(bytes, from, to);
        if (kind == Utf8.INVALID || kind == Utf8.NUL) {
            return false;
        }
        wide |= kind == Utf8.WIDE;
        if (numeric) {
            numeric = addNumber(bytes, from, to);
        }
        timed = timed && time.parse(bytes, from, to);
        bool = bool && (FieldWriter.equalsIgnoreCase(bytes, from, to, "true")
                || FieldWriter.equalsIgnoreCase(bytes, from, to, "false"));
        return true;
    }

    @Override
    String problem(ColumnValues from, int row) {
        return Utf8.problem(Utf8.kind(from.bytes, from.starts[row], from.ends[row]));
    }

    @Override
    int longest() {
        return longest;
    }

    @Override
    FieldForm form(ColumnType given) {
        ColumnType type = given == null ? type() : given.kind() == ColumnType.Kind.TEXT && given.size() == 0
                ? ColumnType.text(Math.max(2, longest)) : given;
        FieldForm form = new FieldForm(type, hasNulls(), wide, "", "", "", "");
        // Where both occur, NULL is not the empty text.
        return form.isText() && hasNulls() && emptyTexts > 0 ? form.withNullValue("255") : form;
    }

    private boolean addNumber(byte[] bytes, int from, int to) {
        if (!number.parse(bytes, from, to)) {
            boolean special = FieldWriter.special(bytes, from, to) != 0;
            notANumber |= special && FieldWriter.special(bytes, from, to) == FieldWriter.NAN;
            whole &= !special;
            fixed &= !special;
            return special;
        }
        signedZero |= number.isNegativeZero();
        whole &= number.scale == 0 && !number.scientific;
        real = real && number.isExact(number.toDouble());
        if (number.scientific || number.overflow || number.scale > ColumnType.MAX_SCALE) {
            fixed = false;
        } else {
            scale = Math.max(scale, number.scale);
            int at = number.scale;
            if (Long.compareUnsigned(number.magnitude, greatest[at]) > 0) {
                greatest[at] = number.magnitude;
            }
            if (number.negative && number.magnitude != 0) {
                anyNegative = true;
            }
        }
        return number.canonical;
    }

    /// The narrowest type that holds every value exactly: a whole number, a decimal, a double, a time, a boolean, text.
    private ColumnType type() {
        if (values == 0) {
            return ColumnType.text(1);
        }
        if (!untyped) {
            return ColumnType.text(Math.max(longest, emptyTexts > 0 ? 2 : 1));
        }
        if (numeric && !signedZero) {
            Optional<ColumnType> exact = whole ? wholeType() : fixed ? decimalType() : Optional.empty();
            if (exact.isPresent()) {
                return exact.get();
            }
        }
        // A NaN is the null value of a double.
        if (numeric && real && (!whole || signedZero) && !(notANumber && hasNulls())) {
            return ColumnType.number(PrimitiveType.DOUBLE);
        }
        if (timed) {
            return ColumnType.timestamp();
        }
        // A single byte could not tell the empty text from NUL.
        return bool ? ColumnType.bool() : ColumnType.text(Math.max(longest, emptyTexts > 0 ? 2 : 1));
    }

    private Optional<ColumnType> wholeType() {
        if (!fixed) {
            return Optional.empty();
        }
        for (PrimitiveType type : SIGNED) {
            long most = (1L << type.size() * Byte.SIZE - 1) - 1;
            if (Long.compareUnsigned(greatest[0], most) <= 0) {
                return Optional.of(ColumnType.number(type));
            }
        }
        return anyNegative || greatest[0] == -1L ? Optional.empty()
                : Optional.of(ColumnType.number(PrimitiveType.UINT64));
    }

    private Optional<ColumnType> decimalType() {
        BigInteger most = BigInteger.ZERO;
        for (int i = 0; i <= scale; i++) {
            BigInteger digits = new BigInteger(Long.toUnsignedString(greatest[i]));
            most = most.max(digits.multiply(BigInteger.TEN.pow(scale - i)));
        }
        int bits = most.bitLength();
        return bits < Integer.SIZE ? Optional.of(ColumnType.decimal(PrimitiveType.INT32, scale))
                : bits < Long.SIZE ? Optional.of(ColumnType.decimal(PrimitiveType.INT64, scale)) : Optional.empty();
    }
}
