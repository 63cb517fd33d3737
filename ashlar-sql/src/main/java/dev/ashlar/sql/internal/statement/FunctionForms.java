// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.internal.statement;

import dev.ashlar.query.QueryException;
import dev.ashlar.sql.SqlException;
import dev.ashlar.sql.SqlException.Reason;
import dev.ashlar.sql.internal.problem.Place;
import dev.ashlar.sql.internal.type.SqlRules;
import dev.ashlar.sql.internal.type.TimeConstants;
import dev.ashlar.sql.runtime.Nanos;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.apache.calcite.avatica.util.TimeUnit;
import org.apache.calcite.sql.SqlAbstractDateTimeLiteral;
import org.apache.calcite.sql.SqlBasicCall;
import org.apache.calcite.sql.SqlBasicTypeNameSpec;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlCharStringLiteral;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlIntervalLiteral;
import org.apache.calcite.sql.SqlIntervalQualifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlUnknownLiteral;
import org.apache.calcite.sql.SqlUnresolvedFunction;
import org.apache.calcite.sql.SqlUtil;
import org.apache.calcite.sql.fun.SqlCase;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeFamily;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.util.SqlShuttle;
import org.apache.calcite.util.TimestampString;

/// Rewrites functions that have a different form in Calcite's SQL: `now()`, `date_trunc('hour', t)`, `string_agg(x, ','
/// order by y)`, `median(x)`, `if(c, a, b)`.
public final class FunctionForms extends SqlShuttle {
    private static final Map<String, String> OTHER_NAMES = Map.ofEntries(Map.entry("LENGTH", "CHAR_LENGTH"),
            Map.entry("LEN", "CHAR_LENGTH"), Map.entry("IFNULL", "COALESCE"), Map.entry("NVL", "COALESCE"),
            Map.entry("POW", "POWER"), Map.entry("TRUNC", "TRUNCATE"), Map.entry("SUBSTR", "SUBSTRING"));
    private static final Set<String> REWRITTEN = Set.of("NOW", "TODAY", "IF", "IIF", "DATE_PART", "DATEPART", "STRPOS",
            "INSTR", "MEDIAN");
    private static final Set<String> JOINING = Set.of("STRING_AGG", "LISTAGG", "GROUP_CONCAT");
    private static final Pattern FINER_TIME = Pattern.compile("\\.\\d{3}0*[1-9]");
    private static final Pattern PLAIN_TIMESTAMP = Pattern.compile("\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d(\\.\\d{1,9})?");

    private FunctionForms() {
    }

    /// @param statement parsed, not checked
    public static SqlNode in(SqlNode statement) {
        return statement.accept(new FunctionForms());
    }

    /// Whether a function is one of those that are written otherwise here.
    static boolean isKnown(String name) {
        String upper = name.toUpperCase(Locale.ROOT);
        return OTHER_NAMES.containsKey(upper) || REWRITTEN.contains(upper) || DuckFunctions.isKnown(upper);
    }

    @Override
    public SqlNode visit(SqlDataTypeSpec type) {
        return TypeNames.of(type);
    }

    /// Timestamps as ISO 8601 writes them, with an offset from UTC.
    @Override
    public SqlNode visit(SqlLiteral literal) {
        if (literal instanceof SqlUnknownLiteral time && time.tag.equalsIgnoreCase("TIME")
                && FINER_TIME.matcher(time.getValue()).find()) {
            throw wrong("TIME has milliseconds: '" + time.getValue() + "'; compare timestamps, or extract(nanosecond from t)",
                    literal.getParserPosition());
        }
        if (!(literal instanceof SqlUnknownLiteral unknown) || !unknown.tag.equalsIgnoreCase("TIMESTAMP")
                || PLAIN_TIMESTAMP.matcher(unknown.getValue().strip()).matches()) {
            return literal;
        }
        SqlParserPos at = literal.getParserPosition();
        try {
            TimestampString time = TimeConstants.outside(unknown.getValue())
                    .orElseGet(() -> TimeConstants.of(Nanos.parse(unknown.getValue())));
            return SqlLiteral.createTimestamp(SqlTypeName.TIMESTAMP, time, SqlRules.TIMESTAMP_DIGITS, at);
        } catch (QueryException e) {
            throw wrong(e.getMessage(), at);
        }
    }

