// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest.table;

import dev.ashlar.sbe.ir.PrimitiveType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import java.util.Locale;

/// The text of a value as `ashlar export` writes it to CSV.
final class ValueText {
    private static final long NS_PER_SECOND = 1_000_000_000L;
    /// Sizes of floating-point numbers that are written without an exponent.
    private static final double LEAST_PLAIN = 1e-7;
    private static final double GREATEST_PLAIN = 1e16;
    private static final DateTimeFormatter SECONDS = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss", Locale.ROOT);
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("HH:mm:ss", Locale.ROOT);

    private ValueText() {
    }

    /// @param row of a value that is not NULL
    static byte[] of(SourceType type, ColumnValues values, int row) {
        if (type.isBytes()) {
            return Arrays.copyOfRange(values.bytes, values.starts[row], values.ends[row]);
        }
        long value = values.longs[row];
        String text = switch (type) {
            case SourceType.Whole(PrimitiveType primitive) -> primitive == PrimitiveType.UINT64
                    ? Long.toUnsignedString(value) : Long.toString(value);
            case SourceType.Decimal(int scale) -> decimal(values, row, scale);
            case SourceType.Real(PrimitiveType primitive) -> real(primitive, Double.longBitsToDouble(value));
            case SourceType.Timestamp(long unitNs) -> timestamp(value, unitNs);
            case SourceType.Date() -> date(value);
            case SourceType.Time(long unitNs) -> time(value, unitNs);
            case SourceType.Bool() -> value == 0 ? "false" : "true";
            case SourceType.Text(), SourceType.Untyped(), SourceType.Unsupported(_) -> "";
        };
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static String real(PrimitiveType primitive, double value) {
        String text = primitive == PrimitiveType.FLOAT ? Float.toString((float) value) : Double.toString(value);
        double size = Math.abs(value);
        if (text.indexOf('E') < 0 || size < LEAST_PLAIN || size >= GREATEST_PLAIN) {
            return text;
        }
        String plain = new BigDecimal(text).stripTrailingZeros().toPlainString();
        return plain.indexOf('.') < 0 ? plain + ".0" : plain;
    }

    private static String decimal(ColumnValues values, int row, int scale) {
        if (!values.isWide()) {
            return BigDecimal.valueOf(values.longs[row], scale).toPlainString();
        }
        byte[] bytes = ByteBuffer.allocate(2 * Long.BYTES).putLong(values.high[row]).putLong(values.longs[row]).array();
        return new BigDecimal(new BigInteger(bytes), scale).toPlainString();
    }

    /// All digits of the unit, so that texts of one column have one length.
    private static String timestamp(long value, long unitNs) {
        long perSecond = NS_PER_SECOND / unitNs;
        try {
            LocalDateTime second = LocalDateTime.ofEpochSecond(Math.floorDiv(value, perSecond), 0, ZoneOffset.UTC);
            return SECONDS.format(second) + fraction(Math.floorMod(value, perSecond), unitNs);
        } catch (DateTimeException _) {
            return value + " units of " + unitNs + " ns";
        }
    }

    private static String date(long days) {
        try {
            return LocalDate.ofEpochDay(days).toString();
        } catch (DateTimeException _) {
            return days + " days";
        }
    }

    private static String time(long value, long unitNs) {
        long perSecond = NS_PER_SECOND / unitNs;
        if (value == 86_400 * perSecond) {
            return "24:00:00" + fraction(0, unitNs);
        }
        try {
            return TIME.format(LocalTime.ofSecondOfDay(Math.floorDiv(value, perSecond)))
                    + fraction(Math.floorMod(value, perSecond), unitNs);
        } catch (DateTimeException _) {
            return value + " units of " + unitNs + " ns";
        }
    }

    private static String fraction(long units, long unitNs) {
        int digits = unitNs == 1 ? 9 : unitNs == 1_000 ? 6 : unitNs == 1_000_000 ? 3 : 0;
        return digits == 0 ? "" : String.format(Locale.ROOT, ".%0" + digits + "d", units);
    }
}
