// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.internal.statement;

import dev.ashlar.query.ValueType;
import dev.ashlar.sql.SqlException;
import dev.ashlar.sql.SqlException.Reason;
import dev.ashlar.sql.internal.problem.Place;
import dev.ashlar.sql.internal.type.SqlRules;
import dev.ashlar.sql.runtime.Nanos;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.sql.SqlBasicTypeNameSpec;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlDynamicParam;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlOrderBy;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.apache.calcite.sql.util.SqlShuttle;
import org.apache.calcite.util.DateString;
import org.apache.calcite.util.TimeString;
import org.apache.calcite.util.TimestampString;

/// Replaces parameters by their values before a statement is checked. So a parameter means the same as the literal
/// value: it has its own type, never that of the column it is compared with.
public final class ParameterLiterals extends SqlShuttle {
    private static final Set<SqlKind> ORDERS = Set.of(SqlKind.DESCENDING, SqlKind.NULLS_FIRST, SqlKind.NULLS_LAST);
    private static final DateTimeFormatter SECONDS = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss");
    private static final int GREATEST_YEAR = 9999;
    private static final int NS_PER_MS = 1_000_000;

    private final List<?> values;
    private final Optional<RelDataType> types;

    /// @param types of the parameters, by their places; empty if these do not say
    ParameterLiterals(List<?> values, Optional<RelDataType> types) {
        this.values = values;
        this.types = types;
    }

    /// @param statement parsed, not checked
    public static SqlNode in(SqlNode statement, List<?> values, Optional<RelDataType> types) {
        return statement.accept(new ParameterLiterals(values, types));
    }

    @Override
    public SqlNode visit(SqlDynamicParam parameter) {
        return literal(parameter.getIndex(), parameter.getParserPosition());
    }

    @Override
    public SqlNode visit(SqlCall call) {
        switch (call) {
            case SqlOrderBy order -> {
                requireColumns(order.orderList);
                count(order.offset);
                count(order.fetch);
            }
            case SqlSelect select -> requireColumns(select.getGroup());
            default -> { }
        }
        return super.visit(call);
    }

    /// A number among columns to group or order by is a column's number, which a value cannot be.
    private void requireColumns(List<SqlNode> columns) {
        for (SqlNode column : columns == null ? List.<SqlNode>of() : columns) {
            SqlNode named = column;
            while (named.isA(ORDERS)) {
                named = ((SqlCall) named).operand(0);
            }
            if (named instanceof SqlDynamicParam) {
                throw invalid(named.getParserPosition(), "a parameter cannot name a column to group or order by; "
                        + "write the column");
            }
        }
    }

    /// How many rows to skip or take.
    private void count(SqlNode rows) {
        if (!(rows instanceof SqlDynamicParam parameter)) {
            return;
        }
        Object value = values.get(parameter.getIndex());
        boolean whole = value instanceof Number number && exact(number).filter(n -> n.signum() >= 0
                && n.stripTrailingZeros().scale() <= 0 && n.compareTo(BigDecimal.valueOf(Long.MAX_VALUE)) <= 0)
                .isPresent();
        if (!whole) {
            throw invalid(parameter.getParserPosition(), "not a count of rows: parameter=" + (parameter.getIndex() + 1)
                    + ", value=" + value + ", least=0, greatest=" + Long.MAX_VALUE);
        }
    }

