// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.internal.operator;

import dev.ashlar.sql.runtime.SortedRows;
import dev.ashlar.sql.runtime.aggregate.GroupedRows;
import dev.ashlar.sql.runtime.aggregate.WindowCall;
import dev.ashlar.sql.runtime.aggregate.WindowFrame;
import dev.ashlar.sql.runtime.aggregate.WindowFrame.Kind;
import dev.ashlar.sql.runtime.aggregate.WindowFrame.Unit;
import dev.ashlar.sql.runtime.aggregate.WindowRows;
import dev.ashlar.sql.runtime.columnar.Call;
import dev.ashlar.sql.runtime.columnar.Call.Function;
import dev.ashlar.sql.runtime.columnar.Formula;
import dev.ashlar.sql.runtime.columnar.Frames;
import dev.ashlar.sql.runtime.columnar.GroupedColumns;
import dev.ashlar.sql.runtime.columnar.WindowedColumns;
import dev.ashlar.sql.runtime.columnar.WordType;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.sql.type.SqlTypeName;

/// Converts window functions and aggregates to calls over columns, where such calls exist.
///
/// @param types of the columns of the input
record ColumnarCalls(List<WordType> types) {
    private static final Formula.Constant NULL = new Formula.Constant(0, true);
    /// For functions that have no frame.
    private static final Frames.Shape ANY = new Frames.Shape(Unit.ROWS, new Frames.Bound(Kind.UNBOUNDED_PRECEDING, 0),
            new Frames.Bound(Kind.CURRENT_ROW, 0), false);

    /// @param results types of the results of its calls
    Optional<WindowedColumns.Group> group(WindowRows.Group group, List<WordType> results) {
        List<Call> calls = new ArrayList<>();
        for (int i = 0; i < group.calls().size(); i++) {
            call(group.calls().get(i), results.get(i)).ifPresent(calls::add);
        }
        if (calls.size() < group.calls().size() || group.partition().size() > GroupedColumns.MOST_KEYS) {
            return Optional.empty();
        }
        Optional<Frames.Shape> shape = Optional.empty();
        if (calls.stream().anyMatch(Call::needsFrames)) {
            boolean ranks = calls.stream().filter(Call::needsFrames).allMatch(call -> call.function() == Function.RANK
                    || call.function() == Function.DENSE_RANK);
            shape = ranks ? Optional.of(ANY) : shape(group.frame(), group.order());
            if (shape.isEmpty() || !shape.get().grows() && calls.stream().anyMatch(Call::onlyGrows)) {
                return Optional.empty();
            }
        }
        return Optional.of(new WindowedColumns.Group(group.partition(), group.order(), shape, calls));
    }

    private Optional<Frames.Shape> shape(WindowFrame frame, List<SortedRows.Key> order) {
        if (frame.unit() == Unit.GROUPS || frame.exclude() != WindowFrame.Exclusion.NONE) {
            return Optional.empty();
        }
        boolean descending = !order.isEmpty() && order.getFirst().descending();
        return bound(frame, frame.lower(), order).flatMap(lower -> bound(frame, frame.upper(), order)
                .map(upper -> new Frames.Shape(frame.unit(), lower, upper, descending)));
    }

    private Optional<Frames.Bound> bound(WindowFrame frame, WindowFrame.Bound bound, List<SortedRows.Key> order) {
        if (bound.offset() == null) {
            return Optional.of(new Frames.Bound(bound.kind(), 0));
        }
        BigDecimal signed = bound.kind() == Kind.PRECEDING ? bound.offset().negate() : bound.offset();
        if (frame.unit() == Unit.ROWS) {
            long rows = signed.min(BigDecimal.valueOf(Integer.MAX_VALUE)).max(BigDecimal.valueOf(Integer.MIN_VALUE))
                    .longValue();
            return Optional.of(new Frames.Bound(bound.kind(), rows));
        }
        WordType key = types.get(order.getFirst().column());
        boolean counts = key.isExact() || key.name() == SqlTypeName.TIMESTAMP || key.name() == SqlTypeName.DATE;
        return counts ? ColumnarFormulas.word(signed, key.scale()).map(word -> new Frames.Bound(bound.kind(), word))
                : Optional.empty();
    }

