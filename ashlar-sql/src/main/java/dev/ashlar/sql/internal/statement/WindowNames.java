// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.internal.statement;

import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlOrderBy;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlWindow;
import org.apache.calcite.sql.util.SqlBasicVisitor;

/// Changes the case of window references to that of their declarations, because Calcite compares window names
/// case-sensitively.
public final class WindowNames extends SqlBasicVisitor<Void> {
    /// Of the query that is visited.
    private Map<String, SqlIdentifier> declared = Map.of();

    private WindowNames() {
    }

    /// @param statement parsed, not checked; changed in place
    public static void match(SqlNode statement) {
        statement.accept(new WindowNames());
    }

    @Override
    public Void visit(SqlCall call) {
        Map<String, SqlIdentifier> before = declared;
        switch (call) {
            case SqlSelect select -> declared = of(select);
            case SqlOrderBy order when order.query instanceof SqlSelect select -> declared = of(select);
            case SqlWindow window -> match(window.getRefName());
            default -> {
                if (call.getKind() == SqlKind.OVER && call.operand(1) instanceof SqlIdentifier name) {
                    match(name);
                }
            }
        }
        super.visit(call);
        declared = before;
        return null;
    }

    private static Map<String, SqlIdentifier> of(SqlSelect select) {
        Map<String, SqlIdentifier> names = new TreeMap<>();
        for (SqlNode window : select.getWindowList()) {
            SqlIdentifier name = ((SqlWindow) window).getDeclName();
            names.putIfAbsent(name.getSimple().toLowerCase(Locale.ROOT), name);
        }
        return names;
    }

    private void match(SqlIdentifier name) {
        SqlIdentifier known = name == null || !name.isSimple() ? null
                : declared.get(name.getSimple().toLowerCase(Locale.ROOT));
        if (known != null && !known.getSimple().equals(name.getSimple())) {
            name.assignNamesFrom(known);
        }
    }
}
