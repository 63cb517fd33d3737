// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.jdbc;

import dev.ashlar.sql.SqlColumn;
import dev.ashlar.sql.SqlTable;
import java.lang.reflect.Method;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.JDBCType;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.RowIdLifetime;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// What tools ask of a store before they ask for rows. Of all that a store has not, there is nothing.
final class StoreMetaData {
    /// What SQL over a store can do; all else it cannot.
    private static final Set<String> SUPPORTED = Set.of("allTablesAreSelectable", "isReadOnly",
            "nullPlusNonNullIsNull", "nullsAreSortedHigh", "storesMixedCaseIdentifiers",
            "storesMixedCaseQuotedIdentifiers", "supportsANSI92EntryLevelSQL", "supportsColumnAliasing",
            "supportsCoreSQLGrammar", "supportsCorrelatedSubqueries", "supportsExpressionsInOrderBy",
            "supportsFullOuterJoins", "supportsGroupBy", "supportsGroupByBeyondSelect", "supportsGroupByUnrelated",
            "supportsLikeEscapeClause", "supportsLimitedOuterJoins", "supportsMinimumSQLGrammar",
            "supportsMultipleOpenResults", "supportsNonNullableColumns", "supportsOpenCursorsAcrossCommit",
            "supportsOpenCursorsAcrossRollback", "supportsOpenStatementsAcrossCommit",
            "supportsOpenStatementsAcrossRollback", "supportsOrderByUnrelated",
            "supportsOuterJoins", "supportsSubqueriesInComparisons", "supportsSubqueriesInExists",
            "supportsSubqueriesInIns", "supportsSubqueriesInQuantifieds", "supportsTableCorrelationNames",
            "supportsUnion", "supportsUnionAll");

    private final OpenConnection connection;

    /// Of columns, in the order of their numbers.
    private static final List<JDBCType> TYPES = Stream.of(JDBCType.TINYINT, JDBCType.BIGINT, JDBCType.DECIMAL,
            JDBCType.INTEGER, JDBCType.SMALLINT, JDBCType.REAL, JDBCType.DOUBLE, JDBCType.VARCHAR, JDBCType.BOOLEAN,
            JDBCType.TIMESTAMP).sorted(Comparator.comparing(JDBCType::getVendorTypeNumber)).toList();

    private StoreMetaData(OpenConnection connection) {
        this.connection = connection;
    }

    static DatabaseMetaData of(OpenConnection connection) {
        return Facade.of(DatabaseMetaData.class, new StoreMetaData(connection), StoreMetaData::nothing);
    }

    private static Object nothing(Method method, Object[] arguments) throws SQLException {
        Class<?> type = method.getReturnType();
        if (type == boolean.class) {
            return SUPPORTED.contains(method.getName());
        } else if (type == int.class) {
            return 0;
        } else if (type == long.class) {
            return 0L;
        } else if (type == String.class) {
            return "";
        } else if (type == ResultSet.class) {
            return rows(List.of("NOTHING"), List.of());
        }
        return type == RowIdLifetime.class ? RowIdLifetime.ROWID_UNSUPPORTED : Facade.refuse(method, arguments);
    }

    static ResultSet rows(List<String> names, List<Object[]> rows) {
        List<SqlColumn> columns = new ArrayList<>();
        for (String name : names) {
            JDBCType type = rows.stream().map(r -> r[columns.size()]).anyMatch(Long.class::isInstance)
                    ? JDBCType.INTEGER : JDBCType.VARCHAR;
            columns.add(new SqlColumn(columns.size(), name, type, 0, 0, true));
        }
        return new OpenRows(new ListResult(columns, rows), 0, () -> null, () -> { }).face();
    }

    /// Whether a name has a form: `%` stands for any characters, `_` for one, `\` before these for themselves.
    private static boolean matches(String pattern, String name) {
        if (pattern == null) {
            return true;
        }
        StringBuilder regex = new StringBuilder();
        for (int i = 0; i < pattern.length(); i++) {
            char c = pattern.charAt(i);
            if (c == '\\' && i + 1 < pattern.length()) {
                regex.append(Pattern.quote(pattern.substring(++i, i + 1)));
            } else {
                regex.append(c == '%' ? ".*" : c == '_' ? "." : Pattern.quote(String.valueOf(c)));
            }
        }
        return Pattern.compile(regex.toString(), Pattern.CASE_INSENSITIVE | Pattern.DOTALL).matcher(name).matches();
    }