    /// An aggregate of a group.
    Optional<Call> call(GroupedRows.Call call, WordType result) {
        boolean plain = call.filter() < 0 && call.grouping() == null;
        return plain ? call(call.call(), result).filter(Call::isAggregate) : Optional.empty();
    }

    private Optional<Call> call(WindowCall call, WordType result) {
        boolean plain = !call.distinct() && !call.ignoreNulls() && call.order().isEmpty();
        List<WindowCall.Argument> arguments = call.arguments();
        if (!plain || !arguments.isEmpty() && arguments.getFirst().column() < 0) {
            return Optional.empty();
        }
        int argument = arguments.isEmpty() ? -1 : arguments.getFirst().column();
        return switch (call.function()) {
            case ROW_NUMBER -> plain(Function.ROW_NUMBER, -1);
            case RANK -> plain(Function.RANK, -1);
            case DENSE_RANK -> plain(Function.DENSE_RANK, -1);
            case COUNT -> arguments.size() > 1 ? Optional.empty() : plain(Function.COUNT, argument);
            case SUM -> sum(Function.SUM, argument, result);
            case SUM0 -> sum(Function.SUM0, argument, result);
            case SUM_OF_DOUBLES -> sumOfReals(Function.SUM, argument, result);
            case SUM0_OF_DOUBLES -> sumOfReals(Function.SUM0, argument, result);
            case MIN, MAX -> types.get(argument).isText() || !isOf(argument, result) ? Optional.empty()
                    : plain(call.function() == WindowCall.Function.MIN ? Function.MIN : Function.MAX, argument);
            case FIRST_VALUE -> isOf(argument, result) ? plain(Function.FIRST_VALUE, argument) : Optional.empty();
            case LAST_VALUE -> isOf(argument, result) ? plain(Function.LAST_VALUE, argument) : Optional.empty();
            case LAG -> neighbour(call, result, -1);
            case LEAD -> neighbour(call, result, 1);
            default -> Optional.empty();
        };
    }

    private boolean isOf(int argument, WordType result) {
        return types.get(argument).equals(result);
    }

    private Optional<Call> plain(Function function, int argument) {
        return Optional.of(new Call(function, argument, 0, NULL, argument >= 0 && types.get(argument).isReal()));
    }

    private Optional<Call> sum(Function function, int argument, WordType result) {
        boolean fits = types.get(argument).isExact() && types.get(argument).scale() == result.scale()
                && (result.name() == SqlTypeName.DECIMAL || result.name() == SqlTypeName.BIGINT);
        return fits ? plain(function, argument) : Optional.empty();
    }

    private Optional<Call> sumOfReals(Function function, int argument, WordType result) {
        return types.get(argument).isReal() && result.name() == SqlTypeName.DOUBLE ? plain(function, argument)
                : Optional.empty();
    }

    private Optional<Call> neighbour(WindowCall call, WordType result, int step) {
        int argument = call.arguments().getFirst().column();
        WordType type = types.get(argument);
        Optional<Long> offset = call.arguments().size() < 2 ? Optional.of(1L) : constant(call.arguments().get(1), 0)
                .filter(rows -> rows == rows.intValue());
        Optional<Formula.Constant> otherwise = call.arguments().size() < 3 ? Optional.of(NULL) : !type.isExact()
                ? Optional.empty() : constant(call.arguments().get(2), type.scale()).map(word ->
                        new Formula.Constant(word, false));
        boolean same = type.equals(result) || type.isWhole() && result.isWhole();
        return same ? offset.flatMap(rows -> otherwise.map(other -> new Call(Function.NEIGHBOUR, argument, step * rows,
                other, false))) : Optional.empty();
    }

    private static Optional<Long> constant(WindowCall.Argument argument, int scale) {
        boolean known = argument.column() < 0;
        return known && argument.constant() instanceof BigDecimal number ? ColumnarFormulas.word(number, scale)
                : known && (argument.constant() instanceof Long || argument.constant() instanceof Integer
                || argument.constant() instanceof Short || argument.constant() instanceof Byte)
                ? ColumnarFormulas.word(BigDecimal.valueOf(((Number) argument.constant()).longValue()), scale)
                : Optional.empty();
    }
}
