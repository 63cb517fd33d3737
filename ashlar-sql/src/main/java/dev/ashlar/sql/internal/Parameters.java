// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.internal;

import dev.ashlar.sql.SqlException;
import dev.ashlar.sql.SqlException.Reason;
import dev.ashlar.sql.runtime.Nanos;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.LocalDate;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.util.DateString;
import org.apache.calcite.util.TimestampString;

/// Values of parameters as constants.
final class Parameters {
    private Parameters() {
    }

    static RexNode literal(RexBuilder builder, Object value, RelDataType type) {
        if (value == null) {
            return builder.makeNullLiteral(builder.getTypeFactory().createTypeWithNullability(type, true));
        }
        RexNode literal = switch (type.getSqlTypeName()) {
            case BOOLEAN -> value instanceof Boolean truth ? builder.makeLiteral(truth) : null;
            case TINYINT, SMALLINT, INTEGER, BIGINT -> value instanceof Number number
                    ? builder.makeExactLiteral(exact(number).setScale(0, RoundingMode.UNNECESSARY), type) : null;
            case DECIMAL -> value instanceof Number number ? builder.makeExactLiteral(exact(number)) : null;
            case REAL, FLOAT, DOUBLE -> value instanceof Number number
                    ? builder.makeApproxLiteral(exact(number), type) : null;
            case CHAR, VARCHAR -> value instanceof String text ? builder.makeLiteral(text) : null;
            case TIMESTAMP -> switch (value) {
                case Long ns -> timestamp(builder, ns);
                case String text -> timestamp(builder, Nanos.parse(text));
                default -> null;
            };
            case DATE -> value instanceof LocalDate date
                    ? builder.makeDateLiteral(new DateString(date.toString())) : null;
            default -> null;
        };
        if (literal == null) {
            throw new SqlException(Reason.INVALID, "value of a parameter is of another type: value=" + value + ", type="
                    + type, null);
        }
        return literal;
    }

    private static RexNode timestamp(RexBuilder builder, long ns) {
        String text = Nanos.text(ns).replaceAll("\\.?0+$", "");
        String whole = Nanos.text(ns, 0);
        return builder.makeTimestampLiteral(new TimestampString(text.length() < whole.length() ? whole : text),
                SqlRules.TIMESTAMP_DIGITS);
    }

    private static BigDecimal exact(Number number) {
        return switch (number) {
            case BigDecimal decimal -> decimal;
            case Double real -> new BigDecimal(real.toString());
            case Float real -> new BigDecimal(real.toString());
            default -> BigDecimal.valueOf(number.longValue());
        };
    }
}
