// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest.table;

import dev.ashlar.sbe.ir.PrimitiveType;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The type of a column of a generated schema.
///
/// @param kind      what its values are
/// @param primitive of numbers and mantissas; char of text
/// @param size      digits after the point of a decimal; length of text in bytes, or 0 for that of the longest value
public record ColumnType(Kind kind, PrimitiveType primitive, int size) {
    /// What values are.
    public enum Kind { WHOLE, DECIMAL, REAL, TIMESTAMP, BOOLEAN, TEXT }

    /// Digits after the point that SQL can show with a mantissa of 19 digits.
    static final int MAX_SCALE = 18;
    private static final Pattern SIZED = Pattern.compile("(decimal|text)\\((\\d{1,7})\\)");

    /// Parses the name of a type: int8 to int64, uint8 to uint64, float, double, decimal(S), timestamp, boolean, text
    /// or text(N). Empty if there is no such type.
    public static Optional<ColumnType> parse(String name) {
        String lower = name.strip().toLowerCase(Locale.ROOT);
        Matcher sized = SIZED.matcher(lower);
        if (sized.matches()) {
            int size = Integer.parseInt(sized.group(2));
            boolean decimal = sized.group(1).equals("decimal");
            boolean fits = decimal ? size <= MAX_SCALE : size > 0 && size <= TableImport.MAX_ROW_BYTES;
            return fits ? Optional.of(decimal ? decimal(PrimitiveType.INT64, size) : text(size)) : Optional.empty();
        }
        return switch (lower) {
            case "timestamp" -> Optional.of(timestamp());
            case "boolean" -> Optional.of(bool());
            case "text" -> Optional.of(text(0));
            default -> Optional.ofNullable(PrimitiveType.find(lower)).filter(found -> found != PrimitiveType.CHAR)
                    .map(ColumnType::number);
        };
    }

    static ColumnType number(PrimitiveType primitive) {
        return new ColumnType(primitive.isFloatingPoint() ? Kind.REAL : Kind.WHOLE, primitive, 0);
    }

    static ColumnType decimal(PrimitiveType mantissa, int scale) {
        return new ColumnType(Kind.DECIMAL, mantissa, scale);
    }

    static ColumnType timestamp() {
        return new ColumnType(Kind.TIMESTAMP, PrimitiveType.INT64, 0);
    }

    static ColumnType bool() {
        return new ColumnType(Kind.BOOLEAN, PrimitiveType.UINT8, 0);
    }

    static ColumnType text(int bytes) {
        return new ColumnType(Kind.TEXT, PrimitiveType.CHAR, bytes);
    }
}
