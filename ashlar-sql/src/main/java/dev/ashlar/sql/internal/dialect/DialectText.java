// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.internal.dialect;

import dev.ashlar.sql.internal.dialect.TokenTree.Group;
import dev.ashlar.sql.internal.dialect.TokenTree.Token;
import java.util.Arrays;
import java.util.List;

/// A statement rewritten for the parser.
///
/// @param command what is done with the query
/// @param sql     the query
/// @param places  for each character of the query, its index in the original statement; empty if the texts are the same
/// @param written the original statement
record DialectText(Command command, String sql, int[] places, String written) {
    /// A statement without any form of ours.
    static DialectText unchanged(Command command, String sql) {
        return new DialectText(command, sql, new int[0], sql);
    }

    static DialectText of(Command command, List<TokenTree> parts, String written) {
        Writer writer = new Writer();
        writer.add(parts);
        return new DialectText(command, writer.text.toString(), Arrays.copyOf(writer.places, writer.text.length()),
                written);
    }

    boolean isUnchanged() {
        return places.length == 0;
    }

    private static final class Writer {
        private final StringBuilder text = new StringBuilder();
        private int[] places = new int[256];
        /// Index in the statement after the last token; negative if that does not stand there.
        private int end = -1;

        void add(List<TokenTree> parts) {
            for (TokenTree part : parts) {
                switch (part) {
                    case Token token -> add(token);
                    case Group group -> {
                        add(group.open());
                        add(group.parts());
                        add(group.close());
                    }
                }
            }
        }

        private void add(Token token) {
            if (!text.isEmpty() && (!token.written() || token.at() != end)) {
                append(' ', token.at());
            }
            for (int i = 0; i < token.text().length(); i++) {
                append(token.text().charAt(i), token.written() ? token.at() + i : token.at());
            }
            end = token.written() ? token.at() + token.text().length() : -1;
        }

        private void append(char c, int place) {
            if (text.length() == places.length) {
                places = Arrays.copyOf(places, 2 * places.length);
            }
            places[text.length()] = place;
            text.append(c);
        }
    }
}
