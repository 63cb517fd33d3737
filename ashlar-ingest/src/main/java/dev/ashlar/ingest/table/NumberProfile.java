// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest.table;

import dev.ashlar.ingest.internal.text.TimeText;
import dev.ashlar.sbe.ir.Literal;
import dev.ashlar.sbe.ir.PrimitiveType;
import java.math.BigDecimal;
import java.util.List;

/// Of columns whose type the file declares: that type, or a wider one where a value is what the declared one reads as
/// NULL.
final class NumberProfile extends ColumnProfile {
    private static final List<PrimitiveType> SIGNED = List.of(PrimitiveType.INT8, PrimitiveType.INT16,
            PrimitiveType.INT32, PrimitiveType.INT64);
    private static final List<PrimitiveType> UNSIGNED = List.of(PrimitiveType.UINT8, PrimitiveType.UINT16,
            PrimitiveType.UINT32, PrimitiveType.UINT64);
    private static final int SIGN = Long.SIZE - 1;

    private final SourceType type;
    private final boolean real;
    private final long flip;
    /// Of whole numbers, with the sign bit flipped if they are unsigned.
    private long least = Long.MAX_VALUE;
    private long greatest = Long.MIN_VALUE;
    private double leastReal = Double.POSITIVE_INFINITY;
    private double greatestReal = Double.NEGATIVE_INFINITY;
    private boolean notANumber;
    /// Whether decimals exceed 64 bits with a sign, and without.
    private boolean beyondSigned;
    private boolean beyondUnsigned;
    private boolean allOnes;
    private int longest = 1;

    NumberProfile(SourceType type) {
        this.type = type;
        real = type instanceof SourceType.Real;
        flip = type instanceof SourceType.Whole(PrimitiveType primitive) && primitive.isUnsigned() ? Long.MIN_VALUE : 0;
    }

    @Override
    int addValues(ColumnValues values, int rows) {
        if (real) {
            addReals(values, rows);
        } else if (values.isWide()) {
            addWide(values, rows);
        } else {
            addLongs(values, rows);
        }
        if (type instanceof SourceType.Time || beyondSigned || !fitsTimestamp()) {
            // Texts of values that fit have lengths that follow from the type, or from the least and the greatest.
            addTexts(values, rows);
        }
        return rows;
    }

    private void addLongs(ColumnValues values, int rows) {
        long low = least;
        long high = greatest;
        for (int i = 0; i < rows; i++) {
            if (!values.nulls[i]) {
                long value = values.longs[i] ^ flip;
                low = Math.min(low, value);
                high = Math.max(high, value);
            }
        }
        least = low;
        greatest = high;
    }

    private void addReals(ColumnValues values, int rows) {
        for (int i = 0; i < rows; i++) {
            if (!values.nulls[i]) {
                double value = Double.longBitsToDouble(values.longs[i]);
                notANumber |= Double.isNaN(value);
                leastReal = value < leastReal ? value : leastReal;
                greatestReal = value > greatestReal ? value : greatestReal;
            }
        }
    }

    private void addWide(ColumnValues values, int rows) {
        for (int i = 0; i < rows; i++) {
            if (!values.nulls[i]) {
                long low = values.longs[i];
                boolean signed = values.high[i] == low >> SIGN;
                beyondSigned |= !signed;
                beyondUnsigned |= values.high[i] != 0;
                allOnes |= low == -1 && values.high[i] == 0;
                if (signed) {
                    least = Math.min(least, low);
                    greatest = Math.max(greatest, low);
                }
            }
        }
    }

    /// Lengths as text, in case the column becomes one.
    private void addTexts(ColumnValues values, int rows) {
        for (int i = 0; i < rows; i++) {
            if (!values.nulls[i]) {
                longest = Math.max(longest, ValueText.of(type, values, i).length);
            }
        }
    }

    @Override
    boolean isUniform() {
        return true;
    }

    @Override
    String problem(ColumnValues values, int row) {
        return "";
    }

    @Override
    int longest() {
        return longest;
    }

    @Override
    FieldForm form(ColumnType given) {
        boolean optional = hasNulls();
        if (given != null) {
            return FieldForm.of(given, optional);
        }
        return switch (type) {
            case SourceType.Whole(PrimitiveType primitive) -> whole(primitive);
            case SourceType.Decimal(int scale) -> decimal(scale);
            case SourceType.Real(PrimitiveType primitive) -> realForm(primitive);
            case SourceType.Timestamp _, SourceType.Date _ -> fitsTimestamp()
                    ? FieldForm.of(ColumnType.timestamp(), optional)
                    : text("stored as text, since it has times outside the years 1677 to 2262");
            case SourceType.Time _ -> text("stored as text, since it has times of day");
            case SourceType.Bool _ -> FieldForm.of(ColumnType.bool(), optional);
            case SourceType.Text _, SourceType.Untyped _, SourceType.Unsupported _ ->
                    throw new IllegalStateException("no column of numbers: type=" + type);
        };
    }