    private SqlNode literal(int index, SqlParserPos at) {
        Object value = values.get(index);
        Optional<RelDataType> type = types.map(t -> t.getFieldList().get(index)).map(RelDataTypeField::getType)
                .filter(t -> t.getSqlTypeName() != SqlTypeName.NULL && t.getSqlTypeName() != SqlTypeName.UNKNOWN);
        boolean time = type.filter(t -> t.getSqlTypeName() == SqlTypeName.TIMESTAMP).isPresent();
        return switch (value) {
            case null -> type.map(t -> cast(SqlLiteral.createNull(at), SqlTypeUtil.convertTypeToSpec(t), at))
                    .orElseGet(() -> SqlLiteral.createNull(at));
            case Boolean truth -> SqlLiteral.createBoolean(truth, at);
            case String text -> SqlLiteral.createCharString(text, at);
            case Long ns when time -> timestamp(index, Nanos.time(ns), at);
            case Double real -> real(real, at);
            // By its value: 0.1f is not 0.1.
            case Float real -> real(real.doubleValue(), at);
            case Number number -> number(index, exact(number).orElseThrow(() -> unknown(index, value, at)), at);
            case LocalDateTime dateTime -> timestamp(index, dateTime, at);
            case Instant instant -> timestamp(index, LocalDateTime.ofInstant(instant, ZoneOffset.UTC), at);
            case LocalDate date -> SqlLiteral.createDate(new DateString(date.toString()), at);
            case LocalTime dayTime -> time(index, dayTime, at);
            default -> throw unknown(index, value, at);
        };
    }

    private static SqlNode cast(SqlNode value, SqlDataTypeSpec type, SqlParserPos at) {
        return SqlStdOperatorTable.CAST.createCall(at, value, type);
    }

    private static SqlNode real(double number, SqlParserPos at) {
        // What no literal can be.
        if (!Double.isFinite(number) || number == 0 && 1 / number < 0) {
            return cast(SqlLiteral.createCharString(Double.toString(number), at),
                    new SqlDataTypeSpec(new SqlBasicTypeNameSpec(SqlTypeName.DOUBLE, at), at), at);
        }
        return SqlLiteral.createApproxNumeric(Double.toString(number), at);
    }

    private static Optional<BigDecimal> exact(Number number) {
        return switch (number) {
            case BigDecimal decimal -> Optional.of(decimal);
            case BigInteger whole -> Optional.of(new BigDecimal(whole));
            case Byte _, Short _, Integer _, Long _ -> Optional.of(BigDecimal.valueOf(number.longValue()));
            default -> Optional.empty();
        };
    }

    private static SqlNode number(int index, BigDecimal number, SqlParserPos at) {
        BigDecimal stripped = number.stripTrailingZeros();
        int digits = Math.max(stripped.precision() - Math.min(0, stripped.scale()), Math.max(0, stripped.scale()));
        if (digits > ValueType.MAX_PRECISION) {
            throw invalid(at, "number has too many digits: parameter=" + (index + 1) + ", digits=" + digits + ", most="
                    + ValueType.MAX_PRECISION);
        }
        return SqlLiteral.createExactNumeric((number.scale() > ValueType.MAX_PRECISION ? stripped : number)
                .toPlainString(), at);
    }

    private static SqlNode timestamp(int index, LocalDateTime time, SqlParserPos at) {
        if (time.getYear() < 1 || time.getYear() > GREATEST_YEAR) {
            throw invalid(at, "time out of range: parameter=" + (index + 1) + ", value=" + time + ", leastYear=1, "
                    + "greatestYear=" + GREATEST_YEAR);
        }
        TimestampString seconds = new TimestampString(SECONDS.format(time));
        return SqlLiteral.createTimestamp(SqlTypeName.TIMESTAMP, seconds.withNanos(time.getNano()),
                SqlRules.TIMESTAMP_DIGITS, at);
    }

    private static SqlNode time(int index, LocalTime time, SqlParserPos at) {
        if (time.getNano() % NS_PER_MS != 0) {
            throw invalid(at, "times of day have milliseconds: parameter=" + (index + 1) + ", value=" + time);
        }
        String text = time.truncatedTo(ChronoUnit.SECONDS).format(DateTimeFormatter.ISO_LOCAL_TIME);
        return SqlLiteral.createTime(new TimeString(text).withNanos(time.getNano()), SqlRules.TIME_DIGITS, at);
    }

    private static SqlException unknown(int index, Object value, SqlParserPos at) {
        return invalid(at, "values of this class cannot be parameters: parameter=" + (index + 1) + ", class="
                + value.getClass().getTypeName() + "; set a number, text, boolean, date or time");
    }

    private static SqlException invalid(SqlParserPos at, String message) {
        return Place.of(at).wrong(Reason.INVALID, message);
    }
}
