// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.runtime;

import dev.ashlar.query.LikePattern;
import dev.ashlar.query.QueryException;
import dev.ashlar.query.QueryException.Reason;
import java.math.BigDecimal;
import java.util.regex.Pattern;
import org.apache.calcite.linq4j.function.Strict;

/// Text functions that count code points, as scans do. Calcite's own functions count UTF-16 code units.
@Strict
public final class CodePoints {
    private static final Pattern LINE_END = Pattern.compile("[\\n\\r\\u0085\\u2028\\u2029]");

    private CodePoints() {
    }

    public static int length(String text) {
        return text.codePointCount(0, text.length());
    }

    /// The text from a position, counted from 1, to the end.
    public static String substring(String text, long from) {
        return part(text, from, Long.MAX_VALUE);
    }

    /// The `count` code points from a position, counted from 1; positions outside of the text are ignored.
    public static String substring(String text, long from, long count) {
        if (count < 0) {
            throw negative("SUBSTRING", count);
        }
        long end = from > 0 && count > Long.MAX_VALUE - from ? Long.MAX_VALUE : from + count;
        return part(text, from, end);
    }

    private static QueryException negative(String function, long length) {
        return new QueryException(Reason.UNSUPPORTED, "negative length: function=" + function + ", length=" + length);
    }

    /// @param from the first place, from 1
    /// @param end  the place after the last
    private static String part(String text, long from, long end) {
        long length = length(text);
        int first = (int) Math.clamp(from, 1, length + 1) - 1;
        int last = (int) Math.clamp(end, first + 1L, length + 1) - 1;
        int begin = text.offsetByCodePoints(0, first);
        return text.substring(begin, text.offsetByCodePoints(begin, last - first));
    }

    /// Position of a text in another, from 1; 0 if it does not occur.
    public static int position(String wanted, String text) {
        return position(wanted, text, 1);
    }

    /// @param from the first place to look at
    public static int position(String wanted, String text, long from) {
        if (from < 1) {
            throw new QueryException(Reason.UNSUPPORTED, "positions start at 1: function=POSITION, from=" + from);
        }
        if (from > length(text) + 1L) {
            return 0;
        }
        int found = text.indexOf(wanted, text.offsetByCodePoints(0, (int) from - 1));
        return found < 0 ? 0 : text.codePointCount(0, found) + 1;
    }

    public static String overlay(String text, String replacement, long from) {
        return overlay(text, replacement, from, length(replacement));
    }

    /// A text with a part of it replaced.
    public static String overlay(String text, String replacement, long from, long count) {
        if (count < 0) {
            throw negative("OVERLAY", count);
        }
        if (from < 1) {
            throw new QueryException(Reason.UNSUPPORTED, "positions start at 1: function=OVERLAY, from=" + from);
        }
        long after = count > Long.MAX_VALUE - from ? Long.MAX_VALUE : from + count;
        return part(text, 1, from) + replacement + part(text, after, Long.MAX_VALUE);
    }

    /// Removes the characters of `cut`, in any order, from the ends of a text.
    ///
    /// @param side BOTH, LEADING or TRAILING
    public static String trim(String side, String cut, String text) {
        int begin = 0;
        int end = text.length();
        while (!side.equals("TRAILING") && begin < end && cut.indexOf(text.codePointAt(begin)) >= 0) {
            begin += Character.charCount(text.codePointAt(begin));
        }
        while (!side.equals("LEADING") && begin < end && cut.indexOf(text.codePointBefore(end)) >= 0) {
            end -= Character.charCount(text.codePointBefore(end));
        }
        return text.substring(begin, end);
    }

    public static boolean like(String text, String pattern) {
        return like(text, pattern, "");
    }

    /// Whether a text matches a pattern.
    ///
    /// @param escape one code point, or none
    public static boolean like(String text, String pattern, String escape) {
        return new LikePattern(pattern, escape(escape)).matches(text);
    }

    private static int escape(String escape) {
        if (length(escape) > 1) {
            throw new QueryException(Reason.UNSUPPORTED, "escape is not one character: text='" + escape + "'");
        }
        return escape.isEmpty() ? LikePattern.NO_ESCAPE : escape.codePointAt(0);
    }

    /// Returns the text if it has no line ends: no wildcard of Calcite's SIMILAR TO matches a line end.
    public static String line(String text) {
        if (!LINE_END.matcher(text).find()) {
            return text;
        }
        throw new QueryException(Reason.UNSUPPORTED, "SIMILAR TO of a text with line ends: text='" + cut(text, 40)
                + "'; use LIKE");
    }

    /// The first code point; 0 for an empty text.
    public static int first(String text) {
        return text.isEmpty() ? 0 : text.codePointAt(0);
    }

    /// The first `most` code points, truncated as in a cast.
    public static String cut(String text, int most) {
        return length(text) <= most ? text : text.substring(0, text.offsetByCodePoints(0, most));
    }

    /// The text truncated or padded with blanks to `count` code points.
    public static String padded(String text, int count) {
        String cut = cut(text, count);
        return cut + " ".repeat(count - length(cut));
    }

    public static String ofDecimal(BigDecimal number) {
        return number.toPlainString();
    }

    /// Parses a decimal; digits beyond the scale are truncated.
    ///
    /// @throws dev.ashlar.sql.SqlException if the text is not a number
    public static BigDecimal toDecimal(String text, int precision, int scale) {
        return ExactNumbers.decimalOf(new BigDecimal(BoundedTexts.exactNumber(text).strip()), precision, scale);
    }
}
