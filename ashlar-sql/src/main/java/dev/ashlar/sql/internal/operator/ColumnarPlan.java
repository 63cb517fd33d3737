// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.internal.operator;

import dev.ashlar.query.Column;
import dev.ashlar.query.ValueType;
import dev.ashlar.sql.internal.scan.StoreScan;
import dev.ashlar.sql.internal.type.SqlTypes;
import dev.ashlar.sql.runtime.EitherRows;
import dev.ashlar.sql.runtime.columnar.ColumnarRows;
import dev.ashlar.sql.runtime.columnar.ComputedColumns;
import dev.ashlar.sql.runtime.columnar.Formula;
import dev.ashlar.sql.runtime.columnar.MeasuredColumns;
import dev.ashlar.sql.runtime.columnar.ScannedColumns;
import dev.ashlar.sql.runtime.columnar.Step;
import dev.ashlar.sql.runtime.columnar.WordType;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Calc;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.rex.RexLocalRef;
import org.apache.calcite.rex.RexProgram;

/// Finds operators that can be computed over columns: windows over a scan whose functions and frames [ColumnarCalls]
/// supports, and the operators between and above them.
public final class ColumnarPlan {
    private ColumnarPlan() {
    }

    /// The step that gives the rows of an operator; empty if only operators over objects can.
    static Optional<Step> of(RelNode node) {
        return switch (node) {
            case StoreScan scan -> scanned(scan);
            case Calc calc -> computed(calc);
            case WindowRel window -> window.columnar();
            case BudgetedRel budgeted -> of(budgeted.getInput());
            case StepRel step -> of(step.getInput()).map(found -> new MeasuredColumns(found, step.step()));
            default -> Optional.empty();
        };
    }

    /// Whether an operator is computed over columns, with what is below it.
    public static boolean isColumnar(RelNode node) {
        return switch (node) {
            case WindowRel window -> window.columnar().isPresent();
            case AggregateRel aggregate -> aggregate.columnar().isPresent();
            default -> false;
        };
    }

    /// Whether there is a window, without which scans do all that steps could.
    static boolean hasWindow(RelNode node) {
        return node instanceof WindowRel || node.getInputs().size() == 1 && hasWindow(node.getInput(0));
    }

    /// Types of the columns of an operator; empty if one has no words.
    static Optional<List<WordType>> types(RelNode node) {
        List<WordType> types = new ArrayList<>();
        for (RelDataTypeField field : node.getRowType().getFieldList()) {
            type(field.getType()).ifPresent(types::add);
        }
        return types.size() == node.getRowType().getFieldCount() ? Optional.of(types) : Optional.empty();
    }

    static Optional<WordType> type(RelDataType type) {
        return switch (type.getSqlTypeName()) {
            case BOOLEAN, TINYINT, SMALLINT, INTEGER, BIGINT, REAL, FLOAT, DOUBLE, TIMESTAMP, DATE, VARCHAR ->
                Optional.of(new WordType(type.getSqlTypeName(), 0));
            case DECIMAL -> Optional.of(new WordType(type.getSqlTypeName(), type.getScale()));
            default -> Optional.empty();
        };
    }

    /// The rows of a step, or those of operators over objects.
    static Optional<EitherRows> rows(RelNode node, Optional<Step> step) {
        return step.flatMap(found -> types(node).map(types -> new EitherRows(new ColumnarRows(found, types))));
    }

    private static Optional<Step> scanned(StoreScan scan) {
        if (!scan.plan().isPlain()) {
            return Optional.empty();
        }
        List<Column> columns = scan.plan().columns();
        for (RelDataTypeField field : scan.getRowType().getFieldList()) {
            ValueType type = columns.get(scan.fields().get(field.getIndex())).type();
            if (SqlTypes.scanned(field.getType()).filter(same -> same.kind() == type.kind()
                    && same.scale() == type.scale()).isEmpty()) {
                return Optional.empty();
            }
        }
        return types(scan).map(types -> new ScannedColumns(scan.plan(), scan.fields(), types));
    }

    private static Optional<Step> computed(Calc calc) {
        Optional<Step> input = of(calc.getInput());
        if (input.isEmpty() || types(calc).isEmpty()) {
            return Optional.empty();
        }
        RexProgram program = calc.getProgram();
        ColumnarFormulas formulas = new ColumnarFormulas(program.getExprList());
        List<Formula> outputs = new ArrayList<>();
        for (RexLocalRef output : program.getProjectList()) {
            formulas.of(output).ifPresent(outputs::add);
        }
        Optional<Formula> where = Optional.ofNullable(program.getCondition()).flatMap(formulas::of);
        boolean found = outputs.size() == program.getProjectList().size()
                && where.isPresent() == (program.getCondition() != null);
        return found ? Optional.of(new ComputedColumns(input.get(), where, outputs)) : Optional.empty();
    }
}
