// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.internal.dialect;

import java.util.List;

/// A part of a statement: a token, or a group of parts in parentheses.
sealed interface TokenTree {
    /// Index of its first character in the statement, or of what it was made for.
    int at();

    /// Whether it is this word, not quoted, in any case.
    default boolean is(String word) {
        return false;
    }

    /// Whether it is this sign.
    default boolean is(char sign) {
        return false;
    }

    /// Whether it may name something.
    default boolean isName() {
        return false;
    }

    /// A word, name, text, number, or one character of an operator.
    ///
    /// @param written whether it stands in the statement like this, at this place
    record Token(Kind kind, String text, int at, boolean written) implements TokenTree {
        enum Kind { WORD, NAME, TEXT, NUMBER, SIGN }

        @Override
        public boolean is(String word) {
            return kind == Kind.WORD && text.equalsIgnoreCase(word);
        }

        @Override
        public boolean is(char sign) {
            return kind == Kind.SIGN && text.charAt(0) == sign;
        }

        @Override
        public boolean isName() {
            return kind == Kind.WORD || kind == Kind.NAME;
        }

        /// The name that it stands for.
        String name() {
            return kind == Kind.NAME ? text.substring(1, text.length() - 1).replace("\"\"", "\"") : text;
        }
    }

    /// Parts between parentheses.
    record Group(Token open, List<TokenTree> parts, Token close) implements TokenTree {
        @Override
        public int at() {
            return open.at;
        }

        boolean begins(String word) {
            return !parts.isEmpty() && parts.getFirst().is(word);
        }
    }
}