    private boolean isEmpty() {
        return least > greatest;
    }

    private FieldForm whole(PrimitiveType declared) {
        boolean optional = hasNulls();
        List<PrimitiveType> wider = declared.isUnsigned() ? UNSIGNED : SIGNED;
        for (PrimitiveType primitive : wider.subList(wider.indexOf(declared), wider.size())) {
            if (isEmpty() || least >= (bits(primitive.minValue()) ^ flip)
                    && greatest <= (bits(primitive.maxValue()) ^ flip)) {
                return FieldForm.of(ColumnType.number(primitive), optional);
            }
        }
        // All 64 bits are used, so NULL must be a number that does not occur.
        boolean unsigned = declared.isUnsigned();
        PrimitiveType widest = unsigned ? PrimitiveType.UINT64 : PrimitiveType.INT64;
        FieldForm form = FieldForm.of(ColumnType.number(widest), optional)
                .withBounds(unsigned ? "0" : Long.toString(Long.MIN_VALUE),
                        unsigned ? Long.toUnsignedString(-1) : Long.toString(Long.MAX_VALUE));
        if (!optional) {
            return form;
        }
        boolean lowFree = least != Long.MIN_VALUE;
        if (!lowFree && greatest == Long.MAX_VALUE) {
            return text("stored as text, since its numbers leave none for NULL");
        }
        return form.withNullValue(unsigned ? lowFree ? "0" : Long.toUnsignedString(-1)
                : Long.toString(lowFree ? Long.MIN_VALUE : Long.MAX_VALUE));
    }

    private FieldForm decimal(int scale) {
        boolean optional = hasNulls();
        if (scale <= ColumnType.MAX_SCALE && !beyondSigned && (isEmpty() || least != Long.MIN_VALUE)) {
            boolean narrow = isEmpty() || least > Integer.MIN_VALUE && greatest <= Integer.MAX_VALUE;
            return FieldForm.of(scale == 0 ? ColumnType.number(PrimitiveType.INT64)
                    : ColumnType.decimal(narrow ? PrimitiveType.INT32 : PrimitiveType.INT64, scale), optional);
        }
        // The greatest is NULL in an optional field.
        if (scale == 0 && !beyondUnsigned && (isEmpty() || least >= 0) && !(optional && allOnes)) {
            FieldForm form = FieldForm.of(ColumnType.number(PrimitiveType.UINT64), optional);
            return allOnes ? form.withBounds("0", Long.toUnsignedString(-1)) : form;
        }
        return text("stored as text, since its decimals need more than 64 bits");
    }

    private FieldForm realForm(PrimitiveType primitive) {
        FieldForm form = FieldForm.of(ColumnType.number(primitive), hasNulls());
        if (!notANumber || !hasNulls()) {
            return form;
        }
        // NaN would be NULL.
        double most = primitive == PrimitiveType.FLOAT ? Float.MAX_VALUE : Double.MAX_VALUE;
        if (leastReal > -most) {
            return form.withNullValue(text(primitive, -most));
        }
        return greatestReal < most ? form.withNullValue(text(primitive, most))
                : text("stored as text, since it has NULL, NaN and the least and greatest numbers");
    }

    private static String text(PrimitiveType primitive, double value) {
        return primitive == PrimitiveType.FLOAT ? Float.toString((float) value) : Double.toString(value);
    }

    private FieldForm text(String note) {
        int length = switch (type) {
            case SourceType.Timestamp(long unitNs) ->
                    unitNs == 1 ? 29 : unitNs == 1_000 ? 26 : unitNs == 1_000_000 ? 23 : 19;
            case SourceType.Date _ -> 10;
            // -1234567900000000.0, -0.00000012345678901234567
            case SourceType.Real(PrimitiveType primitive) -> primitive == PrimitiveType.FLOAT ? 19 : 26;
            case SourceType.Decimal(int scale) -> isEmpty() ? 1
                    : Math.max(length(least, scale), length(greatest, scale));
            default -> Long.toString(Long.MIN_VALUE).length();
        };
        return FieldForm.of(ColumnType.text(type instanceof SourceType.Time ? longest : Math.max(longest, length)),
                hasNulls()).withNote(note);
    }

    private static int length(long unscaled, int scale) {
        return BigDecimal.valueOf(unscaled, scale).toPlainString().length();
    }

    private boolean fitsTimestamp() {
        long unitNs = switch (type) {
            case SourceType.Timestamp(long ns) -> ns;
            case SourceType.Date _ -> TimeText.NS_PER_DAY;
            default -> 0;
        };
        return unitNs == 0 || isEmpty() || least >= -(Long.MAX_VALUE / unitNs) && greatest <= Long.MAX_VALUE / unitNs;
    }

    private static long bits(Literal value) {
        return ((Literal.Whole) value).bits();
    }
}
