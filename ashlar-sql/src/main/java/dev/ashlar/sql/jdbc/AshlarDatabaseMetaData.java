// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.jdbc;

import dev.ashlar.query.LikePattern;
import dev.ashlar.sql.SqlColumn;
import dev.ashlar.sql.SqlSession;
import dev.ashlar.sql.SqlTable;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.JDBCType;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/// Tables, columns and types of a store, as tools read them.
final class AshlarDatabaseMetaData implements StoreCapabilities, SelfWrapper {
    /// Types of columns, in the order of their numbers.
    private static final List<JDBCType> TYPES = Stream.of(JDBCType.TINYINT, JDBCType.BIGINT, JDBCType.DECIMAL,
            JDBCType.INTEGER, JDBCType.SMALLINT, JDBCType.REAL, JDBCType.DOUBLE, JDBCType.VARCHAR, JDBCType.BOOLEAN,
            JDBCType.TIMESTAMP).sorted(Comparator.comparing(JDBCType::getVendorTypeNumber)).toList();

    private final AshlarConnection connection;

    AshlarDatabaseMetaData(AshlarConnection connection) {
        this.connection = connection;
    }

    /// Whether a name matches a pattern, capitals or not. `\` escapes `%` and `_`.
    private static boolean matches(String pattern, String name) throws SQLException {
        return pattern == null || JdbcExceptions.translate(() -> new LikePattern(pattern.toLowerCase(Locale.ROOT), '\\')
                .matches(name.toLowerCase(Locale.ROOT)));
    }

    @Override
    public ResultSet getTables(String catalog, String schema, String name, String[] types) throws SQLException {
        List<Object[]> rows = new ArrayList<>();
        boolean wanted = types == null || Arrays.asList(types).contains("TABLE");
        for (SqlTable table : tables()) {
            if (wanted && matches(name, table.name())) {
                rows.add(new Object[] {null, null, table.name(), "TABLE", table.rows() + " rows", null, null, null,
                    null, null});
            }
        }
        return AshlarResultSet.of(List.of("TABLE_CAT", "TABLE_SCHEM", "TABLE_NAME", "TABLE_TYPE", "REMARKS", "TYPE_CAT",
                "TYPE_SCHEM", "TYPE_NAME", "SELF_REFERENCING_COL_NAME", "REF_GENERATION"), rows);
    }

    private List<SqlTable> tables() throws SQLException {
        SqlSession session = connection.session();
        return JdbcExceptions.translate(session::tables).stream().sorted(Comparator.comparing(SqlTable::name)).toList();
    }

    @Override
    public ResultSet getColumns(String catalog, String schema, String tableName, String columnName)
            throws SQLException {
        List<Object[]> rows = new ArrayList<>();
        for (SqlTable table : tables()) {
            for (SqlColumn column : table.columns()) {
                if (matches(tableName, table.name()) && matches(columnName, column.name())) {
                    rows.add(row(table, column));
                }
            }
        }
        return AshlarResultSet.of(List.of("TABLE_CAT", "TABLE_SCHEM", "TABLE_NAME", "COLUMN_NAME", "DATA_TYPE", "TYPE_NAME",
                "COLUMN_SIZE", "BUFFER_LENGTH", "DECIMAL_DIGITS", "NUM_PREC_RADIX", "NULLABLE", "REMARKS", "COLUMN_DEF",
                "SQL_DATA_TYPE", "SQL_DATETIME_SUB", "CHAR_OCTET_LENGTH", "ORDINAL_POSITION", "IS_NULLABLE",
                "SCOPE_CATALOG", "SCOPE_SCHEMA", "SCOPE_TABLE", "SOURCE_DATA_TYPE", "IS_AUTOINCREMENT",
                "IS_GENERATEDCOLUMN"), rows);
    }

    private static Object[] row(SqlTable table, SqlColumn column) {
        long nullable = column.nullable() ? ResultSetMetaData.columnNullable : ResultSetMetaData.columnNoNulls;
        return new Object[] {null, null, table.name(), column.name(), (long) column.type().getVendorTypeNumber(),
            column.type().getName(), (long) column.precision(), null, (long) column.scale(), 10L, nullable, null, null,
            null, null, null, column.index() + 1L, column.nullable() ? "YES" : "NO", null, null, null, null, "NO",
            "NO"};
    }

