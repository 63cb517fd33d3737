// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.internal.catalog;

import dev.ashlar.sql.internal.operator.ListedRel;
import dev.ashlar.sql.runtime.ListedRows;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.calcite.plan.RelOptTable;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.schema.TranslatableTable;
import org.apache.calcite.schema.impl.AbstractTable;

/// A table whose rows describe the store.
final class DescribedTable extends AbstractTable implements TranslatableTable {
    private final String name;
    private final Function<RelDataTypeFactory, RelDataType> type;
    private final Supplier<List<Object[]>> rows;

    DescribedTable(String name, Function<RelDataTypeFactory, RelDataType> type, Supplier<List<Object[]>> rows) {
        this.name = name;
        this.type = type;
        this.rows = rows;
    }

    @Override
    public RelDataType getRowType(RelDataTypeFactory types) {
        return type.apply(types);
    }

    @Override
    public RelNode toRel(RelOptTable.ToRelContext context, RelOptTable table) {
        return new ListedRel(context.getCluster(), InformationSchema.NAME + "." + name, table.getRowType(),
                new ListedRows(rows));
    }
}
