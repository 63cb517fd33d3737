// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.jdbc;

import dev.ashlar.sql.SqlResult;
import java.sql.SQLException;

/// A result that can be read in any direction, any number of times. Rows are read on demand and kept.
///
/// **Failure**: an [SQLException] with SQLSTATE 53200 if the rows exceed the memory limit of the statement.
final class ScrollableResultSet extends AshlarResultSet {
    private final KeptRows rows;
    /// Number of the current row, from 1; 0 before the first row, row count + 1 after the last.
    private long row;
    private int fetchDirection = FETCH_FORWARD;

    /// @param maxRows     maximum number of rows; 0 for all
    /// @param memoryBytes memory limit for kept rows
    ScrollableResultSet(SqlResult result, AshlarStatement statement, long maxRows, long memoryBytes) {
        this(new KeptRows(result, maxRows, memoryBytes), statement);
    }

    private ScrollableResultSet(KeptRows rows, AshlarStatement statement) {
        super(rows, statement, 0);
        this.rows = rows;
    }

    private boolean has(long index) throws SQLException {
        requireOpen();
        return JdbcExceptions.translate(() -> rows.has(index));
    }

    private int count() throws SQLException {
        requireOpen();
        return JdbcExceptions.translate(rows::count);
    }

    @Override
    boolean isAtRow() {
        return row > 0 && row <= Integer.MAX_VALUE && rows.has(row - 1);
    }

    /// Moves to a row, from 1; if there is none, to before the first or after the last row.
    private boolean move(long to) throws SQLException {
        if (to < 1) {
            requireOpen();
            row = 0;
            return false;
        }
        if (has(to - 1)) {
            row = to;
            rows.select((int) to - 1);
            return true;
        }
        row = count() + 1L;
        return false;
    }

    @Override
    public boolean next() throws SQLException {
        return move(row + 1);
    }

    @Override
    public boolean previous() throws SQLException {
        return move(row - 1);
    }

    @Override
    public boolean first() throws SQLException {
        return move(1);
    }

    @Override
    public boolean last() throws SQLException {
        return move(count());
    }

    @Override
    public boolean absolute(int number) throws SQLException {
        return move(number >= 0 ? number : Math.max(0, count() + 1L + number));
    }

    @Override
    public boolean relative(int rowCount) throws SQLException {
        return move(Math.max(0, row + rowCount));
    }

    @Override
    public void beforeFirst() throws SQLException {
        move(0);
    }

    @Override
    public void afterLast() throws SQLException {
        move(count() + 1L);
    }

    @Override
    public int getRow() throws SQLException {
        requireOpen();
        return isAtRow() ? (int) row : 0;
    }

    @Override
    public boolean isBeforeFirst() throws SQLException {
        requireOpen();
        return row == 0 && has(0);
    }

    @Override
    public boolean isAfterLast() throws SQLException {
        requireOpen();
        return row > 0 && !isAtRow() && has(0);
    }

    @Override
    public boolean isFirst() throws SQLException {
        requireOpen();
        return row == 1 && has(0);
    }

    @Override
    public boolean isLast() throws SQLException {
        requireOpen();
        return isAtRow() && !has(row);
    }

    @Override
    public int getType() {
        return TYPE_SCROLL_INSENSITIVE;
    }

    /// A hint without effect.
    @Override
    public void setFetchDirection(int direction) throws SQLException {
        requireOpen();
        if (direction != FETCH_FORWARD && direction != FETCH_REVERSE && direction != FETCH_UNKNOWN) {
            throw new SQLException("no such direction: direction=" + direction, "HY024");
        }
        fetchDirection = direction;
    }

    @Override
    public int getFetchDirection() {
        return fetchDirection;
    }
}
