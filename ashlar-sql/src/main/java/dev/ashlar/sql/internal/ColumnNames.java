// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.internal;

import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.sql.SqlBasicCall;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlOrderBy;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlWith;
import org.apache.calcite.sql.dialect.AnsiSqlDialect;
import org.apache.calcite.sql.pretty.SqlPrettyWriter;

/// Names for columns that were given none: the text of their expressions, `sum(price * quantity)`, where Calcite says
/// `EXPR$1`.
final class ColumnNames {
    private static final String UNNAMED = "EXPR$";

    /// Texts of what was selected without a name, empty for what has one; null for `*`.
    private final List<String> texts = new ArrayList<>();

    private ColumnNames() {
    }

    /// Of a query that was parsed and not yet checked.
    static ColumnNames of(SqlNode query) {
        ColumnNames names = new ColumnNames();
        SqlSelect select = select(query);
        if (select != null) {
            for (SqlNode item : select.getSelectList()) {
                names.texts.add(switch (item) {
                    case SqlIdentifier identifier -> identifier.isStar() ? null : "";
                    case SqlCall call when call.getKind() == SqlKind.AS -> "";
                    default -> text(item);
                });
            }
        }
        return names;
    }

    /// The query that gives the answer's columns their names; null if they come from elsewhere.
    private static SqlSelect select(SqlNode query) {
        return switch (query) {
            case SqlSelect select -> select;
            case SqlOrderBy order -> select(order.query);
            case SqlWith with -> select(with.body);
            case SqlBasicCall call when SqlKind.SET_QUERY.contains(call.getKind()) -> select(call.operand(0));
            default -> null;
        };
    }

    private static String text(SqlNode expression) {
        SqlPrettyWriter writer = new SqlPrettyWriter(SqlPrettyWriter.config().withDialect(AnsiSqlDialect.DEFAULT)
                .withQuoteAllIdentifiers(false).withKeywordsLowerCase(true).withAlwaysUseParentheses(false));
        return writer.format(expression).replaceAll("\\s+", " ").strip();
    }

    /// The names of columns with those that are missing. More than one `*` hides which columns are whose.
    List<String> in(List<String> columns) {
        int star = texts.indexOf(null);
        if (star != texts.lastIndexOf(null) || star < 0 && texts.size() != columns.size()
                || columns.stream().noneMatch(name -> name.startsWith(UNNAMED))) {
            return columns;
        }
        List<String> names = new ArrayList<>();
        for (int i = 0; i < columns.size(); i++) {
            int fromEnd = texts.size() - columns.size() + i;
            int at = star < 0 || i < star ? i : fromEnd > star ? fromEnd : -1;
            boolean unnamed = columns.get(i).startsWith(UNNAMED) && at >= 0;
            names.add(unnamed ? texts.get(at) : columns.get(i));
        }
        return names;
    }
}
