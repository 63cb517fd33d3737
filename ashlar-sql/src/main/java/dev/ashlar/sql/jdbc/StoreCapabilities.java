// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.jdbc;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.RowIdLifetime;

/// Which product this is, what SQL over a store supports, its limits, and lists that are always empty.
interface StoreCapabilities extends DatabaseMetaData {
    @Override default String getDatabaseProductName() { return "Ashlar"; }
    @Override default String getDatabaseProductVersion() { return AshlarDriver.MAJOR + "." + AshlarDriver.MINOR; }
    @Override default String getDriverName() { return "Ashlar JDBC"; }
    @Override default String getDriverVersion() { return getDatabaseProductVersion(); }
    @Override default int getDatabaseMajorVersion() { return AshlarDriver.MAJOR; }
    @Override default int getDriverMajorVersion() { return AshlarDriver.MAJOR; }
    @Override default int getDatabaseMinorVersion() { return AshlarDriver.MINOR; }
    @Override default int getDriverMinorVersion() { return AshlarDriver.MINOR; }
    @Override default int getJDBCMajorVersion() { return 4; }
    @Override default int getJDBCMinorVersion() { return 3; }
    @Override default String getIdentifierQuoteString() { return "\""; }
    @Override default String getSearchStringEscape() { return "\\"; }
    @Override default String getSQLKeywords() { return SqlVocabulary.keywords(); }
    @Override default boolean supportsResultSetType(int type) {
        return type == ResultSet.TYPE_FORWARD_ONLY || type == ResultSet.TYPE_SCROLL_INSENSITIVE;
    }
    @Override default boolean supportsResultSetConcurrency(int type, int concurrency) {
        return supportsResultSetType(type) && concurrency == ResultSet.CONCUR_READ_ONLY;
    }
    @Override default boolean supportsResultSetHoldability(int holdability) {
        return holdability == ResultSet.HOLD_CURSORS_OVER_COMMIT;
    }
    @Override default int getResultSetHoldability() { return ResultSet.HOLD_CURSORS_OVER_COMMIT; }
    @Override default boolean supportsTransactionIsolationLevel(int level) {
        return level == Connection.TRANSACTION_NONE;
    }
    @Override default int getDefaultTransactionIsolation() { return Connection.TRANSACTION_NONE; }
    @Override default int getSQLStateType() { return sqlStateSQL; }
    @Override default ResultSet getCatalogs() { return MetadataColumns.CATALOGS.none(); }
    @Override default boolean allProceduresAreCallable() { return false; }
    @Override default boolean allTablesAreSelectable() { return true; }
    @Override default boolean isReadOnly() { return true; }
    @Override default boolean nullsAreSortedHigh() { return true; }
    @Override default boolean nullsAreSortedLow() { return false; }
    @Override default boolean nullsAreSortedAtStart() { return false; }
    @Override default boolean nullsAreSortedAtEnd() { return false; }
    @Override default boolean usesLocalFiles() { return false; }
    @Override default boolean usesLocalFilePerTable() { return false; }
    @Override default boolean supportsMixedCaseIdentifiers() { return false; }
    @Override default boolean storesUpperCaseIdentifiers() { return false; }
    @Override default boolean storesLowerCaseIdentifiers() { return false; }
    @Override default boolean storesMixedCaseIdentifiers() { return true; }
    @Override default boolean supportsMixedCaseQuotedIdentifiers() { return false; }
    @Override default boolean storesUpperCaseQuotedIdentifiers() { return false; }
    @Override default boolean storesLowerCaseQuotedIdentifiers() { return false; }
    @Override default boolean storesMixedCaseQuotedIdentifiers() { return true; }
    @Override default boolean supportsAlterTableWithAddColumn() { return false; }
    @Override default boolean supportsAlterTableWithDropColumn() { return false; }
    @Override default boolean supportsColumnAliasing() { return true; }
    @Override default boolean nullPlusNonNullIsNull() { return true; }
    @Override default boolean supportsConvert() { return false; }
    @Override default boolean supportsConvert(int from, int to) { return false; }
    @Override default boolean supportsTableCorrelationNames() { return true; }
    @Override default boolean supportsDifferentTableCorrelationNames() { return false; }
    @Override default boolean supportsExpressionsInOrderBy() { return true; }
    @Override default boolean supportsOrderByUnrelated() { return true; }
    @Override default boolean supportsGroupBy() { return true; }
    @Override default boolean supportsGroupByUnrelated() { return true; }
    @Override default boolean supportsGroupByBeyondSelect() { return true; }
    @Override default boolean supportsLikeEscapeClause() { return true; }
    @Override default boolean supportsMultipleResultSets() { return false; }
    @Override default boolean supportsMultipleTransactions() { return false; }
    @Override default boolean supportsNonNullableColumns() { return true; }
    @Override default boolean supportsMinimumSQLGrammar() { return true; }
    @Override default boolean supportsCoreSQLGrammar() { return true; }
    @Override default boolean supportsExtendedSQLGrammar() { return false; }
    @Override default boolean supportsANSI92EntryLevelSQL() { return true; }
    @Override default boolean supportsANSI92IntermediateSQL() { return false; }
    @Override default boolean supportsANSI92FullSQL() { return false; }
    @Override default boolean supportsIntegrityEnhancementFacility() { return false; }
    @Override default boolean supportsOuterJoins() { return true; }
    @Override default boolean supportsFullOuterJoins() { return true; }
    @Override default boolean supportsLimitedOuterJoins() { return true; }
    @Override default boolean isCatalogAtStart() { return false; }
    @Override default boolean supportsSchemasInDataManipulation() { return false; }
    @Override default boolean supportsSchemasInProcedureCalls() { return false; }
    @Override default boolean supportsSchemasInTableDefinitions() { return false; }
    @Override default boolean supportsSchemasInIndexDefinitions() { return false; }
    @Override default boolean supportsSchemasInPrivilegeDefinitions() { return false; }
    @Override default boolean supportsCatalogsInDataManipulation() { return false; }
    @Override default boolean supportsCatalogsInProcedureCalls() { return false; }
    @Override default boolean supportsCatalogsInTableDefinitions() { return false; }
    @Override default boolean supportsCatalogsInIndexDefinitions() { return false; }
    @Override default boolean supportsCatalogsInPrivilegeDefinitions() { return false; }
    @Override default boolean supportsPositionedDelete() { return false; }
    @Override default boolean supportsPositionedUpdate() { return false; }
    @Override default boolean supportsSelectForUpdate() { return false; }
    @Override default boolean supportsStoredProcedures() { return false; }
    @Override default boolean supportsSubqueriesInComparisons() { return true; }
    @Override default boolean supportsSubqueriesInExists() { return true; }
    @Override default boolean supportsSubqueriesInIns() { return true; }
    @Override default boolean supportsSubqueriesInQuantifieds() { return true; }
    @Override default boolean supportsCorrelatedSubqueries() { return true; }
    @Override default boolean supportsUnion() { return true; }
    @Override default boolean supportsUnionAll() { return true; }
    @Override default boolean supportsOpenCursorsAcrossCommit() { return true; }
    @Override default boolean supportsOpenCursorsAcrossRollback() { return true; }
    @Override default boolean supportsOpenStatementsAcrossCommit() { return true; }
    @Override default boolean supportsOpenStatementsAcrossRollback() { return true; }
    @Override default boolean doesMaxRowSizeIncludeBlobs() { return false; }
    @Override default boolean supportsTransactions() { return false; }
    @Override default boolean supportsDataDefinitionAndDataManipulationTransactions() { return false; }
    @Override default boolean supportsDataManipulationTransactionsOnly() { return false; }
    @Override default boolean dataDefinitionCausesTransactionCommit() { return false; }
    @Override default boolean dataDefinitionIgnoredInTransactions() { return false; }
    @Override default boolean ownUpdatesAreVisible(int type) { return false; }
    @Override default boolean ownDeletesAreVisible(int type) { return false; }
    @Override default boolean ownInsertsAreVisible(int type) { return false; }
    @Override default boolean othersUpdatesAreVisible(int type) { return false; }
    @Override default boolean othersDeletesAreVisible(int type) { return false; }
    @Override default boolean othersInsertsAreVisible(int type) { return false; }
    @Override default boolean updatesAreDetected(int column) { return false; }
    @Override default boolean deletesAreDetected(int type) { return false; }
    @Override default boolean insertsAreDetected(int type) { return false; }
    @Override default boolean supportsBatchUpdates() { return false; }
    @Override default boolean supportsSavepoints() { return false; }
    @Override default boolean supportsNamedParameters() { return false; }
    @Override default boolean supportsMultipleOpenResults() { return true; }
    @Override default boolean supportsGetGeneratedKeys() { return false; }
    @Override default boolean locatorsUpdateCopy() { return false; }
    @Override default boolean supportsStatementPooling() { return false; }
    @Override default boolean supportsStoredFunctionsUsingCallSyntax() { return false; }
    @Override default boolean autoCommitFailureClosesAllResultSets() { return false; }
    @Override default boolean generatedKeyAlwaysReturned() { return false; }
    @Override default boolean supportsRefCursors() { return false; }
    @Override default boolean supportsSharding() { return false; }

