// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql;

import dev.ashlar.query.QueryOptions;
import java.util.ArrayList;
import java.util.List;

/// Rows of results as lines of text, for comparison.
final class SqlRows {
    /// One line a row, values between bars.
    static List<String> rows(SqlSession session, String sql) {
        return rows(session, sql, QueryOptions.defaults());
    }

    static List<String> rows(SqlSession session, String sql, QueryOptions options) {
        try (SqlResult result = session.run(sql, options)) {
            return rows(result);
        }
    }

    static List<String> rows(SqlResult result) {
        List<String> rows = new ArrayList<>();
        while (result.next()) {
            List<String> values = new ArrayList<>();
            for (SqlColumn column : result.columns()) {
                values.add(String.valueOf(result.text(column.index())));
            }
            rows.add(String.join("|", values));
        }
        return rows;
    }
}
