// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.jdbc;

import dev.ashlar.sql.internal.type.FunctionTable;
import java.sql.DatabaseMetaData;
import java.util.Comparator;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.fun.SqlStringContextVariable;
import org.apache.calcite.sql.parser.SqlParser;

/// Keywords and functions of SQL, for tools that complete and highlight them.
final class SqlVocabulary {
    /// The keywords that are not in SQL:2003, separated by commas.
    static String keywords() {
        return SqlParser.create("").getMetadata().getJdbcKeywords();
    }

    /// Built-in functions by name, as rows of [DatabaseMetaData#getFunctions]. Some are rejected for some arguments,
    /// with a reason, such as most of Calcite's timestamp functions.
    static Stream<Object[]> functions() {
        Map<String, Object[]> rows = new TreeMap<>(Comparator.naturalOrder());
        for (SqlOperator operator : FunctionTable.TABLE.getOperatorList()) {
            boolean named = operator.getName().matches("[A-Z][A-Z0-9_]*");
            if (named && operator instanceof SqlFunction && !(operator instanceof SqlStringContextVariable)) {
                String kind = operator.isAggregator() && operator.requiresOver() ? "window function"
                        : operator.isAggregator() ? "aggregate function" : "function";
                rows.putIfAbsent(operator.getName(), new Object[] {null, null, operator.getName(), kind,
                    (long) DatabaseMetaData.functionNoTable, operator.getName()});
            }
        }
        return rows.values().stream();
    }
}
