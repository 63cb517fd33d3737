// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.internal.type;

import java.math.BigDecimal;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Frames of GROUPS, which Calcite does not support: they are encoded as frames of ROWS whose bounds exceed any number
/// of rows.
///
/// | written | for Calcite |
/// |---|---|
/// | `GROUPS 2 PRECEDING` | `ROWS BETWEEN 2⁶² + 2 PRECEDING AND 2⁶² FOLLOWING` |
/// | `GROUPS BETWEEN CURRENT ROW AND UNBOUNDED FOLLOWING` | `ROWS BETWEEN 2⁶² PRECEDING AND UNBOUNDED FOLLOWING` |
///
/// A frame without any bound is equal to that of ROWS.
public final class GroupsFrame {
    /// Most groups of a bound, which are more than rows in memory.
    public static final long MOST = Integer.MAX_VALUE;
    private static final BigDecimal MARK = BigDecimal.valueOf(1L << 62);
    private static final String BOUND = "(?:unbounded (?:preceding|following)|\\d{1,19} (?:preceding|following))";
    private static final Pattern FRAME = Pattern.compile("rows (between )?(" + BOUND + ")(?: and (" + BOUND + "))?");
    private static final Pattern MARKED = Pattern.compile("(\\d{19}) (preceding|following)");

    /// A count of groups, as a count of rows.
    public static String marked(long groups) {
        return MARK.add(BigDecimal.valueOf(groups)).toPlainString();
    }

    /// Whether a count of rows is one of groups.
    public static boolean isMarked(BigDecimal rows) {
        return rows != null && rows.compareTo(MARK) >= 0;
    }

    public static BigDecimal groups(BigDecimal marked) {
        return marked.subtract(MARK);
    }

    /// A window as it was written, or with both bounds.
    public static String shown(String text) {
        return FRAME.matcher(text).replaceAll(frame -> Matcher.quoteReplacement(shown(frame)));
    }

    private static String shown(MatchResult frame) {
        Matcher bounds = MARKED.matcher(frame.group());
        boolean[] groups = {false};
        String shown = bounds.replaceAll(bound -> {
            BigDecimal count = new BigDecimal(bound.group(1));
            if (!isMarked(count)) {
                return bound.group();
            }
            groups[0] = true;
            return groups(count).signum() == 0 ? "current row" : groups(count) + " " + bound.group(2);
        });
        return groups[0] ? shown.replaceFirst("rows", "groups") : shown;
    }
}
