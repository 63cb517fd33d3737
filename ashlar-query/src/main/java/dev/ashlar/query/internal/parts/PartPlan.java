// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query.internal.parts;

import dev.ashlar.query.Aggregate;
import dev.ashlar.query.Aggregate.Function;
import dev.ashlar.query.Column;
import dev.ashlar.query.ColumnBatch;
import dev.ashlar.query.ColumnVector;
import dev.ashlar.query.Expr;
import dev.ashlar.query.FirstPerKey;
import dev.ashlar.query.Order;
import dev.ashlar.query.Output;
import dev.ashlar.query.Plan;
import dev.ashlar.query.QueryException;
import dev.ashlar.query.QueryException.Reason;
import dev.ashlar.query.Relation;
import dev.ashlar.query.Result;
import dev.ashlar.query.StorePart;
import dev.ashlar.query.ValueType;
import dev.ashlar.query.internal.relation.ScannableRelation;
import dev.ashlar.query.internal.value.Typing;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// A plan rewritten for the columns of one part: outputs that are constant in the part are omitted, and added to the
/// results again.
///
/// **Threading**: one thread.
final class PartPlan {
    /// Where a value of the whole result comes from: a column of the part's, or a constant.
    ///
    /// @param column of the part's result; -1 for the constant
    record Slot(int column, Object constant) {
        Object of(Result result) {
            return column < 0 ? constant : result.get(column);
        }
    }

    private final Plan whole;
    private final StorePart part;
    private final Relation relation;
    private final PartExprs exprs;
    private final Map<String, Column> columns = new HashMap<>();
    private final boolean empty;
    private final Optional<Expr> where;
    private final List<Output> outputs = new ArrayList<>();
    private final List<Slot> slots = new ArrayList<>();

    PartPlan(Plan whole, StorePart part, Relation relation) {
        this.whole = whole;
        this.part = part;
        this.relation = relation;
        relation.columns().forEach(column -> columns.put(PartRelation.nameOf(column), column));
        exprs = new PartExprs(this::column);
        Optional<Expr> condition = whole.where().map(exprs::rewrite);
        empty = condition.isPresent() && isNever(condition.get());
        Optional<Expr> own = condition.filter(found -> !(found instanceof Expr.Literal));
        where = part instanceof NarrowedPart narrowed ? NarrowedPart.narrow(relation, narrowed.range(), own) : own;
        for (Output output : whole.outputs()) {
            slots.add(slot(output.name(), exprs.rewrite(output.expr())));
        }
    }

    private static boolean isNever(Expr condition) {
        return condition instanceof Expr.Literal literal && !Boolean.TRUE.equals(literal.value())
                || condition instanceof Expr.And and && and.operands().stream().anyMatch(PartPlan::isNever);
    }

    private Slot slot(String name, Expr expr) {
        if (expr instanceof Expr.Literal literal) {
            return new Slot(-1, literal.value());
        }
        outputs.add(new Output(name, expr));
        return new Slot(outputs.size() - 1, null);
    }

    private Expr column(Expr.ColumnRef wanted) {
        if (wanted.name().equals(PartRelation.DATE_NAME)) {
            return new Expr.Literal(part.dateNs(), ValueType.TIMESTAMP);
        }
        Column found = columns.get(wanted.name());
        if (found == null) {
            return Expr.nullOf(wanted.type());
        }
        Expr here = relation.column(found.index());
        if (((ScannableRelation) relation).isNumber(found.index())) {
            return here.plus(Expr.of(part.base()));
        }
        Expr wide = PartTypes.widen(here, wanted.type());
        if (wide == null) {
            throw new QueryException(Reason.UNSUPPORTED, "column type differs from that in the newest part: column="
                    + wanted.name() + ", part=" + part.name() + ", type=" + found.type() + ", newest=" + wanted.type()
                    + "; select other parts by " + PartRelation.DATE_NAME + ", or other columns, in "
                    + whole.source().name());
        }
        return wide;
    }

    /// Whether the part has no rows for which the condition is true.
    boolean isEmpty() {
        return empty;
    }

    /// Rows as they are, the first `most` in the order of the whole plan.
    Plan rows(long most) {
        return new Plan(relation, where, someOutputs(), List.of(), false, order(whole.order()), 0, most);
    }

