// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.jdbc;

import dev.ashlar.sql.SqlColumn;
import dev.ashlar.sql.internal.result.ListedResult;
import java.sql.JDBCType;
import java.util.ArrayList;
import java.util.List;

/// Columns of the results of [java.sql.DatabaseMetaData], as JDBC prescribes them. A column without a type is a text.
enum MetadataColumns {
    ATTRIBUTES("TYPE_CAT, TYPE_SCHEM, TYPE_NAME, ATTR_NAME, DATA_TYPE int, ATTR_TYPE_NAME, ATTR_SIZE int, "
            + "DECIMAL_DIGITS int, NUM_PREC_RADIX int, NULLABLE int, REMARKS, ATTR_DEF, SQL_DATA_TYPE int, "
            + "SQL_DATETIME_SUB int, CHAR_OCTET_LENGTH int, ORDINAL_POSITION int, IS_NULLABLE, SCOPE_CATALOG, "
            + "SCOPE_SCHEMA, SCOPE_TABLE, SOURCE_DATA_TYPE short"),
    BEST_ROW("SCOPE short, COLUMN_NAME, DATA_TYPE int, TYPE_NAME, COLUMN_SIZE int, BUFFER_LENGTH int, "
            + "DECIMAL_DIGITS short, PSEUDO_COLUMN short"),
    CATALOGS("TABLE_CAT"),
    CLIENT_INFO("NAME, MAX_LEN int, DEFAULT_VALUE, DESCRIPTION"),
    COLUMNS("TABLE_CAT, TABLE_SCHEM, TABLE_NAME, COLUMN_NAME, DATA_TYPE int, TYPE_NAME, COLUMN_SIZE int, "
            + "BUFFER_LENGTH int, DECIMAL_DIGITS int, NUM_PREC_RADIX int, NULLABLE int, REMARKS, COLUMN_DEF, "
            + "SQL_DATA_TYPE int, SQL_DATETIME_SUB int, CHAR_OCTET_LENGTH int, ORDINAL_POSITION int, IS_NULLABLE, "
            + "SCOPE_CATALOG, SCOPE_SCHEMA, SCOPE_TABLE, SOURCE_DATA_TYPE short, IS_AUTOINCREMENT, "
            + "IS_GENERATEDCOLUMN"),
    COLUMN_PRIVILEGES("TABLE_CAT, TABLE_SCHEM, TABLE_NAME, COLUMN_NAME, GRANTOR, GRANTEE, PRIVILEGE, IS_GRANTABLE"),
    FUNCTIONS("FUNCTION_CAT, FUNCTION_SCHEM, FUNCTION_NAME, REMARKS, FUNCTION_TYPE short, SPECIFIC_NAME"),
    FUNCTION_COLUMNS("FUNCTION_CAT, FUNCTION_SCHEM, FUNCTION_NAME, COLUMN_NAME, COLUMN_TYPE short, DATA_TYPE int, "
            + "TYPE_NAME, PRECISION int, LENGTH int, SCALE short, RADIX short, NULLABLE short, REMARKS, "
            + "CHAR_OCTET_LENGTH int, ORDINAL_POSITION int, IS_NULLABLE, SPECIFIC_NAME"),
    GENERATED_KEYS("GENERATED_KEY"),
    INDEXES("TABLE_CAT, TABLE_SCHEM, TABLE_NAME, NON_UNIQUE bool, INDEX_QUALIFIER, INDEX_NAME, TYPE short, "
            + "ORDINAL_POSITION short, COLUMN_NAME, ASC_OR_DESC, CARDINALITY long, PAGES long, FILTER_CONDITION"),
    KEYS("PKTABLE_CAT, PKTABLE_SCHEM, PKTABLE_NAME, PKCOLUMN_NAME, FKTABLE_CAT, FKTABLE_SCHEM, FKTABLE_NAME, "
            + "FKCOLUMN_NAME, KEY_SEQ short, UPDATE_RULE short, DELETE_RULE short, FK_NAME, PK_NAME, "
            + "DEFERRABILITY short"),
    PRIMARY_KEYS("TABLE_CAT, TABLE_SCHEM, TABLE_NAME, COLUMN_NAME, KEY_SEQ short, PK_NAME"),
    PROCEDURES("PROCEDURE_CAT, PROCEDURE_SCHEM, PROCEDURE_NAME, RESERVED1, RESERVED2, RESERVED3, REMARKS, "
            + "PROCEDURE_TYPE short, SPECIFIC_NAME"),
    PROCEDURE_COLUMNS("PROCEDURE_CAT, PROCEDURE_SCHEM, PROCEDURE_NAME, COLUMN_NAME, COLUMN_TYPE short, DATA_TYPE int, "
            + "TYPE_NAME, PRECISION int, LENGTH int, SCALE short, RADIX short, NULLABLE short, REMARKS, COLUMN_DEF, "
            + "SQL_DATA_TYPE int, SQL_DATETIME_SUB int, CHAR_OCTET_LENGTH int, ORDINAL_POSITION int, IS_NULLABLE, "
            + "SPECIFIC_NAME"),
    PSEUDO_COLUMNS("TABLE_CAT, TABLE_SCHEM, TABLE_NAME, COLUMN_NAME, DATA_TYPE int, COLUMN_SIZE int, "
            + "DECIMAL_DIGITS int, NUM_PREC_RADIX int, COLUMN_USAGE, REMARKS, CHAR_OCTET_LENGTH int, IS_NULLABLE"),
    SCHEMAS("TABLE_SCHEM, TABLE_CATALOG"),
    SUPER_TABLES("TABLE_CAT, TABLE_SCHEM, TABLE_NAME, SUPERTABLE_NAME"),
    SUPER_TYPES("TYPE_CAT, TYPE_SCHEM, TYPE_NAME, SUPERTYPE_CAT, SUPERTYPE_SCHEM, SUPERTYPE_NAME"),
    TABLES("TABLE_CAT, TABLE_SCHEM, TABLE_NAME, TABLE_TYPE, REMARKS, TYPE_CAT, TYPE_SCHEM, TYPE_NAME, "
            + "SELF_REFERENCING_COL_NAME, REF_GENERATION"),
    TABLE_PRIVILEGES("TABLE_CAT, TABLE_SCHEM, TABLE_NAME, GRANTOR, GRANTEE, PRIVILEGE, IS_GRANTABLE"),
    TABLE_TYPES("TABLE_TYPE"),
    TYPES("TYPE_NAME, DATA_TYPE int, PRECISION int, LITERAL_PREFIX, LITERAL_SUFFIX, CREATE_PARAMS, NULLABLE short, "
            + "CASE_SENSITIVE bool, SEARCHABLE short, UNSIGNED_ATTRIBUTE bool, FIXED_PREC_SCALE bool, "
            + "AUTO_INCREMENT bool, LOCAL_TYPE_NAME, MINIMUM_SCALE short, MAXIMUM_SCALE short, SQL_DATA_TYPE int, "
            + "SQL_DATETIME_SUB int, NUM_PREC_RADIX int"),
    USER_TYPES("TYPE_CAT, TYPE_SCHEM, TYPE_NAME, CLASS_NAME, DATA_TYPE int, REMARKS, BASE_TYPE short"),
    VERSION_COLUMNS("SCOPE short, COLUMN_NAME, DATA_TYPE int, TYPE_NAME, COLUMN_SIZE int, BUFFER_LENGTH int, "
            + "DECIMAL_DIGITS short, PSEUDO_COLUMN short");