    @Override
    public ResultSet getTableTypes() {
        return AshlarResultSet.of(List.of("TABLE_TYPE"), List.<Object[]>of(new Object[] {"TABLE"}));
    }

    @Override
    public ResultSet getSchemas() {
        return AshlarResultSet.of(List.of("TABLE_SCHEM", "TABLE_CATALOG"), List.of());
    }

    @Override
    public ResultSet getSchemas(String catalog, String pattern) {
        return getSchemas();
    }

    @Override
    public ResultSet getCatalogs() {
        return AshlarResultSet.of(List.of("TABLE_CAT"), List.of());
    }

    @Override
    public Connection getConnection() {
        return connection;
    }

    @Override
    public String getURL() {
        return connection.url();
    }

    @Override
    public String getDatabaseProductName() {
        return "Ashlar";
    }

    @Override
    public String getDatabaseProductVersion() {
        return AshlarDriver.MAJOR + "." + AshlarDriver.MINOR;
    }

    @Override
    public String getDriverName() {
        return "Ashlar JDBC";
    }

    @Override
    public String getDriverVersion() {
        return getDatabaseProductVersion();
    }

    @Override
    public int getDatabaseMajorVersion() {
        return AshlarDriver.MAJOR;
    }

    @Override
    public int getDriverMajorVersion() {
        return AshlarDriver.MAJOR;
    }

    @Override
    public int getDatabaseMinorVersion() {
        return AshlarDriver.MINOR;
    }

    @Override
    public int getDriverMinorVersion() {
        return AshlarDriver.MINOR;
    }

    @Override
    public int getJDBCMajorVersion() {
        return 4;
    }

    @Override
    public int getJDBCMinorVersion() {
        return 3;
    }

    @Override
    public String getIdentifierQuoteString() {
        return "\"";
    }

    @Override
    public String getSearchStringEscape() {
        return "\\";
    }

    @Override
    public boolean supportsResultSetConcurrency(int type, int concurrency) {
        return supportsResultSetType(type) && concurrency == ResultSet.CONCUR_READ_ONLY;
    }

    @Override
    public boolean supportsResultSetHoldability(int holdability) {
        return holdability == ResultSet.HOLD_CURSORS_OVER_COMMIT;
    }

    @Override
    public boolean supportsTransactionIsolationLevel(int level) {
        return level == Connection.TRANSACTION_NONE;
    }

    @Override
    public int getResultSetHoldability() {
        return ResultSet.HOLD_CURSORS_OVER_COMMIT;
    }

    @Override
    public int getSQLStateType() {
        return DatabaseMetaData.sqlStateSQL;
    }

    @Override
    public String getCatalogTerm() {
        return "catalog";
    }

    @Override
    public String getSchemaTerm() {
        return "schema";
    }

    @Override
    public ResultSet getTypeInfo() {
        List<Object[]> rows = new ArrayList<>();
        for (JDBCType type : TYPES) {
            boolean text = type == JDBCType.VARCHAR;
            boolean decimal = type == JDBCType.DECIMAL;
            rows.add(new Object[] {type.getName(), (long) type.getVendorTypeNumber(), decimal ? 38L : 0L, text ? "'"
                    : null, text ? "'" : null, decimal ? "precision,scale" : null, (long) DatabaseMetaData.typeNullable,
                text ? "true" : "false", (long) DatabaseMetaData.typeSearchable, "false", "false", "false",
                type.getName(), 0L, decimal ? 38L : 0L, null, null, 10L});
        }
        return AshlarResultSet.of(List.of("TYPE_NAME", "DATA_TYPE", "PRECISION", "LITERAL_PREFIX", "LITERAL_SUFFIX", "CREATE_PARAMS",
                "NULLABLE", "CASE_SENSITIVE", "SEARCHABLE", "UNSIGNED_ATTRIBUTE", "FIXED_PREC_SCALE", "AUTO_INCREMENT",
                "LOCAL_TYPE_NAME", "MINIMUM_SCALE", "MAXIMUM_SCALE", "SQL_DATA_TYPE", "SQL_DATETIME_SUB",
                "NUM_PREC_RADIX"), rows);
    }

    @Override
    public boolean supportsResultSetType(int type) {
        return type == ResultSet.TYPE_FORWARD_ONLY;
    }

    @Override
    public int getDefaultTransactionIsolation() {
        return Connection.TRANSACTION_NONE;
    }

    @Override
    public String toString() {
        return "tables of " + connection;
    }
}
