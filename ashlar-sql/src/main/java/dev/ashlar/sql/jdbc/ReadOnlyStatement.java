// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.jdbc;

import java.sql.SQLException;
import java.sql.Statement;

/// Rejects updates and batches. Forms of other methods pass on to them or have no effect.
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

    /// Nothing is ever written, so no keys are generated.
    @Override default boolean execute(String sql, int keys) throws SQLException { return execute(sql); }
    @Override default boolean execute(String sql, int[] keys) throws SQLException { return execute(sql); }
    @Override default boolean execute(String sql, String[] keys) throws SQLException { return execute(sql); }
    @Override default void setMaxRows(int count) throws SQLException { setLargeMaxRows(count); }
    /// Closes the result, whatever `current` is: a statement has one result.
    @Override default boolean getMoreResults(int current) throws SQLException { return getMoreResults(); }
    /// No effect: cursor names serve positioned updates.
    @Override default void setCursorName(String name) { }
    @Override default void clearBatch() { }
    @Override default void setPoolable(boolean on) { }

    private static SQLException refused(String method) {
        return JdbcExceptions.unsupported(Statement.class, method);
    }
}
