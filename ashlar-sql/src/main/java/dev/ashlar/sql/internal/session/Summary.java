// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.internal.session;

import dev.ashlar.sql.SqlColumn;
import dev.ashlar.sql.SqlException;
import dev.ashlar.sql.SqlException.Reason;
import dev.ashlar.sql.SqlResult;
import dev.ashlar.sql.internal.result.ListedResult;
import dev.ashlar.sql.runtime.DistinctEstimate;
import java.sql.JDBCType;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

/// One row for each column of a query: least and greatest value, distinct values, average, number of values and NULLs.
///
/// One query computes everything except the distinct values. These are counted column by column; if that exceeds the
/// memory limit, they are estimated.
///
/// @param sql     the query
/// @param columns of the query
/// @param run     runs another query
record Summary(String sql, List<SqlColumn> columns, Function<String, SqlResult> run) {
    /// Columns that one query summarizes.
    private static final int COLUMNS = 200;

    static List<SqlColumn> head() {
        return List.of(new SqlColumn(0, "column_name", JDBCType.VARCHAR, 0, 0, false),
                new SqlColumn(1, "column_type", JDBCType.VARCHAR, 0, 0, false),
                new SqlColumn(2, "min", JDBCType.VARCHAR, 0, 0, true),
                new SqlColumn(3, "max", JDBCType.VARCHAR, 0, 0, true),
                new SqlColumn(4, "approx_unique", JDBCType.BIGINT, 19, 0, false),
                new SqlColumn(5, "avg", JDBCType.VARCHAR, 0, 0, true),
                new SqlColumn(6, "count", JDBCType.BIGINT, 19, 0, false),
                new SqlColumn(7, "nulls", JDBCType.BIGINT, 19, 0, false));
    }

    SqlResult result() {
        List<Object[]> rows = new ArrayList<>();
        for (int from = 0; from < columns.size(); from += COLUMNS) {
            rows.addAll(part(columns.subList(from, Math.min(columns.size(), from + COLUMNS))));
        }
        return new ListedResult(head(), rows);
    }

    private String source() {
        return " from (" + sql + "\n) as q(" + columns.stream().map(Summary::name).collect(Collectors.joining(", "))
                + ")";
    }

    private static String name(SqlColumn column) {
        return "\"c" + column.index() + "\"";
    }

    private List<Object[]> part(List<SqlColumn> part) {
        String items = part.stream().map(column -> ", count(" + name(column) + "), min(" + name(column) + "), max("
                + name(column) + "), " + (column.isNumber() ? "avg(" + name(column) + ")" : "cast(null as integer)"))
                .collect(Collectors.joining());
        List<Object[]> rows = new ArrayList<>();
        try (SqlResult result = run.apply("select count(*)" + items + source())) {
            result.next();
            long all = (Long) result.get(0);
            for (int i = 0; i < part.size(); i++) {
                SqlColumn column = part.get(i);
                int first = 1 + 4 * i;
                long values = (Long) result.get(first);
                rows.add(new Object[] {column.name(), column.typeName(), result.text(first + 1), result.text(first + 2),
                        different(column), result.text(first + 3), values, all - values});
            }
        }
        return rows;
    }

    private long different(SqlColumn column) {
        try (SqlResult result = run.apply("select count(distinct " + name(column) + ")" + source())) {
            result.next();
            return (Long) result.get(0);
        } catch (SqlException e) {
            if (e.reason() != Reason.MEMORY) {
                throw e;
            }
        }
        DistinctEstimate estimate = new DistinctEstimate();
        try (SqlResult result = run.apply("select " + name(column) + source())) {
            while (result.next()) {
                estimate.add(result.get(0));
            }
        }
        return estimate.count();
    }
}
