// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.internal;

import dev.ashlar.query.Column;
import dev.ashlar.query.Relation;
import dev.ashlar.query.Relations;
import dev.ashlar.sql.SqlColumn;
import dev.ashlar.sql.SqlSession;
import dev.ashlar.sql.SqlStatement;
import dev.ashlar.sql.SqlTable;
import dev.ashlar.store.Store;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.calcite.rel.type.RelDataTypeFactory;

/// The session of one store.
public final class Session implements SqlSession {
    private final Store store;
    /// By name. Kept while they are the same, since they keep the kernels that were made for them.
    private volatile Map<String, Relation> known = Map.of();

    public Session(Store store) {
        this.store = store;
    }

    @Override
    public SqlStatement prepare(String sql) {
        List<Relation> relations = relations();
        Names names = new Names(relations);
        try {
            return new Statement(sql, new Analysis(sql, relations), names);
        } catch (Exception | StackOverflowError e) {
            throw Problems.of(e, sql, names);
        }
    }

    private List<Relation> relations() {
        Map<String, Relation> before = known;
        Map<String, Relation> now = new LinkedHashMap<>();
        for (Relation relation : Relations.of(store).all()) {
            Relation same = before.get(relation.name());
            boolean kept = same != null && same.columns().equals(relation.columns());
            now.put(relation.name(), kept ? same : relation);
        }
        known = now;
        return List.copyOf(now.values());
    }

    @Override
    public List<SqlTable> tables() {
        RelDataTypeFactory types = new SqlTypes.Factory();
        List<SqlTable> tables = new ArrayList<>();
        for (Relation relation : relations()) {
            List<SqlColumn> columns = new ArrayList<>();
            for (Column column : relation.columns()) {
                columns.add(SqlTypes.column(column.index(), column.name(), SqlTypes.of(types, column.type(),
                        column.nullable())));
            }
            tables.add(new SqlTable(relation.name(), columns, relation.rowCount()));
        }
        return tables;
    }
}