    private final List<SqlColumn> columns;

    MetadataColumns(String columns) {
        List<SqlColumn> found = new ArrayList<>();
        for (String each : columns.split(", ")) {
            String[] parts = each.split(" ");
            found.add(column(found.size(), parts[0], parts.length == 1 ? "" : parts[1]));
        }
        this.columns = List.copyOf(found);
    }

    private static SqlColumn column(int index, String name, String type) {
        return switch (type) {
            case "short" -> new SqlColumn(index, name, JDBCType.SMALLINT, 5, 0, true);
            case "int" -> new SqlColumn(index, name, JDBCType.INTEGER, 10, 0, true);
            case "long" -> new SqlColumn(index, name, JDBCType.BIGINT, 19, 0, true);
            case "bool" -> new SqlColumn(index, name, JDBCType.BOOLEAN, 1, 0, true);
            default -> new SqlColumn(index, name, JDBCType.VARCHAR, 0, 0, true);
        };
    }

    /// Rows of a result without a statement.
    ///
    /// @param rows a value for each column, as [dev.ashlar.sql.SqlResult] has it
    AshlarResultSet of(List<Object[]> rows) {
        return new AshlarResultSet(new ListedResult(columns, rows), null, 0);
    }

    AshlarResultSet none() {
        return of(List.of());
    }
}
