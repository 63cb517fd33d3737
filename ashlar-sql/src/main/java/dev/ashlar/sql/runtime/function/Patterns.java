// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.runtime.function;

import dev.ashlar.query.LikePattern;
import dev.ashlar.query.QueryException;
import dev.ashlar.query.QueryException.Reason;
import dev.ashlar.sql.SqlException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.apache.calcite.linq4j.function.Strict;

/// Regular expression functions, with the syntax of `java.util.regex`, and ILIKE. Generated code creates one object for
/// each call in a query; it caches its last pattern.
///
/// A pattern such as `(a+)+b` takes exponential time: a match ends with an error after [#MAX_STEPS].
///
/// **Threading**: one thread.
@Strict
public final class Patterns {
    /// Maximum number of character reads of one match, repeated reads included.
    static final int MAX_STEPS = 20_000_000;

    /// A text that counts how often its characters are read.
    private static final class Counted implements CharSequence {
        private final String text;
        private int steps;

        Counted(String text) {
            this.text = text;
        }

        @Override
        public int length() {
            return text.length();
        }

        @Override
        public char charAt(int index) {
            if (++steps > MAX_STEPS) {
                throw new QueryException(Reason.UNSUPPORTED, "regular expression takes too long for a text: steps="
                        + steps + ", most=" + MAX_STEPS + "; avoid nested repetitions");
            }
            return text.charAt(index);
        }

        @Override
        public CharSequence subSequence(int start, int end) {
            return text.substring(start, end);
        }

        @Override
        public String toString() {
            return text;
        }
    }

    private String lastPattern;
    private String lastFlags;
    private Pattern compiled;
    private LikePattern like;
    private String lastLike;
    private String lastEscape;

    /// Called by generated code.
    public Patterns() {
    }

    private Matcher matcher(String text, String pattern, String flags) {
        if (!pattern.equals(lastPattern) || !flags.equals(lastFlags)) {
            compiled = compile(pattern, flags);
            lastPattern = pattern;
            lastFlags = flags;
        }
        return compiled.matcher(new Counted(text));
    }

    private static Pattern compile(String pattern, String flags) {
        int bits = 0;
        for (int i = 0; i < flags.length(); i++) {
            switch (flags.charAt(i)) {
                case 'i' -> bits |= Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE;
                case 'c' -> bits &= ~(Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE);
                case 'm', 'n' -> bits |= Pattern.MULTILINE;
                case 's' -> bits |= Pattern.DOTALL;
                case 'x' -> bits |= Pattern.COMMENTS;
                case 'l' -> bits |= Pattern.LITERAL;
                case 'g' -> { }
                default -> throw new SqlException(SqlException.Reason.INVALID, "no such flag of a regular expression: flag="
                        + flags.charAt(i) + ", flags: c, g, i, l, m, n, s, x", null);
            }
        }
        try {
            return Pattern.compile(pattern, bits);
        } catch (PatternSyntaxException e) {
            throw new SqlException(SqlException.Reason.INVALID, "invalid regular expression: "
                    + e.getDescription() + ", pattern='" + pattern + "'", e);
        } catch (StackOverflowError e) {
            throw tooDeep(e);
        }
    }

    private static QueryException tooDeep(StackOverflowError e) {
        return new QueryException(Reason.UNSUPPORTED, "regular expression needs too much stack for a text; avoid "
                + "alternatives within repetitions, or write possessive ones: (a|b)*+", e);
    }

    private static boolean find(Matcher matcher) {
        try {
            return matcher.find();
        } catch (StackOverflowError e) {
            throw tooDeep(e);
        }
    }

    /// Whether a part of the text matches.
    public boolean matches(String text, String pattern, String flags) {
        return find(matcher(text, pattern, flags));
    }

    /// Whether the whole text matches.
    public boolean matchesAll(String text, String pattern, String flags) {
        try {
            return matcher(text, pattern, flags).matches();
        } catch (StackOverflowError e) {
            throw tooDeep(e);
        }
    }

    /// Replaces the first match, with flag `g` all of them.
    ///
    /// @param replacement `\1` to `\9` stand for groups, `\0` and `\&` for the match, `\\` for a backslash
    /// @param most        characters of the result
    public String replace(String text, String pattern, String replacement, String flags, int most) {
        Matcher matcher = matcher(text, pattern, flags);
        boolean all = flags.indexOf('g') >= 0;
        StringBuilder result = new StringBuilder();
        int end = 0;
        while (find(matcher)) {
            result.append(text, end, matcher.start());
            append(replacement, matcher, result);
            end = matcher.end();
            TextFunctions.require(result.length(), most);
            if (!all) {
                break;
            }
        }
        result.append(text, end, text.length());
        TextFunctions.require(result.length(), most);
        return result.toString();
    }

    private static void append(String replacement, Matcher matcher, StringBuilder result) {
        for (int i = 0; i < replacement.length(); i++) {
            char c = replacement.charAt(i);
            char next = c == '\\' && i + 1 < replacement.length() ? replacement.charAt(i + 1) : 0;
            if (next >= '0' && next <= '9' || next == '&') {
                String part = group(matcher, next == '&' ? 0 : next - '0');
                result.append(part == null ? "" : part);
                i++;
            } else if (next == '\\') {
                result.append('\\');
                i++;
            } else {
                result.append(c);
            }
        }
    }

    private static String group(Matcher matcher, long group) {
        if (group < 0 || group > matcher.groupCount()) {
            throw new SqlException(SqlException.Reason.INVALID, "regular expression has no such group: group=" + group
                    + ", groups=" + matcher.groupCount(), null);
        }
        return matcher.group((int) group);
    }

    /// The first match or a group of it; empty if there is none.
    public String extract(String text, String pattern, long group, String flags) {
        Matcher matcher = matcher(text, pattern, flags);
        String found = find(matcher) ? group(matcher, group) : "";
        return found == null ? "" : found;
    }

    /// The first match; null if there is none.
    public String substr(String text, String pattern, String flags) {
        Matcher matcher = matcher(text, pattern, flags);
        return find(matcher) ? matcher.group() : null;
    }

    /// The number of non-overlapping matches.
    public long count(String text, String pattern, String flags) {
        Matcher matcher = matcher(text, pattern, flags);
        long count = 0;
        while (find(matcher)) {
            count++;
        }
        return count;
    }

    /// Case-insensitive LIKE.
    public boolean ilike(String text, String pattern, String escape) {
        if (!pattern.equals(lastLike) || !escape.equals(lastEscape)) {
            if (escape.codePointCount(0, escape.length()) > 1) {
                throw new QueryException(Reason.UNSUPPORTED, "escape is not one character: text='" + escape + "'");
            }
            like = LikePattern.ofAnyCase(pattern, escape.isEmpty() ? LikePattern.NO_ESCAPE : escape.codePointAt(0));
            lastLike = pattern;
            lastEscape = escape;
        }
        return like.matches(text);
    }
}
