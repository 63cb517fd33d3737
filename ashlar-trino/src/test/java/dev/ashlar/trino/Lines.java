// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.trino;

import io.trino.testing.MaterializedResult;
import io.trino.testing.MaterializedRow;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Timestamp;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;

/// Rows of answers as text, the same for equal values of both engines.
final class Lines {
    static List<String> of(MaterializedResult result) {
        List<String> lines = new ArrayList<>();
        for (MaterializedRow row : result.getMaterializedRows()) {
            lines.add(String.join("|", row.getFields().stream().map(Lines::text).toList()));
        }
        return lines;
    }

    /// What `ashlar query` says.
    static List<String> ofAshlar(Path archive, String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:ashlar:" + archive);
                Statement statement = connection.createStatement(); ResultSet rows = statement.executeQuery(sql)) {
            List<String> lines = new ArrayList<>();
            while (rows.next()) {
                List<String> line = new ArrayList<>();
                for (int column = 1; column <= rows.getMetaData().getColumnCount(); column++) {
                    line.add(text(rows.getObject(column)));
                }
                lines.add(String.join("|", line));
            }
            return lines;
        }
    }

    private static String text(Object value) {
        return switch (value) {
            case null -> "NULL";
            case Byte _, Short _, Integer _, Long _ -> number(new BigDecimal(value.toString()));
            case BigDecimal number -> number(number);
            case Timestamp time -> time(time.toLocalDateTime());
            case LocalDateTime time -> time(time);
            // Zeros of both signs are equal.
            case Double number when number == 0 -> "0.0";
            case Float number when number == 0 -> "0.0";
            default -> value.toString();
        };
    }

    private static String number(BigDecimal number) {
        return number.signum() == 0 ? "0" : number.stripTrailingZeros().toPlainString();
    }

    private static String time(LocalDateTime time) {
        return time.toLocalDate() + "T" + time.toLocalTime();
    }
}
