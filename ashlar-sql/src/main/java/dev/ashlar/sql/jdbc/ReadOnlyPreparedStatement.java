// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.jdbc;

import java.io.InputStream;
import java.io.Reader;
import java.math.BigDecimal;
import java.net.URL;
import java.sql.Array;
import java.sql.Blob;
import java.sql.Clob;
import java.sql.Date;
import java.sql.NClob;
import java.sql.PreparedStatement;
import java.sql.Ref;
import java.sql.RowId;
import java.sql.SQLException;
import java.sql.SQLXML;
import java.sql.Time;
import java.sql.Timestamp;
import java.util.Calendar;

/// Rejects updates, batches, and parameters that cannot be compared with columns, such as bytes and streams. Setters by
/// the type of another value are those of any object.
interface ReadOnlyPreparedStatement extends ReadOnlyStatement, PreparedStatement {
    @Override default int executeUpdate() throws SQLException { throw refused("executeUpdate"); }
    @Override default void setBytes(int parameter, byte[] value) throws SQLException { throw refused("setBytes"); }
    @Override default void setAsciiStream(int parameter, InputStream value, int length) throws SQLException {
        throw refused("setAsciiStream");
    }
    @Override default void setAsciiStream(int parameter, InputStream value, long length) throws SQLException {
        throw refused("setAsciiStream");
    }
    @Override default void setAsciiStream(int parameter, InputStream value) throws SQLException { throw refused("setAsciiStream"); }
    @Deprecated @Override default void setUnicodeStream(int parameter, InputStream value,
            int length) throws SQLException {
        throw refused("setUnicodeStream");
    }
    @Override default void setBinaryStream(int parameter, InputStream value, int length) throws SQLException {
        throw refused("setBinaryStream");
    }
    @Override default void setBinaryStream(int parameter, InputStream value, long length) throws SQLException {
        throw refused("setBinaryStream");
    }
    @Override default void setBinaryStream(int parameter, InputStream value) throws SQLException { throw refused("setBinaryStream"); }
    @Override default void addBatch() throws SQLException { throw refused("addBatch"); }
    @Override default void setCharacterStream(int parameter, Reader value, int length) throws SQLException {
        throw refused("setCharacterStream");
    }
    @Override default void setCharacterStream(int parameter, Reader value, long length) throws SQLException {
        throw refused("setCharacterStream");
    }
    @Override default void setCharacterStream(int parameter, Reader value) throws SQLException { throw refused("setCharacterStream"); }
    @Override default void setRef(int parameter, Ref value) throws SQLException { throw refused("setRef"); }
    @Override default void setBlob(int parameter, Blob value) throws SQLException { throw refused("setBlob"); }
    @Override default void setBlob(int parameter, InputStream value, long length) throws SQLException { throw refused("setBlob"); }
    @Override default void setBlob(int parameter, InputStream value) throws SQLException { throw refused("setBlob"); }
    @Override default void setClob(int parameter, Clob value) throws SQLException { throw refused("setClob"); }
    @Override default void setClob(int parameter, Reader value, long length) throws SQLException { throw refused("setClob"); }
    @Override default void setClob(int parameter, Reader value) throws SQLException { throw refused("setClob"); }
    @Override default void setArray(int parameter, Array value) throws SQLException { throw refused("setArray"); }
    @Override default void setURL(int parameter, URL value) throws SQLException { throw refused("setURL"); }
    @Override default void setRowId(int parameter, RowId value) throws SQLException { throw refused("setRowId"); }
    @Override default void setNCharacterStream(int parameter, Reader value, long length) throws SQLException {
        throw refused("setNCharacterStream");
    }
    @Override default void setNCharacterStream(int parameter, Reader value) throws SQLException { throw refused("setNCharacterStream"); }
    @Override default void setNClob(int parameter, NClob value) throws SQLException { throw refused("setNClob"); }
    @Override default void setNClob(int parameter, Reader value, long length) throws SQLException { throw refused("setNClob"); }
    @Override default void setNClob(int parameter, Reader value) throws SQLException { throw refused("setNClob"); }
    @Override default void setSQLXML(int parameter, SQLXML value) throws SQLException { throw refused("setSQLXML"); }
    @Override default long executeLargeUpdate() throws SQLException { throw refused("executeLargeUpdate"); }

    @Override default void setNull(int parameter, int type) throws SQLException { setObject(parameter, null); }
    @Override default void setNull(int parameter, int type, String typeName) throws SQLException {
        setObject(parameter, null);
    }
    @Override default void setBoolean(int parameter, boolean value) throws SQLException { setObject(parameter, value); }
    @Override default void setByte(int parameter, byte value) throws SQLException { setObject(parameter, value); }
    @Override default void setShort(int parameter, short value) throws SQLException { setObject(parameter, value); }
    @Override default void setInt(int parameter, int value) throws SQLException { setObject(parameter, value); }
    @Override default void setLong(int parameter, long value) throws SQLException { setObject(parameter, value); }
    @Override default void setFloat(int parameter, float value) throws SQLException { setObject(parameter, value); }
    @Override default void setDouble(int parameter, double value) throws SQLException { setObject(parameter, value); }
    @Override default void setBigDecimal(int parameter, BigDecimal value) throws SQLException {
        setObject(parameter, value);
    }
    @Override default void setString(int parameter, String value) throws SQLException { setObject(parameter, value); }
    @Override default void setNString(int parameter, String value) throws SQLException { setObject(parameter, value); }
    @Override default void setDate(int parameter, Date value) throws SQLException { setObject(parameter, value); }
    @Override default void setTime(int parameter, Time value) throws SQLException { setObject(parameter, value); }
    @Override default void setTimestamp(int parameter, Timestamp value) throws SQLException {
        setObject(parameter, value);
    }
    @Override default void setDate(int parameter, Date value, Calendar calendar) throws SQLException {
        setObject(parameter, ParameterValues.in(calendar, value));
    }
    @Override default void setTime(int parameter, Time value, Calendar calendar) throws SQLException {
        setObject(parameter, ParameterValues.in(calendar, value));
    }
    @Override default void setTimestamp(int parameter, Timestamp value, Calendar calendar) throws SQLException {
        setObject(parameter, ParameterValues.in(calendar, value));
    }

    private static SQLException refused(String method) {
        return JdbcExceptions.unsupported(PreparedStatement.class, method);
    }
}
