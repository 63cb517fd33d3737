// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query.internal.parts;

import dev.ashlar.query.Aggregate;
import dev.ashlar.query.MemoryEstimate;
import dev.ashlar.query.Moments;
import dev.ashlar.query.Plan;
import dev.ashlar.query.Quantile;
import dev.ashlar.query.Result;
import dev.ashlar.query.ValueType;
import dev.ashlar.query.internal.execution.QueryBudget;
import dev.ashlar.query.internal.execution.TopRows;
import dev.ashlar.query.internal.value.Values;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Groups of several parts, or of one, in the order of their first rows.
///
/// **Threading**: one thread.
final class PartGroups {
    /// One aggregate of one group.
    private static final class State {
        private long count;
        private Object value;
        private Set<Object> different;
        private Moments moments;
        /// For quantiles; null while there are none.
        private List<Object> values;
    }

    private record Group(Object[] key, State[] states) {
    }

    private final Plan plan;
    private final QueryBudget budget;
    private final Map<List<Object>, Group> groups = new LinkedHashMap<>();

    PartGroups(Plan plan, QueryBudget budget) {
        this.plan = plan;
        this.budget = budget;
    }

    /// Takes in all that a part has found.
    void add(PartPlan part, PartPlan.Groups found, Result result) {
        for (long rows = 0; result.next(); rows++) {
            if (rows % QueryBudget.INTERVAL_ROWS == 0) {
                budget.check();
            }
            if (!found.isThere(result)) {
                continue;
            }
            Group group = group(part.key(result));
            for (int i = 0; i < group.states.length; i++) {
                Object value = found.value(i, result);
                if (plan.aggregates().get(i).function().isMoment()) {
                    Object second = found.second(i, result);
                    if (value != null && second != null) {
                        momentsOf(i, group.states[i]).add(value, second);
                    }
                } else if (found.byRows()) {
                    add(i, group.states[i], value, value == null ? 0 : 1);
                } else {
                    long count = found.count(i, result);
                    // A constant is a value of the group only if the group has rows.
                    add(i, group.states[i], count == 0 ? null : value, Math.max(count, 0));
                }
            }
        }
    }

    /// Takes in the groups of a later part.
    void add(PartGroups later) {
        for (Group other : later.groups.values()) {
            Group group = group(other.key);
            for (int i = 0; i < group.states.length; i++) {
                State state = other.states[i];
                add(i, group.states[i], state.value, state.count);
                if (state.moments != null) {
                    momentsOf(i, group.states[i]).addAll(state.moments);
                }
                if (state.values != null) {
                    for (Object value : state.values) {
                        keep(group.states[i], value);
                    }
                }
                if (state.different != null) {
                    state.different.forEach(differentOf(group.states[i])::add);
                }
            }
        }
    }

    private Group group(Object[] values) {
        List<Object> key = new ArrayList<>(values.length);
        for (Object value : values) {
            key.add(value == null ? null : Values.canonical(value));
        }
        Group group = groups.get(key);
        if (group == null) {
            budget.reserve(MemoryEstimate.rowBytes(values)
                    + MemoryEstimate.shortRowBytes(values.length + 2 * plan.aggregates().size()));
            group = new Group(values, new State[plan.aggregates().size()]);
            for (int i = 0; i < group.states.length; i++) {
                group.states[i] = new State();
            }
            groups.put(key, group);
        }
        return group;
    }

    private Set<Object> differentOf(State state) {
        if (state.different == null) {
            state.different = new HashSet<>();
        }
        return state.different;
    }

    private void keep(State state, Object value) {
        if (state.values == null) {
            state.values = new ArrayList<>();
        }
        budget.reserve(Long.BYTES + MemoryEstimate.valueBytes(value));
        state.values.add(value);
    }

    private Moments momentsOf(int aggregate, State state) {
        if (state.moments == null) {
            state.moments = new Moments(plan.aggregates().get(aggregate).function().isOfPairs());
        }
        return state.moments;
    }

    private void add(int aggregate, State state, Object value, long count) {
        state.count += count;
        if (value == null) {
            return;
        }
        ValueType type = plan.aggregates().get(aggregate).type();
        switch (plan.aggregates().get(aggregate).function()) {
            case COUNT -> { }
            case COUNT_DISTINCT -> {
                if (differentOf(state).add(Values.canonical(value))) {
                    budget.reserve(MemoryEstimate.valueBytes(value));
                }
            }
            case SUM, AVG -> state.value = type.kind().isFloating()
                    ? (Object) ((state.value == null ? 0.0 : (Double) state.value) + Values.toDouble(value))
                    : state.value == null ? Values.toDecimal(value)
                    : ((BigDecimal) state.value).add(Values.toDecimal(value));
            case MIN -> state.value = state.value == null || Values.compare(value, state.value, type) < 0 ? value
                    : state.value;
            case MAX -> state.value = state.value == null || Values.compare(value, state.value, type) > 0 ? value
                    : state.value;
            case FIRST -> state.value = state.value == null ? value : state.value;
            case LAST -> state.value = value;
            case QUANTILE_CONT, QUANTILE_DISC -> keep(state, Values.canonical(value));
            case VAR_POP, VAR_SAMP, STDDEV_POP, STDDEV_SAMP, COVAR_POP, COVAR_SAMP, CORR, REGR_SLOPE, REGR_INTERCEPT,
                REGR_R2 -> throw new IllegalStateException("of moments: value=" + value);
        }
    }

    /// The rows of the result.
    List<Object[]> rows() {
        if (plan.outputs().isEmpty()) {
            group(new Object[0]);
        }
        TopRows top = new TopRows(plan, budget);
        for (Group group : groups.values()) {
            Object[] row = new Object[group.key.length + group.states.length];
            System.arraycopy(group.key, 0, row, 0, group.key.length);
            for (int i = 0; i < group.states.length; i++) {
                row[group.key.length + i] = result(plan.aggregates().get(i), group.states[i]);
            }
            top.add(row);
        }
        return top.rows();
    }

    private static Object result(Aggregate aggregate, State state) {
        ValueType type = aggregate.type();
        return switch (aggregate.function()) {
            case COUNT -> state.count;
            case COUNT_DISTINCT -> state.different == null ? 0L : (long) state.different.size();
            case MIN, MAX, FIRST, LAST -> state.value;
            case VAR_POP, VAR_SAMP, STDDEV_POP, STDDEV_SAMP, COVAR_POP, COVAR_SAMP, CORR, REGR_SLOPE, REGR_INTERCEPT,
                REGR_R2 -> state.moments == null ? null : state.moments.result(aggregate.function());
            case QUANTILE_CONT, QUANTILE_DISC -> state.values == null ? null : Quantile.of(aggregate, state.values);
            case SUM -> state.value == null || type.kind().isFloating() ? state.value
                    : fitting((BigDecimal) state.value, aggregate);
            case AVG -> state.value == null ? null : type.kind().isFloating()
                    ? (Object) ((Double) state.value / state.count) : fitting(((BigDecimal) state.value)
                    .divide(BigDecimal.valueOf(state.count), type.scale(), RoundingMode.HALF_UP), aggregate);
        };
    }

    private static BigDecimal fitting(BigDecimal number, Aggregate aggregate) {
        return Values.fitting(number.setScale(aggregate.type().scale()), aggregate::name);
    }
}
