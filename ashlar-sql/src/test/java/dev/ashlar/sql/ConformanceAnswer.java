// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// The rows that an engine answers with, or its error.
///
/// @param rows  in the order of the statement, or of the values if it has none; of an error none
/// @param error empty if there is an answer
record ConformanceAnswer(List<List<Value>> rows, String error) {
    /// Digits to which numbers are compared if one of them is a floating-point number.
    private static final MathContext DIGITS = new MathContext(12);
    private static final DateTimeFormatter ISO_SECONDS = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss.SSSSSSSSS");
    private static final int LONGEST = 120;
    /// A time; zeros at the end of its fraction are not shown, and neither is a zone, which is UTC.
    private static final Pattern TIME = Pattern.compile("((?:\\d{4}-\\d\\d-\\d\\d )?\\d\\d:\\d\\d:\\d\\d)(\\.\\d*?)0*");

    /// @param number null unless it is a number that is finite
    /// @param exact  whether the number is none with a floating point
    /// @param text   as shown
    record Value(BigDecimal number, boolean exact, String text) {
        static Value of(Object value, String text) {
            return switch (value) {
                case null -> new Value(null, true, "NULL");
                case Double real when Double.isFinite(real) -> of(real);
                case Float real when Float.isFinite(real) -> of(real);
                case Double real -> new Value(null, false, real.toString());
                case Float real -> new Value(null, false, real.toString());
                case BigDecimal number -> new Value(number, true, plain(number));
                case BigInteger number -> new Value(new BigDecimal(number), true, number.toString());
                case LocalTime time -> of(text, time.format(DateTimeFormatter.ISO_LOCAL_TIME));
                case OffsetDateTime time -> of(text, time.withOffsetSameInstant(ZoneOffset.UTC).format(ISO_SECONDS));
                case Number number when text.matches("-?\\d+") -> new Value(new BigDecimal(number.toString()), true, text);
                default -> {
                    Matcher time = TIME.matcher(text);
                    yield new Value(null, true, quoted(!time.matches() ? text
                            : time.group(1) + (time.group(2).equals(".") ? "" : time.group(2))));
                }
            };
        }

        private static Value of(double real) {
            return new Value(new BigDecimal(real), false, plain(new BigDecimal(real, DIGITS)));
        }

        private static String plain(BigDecimal number) {
            return number.signum() == 0 ? "0" : number.abs().compareTo(new BigDecimal("1e25")) > 0
                    ? number.stripTrailingZeros().toString() : number.stripTrailingZeros().toPlainString();
        }

        /// Texts that cannot be seen otherwise.
        private static String quoted(String text) {
            return text.isEmpty() || !text.equals(text.strip()) || text.equals("NULL") ? '\'' + text + '\'' : text;
        }

        boolean agrees(Value other) {
            if (number == null || other.number == null) {
                return number == other.number && text.equals(other.text);
            }
            return exact && other.exact ? number.compareTo(other.number) == 0
                    : number.round(DIGITS).compareTo(other.number.round(DIGITS)) == 0;
        }
    }

    static ConformanceAnswer of(List<List<Value>> rows, String sql) {
        List<List<Value>> sorted = new ArrayList<>(rows);
        if (!sql.toLowerCase(Locale.ROOT).contains("order by")) {
            sorted.sort(Comparator.comparing(row -> row.stream().map(Value::text).collect(Collectors.joining("|"))));
        }
        return new ConformanceAnswer(sorted, "");
    }

    /// What is left of a result of ours.
    static ConformanceAnswer of(SqlResult result, String sql) {
        List<List<Value>> rows = new ArrayList<>();
        while (result.next()) {
            rows.add(result.columns().stream().map(column -> Value.of(result.get(column.index()),
                    result.text(column.index()))).toList());
        }
        return of(rows, sql);
    }

    /// What is left of a result of another engine.
    static ConformanceAnswer of(ResultSet result, String sql) throws SQLException {
        List<List<Value>> rows = new ArrayList<>();
        while (result.next()) {
            List<Value> row = new ArrayList<>();
            for (int i = 1; i <= result.getMetaData().getColumnCount(); i++) {
                row.add(Value.of(result.getObject(i), result.getString(i)));
            }
            rows.add(row);
        }
        return of(rows, sql);
    }

    static ConformanceAnswer error(String message) {
        return new ConformanceAnswer(List.of(), message);
    }

    boolean isAnswered() {
        return error.isEmpty();
    }

    /// Whether the values are the same, whatever their types are, or both are errors.
    boolean agrees(ConformanceAnswer other) {
        if (!isAnswered() || !other.isAnswered()) {
            return isAnswered() == other.isAnswered();
        }
        if (rows.size() != other.rows.size()) {
            return false;
        }
        for (int i = 0; i < rows.size(); i++) {
            List<Value> row = rows.get(i);
            List<Value> others = other.rows.get(i);
            if (row.size() != others.size()) {
                return false;
            }
            for (int j = 0; j < row.size(); j++) {
                if (!row.get(j).agrees(others.get(j))) {
                    return false;
                }
            }
        }
        return true;
    }

    /// As the page shows it.
    String cell() {
        String text = all();
        return text.length() <= LONGEST || !isAnswered() ? text
                : text.substring(0, text.offsetByCodePoints(0, text.codePointCount(0, LONGEST))) + " …";
    }

    String all() {
        return !isAnswered() ? "error: " + error : rows.isEmpty() ? "no rows" : rows.stream()
                .map(row -> row.stream().map(Value::text).collect(Collectors.joining(", "))).collect(Collectors.joining("; "));
    }
}
