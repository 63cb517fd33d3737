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
import java.util.function.Function;
import org.apache.calcite.rel.type.RelDataTypeFactory;

/// Describes tables, columns, keys, indexes, functions and types of a store to tools.
///
/// There are no catalogs: catalog columns are NULL, and a named catalog is empty. A single store has no schemas either;
/// of several stores, each is a schema.
final class AshlarDatabaseMetaData implements StoreCapabilities, SelfWrapper {
    private static final String TABLE = "TABLE";
    private static final String SYSTEM_TABLE = "SYSTEM TABLE";
    /// Index of `FKTABLE_SCHEM`.
    private static final int FOREIGN_SCHEMA = 5;

    private final AshlarConnection connection;

    AshlarDatabaseMetaData(AshlarConnection connection) {
        this.connection = connection;
    }

    /// Whether a name matches a pattern, ignoring case. `\` escapes `%` and `_`.
    private static boolean matches(String pattern, String name) throws SQLException {
        return pattern == null || JdbcExceptions.translate(() -> new LikePattern(pattern.toLowerCase(Locale.ROOT), '\\')
                .matches(name.toLowerCase(Locale.ROOT)));
    }

    /// Whether the catalog argument selects objects without a catalog.
    private static boolean isOfNone(String catalog) {
        return catalog == null || catalog.isEmpty();
    }

    /// The stores that the catalog and the schema pattern select.
    private List<OpenSource.Named> stores(String catalog, String schema) throws SQLException {
        connection.session();
        List<OpenSource.Named> stores = new ArrayList<>();
        for (OpenSource.Named store : connection.sources()) {
            if (isOfNone(catalog) && matches(schema, connection.hasSchemas() ? store.name() : "")) {
                stores.add(store);
            }
        }
        stores.sort(Comparator.comparing(OpenSource.Named::name));
        return stores;
    }

    /// @return null if tables have no schema
    private String schema(OpenSource.Named store) {
        return connection.hasSchemas() ? store.name() : null;
    }

    /// Rows of the given stores.
    ///
    /// @param columns indexes of the columns that get the schema
    private List<Object[]> keys(List<OpenSource.Named> stores, Function<StoreKeys, List<Object[]>> rows, int... columns)
            throws SQLException {
        List<Object[]> all = new ArrayList<>();
        for (OpenSource.Named store : stores) {
            for (Object[] row : JdbcExceptions.translate(() -> rows.apply(new StoreKeys(store.source())))) {
                for (int column : columns) {
                    row[column] = schema(store);
                }
                all.add(row);
            }
        }
        return all;
    }

    /// `_containers` is the only system table.
    @Override
    public ResultSet getTables(String catalog, String schema, String name, String[] types) throws SQLException {
        List<Object[]> rows = new ArrayList<>();
        List<OpenSource.Named> stores = stores(catalog, schema);
        for (String type : List.of(SYSTEM_TABLE, TABLE)) {
            for (OpenSource.Named store : types == null || Arrays.asList(types).contains(type) ? stores
                    : List.<OpenSource.Named>of()) {
                for (SqlTable table : type.equals(TABLE) ? tables(store) : systemTables(store)) {
                    if (matches(name, table.name())) {
                        rows.add(new Object[] {null, schema(store), table.name(), type, table.rows() + " rows", null, null,
                            null, null, null});
                    }
                }
            }
        }
        return MetadataColumns.TABLES.of(rows);
    }

    private List<SqlTable> tables(OpenSource.Named store) throws SQLException {
        SqlSession session = connection.session();
        return JdbcExceptions.translate(() -> session.tables(store.name())).stream()
                .sorted(Comparator.comparing(SqlTable::name)).toList();
    }

    /// The table `_containers`, unless a user table of that name hides it.
    private List<SqlTable> systemTables(OpenSource.Named store) throws SQLException {
        Relation relation = JdbcExceptions.translate(() -> store.source().relations().containers());
        RelDataTypeFactory types = new SqlTypes.Factory();
        List<SqlColumn> columns = relation.columns().stream().map(column -> SqlTypes.column(column.index(),
                column.name(), SqlTypes.of(types, column))).toList();
        return tables(store).stream().anyMatch(table -> table.name().equalsIgnoreCase(relation.name())) ? List.of()
                : List.of(new SqlTable(relation.name(), columns, relation.rowCount()));
    }

