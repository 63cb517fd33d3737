// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query.internal.parts;

import dev.ashlar.query.Expr;
import dev.ashlar.query.Moment;
import dev.ashlar.query.Plan;
import dev.ashlar.query.StorePart;
import dev.ashlar.query.ValueType;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/// Finds parts that may have rows for which a condition is true, without opening them: by their dates, and by the times
/// and numbers of their rows. In case of doubt, a part counts as having such rows.
final class PartPruner {
    private PartPruner() {
    }

    static List<StorePart> parts(PartRelation relation, Plan plan, Optional<Moment> moment) {
        return relation.parts(moment).stream().filter(part -> mayMatch(relation, part, plan.where())).toList();
    }

    private static boolean mayMatch(PartRelation relation, StorePart part, Optional<Expr> where) {
        Optional<Map<String, StorePart.Known>> known = part.known();
        if (known.isPresent() && isEmpty(known.get().get(relation.name())) && !relation.name().equals("_containers")) {
            return false;
        }
        if (where.isEmpty()) {
            return true;
        }
        Expr dated = new PartExprs(column -> column.name().equals(PartRelation.DATE_NAME)
                ? new Expr.Literal(part.dateNs(), ValueType.TIMESTAMP) : column).rewrite(where.get());
        return mayBeTrue(dated, relation, part, known.map(all -> all.get(relation.name())));
    }

    private static boolean isEmpty(StorePart.Known known) {
        return known == null || known.rows() == 0;
    }

    private static boolean mayBeTrue(Expr condition, PartRelation relation, StorePart part,
            Optional<StorePart.Known> known) {
        return switch (condition) {
            case Expr.Literal e -> Boolean.TRUE.equals(e.value());
            case Expr.And e -> e.operands().stream().allMatch(operand -> mayBeTrue(operand, relation, part, known));
            case Expr.Or e -> e.operands().stream().anyMatch(operand -> mayBeTrue(operand, relation, part, known));
            case Expr.Compare(Expr.Comparison comparison, Expr.ColumnRef column, Expr.Literal constant) ->
                mayHold(comparison, column, constant, relation, part, known);
            case Expr.Compare(Expr.Comparison comparison, Expr.Literal constant, Expr.ColumnRef column) ->
                mayHold(comparison.swapped(), column, constant, relation, part, known);
            case Expr.In(Expr.ColumnRef column, List<Expr.Literal> values) -> values.stream().anyMatch(value ->
                    mayHold(Expr.Comparison.EQUAL, column, value, relation, part, known));
            case Expr.ColumnRef _, Expr.Arithmetic _, Expr.Negate _, Expr.Compare _, Expr.Not _, Expr.IsNull _,
                    Expr.In _, Expr.Like _, Expr.Case _, Expr.Cast _, Expr.TimeBucket _ -> true;
        };
    }

    private static boolean mayHold(Expr.Comparison comparison, Expr.ColumnRef column, Expr.Literal constant,
            PartRelation relation, StorePart part, Optional<StorePart.Known> known) {
        if (constant.value() == null) {
            return false;
        }
        if (!(constant.value() instanceof Long value)) {
            return true;
        }
        if (relation.isNumber(column.name())) {
            return mayHold(comparison, value, part.base(), part.base() + StorePart.MOST_NUMBERS - 1);
        }
        boolean timed = column.name().equals(PartRelation.TIME_NAME) && column.type().equals(ValueType.TIMESTAMP)
                && constant.type().equals(ValueType.TIMESTAMP);
        OptionalLong least = known.map(StorePart.Known::minTime).orElse(OptionalLong.empty());
        OptionalLong greatest = known.map(StorePart.Known::maxTime).orElse(OptionalLong.empty());
        return !timed || least.isEmpty() || greatest.isEmpty()
                || mayHold(comparison, value, least.getAsLong(), greatest.getAsLong());
    }

    private static boolean mayHold(Expr.Comparison comparison, long value, long least, long greatest) {
        return switch (comparison) {
            case EQUAL -> least <= value && value <= greatest;
            case NOT_EQUAL -> least != value || greatest != value;
            case LESS -> least < value;
            case LESS_OR_EQUAL -> least <= value;
            case GREATER -> greatest > value;
            case GREATER_OR_EQUAL -> greatest >= value;
        };
    }
}