    // 0: no limit, or none known.
    @Override default int getMaxBinaryLiteralLength() { return 0; }
    @Override default int getMaxCharLiteralLength() { return 0; }
    @Override default int getMaxColumnNameLength() { return 0; }
    @Override default int getMaxColumnsInGroupBy() { return 0; }
    @Override default int getMaxColumnsInIndex() { return 0; }
    @Override default int getMaxColumnsInOrderBy() { return 0; }
    @Override default int getMaxColumnsInSelect() { return 4096; }
    @Override default int getMaxColumnsInTable() { return 0; }
    @Override default int getMaxConnections() { return 0; }
    @Override default int getMaxCursorNameLength() { return 0; }
    @Override default int getMaxIndexLength() { return 0; }
    @Override default int getMaxSchemaNameLength() { return 0; }
    @Override default int getMaxProcedureNameLength() { return 0; }
    @Override default int getMaxCatalogNameLength() { return 0; }
    @Override default int getMaxRowSize() { return 0; }
    @Override default int getMaxStatementLength() { return 1 << 20; }
    @Override default int getMaxStatements() { return 0; }
    @Override default int getMaxTableNameLength() { return 0; }
    @Override default int getMaxTablesInSelect() { return 0; }
    @Override default int getMaxUserNameLength() { return 0; }
    @Override default RowIdLifetime getRowIdLifetime() { return RowIdLifetime.ROWID_UNSUPPORTED; }
    @Override default long getMaxLogicalLobSize() { return 0; }

