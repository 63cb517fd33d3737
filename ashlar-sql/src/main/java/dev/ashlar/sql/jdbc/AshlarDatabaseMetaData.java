// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.jdbc;

import dev.ashlar.query.LikePattern;
import dev.ashlar.query.Relation;
import dev.ashlar.sql.SqlColumn;
import dev.ashlar.sql.SqlSession;
import dev.ashlar.sql.SqlTable;
import dev.ashlar.sql.internal.type.SqlTypes;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.apache.calcite.rel.type.RelDataTypeFactory;

/// Tables, columns, keys, indexes, functions and types of a store, as tools read them.
///
/// A store has no catalogs and no schemas: these columns are NULL, and a named catalog or schema contains nothing.
final class AshlarDatabaseMetaData implements StoreCapabilities, SelfWrapper {
    private static final String TABLE = "TABLE";
    private static final String SYSTEM_TABLE = "SYSTEM TABLE";

    private final AshlarConnection connection;

    AshlarDatabaseMetaData(AshlarConnection connection) {
        this.connection = connection;
    }

    /// Whether a name matches a pattern, capitals or not. `\` escapes `%` and `_`.
    private static boolean matches(String pattern, String name) throws SQLException {
        return pattern == null || JdbcExceptions.translate(() -> new LikePattern(pattern.toLowerCase(Locale.ROOT), '\\')
                .matches(name.toLowerCase(Locale.ROOT)));
    }

    /// Whether things without a catalog and a schema are asked for.
    ///
    /// @param schema a pattern
    private static boolean isHere(String catalog, String schema) throws SQLException {
        return (catalog == null || catalog.isEmpty()) && matches(schema, "");
    }

    private static List<Object[]> orNone(boolean here, Callable<List<Object[]>> rows) throws SQLException {
        return here ? JdbcExceptions.translate(rows) : List.of();
    }

    /// `_containers` is the only system table.
    @Override
    public ResultSet getTables(String catalog, String schema, String name, String[] types) throws SQLException {
        List<Object[]> rows = new ArrayList<>();
        if (types == null || Arrays.asList(types).contains(SYSTEM_TABLE)) {
            addTables(rows, systemTables(), catalog, schema, name, SYSTEM_TABLE);
        }
        if (types == null || Arrays.asList(types).contains(TABLE)) {
            addTables(rows, tables(), catalog, schema, name, TABLE);
        }
        return MetadataColumns.TABLES.of(rows);
    }

    private static void addTables(List<Object[]> rows, List<SqlTable> tables, String catalog, String schema,
            String name, String type) throws SQLException {
        for (SqlTable table : isHere(catalog, schema) ? tables : List.<SqlTable>of()) {
            if (matches(name, table.name())) {
                rows.add(new Object[] {null, null, table.name(), type, table.rows() + " rows", null, null, null, null,
                    null});
            }
        }
    }

    private List<SqlTable> tables() throws SQLException {
        SqlSession session = connection.session();
        return JdbcExceptions.translate(session::tables).stream().sorted(Comparator.comparing(SqlTable::name)).toList();
    }

    /// The table of containers, unless one of the user's hides it.
    private List<SqlTable> systemTables() throws SQLException {
        Relation relation = JdbcExceptions.translate(() -> connection.source().relations().containers());
        RelDataTypeFactory types = new SqlTypes.Factory();
        List<SqlColumn> columns = relation.columns().stream().map(column -> SqlTypes.column(column.index(),
                column.name(), SqlTypes.of(types, column))).toList();
        return tables().stream().anyMatch(table -> table.name().equalsIgnoreCase(relation.name())) ? List.of()
                : List.of(new SqlTable(relation.name(), columns, relation.rowCount()));
    }

    @Override
    public ResultSet getColumns(String catalog, String schema, String tableName, String columnName)
            throws SQLException {
        List<SqlTable> tables = new ArrayList<>(tables());
        tables.addAll(systemTables());
        tables.sort(Comparator.comparing(SqlTable::name));
        List<Object[]> rows = new ArrayList<>();
        for (SqlTable table : isHere(catalog, schema) ? tables : List.<SqlTable>of()) {
            for (SqlColumn column : table.columns()) {
                if (matches(tableName, table.name()) && matches(columnName, column.name())) {
                    rows.add(row(table, column));
                }
            }
        }
        return MetadataColumns.COLUMNS.of(rows);
    }

