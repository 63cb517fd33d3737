// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.internal.dialect;

import dev.ashlar.sql.SqlException;
import dev.ashlar.sql.SqlException.Reason;
import dev.ashlar.sql.internal.dialect.TokenTree.Token;
import dev.ashlar.sql.internal.problem.Place;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Set;

/// Limits on chains of operators, checked before the parser reads them: its work grows with the square of a chain.
final class ChainBounds {
    /// Words, signs and constants of one expression, those in parentheses and in `CASE` not counted.
    static final int MAX_PARTS = 4_096;
    /// `UNION`, `EXCEPT` and `INTERSECT` of one query.
    static final int MAX_SETS = 1_024;
    /// After these words another expression begins.
    private static final Set<String> SEPARATORS = Set.of("select", "from", "where", "group", "having", "qualify", "order",
            "limit", "offset", "on", "when", "then", "else", "window");
    private static final Set<String> SETS = Set.of("union", "except", "intersect", "minus");

    private static final class Level {
        private int parts;
        private int sets;
    }

    /// @throws SqlException at the first part that is too many
    static void require(List<Token> tokens, String sql) {
        Deque<Level> outer = new ArrayDeque<>();
        Level level = new Level();
        String before = "";
        for (Token token : tokens) {
            String word = QueryForms.word(token);
            if (token.is('(') || word.equals("case")) {
                level.parts++;
                outer.push(level);
                level = new Level();
            } else if ((token.is(')') || word.equals("end")) && !outer.isEmpty()) {
                level = outer.pop();
            } else if (SETS.contains(word)) {
                level.sets++;
                level.parts = 0;
            } else if (token.is(',') || isSeparator(before, word)) {
                level.parts = 0;
            } else {
                level.parts++;
            }
            if (level.parts > MAX_PARTS) {
                throw tooLong(sql, token, "expression is too long: parts=" + level.parts + ", most=" + MAX_PARTS
                        + "; write IN for a chain of OR, or group its parts by parentheses");
            }
            if (level.sets > MAX_SETS) {
                throw tooLong(sql, token, "too many set operations: unions=" + level.sets + ", most=" + MAX_SETS
                        + "; write VALUES for rows of constants, or group them by parentheses");
            }
            before = word;
        }
    }

    /// `IS DISTINCT FROM` and `WITHIN GROUP` are parts of an expression.
    private static boolean isSeparator(String before, String word) {
        return SEPARATORS.contains(word) && !(word.equals("from") && before.equals("distinct"))
                && !(word.equals("group") && before.equals("within"));
    }

    private static SqlException tooLong(String sql, Token at, String message) {
        return Place.of(sql, at.at()).wrong(Reason.UNSUPPORTED, message);
    }
}