    @Override
    public SqlNode visit(SqlCall call) {
        SqlNode visited = super.visit(call);
        return visited instanceof SqlBasicCall basic ? rewritten(basic) : visited;
    }

    private static SqlNode rewritten(SqlBasicCall call) {
        SqlOperator operator = call.getOperator();
        String name = operator.getName().toUpperCase(Locale.ROOT);
        if (call.getKind() == SqlKind.WITHIN_GROUP) {
            return withinGroup(call);
        }
        if (!(operator instanceof SqlFunction)) {
            return call;
        }
        if (name.equals("COALESCE") || "COALESCE".equals(OTHER_NAMES.get(name))) {
            return coalesced(call);
        }
        if (JOINING.contains(name) || name.equals("ARRAY_AGG")) {
            return gathered(call, name);
        }
        if (name.equals("DATE_TRUNC")) {
            return truncated(call);
        }
        if ((name.equals("PERCENTILE_CONT") || name.equals("PERCENTILE_DISC")) && call.operandCount() == 2) {
            return function(call, name.replace("PERCENTILE", "QUANTILE"), call.getOperandList());
        }
        // TRANSLATE has a syntax of its own, with this operator.
        if (!(operator instanceof SqlUnresolvedFunction) && !name.equals("TRANSLATE3")) {
            return call;
        }
        Optional<SqlNode> expression = DuckFunctions.of(call, name);
        if (expression.isPresent()) {
            return expression.get();
        }
        String other = OTHER_NAMES.get(name);
        return other != null ? function(call, other, call.getOperandList()) : named(call, name);
    }

    private static SqlNode named(SqlBasicCall call, String name) {
        SqlParserPos at = call.getParserPosition();
        List<SqlNode> operands = call.getOperandList();
        switch (name) {
            case "NOW", "TODAY" -> {
                requireOperands(call, name, 0);
                return new SqlIdentifier(name.equals("NOW") ? "CURRENT_TIMESTAMP" : "CURRENT_DATE", at);
            }
            case "IF", "IIF" -> {
                requireOperands(call, name, 3);
                return new SqlCase(at, null, SqlNodeList.of(operands.get(0)), SqlNodeList.of(operands.get(1)),
                        operands.get(2));
            }
            case "DATE_PART", "DATEPART" -> {
                requireOperands(call, name, 2);
                return SqlStdOperatorTable.EXTRACT.createCall(at, unit(operands.get(0)), operands.get(1));
            }
            case "STRPOS", "INSTR" -> {
                requireOperands(call, name, 2);
                return SqlStdOperatorTable.POSITION.createCall(at, operands.get(1), operands.get(0));
            }
            case "TIME_BUCKET" -> {
                return operands.size() == 3 ? shifted(call) : call;
            }
            case "MEDIAN" -> {
                requireOperands(call, name, 1);
                return function(call, "QUANTILE_CONT", List.of(operands.getFirst(), SqlLiteral.createExactNumeric("0.5", at)));
            }
            default -> {
                return call;
            }
        }
    }

