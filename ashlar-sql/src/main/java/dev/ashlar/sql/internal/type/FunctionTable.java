// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.internal.type;

import dev.ashlar.sql.runtime.BoundedTexts;
import dev.ashlar.sql.runtime.ValueOrder;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlIntervalQualifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlOperatorBinding;
import org.apache.calcite.sql.SqlOperatorTable;
import org.apache.calcite.sql.SqlSyntax;
import org.apache.calcite.sql.fun.SqlLibraryOperators;
import org.apache.calcite.sql.fun.SqlMonotonicBinaryOperator;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.InferTypes;
import org.apache.calcite.sql.type.OperandTypes;
import org.apache.calcite.sql.type.ReturnTypes;
import org.apache.calcite.sql.type.SqlReturnTypeInference;
import org.apache.calcite.sql.type.SqlTypeFamily;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeTransforms;
import org.apache.calcite.sql.util.SqlOperatorTables;
import org.apache.calcite.sql.validate.SqlNameMatcher;
import org.apache.calcite.sql.validate.SqlUserDefinedFunction;
import org.apache.calcite.sql.validate.SqlValidator;
import org.apache.calcite.sql.validate.SqlValidatorScope;

/// Functions that Calcite lacks or defines differently: those for users, and those that replace Calcite's own.
public final class FunctionTable {
    /// `TIME_BUCKET(INTERVAL '5' MINUTE, time)`: the beginning of the span of time that a timestamp is in.
    public static final SqlFunction TIME_BUCKET = new SqlFunction("TIME_BUCKET", SqlKind.OTHER_FUNCTION, ReturnTypes.ARG1_NULLABLE,
            null, OperandTypes.family(SqlTypeFamily.DATETIME_INTERVAL, SqlTypeFamily.TIMESTAMP),
            SqlFunctionCategory.TIMEDATE);
    /// `TIMESTAMPDIFF(SECOND, from, to)`: whole units of time.
    public static final SqlFunction TIMESTAMPDIFF = new OfUnit("TIMESTAMPDIFF", SqlKind.TIMESTAMP_DIFF,
            ReturnTypes.BIGINT.andThen(SqlTypeTransforms.TO_NULLABLE), SqlTypeFamily.DATETIME);
    /// `TIMESTAMPADD(SECOND, 5, time)`; of a date, a timestamp if the unit is shorter than a day.
    public static final SqlFunction TIMESTAMPADD = new OfUnit("TIMESTAMPADD", SqlKind.TIMESTAMP_ADD, FunctionTable::shifted,
            SqlTypeFamily.INTEGER);
    /// A timestamp less another, in nanoseconds.
    public static final SqlOperator NANOS_BETWEEN = new SqlFunction("NANOS_BETWEEN", SqlKind.OTHER_FUNCTION,
            ReturnTypes.BIGINT_NULLABLE, null, OperandTypes.ANY_ANY, SqlFunctionCategory.TIMEDATE);
    /// As Calcite's, and of a date and days.
    public static final SqlOperator PLUS = new SqlMonotonicBinaryOperator("+", SqlKind.PLUS, SqlStdOperatorTable.PLUS
            .getLeftPrec(), true, FunctionTable::sum, InferTypes.FIRST_KNOWN, new DateOperands(
            OperandTypes.PLUS_OPERATOR, false));
    /// As Calcite's, and of timestamps, dates, and a date and days, too.
    public static final SqlOperator MINUS = new SqlMonotonicBinaryOperator("-", SqlKind.MINUS, SqlStdOperatorTable.MINUS
            .getLeftPrec(), true, FunctionTable::difference, InferTypes.FIRST_KNOWN, new DateOperands(
            OperandTypes.MINUS_OPERATOR.or(OperandTypes.family(SqlTypeFamily.TIMESTAMP, SqlTypeFamily.TIMESTAMP)),
            true));

    /// How two texts compare by code points: less than 0, 0 or more.
    public static final SqlOperator TEXT_ORDER = operator(ValueOrder.class, "texts", 2);

    private static final SqlOperatorTable OURS = SqlOperatorTables.of(Stream.of(List.of(TIME_BUCKET, TIMESTAMPDIFF,
            TIMESTAMPADD, PLUS, MINUS, SeriesFunction.GENERATE_SERIES, SeriesFunction.RANGE,
            TimeFunction.INSTANCE),
            ScalarFunctions.ALL, AggregateFunctions.ALL)
            .flatMap(List::stream).toList());

    /// Of the libraries, by name.
    private static final Set<String> PARSED = Set.of("ILIKE", "NOT ILIKE", "RLIKE", "NOT RLIKE", "TRY_CAST", "SAFE_CAST");

