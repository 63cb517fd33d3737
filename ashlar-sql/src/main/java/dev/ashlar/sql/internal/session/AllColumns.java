// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.internal.session;

import dev.ashlar.sql.internal.dialect.Dialect;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.sql.SqlBasicCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlSelect;

/// `ORDER BY ALL` as `ORDER BY 1, 2` and so on, once the number of columns is known.
final class AllColumns {
    /// Puts the columns in the place of ALL.
    ///
    /// @param columns count of them
    static void inOrder(SqlSelect select, int columns) {
        SqlNodeList order = select.getOrderList();
        if (order == null || order.size() != 1 || !isAll(key(order.get(0)))) {
            return;
        }
        SqlNode pattern = order.get(0);
        List<SqlNode> keys = new ArrayList<>();
        for (int i = 1; i <= columns; i++) {
            keys.add(like(pattern, SqlLiteral.createExactNumeric(String.valueOf(i), pattern.getParserPosition())));
        }
        select.setOrderBy(new SqlNodeList(keys, order.getParserPosition()));
    }

    private static SqlNode key(SqlNode key) {
        return key instanceof SqlBasicCall call && switch (call.getKind()) {
            case DESCENDING, NULLS_FIRST, NULLS_LAST -> true;
            default -> false;
        } ? key(call.operand(0)) : key;
    }

    private static boolean isAll(SqlNode key) {
        return key instanceof SqlIdentifier name && name.isSimple() && name.getSimple().equals(Dialect.ORDER_BY_ALL);
    }

    /// A key in the direction of another.
    private static SqlNode like(SqlNode pattern, SqlNode key) {
        return pattern instanceof SqlBasicCall call ? call.getOperator().createCall(call.getParserPosition(),
                like(call.operand(0), key)) : key;
    }
}
