// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.runtime.aggregate;

import dev.ashlar.query.MemoryEstimate;
import dev.ashlar.query.Quantile;
import dev.ashlar.query.QueryException.Reason;
import dev.ashlar.query.QueryException;
import dev.ashlar.sql.runtime.RowBudget;
import dev.ashlar.sql.runtime.ValueOrder;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// An aggregate of all values of a group: joined, in a list, or the one at a place in their order.
final class GatheringAccumulator extends AggregateState {
    private static final long COUNTER_BYTES = 96;
    private static final long REFERENCE_BYTES = 8;

    private final RowBudget budget;
    private final List<Object> values = new ArrayList<>();
    /// For MODE: how often each value was there, in the order of their first rows.
    private final Map<Object, long[]> counts = new LinkedHashMap<>();
    private StringBuilder joined;
    private BigDecimal fraction;
    private boolean sorted;

    GatheringAccumulator(WindowCall call, RowBudget budget) {
        super(call);
        this.budget = budget;
    }

    @Override
    long add(Object[] row) {
        Object value = argument(0, row);
        return switch (call().function()) {
            case ARRAY_AGG -> {
                values.add(value);
                yield REFERENCE_BYTES + MemoryEstimate.valueBytes(value);
            }
            case STRING_AGG -> value == null ? 0 : join((String) value, separator(row));
            case MODE -> value == null ? 0 : count(value);
            default -> hasNull(row) ? 0 : quantile(value, row);
        };
    }

    private String separator(Object[] row) {
        Object separator = call().arguments().size() > 1 ? argument(1, row) : "";
        return separator == null ? "" : (String) separator;
    }

    private long join(String text, String separator) {
        long before = joined == null ? 0 : joined.length();
        if (before + separator.length() + text.length() > Integer.MAX_VALUE / 2) {
            throw new QueryException(Reason.MEMORY, "text is too long: characters=" + (before + text.length())
                    + ", most=" + Integer.MAX_VALUE / 2);
        }
        if (joined == null) {
            joined = new StringBuilder();
        } else {
            joined.append(separator);
        }
        joined.append(text);
        // Twice: the result is a copy.
        return 2L * Character.BYTES * (joined.length() - before);
    }

    private long count(Object value) {
        long[] count = counts.get(value);
        if (count != null) {
            count[0]++;
            return 0;
        }
        counts.put(value, new long[] {1});
        return COUNTER_BYTES + MemoryEstimate.valueBytes(value);
    }

    private long quantile(Object value, Object[] row) {
        if (fraction == null) {
            Object given = argument(1, row);
            fraction = switch (given) {
                case BigDecimal decimal -> decimal;
                // What is no number is out of range, too.
                case Double real -> Double.isFinite(real) ? BigDecimal.valueOf(real) : BigDecimal.TEN;
                default -> BigDecimal.valueOf(((Number) given).longValue());
            };
            if (fraction.signum() < 0 || fraction.compareTo(BigDecimal.ONE) > 0) {
                throw new QueryException(Reason.UNSUPPORTED, "fraction of a percentile out of range: fraction=" + given
                        + ", least=0, greatest=1");
            }
        }
        values.add(value);
        sorted = false;
        return REFERENCE_BYTES + MemoryEstimate.valueBytes(value);
    }

    @Override
    Object found() {
        return switch (call().function()) {
            // A copy: the rows of a window may see more values later.
            case ARRAY_AGG -> values.isEmpty() ? null : Collections.unmodifiableList(new ArrayList<>(values));
            case STRING_AGG -> joined == null ? null : joined.toString();
            case MODE -> mostFrequent();
            case QUANTILE_CONT -> values.isEmpty() ? null : continuous();
            default -> values.isEmpty() ? null : discrete();
        };
    }

    private Object mostFrequent() {
        Object found = null;
        long most = 0;
        for (Map.Entry<Object, long[]> entry : counts.entrySet()) {
            budget.row(0);
            if (entry.getValue()[0] > most) {
                most = entry.getValue()[0];
                found = entry.getKey();
            }
        }
        return found;
    }

    private void sort() {
        if (!sorted) {
            values.sort((left, right) -> {
                budget.row(0);
                return ValueOrder.values(left, right);
            });
            sorted = true;
        }
    }

    private Object discrete() {
        sort();
        boolean descending = call().arguments().size() > 2;
        int index = Quantile.discrete(fraction, values.size()).index();
        return values.get(descending ? values.size() - 1 - index : index);
    }

    private Object continuous() {
        sort();
        Quantile.Place place = Quantile.continuous(fraction, values.size());
        return Quantile.between(values.get(place.index()), values.get(place.index() + (place.isBetween() ? 1 : 0)),
                place);
    }
}