    /// `time_bucket(w, t, i)` of an interval is `time_bucket(w, t - i) + i`; a time is the interval since 1970.
    private static SqlNode shifted(SqlBasicCall call) {
        SqlNode origin = call.operand(2);
        String offset = "\"3\"";
        Optional<String> time = timeText(origin);
        if (time.isPresent()) {
            boolean months = call.operand(0) instanceof SqlIntervalLiteral width
                    && width.getTypeName().getFamily() == SqlTypeFamily.INTERVAL_YEAR_MONTH;
            if (months) {
                throw wrong("TIME_BUCKET by months needs an interval as origin, interval '1' month, not a time",
                        origin.getParserPosition());
            }
            try {
                offset = "INTERVAL '" + BigDecimal.valueOf(Nanos.parse(time.get()), 9).toPlainString() + "' SECOND";
            } catch (QueryException e) {
                throw wrong(e.getMessage(), origin.getParserPosition());
            }
        } else if (!isInterval(origin)) {
            throw wrong("TIME_BUCKET needs a constant as origin, timestamp '2000-01-03' or interval '3' day",
                    origin.getParserPosition());
        }
        return DuckFunctions.expression("TIME_BUCKET(\"1\", \"2\" - " + offset + ") + " + offset, call);
    }

    private static boolean isInterval(SqlNode node) {
        return node instanceof SqlIntervalLiteral || node.getKind() == SqlKind.MINUS_PREFIX
                && ((SqlCall) node).operand(0) instanceof SqlIntervalLiteral;
    }

    /// The text of a time that is written as a literal or as a cast of one.
    private static Optional<String> timeText(SqlNode node) {
        return switch (node) {
            case SqlUnknownLiteral time when !time.tag.equalsIgnoreCase("TIME") -> Optional.of(time.getValue());
            case SqlAbstractDateTimeLiteral time -> Optional.of(time.toFormattedString());
            case SqlBasicCall cast when cast.getKind() == SqlKind.CAST
                    && cast.operand(0) instanceof SqlCharStringLiteral text
                    && cast.operand(1).toString().toUpperCase(Locale.ROOT).matches("(DATE|TIMESTAMP).*") ->
                Optional.of(text.getValueAs(String.class));
            default -> Optional.empty();
        };
    }

    /// Without NULL, of which Calcite finds no common type with numbers of several.
    private static SqlNode coalesced(SqlBasicCall call) {
        List<SqlNode> operands = call.getOperandList().stream()
                .filter(operand -> !SqlUtil.isNullLiteral(operand, false)).toList();
        return operands.isEmpty() || call.operandCount() == operands.size() ? function(call, "COALESCE", call.getOperandList())
                : operands.size() == 1 ? operands.getFirst() : function(call, "COALESCE", operands);
    }

    private static void requireOperands(SqlCall call, String name, int count) {
        if (call.operandCount() != count) {
            throw wrong("function takes " + count + " arguments: function=" + name.toLowerCase(Locale.ROOT)
                    + ", arguments=" + call.operandCount(), call.getParserPosition());
        }
    }

    /// The same call of another function.
    private static SqlCall function(SqlBasicCall call, String name, List<SqlNode> operands) {
        SqlOperator function = new SqlUnresolvedFunction(new SqlIdentifier(name, call.getParserPosition()), null, null,
                null, null, SqlFunctionCategory.USER_DEFINED_FUNCTION);
        return function.createCall(call.getFunctionQuantifier(), call.getParserPosition(),
                operands.toArray(SqlNode[]::new));
    }

    private static SqlNode truncated(SqlBasicCall call) {
        SqlNode first = call.operand(0);
        SqlNode second = call.operand(1);
        boolean unitFirst = !(second instanceof SqlIntervalQualifier);
        SqlNode unit = unitFirst ? unit(first) : second;
        return SqlStdOperatorTable.FLOOR.createCall(call.getParserPosition(), unitFirst ? second : first, unit);
    }

