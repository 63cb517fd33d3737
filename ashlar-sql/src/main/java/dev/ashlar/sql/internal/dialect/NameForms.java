// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.internal.dialect;

import dev.ashlar.sql.internal.dialect.TokenTree.Group;
import dev.ashlar.sql.internal.dialect.TokenTree.Token;
import dev.ashlar.sql.internal.dialect.TokenTree.Token.Kind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.calcite.sql.parser.impl.SqlParserImplConstants;

/// Words of SQL that can only be names where they stand, in `""`: `sum(x) AS sum`, `b.open`, and `ORDER BY sum` after the
/// first.
final class NameForms {
    private static final Set<String> CASTS = Set.of("cast", "try_cast", "safe_cast");
    /// What may follow a key of ORDER BY or GROUP BY.
    private static final Set<String> AFTER_KEYS = Set.of("asc", "desc", "nulls", "limit", "offset", "fetch", "having", "qualify",
            "window", "order", "union", "intersect", "except");

    /// Made when the first name is looked at.
    private static final class Words {
        static final Set<String> ALL = Arrays.stream(SqlParserImplConstants.tokenImage).map(image -> image.replace("\"", "")
                .toLowerCase(Locale.ROOT)).collect(Collectors.toSet());
    }

    private final Set<String> aliases = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
    private boolean changed;

    boolean isChanged() {
        return changed;
    }

    List<TokenTree> of(List<TokenTree> parts) {
        List<TokenTree> named = named(parts, false);
        return aliases.isEmpty() ? named : keys(named);
    }

    /// @param cast whether a type follows AS
    private List<TokenTree> named(List<TokenTree> parts, boolean cast) {
        List<TokenTree> all = new ArrayList<>(parts.size());
        for (int i = 0; i < parts.size(); i++) {
            TokenTree part = parts.get(i);
            TokenTree before = i == 0 ? null : parts.get(i - 1);
            boolean called = i + 1 < parts.size() && parts.get(i + 1) instanceof Group;
            if (part instanceof Group group) {
                boolean casts = before != null && CASTS.contains(QueryForms.word(before));
                all.add(new Group(group.open(), named(group.parts(), casts), group.close()));
            } else if (before != null && before.is('.') && i > 1 && parts.get(i - 2).isName() && !called
                    && isWord(part)) {
                all.add(quoted((Token) part));
            } else if (before != null && before.is("as") && i > 1 && !cast && isWord(part) && !isKept(parts, i)) {
                aliases.add(((Token) part).text());
                all.add(quoted((Token) part));
            } else {
                all.add(part);
            }
        }
        return all;
    }

    /// Whether the words say how a named query or a table is read: `AS NOT MATERIALIZED (…)`, `AS OF …`.
    private static boolean isKept(List<TokenTree> parts, int i) {
        return parts.get(i).is("materialized") || parts.get(i).is("not") || parts.get(i).is("of");
    }

    private List<TokenTree> keys(List<TokenTree> parts) {
        List<TokenTree> all = new ArrayList<>(parts.size());
        for (int i = 0; i < parts.size(); i++) {
            TokenTree part = parts.get(i);
            TokenTree before = i == 0 ? null : parts.get(i - 1);
            boolean ends = i + 1 == parts.size() || parts.get(i + 1).is(',')
                    || AFTER_KEYS.contains(QueryForms.word(parts.get(i + 1)));
            if (part instanceof Group group) {
                all.add(new Group(group.open(), keys(group.parts()), group.close()));
            } else if (ends && before != null && (before.is("by") || before.is(',')) && isWord(part)
                    && aliases.contains(((Token) part).text())) {
                all.add(quoted((Token) part));
            } else {
                all.add(part);
            }
        }
        return all;
    }

    private static boolean isWord(TokenTree part) {
        return part instanceof Token token && token.kind() == Kind.WORD
                && Words.ALL.contains(token.text().toLowerCase(Locale.ROOT));
    }

    private Token quoted(Token word) {
        changed = true;
        return new Token(Kind.NAME, '"' + word.text() + '"', word.at(), false);
    }
}
