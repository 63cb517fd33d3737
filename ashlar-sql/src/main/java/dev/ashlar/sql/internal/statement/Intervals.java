// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.internal.statement;

import dev.ashlar.sql.SqlException.Reason;
import dev.ashlar.sql.internal.problem.Place;
import dev.ashlar.sql.runtime.Nanos;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.avatica.util.TimeUnit;
import org.apache.calcite.sql.SqlIntervalLiteral;
import org.apache.calcite.sql.SqlIntervalQualifier;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.util.SqlShuttle;

/// Converts constant intervals of days or shorter units to nanoseconds; Calcite would convert them to milliseconds and
/// drop the rest.
public final class Intervals extends SqlShuttle {
    private static final int DIGITS = 9;
    /// Digits that the first field may have.
    private static final int FIRST_DIGITS = 10;
    private static final List<TimeUnit> UNITS = List.of(TimeUnit.DAY, TimeUnit.HOUR, TimeUnit.MINUTE, TimeUnit.SECOND);

    /// A literal whose value is nanoseconds.
    private static final class InNanos extends SqlIntervalLiteral {
        InNanos(SqlIntervalLiteral literal) {
            super(interval(literal).getSign(), interval(literal).getIntervalLiteral(), exact(interval(literal)
                    .getIntervalQualifier()), literal.getTypeName(), literal.getParserPosition());
        }

        private InNanos(IntervalValue value, InNanos literal, SqlParserPos at) {
            super(value.getSign(), value.getIntervalLiteral(), value.getIntervalQualifier(), literal.getTypeName(), at);
        }

        @Override
        public SqlIntervalLiteral clone(SqlParserPos at) {
            return new InNanos(interval(this), this, at);
        }

        @Override
        public <T> T getValueAs(Class<T> type) {
            return type == BigDecimal.class ? type.cast(nanoseconds(interval(this), getParserPosition()))
                    : super.getValueAs(type);
        }
    }

    private Intervals() {
    }

    /// @param statement parsed, not checked
    public static SqlNode in(SqlNode statement) {
        return statement.accept(new Intervals());
    }

    @Override
    public SqlNode visit(SqlLiteral literal) {
        return literal instanceof SqlIntervalLiteral span && !(literal instanceof InNanos)
                && !interval(span).getIntervalQualifier().isYearMonth() ? new InNanos(span) : literal;
    }

    private static SqlIntervalLiteral.IntervalValue interval(SqlIntervalLiteral literal) {
        return literal.getValueAs(SqlIntervalLiteral.IntervalValue.class);
    }

    /// With nine digits of a second, and many before the point, unless others are written.
    private static SqlIntervalQualifier exact(SqlIntervalQualifier qualifier) {
        if (qualifier.timeFrameName != null) {
            return qualifier;
        }
        boolean seconds = qualifier.getEndUnit() == TimeUnit.SECOND || qualifier.getStartUnit() == TimeUnit.SECOND;
        int first = qualifier.getStartPrecisionPreservingDefault();
        int digits = qualifier.getFractionalSecondPrecisionPreservingDefault();
        return new SqlIntervalQualifier(qualifier.getStartUnit(), first < 0 ? FIRST_DIGITS : first,
                qualifier.getEndUnit() == qualifier.getStartUnit() ? null : qualifier.getEndUnit(),
                seconds && digits < 0 ? DIGITS : digits, qualifier.getParserPosition());
    }

    /// Of a text that Calcite has found to be one of these fields.
    private static BigDecimal nanoseconds(SqlIntervalLiteral.IntervalValue value, SqlParserPos at) {
        SqlIntervalQualifier qualifier = value.getIntervalQualifier();
        String text = value.getIntervalLiteral().strip();
        boolean negative = text.startsWith("-");
        String[] fields = text.replaceFirst("^[+-]\\s*", "").split("[ :]+");
        List<TimeUnit> units = new ArrayList<>();
        if (qualifier.getStartUnit() == TimeUnit.WEEK) {
            units.add(TimeUnit.WEEK);
        } else {
            units.addAll(UNITS.subList(UNITS.indexOf(qualifier.getStartUnit()),
                    UNITS.indexOf(qualifier.getUnit()) + 1));
        }
        BigDecimal ns = BigDecimal.ZERO;
        for (int i = 0; i < Math.min(fields.length, units.size()); i++) {
            ns = ns.add(new BigDecimal(fields[i]).multiply(BigDecimal.valueOf(Nanos.width(units.get(i).name()))));
        }
        BigDecimal signed = negative == value.getSign() < 0 ? ns : ns.negate();
        if (signed.abs().compareTo(BigDecimal.valueOf(Long.MAX_VALUE)) > 0) {
            throw Place.of(at).wrong(Reason.OVERFLOW, "interval out of range: interval='" + text + "' " + qualifier
                    + ", greatest=" + Long.MAX_VALUE + " ns, which are 106751 days");
        }
        return signed.setScale(0);
    }
}
