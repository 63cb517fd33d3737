// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.internal.catalog;

import dev.ashlar.query.Relation;
import dev.ashlar.sql.SqlColumn;
import dev.ashlar.sql.internal.type.SqlTypes;
import java.sql.JDBCType;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.schema.Table;
import org.apache.calcite.schema.impl.AbstractSchema;
import org.apache.calcite.sql.type.SqlTypeName;

/// `information_schema`: `schemata`, `tables` and `columns`, with those columns of the standard that a store can fill.
final class InformationSchema extends AbstractSchema {
    static final String NAME = "information_schema";

    private static final String CATALOG = "store";

    private final Map<String, Table> tables;

    /// @param stores relations by the name of their store
    InformationSchema(Map<String, List<Relation>> stores) {
        DescribedTable columns = new DescribedTable("columns", types -> row(types, List.of("table_catalog",
                "table_schema", "table_name", "column_name"), List.of("ordinal_position"), List.of("column_default",
                "is_nullable", "data_type"), List.of("character_maximum_length", "numeric_precision", "numeric_scale",
                "datetime_precision")), () -> columns(stores));
        DescribedTable names = new DescribedTable("tables", types -> row(types, List.of("table_catalog", "table_schema",
                "table_name", "table_type"), List.of(), List.of(), List.of()), () -> tables(stores));
        DescribedTable schemata = new DescribedTable("schemata", types -> row(types, List.of("catalog_name",
                "schema_name"), List.of(), List.of(), List.of()), () -> Stream.concat(
                        stores.keySet().stream(), Stream.of(NAME)).map(name -> new Object[] {CATALOG, name}).toList());
        tables = Map.of("columns", columns, "tables", names, "schemata", schemata);
    }

    @Override
    protected Map<String, Table> getTableMap() {
        return tables;
    }

    private static RelDataType row(RelDataTypeFactory types, List<String> texts, List<String> numbers,
            List<String> optionalTexts, List<String> optionalNumbers) {
        RelDataType text = types.createSqlType(SqlTypeName.VARCHAR);
        RelDataType number = types.createSqlType(SqlTypeName.INTEGER);
        RelDataTypeFactory.Builder row = types.builder();
        texts.forEach(name -> row.add(name, text));
        numbers.forEach(name -> row.add(name, number));
        optionalTexts.forEach(name -> row.add(name, types.createTypeWithNullability(text, true)));
        optionalNumbers.forEach(name -> row.add(name, types.createTypeWithNullability(number, true)));
        return row.build();
    }

    private static List<Object[]> tables(Map<String, List<Relation>> stores) {
        List<Object[]> rows = new ArrayList<>();
        stores.forEach((store, relations) -> relations.forEach(relation ->
                rows.add(new Object[] {CATALOG, store, relation.name(), "BASE TABLE"})));
        return rows;
    }

    private static List<Object[]> columns(Map<String, List<Relation>> stores) {
        List<Object[]> rows = new ArrayList<>();
        stores.forEach((store, relations) -> addColumns(rows, store, relations));
        return rows;
    }

    private static void addColumns(List<Object[]> rows, String store, List<Relation> relations) {
        RelDataTypeFactory types = new SqlTypes.Factory();
        for (Relation relation : relations) {
            RelDataType row = SqlTypes.row(types, relation);
            for (SqlColumn column : SqlTypes.columns(row, row.getFieldNames())) {
                boolean text = column.type() == JDBCType.VARCHAR && column.precision() > 0;
                boolean number = column.isNumber();
                boolean time = column.type() == JDBCType.TIMESTAMP;
                rows.add(new Object[] {CATALOG, store, relation.name(), column.name(), column.index() + 1,
                        null, column.nullable() ? "YES" : "NO", column.typeName(), text ? column.precision() : null,
                        number ? column.precision() : null, number ? column.scale() : null,
                        time ? column.scale() : null});
            }
        }
    }
}