    public ResultSet getTables(String catalog, String schema, String name, String[] types) throws SQLException {
        List<Object[]> rows = new ArrayList<>();
        boolean wanted = types == null || Arrays.asList(types).contains("TABLE");
        for (SqlTable table : tables()) {
            if (wanted && matches(name, table.name())) {
                rows.add(new Object[] {null, null, table.name(), "TABLE", table.rows() + " rows", null, null, null,
                    null, null});
            }
        }
        return rows(List.of("TABLE_CAT", "TABLE_SCHEM", "TABLE_NAME", "TABLE_TYPE", "REMARKS", "TYPE_CAT",
                "TYPE_SCHEM", "TYPE_NAME", "SELF_REFERENCING_COL_NAME", "REF_GENERATION"), rows);
    }

    private List<SqlTable> tables() throws SQLException {
        return connection.session().tables().stream().sorted(Comparator.comparing(SqlTable::name)).toList();
    }

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
        return rows(List.of("TABLE_CAT", "TABLE_SCHEM", "TABLE_NAME", "COLUMN_NAME", "DATA_TYPE", "TYPE_NAME",
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

    public ResultSet getTableTypes() {
        return rows(List.of("TABLE_TYPE"), List.<Object[]>of(new Object[] {"TABLE"}));
    }

    public ResultSet getSchemas() {
        return rows(List.of("TABLE_SCHEM", "TABLE_CATALOG"), List.of());
    }

    public ResultSet getSchemas(String catalog, String pattern) {
        return getSchemas();
    }

    public ResultSet getCatalogs() {
        return rows(List.of("TABLE_CAT"), List.of());
    }

    public Connection getConnection() {
        return connection.face();
    }

    public String getURL() {
        return connection.url();
    }

    public String getDatabaseProductName() {
        return "Ashlar";
    }

    public String getDatabaseProductVersion() {
        return AshlarDriver.MAJOR + "." + AshlarDriver.MINOR;
    }

    public String getDriverName() {
        return "Ashlar JDBC";
    }

    public String getDriverVersion() {
        return getDatabaseProductVersion();
    }

    public int getDatabaseMinorVersion() {
        return AshlarDriver.MINOR;
    }

    public int getDriverMinorVersion() {
        return AshlarDriver.MINOR;
    }

    public int getJDBCMajorVersion() {
        return 4;
    }

    public int getJDBCMinorVersion() {
        return 3;
    }

    public String getIdentifierQuoteString() {
        return "\"";
    }

    public String getSearchStringEscape() {
        return "\\";
    }

    public boolean supportsResultSetConcurrency(int type, int concurrency) {
        return supportsResultSetType(type) && concurrency == ResultSet.CONCUR_READ_ONLY;
    }

    public boolean supportsResultSetHoldability(int holdability) {
        return holdability == ResultSet.HOLD_CURSORS_OVER_COMMIT;
    }

    public boolean supportsTransactionIsolationLevel(int level) {
        return level == Connection.TRANSACTION_NONE;
    }

    public int getResultSetHoldability() {
        return ResultSet.HOLD_CURSORS_OVER_COMMIT;
    }

    public int getSQLStateType() {
        return DatabaseMetaData.sqlStateSQL;
    }

    public String getCatalogTerm() {
        return "catalog";
    }

    public String getSchemaTerm() {
        return "schema";
    }

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
        return rows(List.of("TYPE_NAME", "DATA_TYPE", "PRECISION", "LITERAL_PREFIX", "LITERAL_SUFFIX", "CREATE_PARAMS",
                "NULLABLE", "CASE_SENSITIVE", "SEARCHABLE", "UNSIGNED_ATTRIBUTE", "FIXED_PREC_SCALE", "AUTO_INCREMENT",
                "LOCAL_TYPE_NAME", "MINIMUM_SCALE", "MAXIMUM_SCALE", "SQL_DATA_TYPE", "SQL_DATETIME_SUB",
                "NUM_PREC_RADIX"), rows);
    }

    public boolean supportsResultSetType(int type) {
        return type == ResultSet.TYPE_FORWARD_ONLY;
    }

    public int getDefaultTransactionIsolation() {
        return Connection.TRANSACTION_NONE;
    }

    @Override
    public String toString() {
        return "tables of " + connection;
    }
}