    /// The first rows of each key, in their own order: candidates for those of the whole plan.
    Plan firsts() {
        FirstPerKey firsts = whole.firsts().orElseThrow();
        List<Integer> keys = firsts.keys().stream().map(key -> slots.get(key).column).filter(key -> key >= 0).toList();
        return new Plan(relation, where, someOutputs(), List.of(), false, Optional.of(new FirstPerKey(keys,
                order(firsts.order()), firsts.most())), List.of(), 0, Plan.NO_LIMIT);
    }

    private List<Output> someOutputs() {
        if (outputs.isEmpty()) {
            outputs.add(new Output("", relation.column(0)));
        }
        return outputs;
    }

    /// By what the whole result is ordered.
    List<Slot> orderKeys() {
        return whole.order().stream().map(by -> slots.get(by.column())).toList();
    }

    /// By columns of the part's result. Those that are constant in the part do not order its rows.
    private List<Order> order(List<Order> order) {
        return order.stream().filter(by -> slots.get(by.column()).column >= 0).map(by ->
                new Order(slots.get(by.column()).column, by.descending(), by.nullsFirst())).toList();
    }

    /// Whether a plan reads numbers of rows or messages, which differ from part to part.
    static boolean readsNumbers(Plan plan) {
        Set<Integer> columns = new HashSet<>();
        plan.where().ifPresent(expr -> Typing.columns(expr, columns));
        plan.outputs().forEach(output -> Typing.columns(output.expr(), columns));
        plan.aggregates().forEach(aggregate -> aggregate.arguments().forEach(expr -> Typing.columns(expr, columns)));
        return columns.stream().anyMatch(((ScannableRelation) plan.source())::isNumber);
    }

    /// A row of the whole result.
    Object[] row(Result result) {
        Object[] row = new Object[slots.size()];
        for (int i = 0; i < row.length; i++) {
            row[i] = slots.get(i).of(result);
        }
        return row;
    }

    /// Some rows of the whole result.
    ///
    /// @param found of the part's
    ColumnBatch batch(ColumnBatch found) {
        List<ColumnVector> vectors = new ArrayList<>();
        for (int i = 0; i < slots.size(); i++) {
            Slot slot = slots.get(i);
            vectors.add(slot.column >= 0 ? found.columns().get(slot.column)
                    : ConstantColumn.of(whole.outputs().get(i).expr().type(), slot.constant, found.rows()));
        }
        return new ColumnBatch(found.rows(), vectors);
    }

    /// Groups of the part, to be merged with those of others.
    Groups groups() {
        return new Groups();
    }

    /// The groups of a part. An aggregate is found in one of three ways:
    ///
    /// | way     | when                                            | what a row of the part's result has          |
    /// |---------|-------------------------------------------------|----------------------------------------------|
    /// | partial | there is no `COUNT_DISTINCT`                    | sums, counts, least and greatest of the group |
    /// | finer   | there is one, and neither `FIRST` nor `LAST`    | the same, for each value that is counted      |
    /// | rows    | otherwise, for variances and for quantiles      | the arguments of one row                      |
    final class Groups implements SharedScan.PartQuestion {
        /// How values of one aggregate come.
        ///
        /// @param value what is added, first, least or the like; in rows, the argument
        /// @param second the second number of a pair; null for others
        /// @param count  of values; -1 if it is not needed, or each row is one
        record Source(Slot value, Slot second, int count) {
            Source(Slot value, int count) {
                this(value, null, count);
            }
        }

        private final List<Aggregate> aggregates = new ArrayList<>();
        private final List<Source> sources = new ArrayList<>();
        private final boolean byRows;
        private final Plan plan;
        /// A count of rows without which a group may have none; -1 if there are keys.
        private int present = -1;
        private int keys;

