// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.internal.planning;

import dev.ashlar.sql.SqlException;
import dev.ashlar.sql.SqlException.Reason;
import dev.ashlar.sql.internal.operator.ListedRel;
import dev.ashlar.sql.internal.operator.RecursiveRel;
import dev.ashlar.sql.internal.operator.SampleRel;
import dev.ashlar.sql.internal.operator.SeriesRel;
import dev.ashlar.sql.internal.type.SeriesFunction;
import dev.ashlar.sql.runtime.RecursiveRows;
import dev.ashlar.sql.runtime.SeriesRows.Unit;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.RepeatUnion;
import org.apache.calcite.rel.core.Sample;
import org.apache.calcite.rel.core.TableFunctionScan;
import org.apache.calcite.rel.core.TableScan;
import org.apache.calcite.rel.core.TableSpool;
import org.apache.calcite.rel.logical.LogicalAsofJoin;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rel.logical.LogicalValues;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.schema.TransientTable;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;

/// Replaces operators of Calcite by Ashlar's before planning: ASOF joins, recursion, series and samples.
final class OwnForms extends RelHomogeneousShuttle {
    private final Map<TransientTable, RecursiveRows> recursions = new IdentityHashMap<>();
    /// By which recursions differ in plans.
    private final Map<RecursiveRows, Integer> numbers = new IdentityHashMap<>();
    private boolean changed;

    /// Whether something was replaced.
    boolean isChanged() {
        return changed;
    }

    // Of the shuttles of Calcite, this one forgets these joins.
    @Override
    public RelNode visit(LogicalAsofJoin join) {
        return visit((RelNode) join);
    }

    @Override
    public RelNode visit(RelNode other) {
        if (other instanceof RepeatUnion union) {
            RecursiveRows rows = new RecursiveRows(union.all);
            recursions.put(union.getTransientTable().unwrap(TransientTable.class), rows);
            numbers.put(rows, numbers.size() + 1);
        }
        RelNode node = super.visitChildren(other);
        RelNode replaced = switch (node) {
            case LogicalAsofJoin join -> AsofForm.of(join);
            case RepeatUnion union -> recursion(union);
            case TableSpool spool -> spool.getInput();
            case TableScan scan when scan.getTable().unwrap(TransientTable.class) != null -> working(scan);
            case TableFunctionScan scan when scan.getCall() instanceof RexCall call
                    && call.getOperator() instanceof SeriesFunction function -> series(scan, call, function);
            case Sample sample -> SampleRel.of(sample);
            default -> node;
        };
        changed |= replaced != node;
        return replaced;
    }

    private RelNode working(TableScan scan) {
        RecursiveRows rows = recursions.get(scan.getTable().unwrap(TransientTable.class));
        return new ListedRel(scan.getCluster(), "of " + String.join(".", scan.getTable().getQualifiedName())
                + " before, " + numbers.get(rows), scan.getRowType(), rows.working());
    }

    private RelNode recursion(RepeatUnion union) {
        RelDataType first = union.getSeedRel().getRowType();
        RelDataType second = union.getIterativeRel().getRowType();
        for (RelDataTypeField field : first.getFieldList()) {
            RelDataType next = second.getFieldList().get(field.getIndex()).getType();
            RelDataType type = field.getType();
            boolean same = type.getSqlTypeName() == next.getSqlTypeName() && type.getScale() == next.getScale()
                    || SqlTypeUtil.inCharFamily(type) && SqlTypeUtil.inCharFamily(next);
            if (!same) {
                throw new SqlException(Reason.INVALID, "queries of WITH RECURSIVE have columns of different types: column="
                        + field.getName() + ", first=" + type + ", second=" + next + "; cast it in the first query", null);
            }
        }
        return new RecursiveRel(union.getSeedRel(), union.getIterativeRel(), union.getRowType(), recursions.get(
                union.getTransientTable().unwrap(TransientTable.class)));
    }

    private static RelNode series(TableFunctionScan scan, RexCall call, SeriesFunction function) {
        RexBuilder builder = scan.getCluster().getRexBuilder();
        List<RexNode> operands = new ArrayList<>(call.getOperands());
        boolean time = scan.getRowType().getFieldList().getFirst().getType().getSqlTypeName() == SqlTypeName.TIMESTAMP;
        Unit unit = Unit.NUMBER;
        if (time) {
            unit = SqlTypeName.YEAR_INTERVAL_TYPES.contains(operands.get(2).getType().getSqlTypeName()) ? Unit.MONTHS
                    : Unit.NANOSECONDS;
        } else {
            if (operands.size() == 1) {
                operands.addFirst(builder.makeBigintLiteral(BigDecimal.ZERO));
            }
            if (operands.size() == 2) {
                operands.add(builder.makeBigintLiteral(BigDecimal.ONE));
            }
        }
        SqlTypeName name = time ? SqlTypeName.TIMESTAMP : SqlTypeName.BIGINT;
        for (int i = 0; i < (time ? 2 : 3); i++) {
            RexNode operand = operands.get(i);
            RelDataType type = scan.getCluster().getTypeFactory().createSqlType(name);
            operands.set(i, builder.makeCast(scan.getCluster().getTypeFactory().createTypeWithNullability(type,
                    operand.getType().isNullable()), operand));
        }
        RelNode bounds = LogicalProject.create(LogicalValues.createOneRow(scan.getCluster()), List.of(), operands,
                List.of("start", "end", "step"), Set.of());
        return new SeriesRel(bounds, scan.getRowType(), function.isInclusive(), unit);
    }
}
