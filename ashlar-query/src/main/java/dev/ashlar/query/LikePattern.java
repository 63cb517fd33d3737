// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query;

import dev.ashlar.query.QueryException.Reason;
import java.util.Arrays;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;

/// A pattern of `LIKE`: `%` matches any number of code points, `_` matches one; both match line ends.
///
/// **Threading**: any thread.
public final class LikePattern {
    /// The value for a pattern without an escape character.
    public static final int NO_ESCAPE = -1;

    /// The element that stands for any number of code points.
    public static final int ANY = -1;
    /// The element that stands for one code point.
    public static final int ONE = -2;

    /// Literal code points, [#ANY] and [#ONE].
    private final int[] pattern;
    private final IntUnaryOperator fold;

    /// @param escape escape code point: it makes a following `%`, `_` or escape character literal; or [#NO_ESCAPE]
    /// @throws QueryException if the pattern ends with an escape character that escapes nothing
    public LikePattern(String pattern, int escape) {
        this(pattern, escape, IntUnaryOperator.identity());
    }

    private LikePattern(String pattern, int escape, IntUnaryOperator fold) {
        this.fold = fold;
        int[] given = pattern.codePoints().toArray();
        int[] found = new int[given.length];
        int length = 0;
        for (int i = 0; i < given.length; i++) {
            if (given[i] != escape) {
                found[length++] = given[i] == '%' ? ANY : given[i] == '_' ? ONE : fold.applyAsInt(given[i]);
            } else if (++i < given.length) {
                found[length++] = fold.applyAsInt(given[i]);
            } else {
                throw new QueryException(Reason.UNSUPPORTED, "LIKE pattern must not end with escape character: pattern='"
                        + pattern + "', escape='" + Character.toString(escape) + "'");
            }
        }
        this.pattern = Arrays.copyOf(found, length);
    }

    /// A pattern that ignores case, except that of the escape character.
    ///
    /// @throws QueryException likewise
    public static LikePattern ofAnyCase(String pattern, int escape) {
        return new LikePattern(pattern, escape, c -> Character.toLowerCase(Character.toUpperCase(c)));
    }

    /// Its literal code points, [#ANY] and [#ONE], in order.
    public IntStream elements() {
        return Arrays.stream(pattern);
    }

    /// Whether the whole text matches. The time is at most proportional to the product of both lengths.
    public boolean matches(String text) {
        int[] found = text.codePoints().map(fold).toArray();
        int at = 0;
        int next = 0;
        int afterAny = -1;
        int retry = 0;
        while (at < found.length) {
            if (next < pattern.length && pattern[next] == ANY) {
                afterAny = ++next;
                retry = at;
            } else if (next < pattern.length && (pattern[next] == ONE || pattern[next] == found[at])) {
                next++;
                at++;
            } else if (afterAny >= 0) {
                next = afterAny;
                at = ++retry;
            } else {
                return false;
            }
        }
        while (next < pattern.length && pattern[next] == ANY) {
            next++;
        }
        return next == pattern.length;
    }
}
