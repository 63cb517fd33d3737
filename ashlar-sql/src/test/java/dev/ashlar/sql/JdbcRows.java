// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.StringJoiner;

/// Results of JDBC as text.
final class JdbcRows {
    /// Each row's values, separated by `|`; closes the result.
    ///
    /// @param columns their names; all if there are none
    static List<String> of(ResultSet rows, String... columns) throws SQLException {
        List<String> found = new ArrayList<>();
        try (rows) {
            while (rows.next()) {
                StringJoiner row = new StringJoiner("|");
                int count = columns.length == 0 ? rows.getMetaData().getColumnCount() : columns.length;
                for (int i = 1; i <= count; i++) {
                    row.add(columns.length == 0 ? rows.getString(i) : rows.getString(columns[i - 1]));
                }
                found.add(row.toString());
            }
        }
        return found;
    }
}
