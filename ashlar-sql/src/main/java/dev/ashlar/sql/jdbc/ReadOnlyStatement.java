// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.jdbc;

import java.sql.SQLException;
import java.sql.Statement;

/// Rejects updates and batches.
interface ReadOnlyStatement extends Statement {
    @Override default int executeUpdate(String sql) throws SQLException { throw refused("executeUpdate"); }
    @Override default int executeUpdate(String sql, int keys) throws SQLException { throw refused("executeUpdate"); }
    @Override default int executeUpdate(String sql, int[] keys) throws SQLException { throw refused("executeUpdate"); }
    @Override default int executeUpdate(String sql, String[] keys) throws SQLException { throw refused("executeUpdate"); }
    @Override default void addBatch(String sql) throws SQLException { throw refused("addBatch"); }
    @Override default int[] executeBatch() throws SQLException { throw refused("executeBatch"); }
    @Override default long[] executeLargeBatch() throws SQLException { throw refused("executeLargeBatch"); }
    @Override default long executeLargeUpdate(String sql) throws SQLException { throw refused("executeLargeUpdate"); }
    @Override default long executeLargeUpdate(String sql, int keys) throws SQLException { throw refused("executeLargeUpdate"); }
    @Override default long executeLargeUpdate(String sql, int[] keys) throws SQLException { throw refused("executeLargeUpdate"); }
    @Override default long executeLargeUpdate(String sql, String[] keys) throws SQLException { throw refused("executeLargeUpdate"); }

    private static SQLException refused(String method) {
        return JdbcExceptions.unsupported(Statement.class, method);
    }
}
