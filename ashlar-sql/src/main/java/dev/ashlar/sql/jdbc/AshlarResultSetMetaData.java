// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.jdbc;

import dev.ashlar.sql.SqlColumn;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.List;

/// Names and types of a result's columns.
final class AshlarResultSetMetaData implements ResultSetMetaData, SelfWrapper {
    private final List<SqlColumn> columns;

    AshlarResultSetMetaData(List<SqlColumn> columns) {
        this.columns = columns;
    }

    private SqlColumn column(int number) throws SQLException {
        if (number < 1 || number > columns.size()) {
            throw JdbcExceptions.noColumn(number, columns.size());
        }
        return columns.get(number - 1);
    }

    @Override
    public int getColumnCount() {
        return columns.size();
    }

    @Override
    public String getColumnName(int number) throws SQLException {
        return column(number).name();
    }

    @Override
    public String getColumnLabel(int number) throws SQLException {
        return column(number).name();
    }

    @Override
    public int getColumnType(int number) throws SQLException {
        return column(number).type().getVendorTypeNumber();
    }

    @Override
    public String getColumnTypeName(int number) throws SQLException {
        return column(number).type().getName();
    }

    @Override
    public String getColumnClassName(int number) throws SQLException {
        return TypeDescription.of(column(number)).javaClass().getName();
    }

    @Override
    public int getPrecision(int number) throws SQLException {
        return column(number).precision();
    }

    @Override
    public int getScale(int number) throws SQLException {
        return column(number).scale();
    }

    @Override
    public int getColumnDisplaySize(int number) throws SQLException {
        return TypeDescription.of(column(number)).width(column(number));
    }

    @Override
    public int isNullable(int number) throws SQLException {
        return column(number).nullable() ? ResultSetMetaData.columnNullable : ResultSetMetaData.columnNoNulls;
    }

    @Override
    public boolean isSigned(int number) throws SQLException {
        return column(number).isNumber();
    }

    @Override
    public boolean isCaseSensitive(int number) throws SQLException {
        return TypeDescription.of(column(number)).isText();
    }

    @Override
    public boolean isAutoIncrement(int number) throws SQLException {
        column(number);
        return false;
    }

    @Override
    public boolean isSearchable(int number) throws SQLException {
        column(number);
        return true;
    }

    @Override
    public boolean isCurrency(int number) throws SQLException {
        column(number);
        return false;
    }

    @Override
    public boolean isReadOnly(int number) throws SQLException {
        column(number);
        return true;
    }

    @Override
    public boolean isWritable(int number) throws SQLException {
        column(number);
        return false;
    }

    @Override
    public boolean isDefinitelyWritable(int number) throws SQLException {
        column(number);
        return false;
    }

    @Override
    public String getSchemaName(int number) throws SQLException {
        column(number);
        return "";
    }

    @Override
    public String getTableName(int number) throws SQLException {
        column(number);
        return "";
    }

    @Override
    public String getCatalogName(int number) throws SQLException {
        column(number);
        return "";
    }

    @Override
    public String toString() {
        return columns.toString();
    }
}
