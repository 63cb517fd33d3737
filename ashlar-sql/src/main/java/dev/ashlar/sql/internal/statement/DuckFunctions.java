// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.internal.statement;

import dev.ashlar.sql.SqlException.Reason;
import dev.ashlar.sql.internal.problem.Place;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.calcite.avatica.util.Casing;
import org.apache.calcite.avatica.util.TimeUnit;
import org.apache.calcite.sql.SqlBasicCall;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlIntervalQualifier;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.parser.SqlParseException;
import org.apache.calcite.sql.parser.SqlParser;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.util.SqlShuttle;

/// Functions of DuckDB and PostgreSQL that are expressions of others. `"1"` is the first argument.
final class DuckFunctions {
    private static final String NS = "CAST(ASHLAR_TIME(\"1\") AS BIGINT)";
    private static final String NAN = "CAST('NaN' AS DOUBLE)";
    private static final String INFINITY = "CAST('Infinity' AS DOUBLE)";
    /// By name and count of arguments.
    private static final Map<String, String> EXPRESSIONS = Map.ofEntries(Map.entry("STRLEN/1", "OCTET_LENGTH(\"1\")"),
            Map.entry("BIT_LENGTH/1", "8 * OCTET_LENGTH(\"1\")"),
            Map.entry("UNICODE/1", "CASE WHEN \"1\" = '' THEN -1 ELSE ASCII(\"1\") END"),
            Map.entry("ORD/1", "CASE WHEN \"1\" = '' THEN -1 ELSE ASCII(\"1\") END"),
            Map.entry("BTRIM/1", "TRIM(\"1\")"), Map.entry("BTRIM/2", "LTRIM(RTRIM(\"1\", \"2\"), \"2\")"),
            Map.entry("TRANSLATE3/3", "ASHLAR_TRANSLATE(\"1\", \"2\", \"3\")"),
            Map.entry("UCASE/1", "UPPER(\"1\")"), Map.entry("LCASE/1", "LOWER(\"1\")"),
            Map.entry("PREFIX/2", "STARTS_WITH(\"1\", \"2\")"), Map.entry("SUFFIX/2", "ENDS_WITH(\"1\", \"2\")"),
            Map.entry("LOG/1", "LOG10(\"1\")"), Map.entry("LOG/2", "LN(\"2\") / LN(\"1\")"),
            Map.entry("LOG2/1", "LN(\"1\") / LN(2)"), Map.entry("RANDOM/0", "RAND()"),
            Map.entry("BIT_COUNT/1", "BITCOUNT(\"1\")"),
            Map.entry("ISNAN/1", "CAST(\"1\" AS DOUBLE) = " + NAN),
            Map.entry("ISINF/1", "ABS(CAST(\"1\" AS DOUBLE)) = " + INFINITY),
            Map.entry("ISFINITE/1", "ABS(CAST(\"1\" AS DOUBLE)) < " + INFINITY),
            Map.entry("COUNT_IF/1", "COUNT(CASE WHEN \"1\" THEN 1 END)"),
            Map.entry("COUNTIF/1", "COUNT(CASE WHEN \"1\" THEN 1 END)"), Map.entry("MEAN/1", "AVG(\"1\")"),
            Map.entry("FAVG/1", "AVG(CAST(\"1\" AS DOUBLE))"), Map.entry("FSUM/1", "SUM(CAST(\"1\" AS DOUBLE))"),
            Map.entry("SUMKAHAN/1", "SUM(CAST(\"1\" AS DOUBLE))"), Map.entry("KAHAN_SUM/1", "SUM(CAST(\"1\" AS DOUBLE))"),
            Map.entry("GEOMEAN/1", "EXP(AVG(LN(\"1\")))"), Map.entry("GEOMETRIC_MEAN/1", "EXP(AVG(LN(\"1\")))"),
            Map.entry("EPOCH/1", "CAST(" + NS + " AS DOUBLE) / 1E9"), Map.entry("EPOCH_NS/1", NS),
            Map.entry("EPOCH_US/1", NS + " / 1000"), Map.entry("EPOCH_MS/1", NS + " / 1000000"),
            Map.entry("ISODOW/1", "EXTRACT(ISODOW FROM \"1\")"),
            Map.entry("MICROSECOND/1", "EXTRACT(MICROSECOND FROM \"1\")"),
            Map.entry("MILLISECOND/1", "EXTRACT(MILLISECOND FROM \"1\")"),
            Map.entry("NANOSECOND/1", "EXTRACT(NANOSECOND FROM \"1\")"),
            Map.entry("LAST_DAY/1", "CAST(FLOOR(ASHLAR_TIME(\"1\") TO MONTH) + INTERVAL '1' MONTH - INTERVAL '1' DAY "
                    + "AS DATE)"),
            Map.entry("DATE_ADD/2", "\"1\" + \"2\""), Map.entry("MAKE_TIMESTAMP/1", "CAST(CAST(\"1\" AS BIGINT) * 1000 AS TIMESTAMP)"),
            Map.entry("MAKE_TIMESTAMP_NS/1", "CAST(CAST(\"1\" AS BIGINT) AS TIMESTAMP)"),
            Map.entry("TO_TIMESTAMP/1", "CAST(CAST(CAST(\"1\" AS DECIMAL(19, 9)) * 1000000000 AS BIGINT) AS TIMESTAMP)"),
            Map.entry("MAKE_DATE/3", "CAST(LPAD(CAST(\"1\" AS VARCHAR), 4, '0') || '-' || LPAD(CAST(\"2\" AS VARCHAR), 2, '0') "
                    + "|| '-' || LPAD(CAST(\"3\" AS VARCHAR), 2, '0') AS DATE)"),
            Map.entry("STRFTIME/2", "ASHLAR_STRFTIME(" + NS + ", \"2\")"),
            Map.entry("STRPTIME/2", "CAST(ASHLAR_STRPTIME(\"1\", \"2\") AS TIMESTAMP)"),
            Map.entry("DAYNAME/1", "ASHLAR_STRFTIME(" + NS + ", '%A')"),
            Map.entry("MONTHNAME/1", "ASHLAR_STRFTIME(" + NS + ", '%B')"));
    /// Those whose first argument is a unit of time; `{}` is the unit.
    private static final Map<String, String> OF_UNIT = Map.of("DATE_DIFF", "TIMESTAMPDIFF({}, FLOOR(ASHLAR_TIME(\"2\") "
            + "TO {}), FLOOR(ASHLAR_TIME(\"3\") TO {}))", "DATEDIFF", "TIMESTAMPDIFF({}, FLOOR(ASHLAR_TIME(\"2\") "
            + "TO {}), FLOOR(ASHLAR_TIME(\"3\") TO {}))",
            "DATE_SUB", "TIMESTAMPDIFF({}, ASHLAR_TIME(\"2\"), ASHLAR_TIME(\"3\"))",
            "DATESUB", "TIMESTAMPDIFF({}, ASHLAR_TIME(\"2\"), ASHLAR_TIME(\"3\"))",
            "DATEADD", "TIMESTAMPADD({}, \"2\", \"3\")");
    private static final Set<String> NAMES = EXPRESSIONS.keySet().stream()
            .map(key -> key.substring(0, key.indexOf('/'))).collect(Collectors.toCollection(TreeSet::new));
    private static final SqlParser.Config PARSER = SqlParser.config().withUnquotedCasing(Casing.UNCHANGED);

