// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.jdbc;

import dev.ashlar.sql.SqlColumn;
import java.sql.ParameterMetaData;
import java.sql.SQLException;
import java.util.List;

/// Types of a statement's parameters.
final class AshlarParameterMetaData implements ParameterMetaData, SelfWrapper {
    private final AshlarResultSetMetaData columns;

    AshlarParameterMetaData(List<SqlColumn> parameters) {
        columns = new AshlarResultSetMetaData(parameters);
    }

    @Override
    public int getParameterCount() {
        return columns.getColumnCount();
    }

    @Override
    public int getParameterType(int number) throws SQLException {
        return columns.getColumnType(number);
    }

    @Override
    public String getParameterTypeName(int number) throws SQLException {
        return columns.getColumnTypeName(number);
    }

    @Override
    public String getParameterClassName(int number) throws SQLException {
        return columns.getColumnClassName(number);
    }

    @Override
    public int getParameterMode(int number) {
        return parameterModeIn;
    }

    @Override
    public int getPrecision(int number) throws SQLException {
        return columns.getPrecision(number);
    }

    @Override
    public int getScale(int number) throws SQLException {
        return columns.getScale(number);
    }

    @Override
    public boolean isSigned(int number) throws SQLException {
        return columns.isSigned(number);
    }

    @Override
    public int isNullable(int number) throws SQLException {
        return columns.isNullable(number);
    }

    @Override
    public String toString() {
        return columns.toString();
    }
}
