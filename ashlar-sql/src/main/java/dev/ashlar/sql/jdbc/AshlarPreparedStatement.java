// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.jdbc;

import dev.ashlar.sql.SqlStatement;
import java.sql.ParameterMetaData;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.SQLType;
import java.util.Arrays;

/// A prepared statement with values for its parameters.
final class AshlarPreparedStatement extends AshlarStatement implements ReadOnlyPreparedStatement {
    private static final Object UNSET = new Object();
    private static final int NO_SCALE = -1;

    private final SqlStatement prepared;
    private final Object[] values;

    AshlarPreparedStatement(AshlarConnection connection, int type, SqlStatement prepared) {
        super(connection, type);
        this.prepared = prepared;
        values = new Object[prepared.parameters().size()];
        Arrays.fill(values, UNSET);
    }

    @Override
    public void clearParameters() throws SQLException {
        requireOpen();
        Arrays.fill(values, UNSET);
    }

    @Override
    public ResultSet executeQuery(String sql) throws SQLException {
        throw new SQLException("statement is prepared: execute it without SQL text", "HY010");
    }

    @Override
    public ResultSet executeQuery() throws SQLException {
        for (int i = 0; i < values.length; i++) {
            if (values[i] == UNSET) {
                throw new SQLException("parameter has no value: parameter=" + (i + 1), "07001");
            }
        }
        return run(options -> prepared.run(Arrays.asList(values), options));
    }

    @Override
    public boolean execute() throws SQLException {
        executeQuery();
        return true;
    }

    @Override
    public ResultSetMetaData getMetaData() throws SQLException {
        requireOpen();
        return new AshlarResultSetMetaData(prepared.columns());
    }

    @Override
    public ParameterMetaData getParameterMetaData() throws SQLException {
        requireOpen();
        return new AshlarParameterMetaData(prepared.parameters());
    }

    @Override
    public void setObject(int parameter, Object value) throws SQLException {
        requireOpen();
        if (parameter < 1 || parameter > values.length) {
            throw new SQLException("no such parameter: parameter=" + parameter + ", parameters=" + values.length,
                    "07009");
        }
        values[parameter - 1] = ParameterValues.plain(value);
    }

    @Override
    public void setObject(int parameter, Object value, int type, int scale) throws SQLException {
        requireOpen();
        setObject(parameter, JdbcExceptions.translate(() -> ParameterValues.typed(value, type, scale)));
    }

    @Override
    public void setObject(int parameter, Object value, int type) throws SQLException {
        setObject(parameter, value, type, NO_SCALE);
    }

    /// @param type target type; null for the type of the value
    @Override
    public void setObject(int parameter, Object value, SQLType type, int scale) throws SQLException {
        if (type == null) {
            setObject(parameter, value);
        } else {
            setObject(parameter, value, type.getVendorTypeNumber(), scale);
        }
    }

    @Override
    public void setObject(int parameter, Object value, SQLType type) throws SQLException {
        setObject(parameter, value, type, NO_SCALE);
    }
}
