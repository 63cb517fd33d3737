// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.jdbc;

import java.io.InputStream;
import java.io.Reader;
import java.math.BigDecimal;
import java.sql.Array;
import java.sql.Blob;
import java.sql.Clob;
import java.sql.Date;
import java.sql.NClob;
import java.sql.Ref;
import java.sql.ResultSet;
import java.sql.RowId;
import java.sql.SQLException;
import java.sql.SQLType;
import java.sql.SQLXML;
import java.sql.Time;
import java.sql.Timestamp;

/// Rejects updates.
interface ReadOnlyResultSet extends ResultSet {
    @Override default boolean rowUpdated() throws SQLException { throw refused("rowUpdated"); }
    @Override default boolean rowInserted() throws SQLException { throw refused("rowInserted"); }
    @Override default boolean rowDeleted() throws SQLException { throw refused("rowDeleted"); }
    @Override default void updateNull(int column) throws SQLException { throw refused("updateNull"); }
    @Override default void updateNull(String name) throws SQLException { throw refused("updateNull"); }
    @Override default void updateBoolean(int column, boolean value) throws SQLException { throw refused("updateBoolean"); }
    @Override default void updateBoolean(String name, boolean value) throws SQLException { throw refused("updateBoolean"); }
    @Override default void updateByte(int column, byte value) throws SQLException { throw refused("updateByte"); }
    @Override default void updateByte(String name, byte value) throws SQLException { throw refused("updateByte"); }
    @Override default void updateShort(int column, short value) throws SQLException { throw refused("updateShort"); }
    @Override default void updateShort(String name, short value) throws SQLException { throw refused("updateShort"); }
    @Override default void updateInt(int column, int value) throws SQLException { throw refused("updateInt"); }
    @Override default void updateInt(String name, int value) throws SQLException { throw refused("updateInt"); }
    @Override default void updateLong(int column, long value) throws SQLException { throw refused("updateLong"); }
    @Override default void updateLong(String name, long value) throws SQLException { throw refused("updateLong"); }
    @Override default void updateFloat(int column, float value) throws SQLException { throw refused("updateFloat"); }
    @Override default void updateFloat(String name, float value) throws SQLException { throw refused("updateFloat"); }
    @Override default void updateDouble(int column, double value) throws SQLException { throw refused("updateDouble"); }
    @Override default void updateDouble(String name, double value) throws SQLException { throw refused("updateDouble"); }
    @Override default void updateBigDecimal(int column, BigDecimal value) throws SQLException { throw refused("updateBigDecimal"); }
    @Override default void updateBigDecimal(String name, BigDecimal value) throws SQLException { throw refused("updateBigDecimal"); }
    @Override default void updateString(int column, String value) throws SQLException { throw refused("updateString"); }
    @Override default void updateString(String name, String value) throws SQLException { throw refused("updateString"); }
    @Override default void updateBytes(int column, byte[] value) throws SQLException { throw refused("updateBytes"); }
    @Override default void updateBytes(String name, byte[] value) throws SQLException { throw refused("updateBytes"); }
    @Override default void updateDate(int column, Date value) throws SQLException { throw refused("updateDate"); }
    @Override default void updateDate(String name, Date value) throws SQLException { throw refused("updateDate"); }
    @Override default void updateTime(int column, Time value) throws SQLException { throw refused("updateTime"); }
    @Override default void updateTime(String name, Time value) throws SQLException { throw refused("updateTime"); }
    @Override default void updateTimestamp(int column, Timestamp value) throws SQLException { throw refused("updateTimestamp"); }
    @Override default void updateTimestamp(String name, Timestamp value) throws SQLException { throw refused("updateTimestamp"); }
    @Override default void updateAsciiStream(int column, InputStream value, int length) throws SQLException {
        throw refused("updateAsciiStream");
    }
    @Override default void updateAsciiStream(String name, InputStream value, int length) throws SQLException {
        throw refused("updateAsciiStream");
    }
    @Override default void updateAsciiStream(int column, InputStream value, long length) throws SQLException {
        throw refused("updateAsciiStream");
    }
    @Override default void updateAsciiStream(String name, InputStream value, long length) throws SQLException {
        throw refused("updateAsciiStream");
    }
    @Override default void updateAsciiStream(int column, InputStream value) throws SQLException { throw refused("updateAsciiStream"); }
    @Override default void updateAsciiStream(String name, InputStream value) throws SQLException { throw refused("updateAsciiStream"); }
    @Override default void updateBinaryStream(int column, InputStream value, int length) throws SQLException {
        throw refused("updateBinaryStream");
    }
    @Override default void updateBinaryStream(String name, InputStream value, int length) throws SQLException {
        throw refused("updateBinaryStream");
    }
    @Override default void updateBinaryStream(int column, InputStream value, long length) throws SQLException {
        throw refused("updateBinaryStream");
    }
    @Override default void updateBinaryStream(String name, InputStream value, long length) throws SQLException {
        throw refused("updateBinaryStream");
    }
    @Override default void updateBinaryStream(int column, InputStream value) throws SQLException { throw refused("updateBinaryStream"); }
    @Override default void updateBinaryStream(String name, InputStream value) throws SQLException { throw refused("updateBinaryStream"); }
    @Override default void updateCharacterStream(int column, Reader value, int length) throws SQLException {
        throw refused("updateCharacterStream");
    }
    @Override default void updateCharacterStream(String name, Reader value, int length) throws SQLException {
        throw refused("updateCharacterStream");
    }
    @Override default void updateCharacterStream(int column, Reader value, long length) throws SQLException {
        throw refused("updateCharacterStream");
    }
    @Override default void updateCharacterStream(String name, Reader value, long length) throws SQLException {
        throw refused("updateCharacterStream");
    }
    @Override default void updateCharacterStream(int column, Reader value) throws SQLException { throw refused("updateCharacterStream"); }
    @Override default void updateCharacterStream(String name, Reader value) throws SQLException { throw refused("updateCharacterStream"); }
    @Override default void updateObject(int column, Object value, int scale) throws SQLException { throw refused("updateObject"); }
    @Override default void updateObject(int column, Object value) throws SQLException { throw refused("updateObject"); }
    @Override default void updateObject(String name, Object value, int scale) throws SQLException { throw refused("updateObject"); }
    @Override default void updateObject(String name, Object value) throws SQLException { throw refused("updateObject"); }
    @Override default void updateObject(int column, Object value, SQLType type, int scale) throws SQLException {
        throw refused("updateObject");
    }
    @Override default void updateObject(String name, Object value, SQLType type, int scale) throws SQLException {
        throw refused("updateObject");
    }
    @Override default void updateObject(int column, Object value, SQLType type) throws SQLException { throw refused("updateObject"); }
    @Override default void updateObject(String name, Object value, SQLType type) throws SQLException { throw refused("updateObject"); }
    @Override default void insertRow() throws SQLException { throw refused("insertRow"); }
    @Override default void updateRow() throws SQLException { throw refused("updateRow"); }
    @Override default void deleteRow() throws SQLException { throw refused("deleteRow"); }
    @Override default void refreshRow() throws SQLException { throw refused("refreshRow"); }
    @Override default void cancelRowUpdates() throws SQLException { throw refused("cancelRowUpdates"); }
    @Override default void moveToInsertRow() throws SQLException { throw refused("moveToInsertRow"); }
    @Override default void moveToCurrentRow() throws SQLException { throw refused("moveToCurrentRow"); }
    @Override default void updateRef(int column, Ref value) throws SQLException { throw refused("updateRef"); }
    @Override default void updateRef(String name, Ref value) throws SQLException { throw refused("updateRef"); }
    @Override default void updateBlob(int column, Blob value) throws SQLException { throw refused("updateBlob"); }
    @Override default void updateBlob(String name, Blob value) throws SQLException { throw refused("updateBlob"); }
    @Override default void updateBlob(int column, InputStream value, long length) throws SQLException { throw refused("updateBlob"); }
    @Override default void updateBlob(String name, InputStream value, long length) throws SQLException { throw refused("updateBlob"); }
    @Override default void updateBlob(int column, InputStream value) throws SQLException { throw refused("updateBlob"); }
    @Override default void updateBlob(String name, InputStream value) throws SQLException { throw refused("updateBlob"); }
    @Override default void updateClob(int column, Clob value) throws SQLException { throw refused("updateClob"); }
    @Override default void updateClob(String name, Clob value) throws SQLException { throw refused("updateClob"); }
    @Override default void updateClob(int column, Reader value, long length) throws SQLException { throw refused("updateClob"); }
    @Override default void updateClob(String name, Reader value, long length) throws SQLException { throw refused("updateClob"); }
    @Override default void updateClob(int column, Reader value) throws SQLException { throw refused("updateClob"); }
    @Override default void updateClob(String name, Reader value) throws SQLException { throw refused("updateClob"); }
    @Override default void updateArray(int column, Array value) throws SQLException { throw refused("updateArray"); }
    @Override default void updateArray(String name, Array value) throws SQLException { throw refused("updateArray"); }
    @Override default void updateRowId(int column, RowId value) throws SQLException { throw refused("updateRowId"); }
    @Override default void updateRowId(String name, RowId value) throws SQLException { throw refused("updateRowId"); }
    @Override default void updateNString(int column, String value) throws SQLException { throw refused("updateNString"); }
    @Override default void updateNString(String name, String value) throws SQLException { throw refused("updateNString"); }
    @Override default void updateNClob(int column, NClob value) throws SQLException { throw refused("updateNClob"); }
    @Override default void updateNClob(String name, NClob value) throws SQLException { throw refused("updateNClob"); }
    @Override default void updateNClob(int column, Reader value, long length) throws SQLException { throw refused("updateNClob"); }
    @Override default void updateNClob(String name, Reader value, long length) throws SQLException { throw refused("updateNClob"); }
    @Override default void updateNClob(int column, Reader value) throws SQLException { throw refused("updateNClob"); }
    @Override default void updateNClob(String name, Reader value) throws SQLException { throw refused("updateNClob"); }
    @Override default void updateSQLXML(int column, SQLXML value) throws SQLException { throw refused("updateSQLXML"); }
    @Override default void updateSQLXML(String name, SQLXML value) throws SQLException { throw refused("updateSQLXML"); }
    @Override default void updateNCharacterStream(int column, Reader value, long length) throws SQLException {
        throw refused("updateNCharacterStream");
    }
    @Override default void updateNCharacterStream(String name, Reader value, long length) throws SQLException {
        throw refused("updateNCharacterStream");
    }
    @Override default void updateNCharacterStream(int column, Reader value) throws SQLException { throw refused("updateNCharacterStream"); }
    @Override default void updateNCharacterStream(String name, Reader value) throws SQLException {
        throw refused("updateNCharacterStream");
    }

    private static SQLException refused(String method) {
        return JdbcExceptions.unsupported(ResultSet.class, method);
    }
}
