// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.internal.dialect;

import dev.ashlar.sql.internal.dialect.TokenTree.Token;
import dev.ashlar.sql.internal.dialect.TokenTree.Token.Kind;
import dev.ashlar.sql.internal.type.GroupsFrame;
import java.util.List;

/// Rewrites GROUPS frames in the form of [GroupsFrame].
record GroupsForms(String sql) {
    private static final String ADVICE = "GROUPS takes counts of groups: groups between 1 preceding and current row";

    /// Whether a frame begins here. Elsewhere `groups` is a name.
    static boolean isFrame(List<TokenTree> parts, int i) {
        if (!parts.get(i).is("groups") || i + 1 >= parts.size() || i > 0 && parts.get(i - 1).is('.')) {
            return false;
        }
        TokenTree next = parts.get(i + 1);
        return next.is("between") && i + 2 < parts.size() && isBound(parts, i + 2) || isBound(parts, i + 1);
    }

    /// Rejects a bound of ROWS that would be one of groups.
    static void requireRows(String sql, List<TokenTree> parts, int i) {
        int frame = i;
        while (frame > 0 && !parts.get(frame).is("rows") && !parts.get(frame).is("range")) {
            frame--;
        }
        if (parts.get(frame).is("rows") && parts.get(i) instanceof Token token && token.kind() == Kind.NUMBER
                && token.text().length() > 18) {
            throw Dialect.wrong(sql, token.at(), "a bound counts at most " + GroupsFrame.MOST + " rows");
        }
    }

    private static boolean isBound(List<TokenTree> parts, int i) {
        return i + 1 < parts.size() && (parts.get(i).is("current") && parts.get(i + 1).is("row")
                || parts.get(i + 1).is("preceding") || parts.get(i + 1).is("following"));
    }

    /// Index after a frame, which is added as it is written for the parser.
    int add(List<TokenTree> parts, int i, List<TokenTree> written) {
        TokenTree groups = parts.get(i);
        boolean between = parts.get(i + 1).is("between");
        boolean ordered = parts.subList(0, i).stream().anyMatch(part -> part.is("order"));
        if (!ordered && (i == 0 || parts.getFirst().is("partition"))) {
            throw Dialect.wrong(sql, groups.at(), "frames of GROUPS need an ORDER BY in their window");
        }
        int lower = between ? i + 2 : i + 1;
        int upper = between ? lower + 3 : -1;
        if (between && (!(upper < parts.size() && parts.get(lower + 2).is("and")) || !isBound(parts, upper))) {
            throw Dialect.wrong(sql, groups.at(), ADVICE);
        }
        String begin = bound(parts, lower, "preceding");
        String end = between ? bound(parts, upper, "following") : GroupsFrame.marked(0) + " following";
        boolean late = parts.get(lower + 1).is("following") || !between && begin.endsWith("following");
        boolean early = between && parts.get(upper + 1).is("preceding");
        boolean ends = between && parts.get(upper).is("current");
        if (late && (early || ends || !between) || early && parts.get(lower).is("current")) {
            throw Dialect.wrong(sql, groups.at(), "a frame of GROUPS ends before it begins");
        }
        written.addAll(Tokens.made("ROWS BETWEEN " + begin + " AND " + end, groups.at()));
        return between ? upper + 2 : lower + 2;
    }

    /// @param side of the current row's group
    private String bound(List<TokenTree> parts, int i, String side) {
        String direction = QueryForms.word(parts.get(i + 1));
        if (parts.get(i).is("current")) {
            return GroupsFrame.marked(0) + " " + side;
        }
        if (parts.get(i).is("unbounded")) {
            return "UNBOUNDED " + direction;
        }
        boolean whole = parts.get(i) instanceof Token token && token.kind() == Kind.NUMBER && token.text().length() < 11
                && token.text().chars().allMatch(Character::isDigit);
        if (!whole) {
            throw Dialect.wrong(sql, parts.get(i).at(), ADVICE);
        }
        long count = Long.parseLong(((Token) parts.get(i)).text());
        return GroupsFrame.marked(Math.min(count, GroupsFrame.MOST)) + " " + direction;
    }
}
