// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.internal.scan;

import dev.ashlar.query.Relation;
import dev.ashlar.sql.internal.type.SqlTypes;
import java.util.List;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.schema.Statistic;
import org.apache.calcite.schema.Statistics;
import org.apache.calcite.schema.impl.AbstractTable;

/// A relation of a store as a table of Calcite.
public final class RelationTable extends AbstractTable {
    private final Relation relation;

    public RelationTable(Relation relation) {
        this.relation = relation;
    }

    Relation relation() {
        return relation;
    }

    @Override
    public RelDataType getRowType(RelDataTypeFactory types) {
        return SqlTypes.row(types, relation);
    }

    @Override
    public Statistic getStatistic() {
        return Statistics.of(relation.rowCount(), List.of());
    }
}
