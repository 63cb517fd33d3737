// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.jdbc;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/// A program that knows nothing but `java.sql`: prints what a statement gives.
final class AskStore {
    /// @param args a URL, then statements
    public static void main(String[] args) throws SQLException {
        try (Connection connection = DriverManager.getConnection(args[0]);
                Statement statement = connection.createStatement()) {
            for (int i = 1; i < args.length; i++) {
                try (ResultSet rows = statement.executeQuery(args[i])) {
                    while (rows.next()) {
                        System.out.println(rows.getString(1));
                    }
                }
            }
        }
    }
}
