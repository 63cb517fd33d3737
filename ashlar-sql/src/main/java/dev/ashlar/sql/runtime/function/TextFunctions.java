// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.runtime.function;

import dev.ashlar.query.QueryException;
import dev.ashlar.query.QueryException.Reason;
import java.time.LocalTime;
import java.time.format.DateTimeFormatter;
import org.apache.calcite.linq4j.function.Strict;

/// Text functions as PostgreSQL and DuckDB define them, by code points.
@Strict
public final class TextFunctions {
    private TextFunctions() {
    }

    private static int length(String text) {
        return text.codePointCount(0, text.length());
    }

    /// The first `count` code points; if `count` is negative, all but the last `-count`.
    public static String left(String text, long count) {
        long length = length(text);
        long kept = count >= 0 ? Math.min(count, length) : Math.max(0, length + Math.max(count, -length));
        return text.substring(0, text.offsetByCodePoints(0, (int) kept));
    }

    /// The last `count` code points; if `count` is negative, all but the first `-count`.
    public static String right(String text, long count) {
        long length = length(text);
        long cut = count >= 0 ? Math.max(0, length - count) : Math.min(length, -Math.max(count, -length));
        return text.substring(text.offsetByCodePoints(0, (int) cut));
    }

    public static String reverse(String text) {
        // Keeps the two units of a code point beyond the basic plane in their order.
        return new StringBuilder(text).reverse().toString();
    }

    /// @param most characters of a text that may be computed
    public static String lpad(String text, long count, String pad, int most) {
        return padding(text, count, pad, most) + cut(text, count);
    }

    public static String rpad(String text, long count, String pad, int most) {
        String padding = padding(text, count, pad, most);
        return cut(text, count) + padding;
    }

    private static String cut(String text, long count) {
        return left(text, Math.max(0, count));
    }

    private static String padding(String text, long count, String pad, int most) {
        long missing = Math.max(0, count) - length(text);
        if (missing <= 0 || pad.isEmpty()) {
            return "";
        }
        require(count, most);
        int each = length(pad);
        String padding = pad.repeat((int) (missing / each)) + left(pad, missing % each);
        require(padding.length() + (long) text.length(), most);
        return padding;
    }

    public static String repeat(String text, long count, int most) {
        if (count <= 0 || text.isEmpty()) {
            return "";
        }
        require(count > most ? count : count * text.length(), most);
        return text.repeat((int) count);
    }

    static void require(long length, int most) {
        if (length > most) {
            throw new QueryException(Reason.MEMORY, "text is too long: characters=" + length + ", most=" + most
                    + ", a share of the memory of the query; allow more (memoryBytes, --limit-memory)");
        }
    }

    /// Replaces characters of `from` by those at the same positions of `to`; removes them if `to` is shorter.
    public static String translate(String text, String from, String to) {
        int[] before = from.codePoints().toArray();
        int[] after = to.codePoints().toArray();
        StringBuilder all = new StringBuilder(text.length());
        text.codePoints().forEach(character -> {
            int place = 0;
            while (place < before.length && before[place] != character) {
                place++;
            }
            if (place == before.length || place < after.length) {
                all.appendCodePoint(place == before.length ? character : after[place]);
            }
        });
        return all.toString();
    }

    /// The part between separators, counted from 1, or from the end if negative; empty if there is no such part.
    public static String splitPart(String text, String separator, long place) {
        if (place == 0) {
            throw new QueryException(Reason.UNSUPPORTED, "parts are counted from 1, or from -1 at the end: "
                    + "function=SPLIT_PART, place=0");
        }
        if (separator.isEmpty()) {
            return place == 1 || place == -1 ? text : "";
        }
        return place > 0 ? fromBegin(text, separator, place) : fromEnd(text, separator, place);
    }

    private static String fromBegin(String text, String separator, long place) {
        int begin = 0;
        for (long i = 1; i < place; i++) {
            int found = text.indexOf(separator, begin);
            if (found < 0) {
                return "";
            }
            begin = found + separator.length();
        }
        int end = text.indexOf(separator, begin);
        return end < 0 ? text.substring(begin) : text.substring(begin, end);
    }

    private static String fromEnd(String text, String separator, long place) {
        // Parts do not overlap when they are found from the front, so they are counted there.
        long parts = 1;
        for (int at = text.indexOf(separator); at >= 0; at = text.indexOf(separator, at + separator.length())) {
            parts++;
        }
        return parts + place < 0 ? "" : fromBegin(text, separator, parts + place + 1);
    }

    public static boolean startsWith(String text, String prefix) {
        return text.startsWith(prefix);
    }

    public static boolean endsWith(String text, String suffix) {
        return text.endsWith(suffix);
    }

    public static boolean contains(String text, String part) {
        return text.contains(part);
    }

    /// Removes the characters of `cut` from the beginning.
    public static String ltrim(String text, String cut) {
        int begin = 0;
        while (begin < text.length() && cut.indexOf(text.codePointAt(begin)) >= 0) {
            begin += Character.charCount(text.codePointAt(begin));
        }
        return text.substring(begin);
    }

    /// Removes the characters of `cut` from the end.
    public static String rtrim(String text, String cut) {
        int end = text.length();
        while (end > 0 && cut.indexOf(text.codePointBefore(end)) >= 0) {
            end -= Character.charCount(text.codePointBefore(end));
        }
        return text.substring(0, end);
    }

    /// The code point of a number.
    public static String chr(long number) {
        if (number < 1 || number > Character.MAX_CODE_POINT || number >= Character.MIN_SURROGATE
                && number <= Character.MAX_SURROGATE) {
            throw new QueryException(Reason.OVERFLOW, "not a code point: function=CHR, value=" + number
                    + ", least=1, greatest=" + Character.MAX_CODE_POINT);
        }
        return Character.toString((int) number);
    }

    public static String ofBoolean(boolean value) {
        return value ? "true" : "false";
    }

    /// Capitalizes the first letter of each word and lowercases the rest; a word consists of letters and digits of any
    /// script.
    public static String initcap(String text) {
        StringBuilder words = new StringBuilder(text.length());
        boolean inside = false;
        for (int i = 0; i < text.length(); i += Character.charCount(text.codePointAt(i))) {
            int c = text.codePointAt(i);
            words.appendCodePoint(inside ? Character.toLowerCase(c) : Character.toUpperCase(c));
            // A mark belongs to the letter before it.
            inside = Character.isLetterOrDigit(c) || inside && isMark(c);
        }
        return words.toString();
    }

    private static boolean isMark(int c) {
        int type = Character.getType(c);
        return type == Character.NON_SPACING_MARK || type == Character.COMBINING_SPACING_MARK;
    }

    /// A time of day, with a fraction if it has one.
    ///
    /// @param millis since midnight
    public static String ofTime(int millis) {
        String text = LocalTime.ofNanoOfDay(millis * 1_000_000L).format(DateTimeFormatter.ISO_LOCAL_TIME);
        return millis % 1000 == 0 ? text : text.replaceFirst("0+$", "");
    }
}
