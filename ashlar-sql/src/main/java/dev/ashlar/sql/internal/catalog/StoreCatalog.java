// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.internal.catalog;

import dev.ashlar.query.Relation;
import dev.ashlar.sql.internal.scan.RelationTable;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.calcite.schema.Schema;
import org.apache.calcite.schema.Table;
import org.apache.calcite.schema.impl.AbstractSchema;

/// The relations of the stores: those of the first store by unqualified names, and those of each store in a schema with
/// the name of the store, next to `information_schema`.
public final class StoreCatalog extends AbstractSchema {
    /// The schema of the first store.
    public static final String MAIN = "main";

    private final Map<String, Table> tables;
    private final Map<String, Schema> schemas = new LinkedHashMap<>();

    /// @param stores relations by the name of their store, one of which is [#MAIN]
    public StoreCatalog(Map<String, List<Relation>> stores) {
        tables = tables(stores.get(MAIN));
        stores.forEach((name, relations) -> schemas.put(name, new StoreSchema(tables(relations))));
        schemas.put(InformationSchema.NAME, new InformationSchema(stores));
    }

    /// Whether a name is taken, whichever stores there are.
    public static boolean isTaken(String name) {
        return name.equalsIgnoreCase(MAIN) || name.equalsIgnoreCase(InformationSchema.NAME);
    }

    private static Map<String, Table> tables(List<Relation> relations) {
        Map<String, Table> tables = new LinkedHashMap<>();
        relations.forEach(relation -> tables.put(relation.name(), new RelationTable(relation)));
        return tables;
    }

    @Override
    protected Map<String, Table> getTableMap() {
        return tables;
    }

    @Override
    protected Map<String, Schema> getSubSchemaMap() {
        return schemas;
    }

    private static final class StoreSchema extends AbstractSchema {
        private final Map<String, Table> tables;

        StoreSchema(Map<String, Table> tables) {
            this.tables = tables;
        }

        @Override
        protected Map<String, Table> getTableMap() {
            return tables;
        }
    }
}