    /// A unit of time written as a text: `'hour'`.
    static SqlIntervalQualifier unit(SqlNode node) {
        SqlParserPos at = node.getParserPosition();
        boolean text = node instanceof SqlLiteral literal && literal.getTypeName() == SqlTypeName.CHAR;
        if (text || node instanceof SqlIdentifier named && named.isSimple()) {
            String written = text ? ((SqlLiteral) node).getValueAs(String.class) : ((SqlIdentifier) node).getSimple();
            String name = written.strip().toUpperCase(Locale.ROOT);
            String single = switch (name) {
                case "CENTURIES" -> "CENTURY";
                case "MILLENNIA" -> "MILLENNIUM";
                case "DAYOFWEEK", "WEEKDAY" -> "DOW";
                case "DAYOFYEAR" -> "DOY";
                default -> name.endsWith("S") ? name.substring(0, name.length() - 1) : name;
            };
            for (TimeUnit unit : TimeUnit.values()) {
                if (unit.name().equals(single)) {
                    return new SqlIntervalQualifier(unit, null, at);
                }
            }
        }
        throw wrong("no unit of time: " + node + "; write 'nanosecond', 'microsecond', 'millisecond', 'second', 'minute', "
                + "'hour', 'day', 'week', 'month', 'quarter' or 'year'", at);
    }

    /// Order and separator within the parentheses.
    private static SqlNode gathered(SqlBasicCall call, String name) {
        SqlParserPos at = call.getParserPosition();
        List<SqlNode> operands = new ArrayList<>(call.getOperandList());
        SqlNodeList order = null;
        SqlNode separator = SqlLiteral.createCharString(",", at);
        for (int i = operands.size() - 1; i > 0; i--) {
            if (operands.get(i) instanceof SqlNodeList list) {
                order = list;
                operands.remove(i);
            } else if (operands.get(i).getKind() == SqlKind.SEPARATOR) {
                separator = ((SqlCall) operands.remove(i)).operand(0);
            }
        }
        if (JOINING.contains(name) && !operands.isEmpty()) {
            operands.set(0, SqlStdOperatorTable.CAST.createCall(at, operands.getFirst(),
                    new SqlDataTypeSpec(new SqlBasicTypeNameSpec(SqlTypeName.VARCHAR, at), at)));
            if (operands.size() == 1) {
                operands.add(separator);
            }
        }
        SqlCall plain = function(call, name, operands);
        return order == null ? plain : SqlStdOperatorTable.WITHIN_GROUP.createCall(at, plain, order);
    }

    /// `percentile_cont(0.5) within group (order by x)`, and `mode()` likewise.
    private static SqlNode withinGroup(SqlBasicCall call) {
        if (!(call.operand(0) instanceof SqlBasicCall inner)) {
            return call;
        }
        String name = inner.getOperator().getName().toUpperCase(Locale.ROOT);
        boolean percentile = name.equals("PERCENTILE_CONT") || name.equals("PERCENTILE_DISC");
        boolean mode = name.equals("MODE") && inner.operandCount() == 0;
        if (!percentile && !mode) {
            return call;
        }
        SqlNodeList order = call.operand(1);
        if (order.size() != 1) {
            throw wrong(name + " takes one value to order by: columns=" + order.size(), call.getParserPosition());
        }
        SqlNode value = order.getFirst();
        boolean descending = false;
        while (value.getKind() == SqlKind.DESCENDING || value.getKind() == SqlKind.NULLS_FIRST
                || value.getKind() == SqlKind.NULLS_LAST) {
            descending |= value.getKind() == SqlKind.DESCENDING;
            value = ((SqlCall) value).operand(0);
        }
        if (mode) {
            return function(inner, "MODE", List.of(value));
        }
        List<SqlNode> operands = new ArrayList<>(List.of(value, inner.operand(0)));
        if (descending && name.equals("PERCENTILE_DISC")) {
            operands.add(SqlLiteral.createBoolean(true, call.getParserPosition()));
        } else if (descending) {
            SqlParserPos at = call.getParserPosition();
            operands.set(1, SqlStdOperatorTable.MINUS.createCall(at, SqlLiteral.createExactNumeric("1", at), inner.operand(0)));
        }
        return function(inner, name.replace("PERCENTILE", "QUANTILE"), operands);
    }

    private static SqlException wrong(String message, SqlParserPos at) {
        return Place.of(at).wrong(Reason.INVALID, message);
    }
}