    @Override default String getUserName() { return ""; }
    @Override default String getNumericFunctions() { return EscapeFunction.names(EscapeFunction.Kind.NUMERIC); }
    @Override default String getStringFunctions() { return EscapeFunction.names(EscapeFunction.Kind.STRING); }
    @Override default String getSystemFunctions() { return EscapeFunction.names(EscapeFunction.Kind.SYSTEM); }
    @Override default String getTimeDateFunctions() { return EscapeFunction.names(EscapeFunction.Kind.TIME); }
    @Override default String getExtraNameCharacters() { return "$"; }
    @Override default String getProcedureTerm() { return ""; }
    @Override default String getSchemaTerm() { return "schema"; }
    @Override default String getCatalogTerm() { return "catalog"; }
    @Override default String getCatalogSeparator() { return ""; }

    // A store has no procedures, privileges and user-defined types.
    @Override default ResultSet getProcedures(String catalog, String schema, String procedure) {
        return MetadataColumns.PROCEDURES.none();
    }
    @Override default ResultSet getProcedureColumns(String catalog, String schema, String procedure, String column) {
        return MetadataColumns.PROCEDURE_COLUMNS.none();
    }
    @Override default ResultSet getColumnPrivileges(String catalog, String schema, String table, String column) {
        return MetadataColumns.COLUMN_PRIVILEGES.none();
    }
    @Override default ResultSet getTablePrivileges(String catalog, String schema, String table) {
        return MetadataColumns.TABLE_PRIVILEGES.none();
    }
    @Override default ResultSet getVersionColumns(String catalog, String schema, String table) {
        return MetadataColumns.VERSION_COLUMNS.none();
    }
    @Override default ResultSet getUDTs(String catalog, String schema, String type, int[] types) {
        return MetadataColumns.USER_TYPES.none();
    }
    @Override default ResultSet getSuperTypes(String catalog, String schema, String type) {
        return MetadataColumns.SUPER_TYPES.none();
    }
    @Override default ResultSet getSuperTables(String catalog, String schema, String table) {
        return MetadataColumns.SUPER_TABLES.none();
    }
    @Override default ResultSet getAttributes(String catalog, String schema, String type, String attribute) {
        return MetadataColumns.ATTRIBUTES.none();
    }
    @Override default ResultSet getClientInfoProperties() { return MetadataColumns.CLIENT_INFO.none(); }
    @Override default ResultSet getFunctionColumns(String catalog, String schema, String function, String column) {
        return MetadataColumns.FUNCTION_COLUMNS.none();
    }
    @Override default ResultSet getPseudoColumns(String catalog, String schema, String table, String column) {
        return MetadataColumns.PSEUDO_COLUMNS.none();
    }
}
