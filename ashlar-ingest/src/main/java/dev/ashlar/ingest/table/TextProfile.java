// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest.table;

import dev.ashlar.ingest.internal.text.NumberText;
import dev.ashlar.ingest.internal.text.TimeText;
import dev.ashlar.sbe.ir.PrimitiveType;
import java.math.BigInteger;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/// Of columns of text: if their type is open, the narrowest that holds all values exactly.
final class TextProfile extends ColumnProfile {
    private static final PrimitiveType[] SIGNED = {PrimitiveType.INT8, PrimitiveType.INT16, PrimitiveType.INT32,
        PrimitiveType.INT64};

    private final NumberText number = new NumberText();
    private final TimeText time = new TimeText();
    private final boolean untyped;
    /// Of the types that the values of batches were stored as.
    private final Set<ColumnType.Kind> kinds = EnumSet.noneOf(ColumnType.Kind.class);
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
        ColumnType usual = type();
        if (untyped) {
            from.addLongs();
        }
        long before = values;
        for (int i = 0; i < rows; i++) {
            if (!from.nulls[i] && !add(from, i, usual)) {
                return i;
            }
        }
        ColumnType now = type();
        if (untyped && values > before) {
            kinds.add(now.kind());
            if (now.kind() != usual.kind() || now.size() != usual.size()) {
                for (int i = 0; i < rows; i++) {
                    if (!from.nulls[i]) {
                        convert(from, i, now);
                    }
                }
            }
            from.become(source(now));
        }
        return rows;
    }

    /// @param usual type of the values so far, which this one is stored as
    /// @return whether the value is text
    private boolean add(ColumnValues to, int row, ColumnType usual) {
        byte[] bytes = to.bytes;
        int start = to.starts[row];
        int end = to.ends[row];
        values++;
        longest = Math.max(longest, end - start);
        if (numeric) {
            double parsed = addNumber(bytes, start, end, usual.kind());
            if (numeric) {
                timed = false;
                bool = false;
                switch (usual.kind()) {
                    case WHOLE, DECIMAL -> to.longs[row] = number.mantissa(Math.max(usual.size(), number.scale));
                    case REAL -> to.longs[row] = Double.doubleToRawLongBits(parsed);
                    case TIMESTAMP, BOOLEAN, TEXT -> { }
                }
                return true;
            }
        }
        timed = timed && time.parse(bytes, start, end);
        if (timed) {
            bool = false;
            to.longs[row] = time.epochNs;
            return true;
        }
        if (bool) {
            int truth = truth(bytes, start, end);
            bool = truth >= 0;
            if (bool) {
                to.longs[row] = truth;
                return true;
            }
        }
        emptyTexts += start == end ? 1 : 0;
        int kind = Utf8.kind(bytes, start, end);
        wide |= kind == Utf8.WIDE;
        return kind == Utf8.ASCII || kind == Utf8.WIDE;
    }

    /// Stores a value that fits a type as one of it.
    private void convert(ColumnValues to, int row, ColumnType type) {
        int start = to.starts[row];
        int end = to.ends[row];
        switch (type.kind()) {
            case WHOLE, DECIMAL -> {
                number.parse(to.bytes, start, end);
                to.longs[row] = number.mantissa(type.size());
            }
            case REAL -> to.longs[row] = Double.doubleToRawLongBits(number.parse(to.bytes, start, end)
                    ? number.toDouble() : FieldWriter.special(to.bytes, start, end));
            case TIMESTAMP -> {
                time.parse(to.bytes, start, end);
                to.longs[row] = time.epochNs;
            }
            case BOOLEAN -> to.longs[row] = truth(to.bytes, start, end);
            case TEXT -> { }
        }
    }

    private static SourceType source(ColumnType type) {
        return switch (type.kind()) {
            case WHOLE -> new SourceType.Whole(type.primitive().isUnsigned() ? PrimitiveType.UINT64
                    : PrimitiveType.INT64);
            case DECIMAL -> new SourceType.Decimal(type.size());
            case REAL -> new SourceType.Real(PrimitiveType.DOUBLE);
            case TIMESTAMP -> new SourceType.Timestamp(1);
            case BOOLEAN -> new SourceType.Bool();
            case TEXT -> new SourceType.Untyped();
        };
    }

    /// 1 for true, 0 for false, -1 for neither.
    private static int truth(byte[] bytes, int start, int end) {
        return FieldWriter.equalsIgnoreCase(bytes, start, end, "true") ? 1
                : FieldWriter.equalsIgnoreCase(bytes, start, end, "false") ? 0 : -1;
    }

    @Override
    boolean isUniform() {
        ColumnType.Kind last = type().kind();
        return !untyped || kinds.isEmpty() || kinds.equals(EnumSet.of(last))
                || last == ColumnType.Kind.DECIMAL && kinds.equals(EnumSet.of(ColumnType.Kind.WHOLE, last));
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

    /// Adds a value if it is a number; else the column has others.
    ///
    /// @return the value if it is wanted as a double
    private double addNumber(byte[] bytes, int from, int to, ColumnType.Kind usual) {
        if (!number.parse(bytes, from, to)) {
            double special = FieldWriter.special(bytes, from, to);
            numeric = special != 0;
            notANumber |= Double.isNaN(special);
            whole &= !numeric;
            fixed &= !numeric;
            return special;
        }
        numeric = number.canonical;
        signedZero |= number.isNegativeZero();
        whole &= number.scale == 0 && !number.scientific;
        double value = usual == ColumnType.Kind.REAL || real && !number.isShort() ? number.toDouble() : 0;
        real = real && (number.isShort() || number.isExact(value));
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
        return value;
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
