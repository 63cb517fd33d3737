// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.internal.statement;

import dev.ashlar.query.Relation;
import dev.ashlar.sql.SqlException;
import dev.ashlar.sql.SqlException.Reason;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.Sort;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexOver;
import org.apache.calcite.rex.RexSubQuery;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlWith;
import org.apache.calcite.sql.SqlWithItem;

/// Limits on a statement that is planned. Planning takes time and memory in proportion to the statement with all named
/// sub-queries expanded, which may be a thousand times its text.
public final class StatementBounds {
    /// Expressions and queries within each other.
    static final int MAX_DEPTH = 200;
    /// Operators, names and constants of a statement, each as often as a sub-query with it is named.
    static final int MAX_PARTS = 1_000_000;
    /// Columns of a query or sub-query.
    static final int MAX_COLUMNS = 4_096;
    /// Groupings that `CUBE`, `ROLLUP` and `GROUPING SETS` stand for.
    static final int MAX_GROUPINGS = 1024;
    /// Operators of all expressions, with those of sub-queries in the place of their columns.
    static final long MAX_OPERATORS = 250_000;
    /// A query of a chain, `UNION ALL … UNION ALL`, takes less of the stack than a nested one.
    private static final int NESTED = 10;
    private static final int CHAINED = 5;

    private record Part(SqlNode node, int depth) { }

    static SqlException tooDeep(int depth) {
        return new SqlException(Reason.UNSUPPORTED, "statement is nested too deeply: depth=" + depth + ", most="
                + MAX_DEPTH + "; write IN for a chain of OR, WITH for nested queries", null);
    }

    private static SqlException tooLong(long parts) {
        return new SqlException(Reason.UNSUPPORTED, "statement is too long: parts=" + parts + ", most=" + MAX_PARTS
                + ", sub-queries counted as often as they are named; split the query", null);
    }

    /// Checks a parsed statement.
    ///
    /// @param relations that it may name
    /// @throws SqlException if it exceeds a limit
    public static void require(SqlNode statement, List<Relation> relations) {
        Deque<Part> left = new ArrayDeque<>();
        left.push(new Part(statement, 0));
        while (!left.isEmpty()) {
            Part part = left.pop();
            if (part.depth > MAX_DEPTH * NESTED) {
                throw tooDeep(part.depth / NESTED);
            }
            List<SqlNode> operands = operands(part.node);
            for (int i = 0; i < operands.size(); i++) {
                boolean chained = i == 0 && SqlKind.SET_QUERY.contains(part.node.getKind());
                left.push(new Part(operands.get(i), part.depth + (chained ? CHAINED : NESTED)));
            }
            if (part.node instanceof SqlNodeList list) {
                requireFewGroupings(list);
            }
        }
        size(statement, Map.of());
        Map<String, Integer> columns = new HashMap<>();
        // Of tables of several stores with the same name, the widest.
        relations.forEach(relation -> columns.merge(relation.name().toLowerCase(Locale.ROOT),
                relation.columns().size(), Math::max));
        new StatementColumns(columns).of(statement);
    }

    private static List<SqlNode> operands(SqlNode node) {
        List<SqlNode> operands = new ArrayList<>();
        if (node instanceof SqlCall call) {
            call.getOperandList().stream().filter(operand -> operand != null).forEach(operands::add);
        } else if (node instanceof SqlNodeList list) {
            list.stream().filter(operand -> operand != null).forEach(operands::add);
        }
        return operands;
    }

    /// Parts of a node, those of queries of `WITH` wherever one is named.
    private static long size(SqlNode node, Map<String, Long> named) {
        Map<String, Long> known = named;
        List<SqlNode> operands = operands(node);
        if (node instanceof SqlWith with) {
            known = new HashMap<>(named);
            for (SqlNode item : with.withList) {
                SqlWithItem query = (SqlWithItem) item;
                known.put(query.name.getSimple().toLowerCase(Locale.ROOT), size(query.query, known));
            }
            operands = List.of(with.body);
        }
        long size = node instanceof SqlIdentifier name && name.isSimple()
                ? known.getOrDefault(name.getSimple().toLowerCase(Locale.ROOT), 1L) : 1;
        for (SqlNode operand : operands) {
            size += size(operand, known);
            if (size > MAX_PARTS) {
                throw tooLong(size);
            }
        }
        return size;
    }