        Groups() {
            List<Expr> arguments = new ArrayList<>();
            whole.aggregates().forEach(a -> arguments.add(a.argument().map(exprs::rewrite).orElse(null)));
            int distinct = 0;
            boolean ordered = false;
            boolean gathered = false;
            for (int i = 0; i < arguments.size(); i++) {
                Function function = whole.aggregates().get(i).function();
                boolean constant = arguments.get(i) instanceof Expr.Literal;
                distinct += function == Function.COUNT_DISTINCT && !constant ? 1 : 0;
                gathered |= function.isMoment() || function.isQuantile();
                ordered |= (function == Function.FIRST || function == Function.LAST) && !constant;
            }
            byRows = distinct > 1 || distinct == 1 && ordered || gathered;
            if (byRows) {
                for (int i = 0; i < arguments.size(); i++) {
                    Slot second = whole.aggregates().get(i).second().map(expr -> slot("", exprs.rewrite(expr)))
                            .orElse(null);
                    sources.add(new Source(arguments.get(i) == null ? new Slot(-1, true) : slot("", arguments.get(i)),
                            second, -1));
                }
                plan = rowsInAnyOrder();
                return;
            }
            for (int i = 0; i < arguments.size(); i++) {
                if (whole.aggregates().get(i).function() == Function.COUNT_DISTINCT) {
                    // The value is a key; those of the whole stay before it.
                    sources.add(new Source(slot("", arguments.get(i)), -1));
                } else {
                    sources.add(null);
                }
            }
            keys = outputs.size();
            for (int i = 0; i < arguments.size(); i++) {
                if (sources.get(i) == null) {
                    sources.set(i, source(whole.aggregates().get(i), arguments.get(i)));
                }
            }
            if (keys == 0) {
                present = count(Optional.empty());
            }
            if (aggregates.isEmpty() && keys == 0) {
                throw new AssertionError("no columns");
            }
            plan = new Plan(relation, where, outputs, aggregates, true, List.of(), 0, Plan.NO_LIMIT);
        }

        private Plan rowsInAnyOrder() {
            return new Plan(relation, where, someOutputs(), List.of(), false, List.of(), 0, Plan.NO_LIMIT);
        }

        private Source source(Aggregate aggregate, Expr argument) {
            Optional<Expr> found = Optional.ofNullable(argument);
            if (argument instanceof Expr.Literal constant && aggregate.function() != Function.SUM
                    && aggregate.function() != Function.AVG) {
                return new Source(new Slot(-1, constant.value()), constant.value() == null ? -1
                        : count(Optional.empty()));
            }
            return switch (aggregate.function()) {
                case COUNT -> new Source(new Slot(-1, null), count(found));
                case SUM -> new Source(part(Function.SUM, found), -1);
                case AVG -> new Source(part(Function.SUM, found), count(found));
                case MIN, MAX, FIRST, LAST -> new Source(part(aggregate.function(), found), -1);
                case COUNT_DISTINCT, QUANTILE_CONT, QUANTILE_DISC, VAR_POP, VAR_SAMP, STDDEV_POP, STDDEV_SAMP,
                    COVAR_POP, COVAR_SAMP, CORR, REGR_SLOPE, REGR_INTERCEPT, REGR_R2 ->
                    throw new AssertionError(aggregate);
            };
        }

        private int count(Optional<Expr> argument) {
            return part(Function.COUNT, argument).column;
        }

        private Slot part(Function function, Optional<Expr> argument) {
            aggregates.add(new Aggregate("", function, argument));
            return new Slot(keys + aggregates.size() - 1, null);
        }

        @Override
        public Plan plan() {
            return plan;
        }

        /// Groups of both parts are merged as words: their rows mean the same.
        @Override
        public boolean isLike(SharedScan.PartQuestion other) {
            return other instanceof Groups that && slots.equals(that.slots()) && sources.equals(that.sources)
                    && keys == that.keys && present == that.present;
        }

        private List<Slot> slots() {
            return slots;
        }

        boolean byRows() {
            return byRows;
        }

        /// Whether the row of the part's result stands for any rows.
        boolean isThere(Result result) {
            return present < 0 || result.getLong(present) > 0;
        }

        /// The value of an aggregate's source.
        Object value(int aggregate, Result result) {
            return sources.get(aggregate).value.of(result);
        }

        /// The second number of a pair, or the only one.
        Object second(int aggregate, Result result) {
            Slot second = sources.get(aggregate).second;
            return second == null ? value(aggregate, result) : second.of(result);
        }

        /// How many values it stands for; -1 if that is not known.
        long count(int aggregate, Result result) {
            int column = sources.get(aggregate).count;
            return column < 0 ? -1 : result.getLong(column);
        }
    }

    /// Keys of a group of the whole result.
    Object[] key(Result result) {
        Object[] key = new Object[whole.outputs().size()];
        for (int i = 0; i < key.length; i++) {
            key[i] = slots.get(i).of(result);
        }
        return key;
    }
}