    @Override
    public ResultSet getColumns(String catalog, String schema, String tableName, String columnName)
            throws SQLException {
        List<Object[]> rows = new ArrayList<>();
        for (OpenSource.Named store : stores(catalog, schema)) {
            List<SqlTable> tables = new ArrayList<>(tables(store));
            tables.addAll(systemTables(store));
            tables.sort(Comparator.comparing(SqlTable::name));
            for (SqlTable table : tables) {
                for (SqlColumn column : table.columns()) {
                    if (matches(tableName, table.name()) && matches(columnName, column.name())) {
                        rows.add(row(schema(store), table, column));
                    }
                }
            }
        }
        return MetadataColumns.COLUMNS.of(rows);
    }

    private static Object[] row(String schema, SqlTable table, SqlColumn column) {
        TypeDescription type = TypeDescription.of(column);
        long nullable = column.nullable() ? DatabaseMetaData.columnNullable : DatabaseMetaData.columnNoNulls;
        return new Object[] {null, schema, table.name(), column.name(), (long) column.type().getVendorTypeNumber(),
            column.type().getName(), (long) type.size(column), null, type.digits(column), type.radix(), nullable, null,
            null, null, null, type.bytes(column), column.index() + 1L, column.nullable() ? "YES" : "NO", null, null,
            null, null, "NO", "NO"};
    }

    @Override
    public ResultSet getTableTypes() {
        return MetadataColumns.TABLE_TYPES.of(List.of(new Object[] {SYSTEM_TABLE}, new Object[] {TABLE}));
    }

    @Override
    public ResultSet getSchemas() throws SQLException {
        return getSchemas(null, null);
    }

    /// The stores, if there are several.
    @Override
    public ResultSet getSchemas(String catalog, String pattern) throws SQLException {
        return MetadataColumns.SCHEMAS.of(!connection.hasSchemas() ? List.of() : stores(catalog, pattern).stream()
                .map(store -> new Object[] {store.name(), null}).toList());
    }

    @Override
    public boolean supportsSchemasInDataManipulation() {
        return connection.hasSchemas();
    }

    @Override
    public ResultSet getPrimaryKeys(String catalog, String schema, String table) throws SQLException {
        return MetadataColumns.PRIMARY_KEYS.of(keys(stores(catalog, schema), keys -> keys.primary(table), 1));
    }

    @Override
    public ResultSet getBestRowIdentifier(String catalog, String schema, String table, int scope, boolean nullable)
            throws SQLException {
        return MetadataColumns.BEST_ROW.of(keys(stores(catalog, schema), keys -> keys.bestRow(table)));
    }

    @Override
    public ResultSet getImportedKeys(String catalog, String schema, String table) throws SQLException {
        return MetadataColumns.KEYS.of(keys(stores(catalog, schema), keys -> keys.imported(table), 1, FOREIGN_SCHEMA));
    }

    @Override
    public ResultSet getExportedKeys(String catalog, String schema, String table) throws SQLException {
        return MetadataColumns.KEYS.of(keys(stores(catalog, schema), keys -> keys.exported(table, null), 1,
                FOREIGN_SCHEMA));
    }

    @Override
    public ResultSet getCrossReference(String catalog, String schema, String table, String otherCatalog,
            String otherSchema, String otherTable) throws SQLException {
        List<OpenSource.Named> stores = stores(catalog, schema);
        stores.retainAll(stores(otherCatalog, otherSchema));
        return MetadataColumns.KEYS.of(keys(stores, keys -> keys.exported(table, otherTable), 1, FOREIGN_SCHEMA));
    }

    @Override
    public ResultSet getIndexInfo(String catalog, String schema, String table, boolean unique, boolean approximate)
            throws SQLException {
        List<OpenSource.Named> stores = stores(catalog, schema);
        return MetadataColumns.INDEXES.of(keys(unique ? List.of() : stores, keys -> keys.indexes(table), 1));
    }

    @Override
    public ResultSet getFunctions(String catalog, String schema, String pattern) throws SQLException {
        List<Object[]> rows = new ArrayList<>();
        boolean here = isOfNone(catalog) && matches(schema, "");
        for (Object[] row : here ? JdbcExceptions.translate(() -> SqlVocabulary.functions().toList())
                : List.<Object[]>of()) {
            if (matches(pattern, (String) row[2])) {
                rows.add(row);
            }
        }
        return MetadataColumns.FUNCTIONS.of(rows);
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
    public String toString() {
        return "tables of " + connection;
    }
}