    private static Object[] row(SqlTable table, SqlColumn column) {
        TypeDescription type = TypeDescription.of(column);
        long nullable = column.nullable() ? DatabaseMetaData.columnNullable : DatabaseMetaData.columnNoNulls;
        return new Object[] {null, null, table.name(), column.name(), (long) column.type().getVendorTypeNumber(),
            column.type().getName(), (long) type.size(column), null, type.digits(column), type.radix(), nullable, null,
            null, null, null, type.bytes(column), column.index() + 1L, column.nullable() ? "YES" : "NO", null, null,
            null, null, "NO", "NO"};
    }

    @Override
    public ResultSet getTableTypes() {
        return MetadataColumns.TABLE_TYPES.of(List.of(new Object[] {SYSTEM_TABLE}, new Object[] {TABLE}));
    }

    @Override
    public ResultSet getSchemas() {
        return MetadataColumns.SCHEMAS.none();
    }

    @Override
    public ResultSet getSchemas(String catalog, String pattern) {
        return getSchemas();
    }

    @Override
    public ResultSet getCatalogs() {
        return MetadataColumns.CATALOGS.none();
    }

    private StoreKeys keys() throws SQLException {
        connection.session();
        return new StoreKeys(connection.source());
    }

    @Override
    public ResultSet getPrimaryKeys(String catalog, String schema, String table) throws SQLException {
        StoreKeys keys = keys();
        return MetadataColumns.PRIMARY_KEYS.of(orNone(isHere(catalog, schema), () -> keys.primary(table)));
    }

    @Override
    public ResultSet getBestRowIdentifier(String catalog, String schema, String table, int scope, boolean nullable)
            throws SQLException {
        StoreKeys keys = keys();
        return MetadataColumns.BEST_ROW.of(orNone(isHere(catalog, schema), () -> keys.bestRow(table)));
    }

    @Override
    public ResultSet getImportedKeys(String catalog, String schema, String table) throws SQLException {
        StoreKeys keys = keys();
        return MetadataColumns.KEYS.of(orNone(isHere(catalog, schema), () -> keys.imported(table)));
    }

    @Override
    public ResultSet getExportedKeys(String catalog, String schema, String table) throws SQLException {
        StoreKeys keys = keys();
        return MetadataColumns.KEYS.of(orNone(isHere(catalog, schema), () -> keys.exported(table, null)));
    }

    @Override
    public ResultSet getCrossReference(String catalog, String schema, String table, String otherCatalog,
            String otherSchema, String otherTable) throws SQLException {
        StoreKeys keys = keys();
        return MetadataColumns.KEYS.of(orNone(isHere(catalog, schema) && isHere(otherCatalog, otherSchema),
                () -> keys.exported(table, otherTable)));
    }

    @Override
    public ResultSet getIndexInfo(String catalog, String schema, String table, boolean unique, boolean approximate)
            throws SQLException {
        StoreKeys keys = keys();
        return MetadataColumns.INDEXES.of(orNone(isHere(catalog, schema) && !unique, () -> keys.indexes(table)));
    }

    @Override
    public ResultSet getFunctions(String catalog, String schema, String pattern) throws SQLException {
        List<Object[]> rows = new ArrayList<>();
        for (Object[] row : orNone(isHere(catalog, schema), () -> SqlVocabulary.functions().toList())) {
            if (matches(pattern, (String) row[2])) {
                rows.add(row);
            }
        }
        return MetadataColumns.FUNCTIONS.of(rows);
    }

    @Override
    public String getSQLKeywords() {
        return SqlVocabulary.keywords();
    }

    @Override
    public ResultSet getTypeInfo() {
        return MetadataColumns.TYPES.of(TypeDescription.sorted().stream().map(TypeDescription::row).toList());
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
    public boolean supportsResultSetType(int type) {
        return type == ResultSet.TYPE_FORWARD_ONLY || type == ResultSet.TYPE_SCROLL_INSENSITIVE;
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
