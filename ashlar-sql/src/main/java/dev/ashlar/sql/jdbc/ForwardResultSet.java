// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.jdbc;

import java.io.InputStream;
import java.math.BigDecimal;
import java.net.URL;
import java.sql.Array;
import java.sql.Blob;
import java.sql.Clob;
import java.sql.NClob;
import java.sql.Ref;
import java.sql.ResultSet;
import java.sql.RowId;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.SQLWarning;
import java.sql.SQLXML;

/// A result that is read forward once. Rejects updates, all moves except to the next row, and values that no column
/// has, such as arrays and large objects.
interface ForwardResultSet extends ReadOnlyResultSet {
    @Override default int getType() { return TYPE_FORWARD_ONLY; }
    @Override default int getConcurrency() { return CONCUR_READ_ONLY; }
    @Override default int getHoldability() { return HOLD_CURSORS_OVER_COMMIT; }
    @Override default int getFetchSize() { return 0; }
    @Override default void setFetchSize(int count) throws SQLException {
        if (count < 0) {
            throw JdbcExceptions.negative("rows", count);
        }
    }
    @Override default int getFetchDirection() { return FETCH_FORWARD; }
    @Override default void setFetchDirection(int direction) throws SQLException {
        if (direction != FETCH_FORWARD) {
            throw new SQLFeatureNotSupportedException("rows can only be read forward: direction=" + direction, "0A000");
        }
    }
    @Override default SQLWarning getWarnings() { return null; }
    @Override default void clearWarnings() { }

    @Deprecated @Override default BigDecimal getBigDecimal(int column, int scale) throws SQLException { throw refused("getBigDecimal"); }
    @Override default InputStream getAsciiStream(int column) throws SQLException { throw refused("getAsciiStream"); }
    @Deprecated @Override default InputStream getUnicodeStream(int column) throws SQLException { throw refused("getUnicodeStream"); }
    @Override default InputStream getBinaryStream(int column) throws SQLException { throw refused("getBinaryStream"); }
    @Override default String getCursorName() throws SQLException { throw refused("getCursorName"); }
    @Override default boolean isLast() throws SQLException { throw refused("isLast"); }
    @Override default void beforeFirst() throws SQLException { throw refused("beforeFirst"); }
    @Override default void afterLast() throws SQLException { throw refused("afterLast"); }
    @Override default boolean first() throws SQLException { throw refused("first"); }
    @Override default boolean last() throws SQLException { throw refused("last"); }
    @Override default boolean absolute(int row) throws SQLException { throw refused("absolute"); }
    @Override default boolean relative(int rows) throws SQLException { throw refused("relative"); }
    @Override default boolean previous() throws SQLException { throw refused("previous"); }
    @Override default Ref getRef(int column) throws SQLException { throw refused("getRef"); }
    @Override default Blob getBlob(int column) throws SQLException { throw refused("getBlob"); }
    @Override default Clob getClob(int column) throws SQLException { throw refused("getClob"); }
    @Override default Array getArray(int column) throws SQLException { throw refused("getArray"); }
    @Override default URL getURL(int column) throws SQLException { throw refused("getURL"); }
    @Override default RowId getRowId(int column) throws SQLException { throw refused("getRowId"); }
    @Override default NClob getNClob(int column) throws SQLException { throw refused("getNClob"); }
    @Override default SQLXML getSQLXML(int column) throws SQLException { throw refused("getSQLXML"); }

    private static SQLException refused(String method) {
        return JdbcExceptions.unsupported(ResultSet.class, method);
    }
}
