// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query;

import dev.ashlar.query.QueryException.Reason;

/// A pattern of `LIKE`: `%` stands for any code points, `_` for one, line ends included.
///
/// **Threading**: any thread.
public final class LikePattern {
    /// No escape character.
    public static final int NO_ESCAPE = -1;

    private final int[] pattern;
    private final int escape;

    /// @param escape escape code point: before `%`, `_` or itself it makes that character literal; or [#NO_ESCAPE]
    /// @throws QueryException if the pattern ends with an escape character that escapes nothing
    public LikePattern(String pattern, int escape) {
        this.pattern = pattern.codePoints().toArray();
        this.escape = escape;
        for (int i = 0; escape >= 0 && i < this.pattern.length; i++) {
            if (this.pattern[i] == escape && ++i == this.pattern.length) {
                throw new QueryException(Reason.UNSUPPORTED, "LIKE pattern must not end with escape character: pattern='"
                        + pattern + "', escape='" + Character.toString(escape) + "'");
            }
        }
    }

    /// In time that grows at most with the product of both lengths.
    public boolean matches(String text) {
        int[] found = text.codePoints().toArray();
        int at = 0;
        int next = 0;
        int afterAny = -1;
        int retry = 0;
        while (at < found.length) {
            boolean literal = next < pattern.length && pattern[next] == escape;
            if (next < pattern.length && !literal && pattern[next] == '%') {
                afterAny = ++next;
                retry = at;
            } else if (next < pattern.length
                    && (literal ? pattern[next + 1] == found[at] : pattern[next] == '_'
                    || pattern[next] == found[at])) {
                next += literal ? 2 : 1;
                at++;
            } else if (afterAny >= 0) {
                next = afterAny;
                at = ++retry;
            } else {
                return false;
            }
        }
        while (next < pattern.length && pattern[next] == '%' && pattern[next] != escape) {
            next++;
        }
        return next == pattern.length;
    }
}
