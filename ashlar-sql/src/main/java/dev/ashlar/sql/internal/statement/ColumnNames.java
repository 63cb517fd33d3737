// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.internal.statement;

import dev.ashlar.sql.internal.type.GroupsFrame;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.apache.calcite.sql.SqlBasicCall;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlDialect;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlOrderBy;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlStarExclude;
import org.apache.calcite.sql.SqlStarReplace;
import org.apache.calcite.sql.SqlWith;
import org.apache.calcite.sql.dialect.AnsiSqlDialect;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.pretty.SqlPrettyWriter;
import org.apache.calcite.sql.util.SqlBasicVisitor;

/// Names for unnamed columns: the text of their expressions, `sum(price * quantity)`, where Calcite says
/// `EXPR$1`.
public final class ColumnNames {
    private static final SqlDialect DIALECT = new AnsiSqlDialect(AnsiSqlDialect.DEFAULT_CONTEXT
            .withIdentifierQuoteString("\""));

    /// Texts of what was selected without a name, empty for what has one; null for `*`.
    private final List<String> texts = new ArrayList<>();

    private ColumnNames() {
    }

    /// Of a query that was parsed and not yet checked.
    public static ColumnNames of(SqlNode query) {
        ColumnNames names = new ColumnNames();
        SqlSelect select = select(query);
        if (select != null) {
            for (SqlNode item : select.getSelectList()) {
                names.texts.add(isStar(item) ? null : isNamed(item) ? "" : text(item));
            }
        }
        return names;
    }

    /// The query that names the result's columns; null if they come from elsewhere.
    private static SqlSelect select(SqlNode query) {
        return switch (query) {
            case SqlSelect select -> select;
            case SqlOrderBy order -> select(order.query);
            case SqlWith with -> select(with.body);
            case SqlBasicCall call when SqlKind.SET_QUERY.contains(call.getKind()) -> select(call.operand(0));
            default -> null;
        };
    }

    /// Whether it stands for columns: `*`, `t.*`, `* EXCLUDE (a)`.
    static boolean isStar(SqlNode item) {
        return item instanceof SqlIdentifier identifier && identifier.isStar() || item instanceof SqlStarExclude
                || item instanceof SqlStarReplace;
    }

    private static boolean isNamed(SqlNode item) {
        return item instanceof SqlIdentifier || item.getKind() == SqlKind.AS || isStar(item);
    }

    /// Gives all columns names, those of sub-queries, too: plans show them. Where texts are the same, the later ones
    /// get a number, `count(*)_2`, since `*` above a sub-query wants names that differ.
    public static void giveTo(SqlNode query) {
        query.accept(new SqlBasicVisitor<Void>() {
            @Override
            public Void visit(SqlCall call) {
                if (call instanceof SqlSelect select) {
                    SqlNodeList items = select.getSelectList();
                    // Before what is in an item gets names, which are not of its text.
                    List<String> texts = items.stream().map(item -> isNamed(item) ? "" : text(item)).toList();
                    super.visit(call);
                    Set<String> taken = new HashSet<>();
                    for (int i = 0; i < items.size(); i++) {
                        SqlNode item = items.get(i);
                        if (!isNamed(item)) {
                            String name = texts.get(i);
                            for (int n = 2; !taken.add(name.toLowerCase(Locale.ROOT)); n++) {
                                name = texts.get(i) + "_" + n;
                            }
                            SqlParserPos at = item.getParserPosition();
                            items.set(i, SqlStdOperatorTable.AS.createCall(at, item, new SqlIdentifier(name, at)));
                        }
                    }
                    return null;
                }
                return super.visit(call);
            }
        });
    }

    private static String text(SqlNode expression) {
        SqlPrettyWriter writer = new SqlPrettyWriter(SqlPrettyWriter.config().withDialect(DIALECT)
                .withQuoteAllIdentifiers(false).withKeywordsLowerCase(true).withAlwaysUseParentheses(false));
        return GroupsFrame.shown(writer.format(expression).replaceAll("\\s+", " ").strip());
    }

    /// The names of columns with those that are missing. More than one `*` hides which columns are whose.
    public List<String> in(List<String> columns) {
        int star = texts.indexOf(null);
        if (star != texts.lastIndexOf(null) || star < 0 && texts.size() != columns.size()
                || texts.stream().noneMatch(text -> text != null && !text.isEmpty())) {
            return columns;
        }
        List<String> names = new ArrayList<>();
        for (int i = 0; i < columns.size(); i++) {
            int fromEnd = texts.size() - columns.size() + i;
            int at = star < 0 || i < star ? i : fromEnd > star ? fromEnd : -1;
            boolean unnamed = at >= 0 && !texts.get(at).isEmpty();
            // Not the name that it was given for the plan, which differs from all others.
            names.add(unnamed ? texts.get(at) : columns.get(i));
        }
        return names;
    }
}