    /// For users: ours, and of those that we do not have Calcite's.
    public static final SqlOperatorTable TABLE = new SqlOperatorTable() {
        @Override
        public void lookupOperatorOverloads(SqlIdentifier name, SqlFunctionCategory category, SqlSyntax syntax,
                List<SqlOperator> found, SqlNameMatcher matcher) {
            if (name.isSimple() && PARSED.contains(name.getSimple().toUpperCase(Locale.ROOT))) {
                Parsed.TABLE.lookupOperatorOverloads(name, category, syntax, found, matcher);
                return;
            }
            OURS.lookupOperatorOverloads(name, category, syntax, found, matcher);
            if (found.isEmpty()) {
                SqlStdOperatorTable.instance().lookupOperatorOverloads(name, category, syntax, found, matcher);
            }
        }

        @Override
        public List<SqlOperator> getOperatorList() {
            return SqlOperatorTables.chain(OURS, Parsed.TABLE, SqlStdOperatorTable.instance()).getOperatorList();
        }
    };

    /// Those that Calcite's parser takes from its libraries, which are loaded only if a statement has one.
    private static final class Parsed {
        static final SqlOperatorTable TABLE = SqlOperatorTables.of(SqlLibraryOperators.ILIKE,
                SqlLibraryOperators.NOT_ILIKE, SqlLibraryOperators.RLIKE, SqlLibraryOperators.NOT_RLIKE,
                SqlLibraryOperators.TRY_CAST, SqlLibraryOperators.SAFE_CAST);
    }

    /// Names of functions, of ours and of Calcite's.
    public static Stream<String> names() {
        return SqlOperatorTables.chain(OURS, SqlStdOperatorTable.instance()).getOperatorList().stream()
                .filter(SqlFunction.class::isInstance).map(SqlOperator::getName);
    }

    /// A function whose first argument is a unit of time.
    private static final class OfUnit extends SqlFunction {
        private static final long serialVersionUID = 1;

        OfUnit(String name, SqlKind kind, SqlReturnTypeInference type, SqlTypeFamily second) {
            super(name, kind, type, null, OperandTypes.family(SqlTypeFamily.ANY, second, SqlTypeFamily.DATETIME),
                    SqlFunctionCategory.TIMEDATE);
        }

        @Override
        public void validateCall(SqlCall call, SqlValidator validator, SqlValidatorScope scope,
                SqlValidatorScope operandScope) {
            super.validateCall(call, validator, scope, operandScope);
            validator.validateTimeFrame(call.<SqlIntervalQualifier>operand(0));
        }
    }

    private static RelDataType shifted(SqlOperatorBinding call) {
        RelDataType type = call.getOperandType(2);
        boolean days = switch (call.getOperandLiteralValue(0, org.apache.calcite.avatica.util.TimeUnit.class)) {
            case DAY, WEEK, MONTH, QUARTER, YEAR -> true;
            case null, default -> false;
        };
        boolean date = days && type.getSqlTypeName() == SqlTypeName.DATE;
        return call.getTypeFactory().createTypeWithNullability(date ? type : call.getTypeFactory().createSqlType(
                SqlTypeName.TIMESTAMP), type.isNullable() || call.getOperandType(1).isNullable());
    }

    private static RelDataType difference(SqlOperatorBinding call) {
        SqlTypeName left = call.getOperandType(0).getSqlTypeName();
        SqlTypeName right = call.getOperandType(1).getSqlTypeName();
        boolean times = left == right && (left == SqlTypeName.TIMESTAMP || left == SqlTypeName.DATE);
        return (times ? ReturnTypes.BIGINT_NULLABLE : DateOperands.isDateOf(left, right) ? ReturnTypes.ARG0_NULLABLE
                : ReturnTypes.NULLABLE_SUM).inferReturnType(call);
    }

    private static RelDataType sum(SqlOperatorBinding call) {
        SqlTypeName left = call.getOperandType(0).getSqlTypeName();
        SqlTypeName right = call.getOperandType(1).getSqlTypeName();
        return (DateOperands.isDateOf(left, right) ? ReturnTypes.ARG0_NULLABLE
                : DateOperands.isDateOf(right, left) ? ReturnTypes.ARG1_NULLABLE : ReturnTypes.NULLABLE_SUM)
                .inferReturnType(call);
    }


    /// The method that an operator calls, one of ours, as `Type.method`; empty for all others.
    public static Optional<String> method(SqlOperator operator) {
        return operator instanceof SqlUserDefinedFunction function
                && function.getFunction() instanceof MethodFunction ours ? Optional.of(ours.name()) : Optional.empty();
    }

    /// A call of one of the functions for texts with a bound.
    ///
    /// @param name of the method of [BoundedTexts]
    public static RexNode texts(RexBuilder builder, RelDataType type, String name, RexNode... operands) {
        return builder.makeCall(type, operator(BoundedTexts.class, name, operands.length), List.of(operands));
    }

    /// One of the functions that Calcite's own are replaced by.
    ///
    /// @param name of a public static method, the only one with this number of parameters
    public static SqlOperator operator(Class<?> owner, String name, int operands) {
        Method method = Arrays.stream(owner.getMethods())
                .filter(m -> m.getName().equals(name) && m.getParameterCount() == operands).findFirst().orElseThrow();
        return new SqlUserDefinedFunction(new SqlIdentifier("ASHLAR_" + name.toUpperCase(Locale.ROOT),
                SqlParserPos.ZERO),
                SqlKind.OTHER_FUNCTION, ReturnTypes.ARG0, null, null, new MethodFunction(method));
    }
}