    static boolean isKnown(String name) {
        return NAMES.contains(name) || OF_UNIT.containsKey(name);
    }

    /// What a call stands for; empty if it is none of these functions.
    ///
    /// @param name in capitals
    static Optional<SqlNode> of(SqlBasicCall call, String name) {
        List<SqlNode> operands = call.getOperandList();
        String unit = OF_UNIT.get(name);
        if (unit != null && operands.size() == 3) {
            SqlIntervalQualifier of = FunctionForms.unit(operands.getFirst());
            // As in DuckDB, a week is seven days, whatever its first.
            boolean week = of.getStartUnit() == TimeUnit.WEEK;
            return Optional.of(expression((week ? unit.replace("TO {}", "TO DAY") : unit).replace("{}", of.getStartUnit()
                    .name()), call));
        }
        String text = EXPRESSIONS.get(name + "/" + operands.size());
        if (text == null && isKnown(name)) {
            throw Place.of(call).wrong(Reason.INVALID, "function takes " + counts(name) + ": function="
                    + name.toLowerCase(Locale.ROOT) + ", arguments=" + operands.size());
        }
        return text == null ? Optional.empty() : Optional.of(expression(text, call));
    }

    private static String counts(String name) {
        if (OF_UNIT.containsKey(name)) {
            return "a unit and 2 arguments";
        }
        return EXPRESSIONS.keySet().stream().filter(key -> key.startsWith(name + "/")).map(key ->
                key.substring(name.length() + 1)).sorted().collect(Collectors.joining(" or ")) + " arguments";
    }

    /// @param text of the expression, with `"1"` for the first argument
    static SqlNode expression(String text, SqlBasicCall call) {
        try {
            SqlParserPos at = call.getParserPosition();
            return SqlParser.create(text, PARSER).parseExpression().accept(new Filled(call.getOperandList(), at));
        } catch (SqlParseException e) {
            throw new IllegalStateException(text, e);
        }
    }

    /// Puts arguments in their places, and all else where the call stands.
    private static class Filled extends SqlShuttle {
        private final List<SqlNode> operands;
        private final List<Integer> used = new ArrayList<>();
        private final SqlParserPos at;

        Filled(List<SqlNode> operands, SqlParserPos at) {
            this.operands = operands;
            this.at = at;
        }

        @Override
        public SqlNode visit(SqlIdentifier name) {
            if (!name.isSimple() || !Character.isDigit(name.getSimple().charAt(0))) {
                return name.clone(at);
            }
            int index = Integer.parseInt(name.getSimple()) - 1;
            SqlNode operand = operands.get(index);
            // The validator changes nodes in place.
            boolean again = used.contains(index);
            used.add(index);
            return again ? operand.accept(new Filled(operands, operand.getParserPosition()) {
                @Override
                public SqlNode visit(SqlIdentifier other) {
                    return other.clone(other.getParserPosition());
                }
            }) : operand;
        }

        @Override
        public SqlNode visit(SqlLiteral literal) {
            return literal.clone(at);
        }

        @Override
        public SqlNode visit(SqlDataTypeSpec type) {
            return type.clone(at);
        }

        @Override
        public SqlNode visit(SqlIntervalQualifier unit) {
            return unit.clone(at);
        }

        @Override
        public SqlNode visit(SqlCall call) {
            CallCopyingArgHandler copied = new CallCopyingArgHandler(call, true);
            call.getOperator().acceptCall(this, call, false, copied);
            return copied.result().clone(at);
        }
    }
}
