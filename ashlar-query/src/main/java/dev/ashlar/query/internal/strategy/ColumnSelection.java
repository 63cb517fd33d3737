// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query.internal.strategy;

import dev.ashlar.query.Column;
import dev.ashlar.query.ColumnAppender;
import dev.ashlar.query.ColumnScan;
import dev.ashlar.query.Output;
import dev.ashlar.query.Plan;
import dev.ashlar.query.QueryOptions;
import dev.ashlar.query.Result;
import dev.ashlar.query.RowColumns;
import dev.ashlar.query.ValueType.Kind;
import dev.ashlar.query.internal.execution.QueryBudget;
import dev.ashlar.query.internal.kernel.KernelShape;
import dev.ashlar.query.internal.kernel.Kernels;
import dev.ashlar.query.internal.kernel.NotCompilableException;
import dev.ashlar.query.internal.pruning.RowSelection;
import dev.ashlar.query.internal.relation.TableRelation;
import dev.ashlar.query.internal.scan.ColumnarScan;
import dev.ashlar.query.internal.scan.ScanSnapshot;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/// Chooses how rows become columns: by kernels that compute some of the outputs each, or one by one.
final class ColumnSelection {
    /// Outputs of one kernel, at most: longer loops run more slowly, and the JIT takes longer over them.
    private static final int KERNEL_OUTPUTS = 8;

    private final Plan plan;
    private final TableRelation relation;
    private final RowSelection selection;
    private final List<ColumnarScan.Share> shares = new ArrayList<>();
    private final List<Integer> others = new ArrayList<>();

    private ColumnSelection(Plan plan, TableRelation relation) {
        this.plan = plan;
        this.relation = relation;
        selection = RowSelection.of(relation, plan.where());
    }

    /// Empty if its rows come one by one.
    static Optional<ColumnScan> of(Plan plan, QueryOptions options, QueryBudget budget) {
        if (!plan.isPlain() || options.engine() == QueryOptions.Engine.INTERPRETER
                || !(plan.source() instanceof TableRelation relation) || isIndexed(plan, options, budget)) {
            return Optional.empty();
        }
        try {
            return Optional.of(new ColumnSelection(plan, relation).scan(options.threads(), budget));
        } catch (NotCompilableException _) {
            return Optional.empty();
        }
    }

    private static boolean isIndexed(Plan plan, QueryOptions options, QueryBudget budget) {
        Strategy strategy = Strategy.of(plan, options, budget);
        if (strategy instanceof IndexStrategy index) {
            index.close();
            budget.reset();
            return true;
        }
        return false;
    }

    private ColumnScan scan(int readers, QueryBudget budget) {
        List<Integer> all = IntStream.range(0, plan.outputs().size()).boxed().toList();
        for (int from = 0; from < all.size(); from += KERNEL_OUTPUTS) {
            share(all.subList(from, Math.min(from + KERNEL_OUTPUTS, all.size())));
        }
        Optional<Kernels> rows = Optional.empty();
        if (!others.isEmpty()) {
            rows = Optional.of(ScanSelection.kernels(KernelShape.Mode.ROWS, relation, plan, selection.ranges()));
            shares.add(new ColumnarScan.Share(others, part(others), Optional.empty()));
        }
        Optional<Kernels> found = rows;
        return new ScanSnapshot(relation, ColumnarScan.workers(shares.size(), readers), selection, budget)
                .handTo(snapshot -> new ColumnarScan(plan, relation, shares, found, readers, snapshot, budget));
    }

    /// Shares outputs among kernels, in halves where one cannot have all.
    private void share(List<Integer> outputs) {
        Plan part = part(outputs);
        try {
            shares.add(new ColumnarScan.Share(outputs, part, Optional.of(ScanSelection.kernels(KernelShape.Mode.OUTPUTS,
                    relation, part, selection.ranges()))));
        } catch (NotCompilableException _) {
            if (outputs.size() == 1) {
                others.addAll(outputs);
                return;
            }
            share(outputs.subList(0, outputs.size() / 2));
            share(outputs.subList(outputs.size() / 2, outputs.size()));
        }
    }

    private Plan part(List<Integer> indexes) {
        List<Output> outputs = indexes.stream().map(plan.outputs()::get).toList();
        return new Plan(plan.source(), plan.where(), outputs, List.of(), false, List.of(), 0, Plan.NO_LIMIT);
    }

    /// Rows of a result.
    static ColumnScan ofRows(Plan plan, Result result) {
        List<Column> columns = plan.columns();
        List<ColumnAppender.Form> forms = columns.stream().map(column -> switch (column.type().kind()) {
            case BOOLEAN, INT8, INT16, INT32, INT64, REAL, DOUBLE, TIMESTAMP -> ColumnAppender.Form.WORDS;
            case DECIMAL -> ColumnAppender.Form.WIDE_WORDS;
            case TEXT -> ColumnAppender.Form.TEXTS;
        }).toList();
        return new RowColumns(forms, new RowColumns.Rows() {
            @Override
            public boolean next(List<ColumnAppender> to) {
                boolean found = result.next();
                for (int i = 0; found && i < columns.size(); i++) {
                    add(result, columns.get(i), to.get(i));
                }
                return found;
            }

            @Override
            public void close() {
                result.close();
            }
        });
    }

    private static void add(Result row, Column column, ColumnAppender to) {
        int index = column.index();
        Kind kind = column.type().kind();
        if (row.isNull(index)) {
            to.addNull();
        } else if (kind == Kind.DECIMAL) {
            to.addWide(row.getDecimal(index).setScale(column.type().scale()).unscaledValue());
        } else if (kind == Kind.TEXT) {
            to.addText(row.getText(index));
        } else if (kind == Kind.BOOLEAN) {
            to.addWord(row.getBoolean(index) ? 1 : 0);
        } else {
            to.addWord(kind.isFloating() ? Double.doubleToRawLongBits(row.getDouble(index)) : row.getLong(index));
        }
    }
}
