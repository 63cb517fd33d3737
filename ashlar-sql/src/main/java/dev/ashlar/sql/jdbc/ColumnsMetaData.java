// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.jdbc;

import dev.ashlar.sql.SqlColumn;
import java.math.BigDecimal;
import java.sql.JDBCType;
import java.sql.ParameterMetaData;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.util.List;

/// What columns, or parameters, are.
final class ColumnsMetaData {
    private final List<SqlColumn> columns;

    private ColumnsMetaData(List<SqlColumn> columns) {
        this.columns = columns;
    }

    static ResultSetMetaData of(List<SqlColumn> columns) {
        return Facade.of(ResultSetMetaData.class, new ColumnsMetaData(columns), Facade::refuse);
    }

    static ParameterMetaData ofParameters(SqlColumn... columns) {
        return Facade.of(ParameterMetaData.class, new ColumnsMetaData(List.of(columns)), Facade::refuse);
    }

    private SqlColumn column(int number) throws SQLException {
        if (number < 1 || number > columns.size()) {
            throw new SQLException("no such column: column=" + number + ", columns=" + columns.size(), "07009");
        }
        return columns.get(number - 1);
    }

    public int getColumnCount() {
        return columns.size();
    }

    public int getParameterCount() {
        return columns.size();
    }

    public String getColumnName(int number) throws SQLException {
        return column(number).name();
    }

    public String getColumnLabel(int number) throws SQLException {
        return column(number).name();
    }

    public int getColumnType(int number) throws SQLException {
        return column(number).type().getVendorTypeNumber();
    }

    public int getParameterType(int number) throws SQLException {
        return getColumnType(number);
    }

    public String getColumnTypeName(int number) throws SQLException {
        return column(number).type().getName();
    }

    public String getParameterTypeName(int number) throws SQLException {
        return getColumnTypeName(number);
    }

    public int getParameterMode(int number) {
        return ParameterMetaData.parameterModeIn;
    }

    public String getColumnClassName(int number) throws SQLException {
        return className(column(number).type()).getName();
    }

    public String getParameterClassName(int number) throws SQLException {
        return getColumnClassName(number);
    }

    private static Class<?> className(JDBCType type) {
        return switch (type) {
            case BOOLEAN -> Boolean.class;
            case TINYINT, SMALLINT, INTEGER -> Integer.class;
            case BIGINT -> Long.class;
            case DECIMAL -> BigDecimal.class;
            case REAL -> Float.class;
            case DOUBLE -> Double.class;
            case TIMESTAMP -> Timestamp.class;
            case DATE -> java.sql.Date.class;
            case TIME -> java.sql.Time.class;
            default -> String.class;
        };
    }

    public int getPrecision(int number) throws SQLException {
        return column(number).precision();
    }

    public int getScale(int number) throws SQLException {
        return column(number).scale();
    }

    public int getColumnDisplaySize(int number) throws SQLException {
        int precision = column(number).precision();
        return precision == 0 ? 32 : precision + 2;
    }

    public int isNullable(int number) throws SQLException {
        return column(number).nullable() ? ResultSetMetaData.columnNullable : ResultSetMetaData.columnNoNulls;
    }

    public boolean isSigned(int number) throws SQLException {
        return column(number).isNumber();
    }

    public boolean isCaseSensitive(int number) throws SQLException {
        return !column(number).isNumber();
    }

    public boolean isAutoIncrement(int number) {
        return false;
    }

    public boolean isSearchable(int number) {
        return true;
    }

    public boolean isCurrency(int number) {
        return false;
    }

    public boolean isReadOnly(int number) {
        return true;
    }

    public boolean isWritable(int number) {
        return false;
    }

    public boolean isDefinitelyWritable(int number) {
        return false;
    }

    public String getSchemaName(int number) {
        return "";
    }

    public String getTableName(int number) {
        return "";
    }

    public String getCatalogName(int number) {
        return "";
    }

    @Override
    public String toString() {
        return columns.toString();
    }
}
