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
import java.sql.Ref;
import java.sql.ResultSet;
import java.sql.RowId;
import java.sql.SQLException;
import java.sql.SQLXML;
import java.sql.Time;
import java.sql.Timestamp;
import java.util.Calendar;
import java.util.Map;

/// Getters by the name of a column are those by its number.
interface GettersByName extends ResultSet {
    @Override default String getString(String name) throws SQLException { return getString(findColumn(name)); }
    @Override default boolean getBoolean(String name) throws SQLException { return getBoolean(findColumn(name)); }
    @Override default byte getByte(String name) throws SQLException { return getByte(findColumn(name)); }
    @Override default short getShort(String name) throws SQLException { return getShort(findColumn(name)); }
    @Override default int getInt(String name) throws SQLException { return getInt(findColumn(name)); }
    @Override default long getLong(String name) throws SQLException { return getLong(findColumn(name)); }
    @Override default float getFloat(String name) throws SQLException { return getFloat(findColumn(name)); }
    @Override default double getDouble(String name) throws SQLException { return getDouble(findColumn(name)); }
    @Deprecated @Override default BigDecimal getBigDecimal(String name, int scale) throws SQLException {
        return getBigDecimal(findColumn(name), scale);
    }
    @Override default byte[] getBytes(String name) throws SQLException { return getBytes(findColumn(name)); }
    @Override default Date getDate(String name) throws SQLException { return getDate(findColumn(name)); }
    @Override default Time getTime(String name) throws SQLException { return getTime(findColumn(name)); }
    @Override default Timestamp getTimestamp(String name) throws SQLException { return getTimestamp(findColumn(name)); }
    @Override default InputStream getAsciiStream(String name) throws SQLException {
        return getAsciiStream(findColumn(name));
    }
    @Deprecated @Override default InputStream getUnicodeStream(String name) throws SQLException {
        return getUnicodeStream(findColumn(name));
    }
    @Override default InputStream getBinaryStream(String name) throws SQLException {
        return getBinaryStream(findColumn(name));
    }
    @Override default Object getObject(String name) throws SQLException { return getObject(findColumn(name)); }
    @Override default Reader getCharacterStream(String name) throws SQLException {
        return getCharacterStream(findColumn(name));
    }
    @Override default BigDecimal getBigDecimal(String name) throws SQLException {
        return getBigDecimal(findColumn(name));
    }
    @Override default Object getObject(String name, Map<String, Class<?>> types) throws SQLException {
        return getObject(findColumn(name), types);
    }
    @Override default Ref getRef(String name) throws SQLException { return getRef(findColumn(name)); }
    @Override default Blob getBlob(String name) throws SQLException { return getBlob(findColumn(name)); }
    @Override default Clob getClob(String name) throws SQLException { return getClob(findColumn(name)); }
    @Override default Array getArray(String name) throws SQLException { return getArray(findColumn(name)); }
    @Override default Date getDate(String name, Calendar calendar) throws SQLException {
        return getDate(findColumn(name), calendar);
    }
    @Override default Time getTime(String name, Calendar calendar) throws SQLException {
        return getTime(findColumn(name), calendar);
    }
    @Override default Timestamp getTimestamp(String name, Calendar calendar) throws SQLException {
        return getTimestamp(findColumn(name), calendar);
    }
    @Override default URL getURL(String name) throws SQLException { return getURL(findColumn(name)); }
    @Override default RowId getRowId(String name) throws SQLException { return getRowId(findColumn(name)); }
    @Override default NClob getNClob(String name) throws SQLException { return getNClob(findColumn(name)); }
    @Override default SQLXML getSQLXML(String name) throws SQLException { return getSQLXML(findColumn(name)); }
    @Override default String getNString(String name) throws SQLException { return getNString(findColumn(name)); }
    @Override default Reader getNCharacterStream(String name) throws SQLException {
        return getNCharacterStream(findColumn(name));
    }
    @Override default <T> T getObject(String name, Class<T> type) throws SQLException {
        return getObject(findColumn(name), type);
    }
}