    private static void requireFewGroupings(SqlNodeList list) {
        double groupings = 1;
        for (SqlNode item : list) {
            groupings *= item == null ? 1 : groupings(item);
        }
        if (groupings > MAX_GROUPINGS) {
            throw new SqlException(Reason.UNSUPPORTED, "too many groupings: groupings=" + String.format(Locale.ROOT,
                    "%.0f", groupings) + ", most=" + MAX_GROUPINGS + "; name fewer columns in CUBE, ROLLUP and "
                    + "GROUPING SETS", null);
        }
    }

    private static double groupings(SqlNode item) {
        return switch (item.getKind()) {
            case CUBE -> Math.pow(2, operands(item).size());
            case ROLLUP -> operands(item).size() + 1;
            case GROUPING_SETS -> operands(item).stream().mapToDouble(StatementBounds::groupings).sum();
            default -> 1;
        };
    }

    static void requireColumns(int count) {
        if (count > MAX_COLUMNS) {
            throw new SqlException(Reason.UNSUPPORTED, "query has too many columns: columns=" + count + ", most="
                    + MAX_COLUMNS + "; list only those you need", null);
        }
    }

    /// Checks how long expressions become when sub-queries are dissolved.
    ///
    /// @throws SqlException if that is too long
    public static void require(RelNode query) {
        new Operators().columns(query);
    }

    /// Counts operators from the leaves upwards. A column of a sub-query stands for all that it is computed by.
    private static final class Operators {
        private double all;

        /// By column of a node: the operators that it stands for.
        double[] columns(RelNode node) {
            double[] inputs = new double[0];
            for (RelNode input : node.getInputs()) {
                double[] more = columns(input);
                inputs = Arrays.copyOf(inputs, inputs.length + more.length);
                System.arraycopy(more, 0, inputs, inputs.length - more.length, more.length);
            }
            double[] columns = new double[node.getRowType().getFieldCount()];
            switch (node) {
                case Project project -> {
                    for (int i = 0; i < columns.length; i++) {
                        columns[i] = count(project.getProjects().get(i), inputs);
                    }
                }
                case Filter filter -> {
                    count(filter.getCondition(), inputs);
                    columns = inputs;
                }
                case Join join -> {
                    count(join.getCondition(), inputs);
                    System.arraycopy(inputs, 0, columns, 0, columns.length);
                }
                case Sort _ -> columns = inputs;
                case Aggregate aggregate -> {
                    for (int key = 0; key < aggregate.getGroupCount(); key++) {
                        columns[key] = inputs[aggregate.getGroupSet().nth(key)];
                    }
                }
                default -> { }
            }
            return columns;
        }

        private double count(RexNode node, double[] inputs) {
            double count = operators(node, inputs);
            all += count;
            if (all > MAX_OPERATORS) {
                throw new SqlException(Reason.UNSUPPORTED, "expressions are too long: operators="
                        + String.format(Locale.ROOT, "%.0f", all) + ", most=" + MAX_OPERATORS
                        + ", columns of sub-queries counted as often as they are used; split the query", null);
            }
            return count;
        }

        private double operators(RexNode node, double[] inputs) {
            return switch (node) {
                case RexInputRef input -> inputs[input.getIndex()];
                case RexSubQuery query -> {
                    columns(query.rel);
                    yield sum(query, inputs);
                }
                case RexOver over -> sum(over, inputs) + over.getWindow().partitionKeys.size()
                        + over.getWindow().orderKeys.size();
                case RexCall call -> sum(call, inputs);
                default -> 0;
            };
        }

        private double sum(RexCall call, double[] inputs) {
            double sum = 1;
            for (RexNode operand : call.getOperands()) {
                sum += operators(operand, inputs);
            }
            return sum;
        }
    }
}
