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

/// The relations of a store, by their names alone and in the schema `main`, next to `information_schema`.
public final class StoreCatalog extends AbstractSchema {
    /// The schema of all relations.
    public static final String MAIN = "main";

    private final Map<String, Table> tables = new LinkedHashMap<>();
    private final List<Relation> relations;

    public StoreCatalog(List<Relation> relations) {
        this.relations = List.copyOf(relations);
        relations.forEach(relation -> tables.put(relation.name(), new RelationTable(relation)));
    }

    @Override
    protected Map<String, Table> getTableMap() {
        return tables;
    }

    @Override
    protected Map<String, Schema> getSubSchemaMap() {
        return Map.of(MAIN, new AbstractSchema() {
            @Override
            protected Map<String, Table> getTableMap() {
                return tables;
            }
        }, InformationSchema.NAME, new InformationSchema(relations));
    }
}
