// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.internal.type;

import dev.ashlar.query.QueryException;
import dev.ashlar.query.QueryException.Reason;
import dev.ashlar.sql.runtime.aggregate.WindowCall.Function;
import java.util.List;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.SqlAggFunction;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlOperatorBinding;
import org.apache.calcite.sql.fun.SqlFirstLastValueAggFunction;
import org.apache.calcite.sql.fun.SqlLeadLagAggFunction;
import org.apache.calcite.sql.fun.SqlMinMaxAggFunction;
import org.apache.calcite.sql.fun.SqlNthValueAggFunction;
import org.apache.calcite.sql.type.OperandTypes;
import org.apache.calcite.sql.type.ReturnTypes;
import org.apache.calcite.sql.type.SqlOperandTypeChecker;
import org.apache.calcite.sql.type.SqlReturnTypeInference;
import org.apache.calcite.sql.type.SqlTypeFamily;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeTransforms;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.apache.calcite.util.Optionality;

/// Aggregates that Calcite lacks, has only in libraries of other dialects, or computes with a loss of digits.
public final class AggregateFunctions {
    private static final SqlReturnTypeInference FIRST = ReturnTypes.ARG0.andThen(SqlTypeTransforms.FORCE_NULLABLE);
    private static final SqlReturnTypeInference REAL = ReturnTypes.DOUBLE.andThen(SqlTypeTransforms.FORCE_NULLABLE);
    private static final SqlReturnTypeInference TEXT = ReturnTypes.VARCHAR.andThen(SqlTypeTransforms.FORCE_NULLABLE);
    private static final SqlReturnTypeInference LIST = ReturnTypes.TO_ARRAY.andThen(SqlTypeTransforms.FORCE_NULLABLE);
    private static final SqlOperandTypeChecker NUMBER = OperandTypes.family(SqlTypeFamily.NUMERIC);
    private static final SqlOperandTypeChecker NUMBERS = OperandTypes.family(SqlTypeFamily.NUMERIC,
            SqlTypeFamily.NUMERIC);
    private static final SqlOperandTypeChecker TEXTS = OperandTypes.family(List.of(SqlTypeFamily.CHARACTER,
            SqlTypeFamily.CHARACTER), i -> i == 1);
    private static final SqlOperandTypeChecker PLACE = OperandTypes.family(SqlTypeFamily.ANY, SqlTypeFamily.NUMERIC)
            .or(OperandTypes.family(SqlTypeFamily.ANY, SqlTypeFamily.NUMERIC, SqlTypeFamily.BOOLEAN));

    /// All of them.
    static final List<SqlOperator> ALL = List.of(
            ordered("FIRST", Function.FIRST, FIRST, OperandTypes.ANY), ordered("LAST", Function.LAST, FIRST, OperandTypes.ANY),
            ordered("FIRST_NOT_NULL", Function.FIRST_NOT_NULL, FIRST, OperandTypes.ANY),
            ordered("LAST_NOT_NULL", Function.LAST_NOT_NULL, FIRST, OperandTypes.ANY),
            plain("ARG_MIN", Function.ARG_MIN, FIRST, OperandTypes.ANY_ANY),
            plain("ARG_MAX", Function.ARG_MAX, FIRST, OperandTypes.ANY_ANY),
            plain("MIN_BY", Function.ARG_MIN, FIRST, OperandTypes.ANY_ANY),
            plain("MAX_BY", Function.ARG_MAX, FIRST, OperandTypes.ANY_ANY),
            plain("MODE", Function.MODE, FIRST, OperandTypes.ANY),
            plain("QUANTILE_CONT", Function.QUANTILE_CONT, AggregateFunctions::between, PLACE),
            plain("QUANTILE_DISC", Function.QUANTILE_DISC, FIRST, PLACE), plain("QUANTILE", Function.QUANTILE_DISC, FIRST, PLACE),
            // Read as QUANTILE_CONT(x, 0.5); here for what looks for aggregates.
            plain("MEDIAN", Function.QUANTILE_CONT, AggregateFunctions::between, OperandTypes.ANY),
            ordered("STRING_AGG", Function.STRING_AGG, TEXT, TEXTS), ordered("LISTAGG", Function.STRING_AGG, TEXT, TEXTS),
            ordered("GROUP_CONCAT", Function.STRING_AGG, TEXT, TEXTS),
            ordered("ARRAY_AGG", Function.ARRAY_AGG, LIST, OperandTypes.ANY),
            plain("STDDEV", Function.STDDEV_SAMP, REAL, NUMBER), plain("STDDEV_SAMP", Function.STDDEV_SAMP, REAL, NUMBER),
            plain("STDDEV_POP", Function.STDDEV_POP, REAL, NUMBER), plain("VARIANCE", Function.VAR_SAMP, REAL, NUMBER),
            plain("VAR_SAMP", Function.VAR_SAMP, REAL, NUMBER), plain("VAR_POP", Function.VAR_POP, REAL, NUMBER),
            plain("COVAR_POP", Function.COVAR_POP, REAL, NUMBERS), plain("COVAR_SAMP", Function.COVAR_SAMP, REAL, NUMBERS),
            plain("CORR", Function.CORR, REAL, NUMBERS), plain("REGR_SLOPE", Function.REGR_SLOPE, REAL, NUMBERS),
            plain("REGR_INTERCEPT", Function.REGR_INTERCEPT, REAL, NUMBERS), plain("REGR_R2", Function.REGR_R2, REAL, NUMBERS),
            truth("BOOL_OR", SqlKind.MAX), truth("BOOL_AND", SqlKind.MIN), truth("LOGICAL_OR", SqlKind.MAX),
            truth("LOGICAL_AND", SqlKind.MIN), new Neighbour(SqlKind.LAG), new Neighbour(SqlKind.LEAD),
            new ValueOfFrame(SqlKind.FIRST_VALUE), new ValueOfFrame(SqlKind.LAST_VALUE), new NthOfFrame());

    /// Calcite's, whose result it takes for not NULL if the default is not.
    private static final class Neighbour extends SqlLeadLagAggFunction {
        private static final long serialVersionUID = 1;

        Neighbour(SqlKind kind) {
            super(kind);
        }

        @Override
        public RelDataType inferReturnType(SqlOperatorBinding call) {
            boolean nullable = call.getOperandCount() < 3 || call.getOperandType(0).isNullable()
                    || call.getOperandType(2).isNullable();
            return call.getTypeFactory().createTypeWithNullability(super.inferReturnType(call), nullable);
        }
    }

    /// Calcite's, whose result it may take for not NULL in the statement, and for NULL in its relational form, or the
    /// other way round. A frame may be empty.
    private static final class ValueOfFrame extends SqlFirstLastValueAggFunction {
        private static final long serialVersionUID = 1;

        ValueOfFrame(SqlKind kind) {
            super(kind);
        }

        @Override
        public RelDataType inferReturnType(SqlOperatorBinding call) {
            return FIRST.inferReturnType(call);
        }
    }

    private static final class NthOfFrame extends SqlNthValueAggFunction {
        private static final long serialVersionUID = 1;

        NthOfFrame() {
            super(SqlKind.NTH_VALUE);
        }

        @Override
        public RelDataType inferReturnType(SqlOperatorBinding call) {
            return FIRST.inferReturnType(call);
        }
    }

    private static SqlAggFunction plain(String name, Function function, SqlReturnTypeInference type,
            SqlOperandTypeChecker operands) {
        return new RuntimeAggregate(name, function, type, operands, Optionality.FORBIDDEN);
    }

    private static SqlAggFunction ordered(String name, Function function, SqlReturnTypeInference type,
            SqlOperandTypeChecker operands) {
        return new RuntimeAggregate(name, function, type, operands, Optionality.OPTIONAL);
    }

    /// Scans compute these, too: false is less than true.
    private static SqlAggFunction truth(String name, SqlKind kind) {
        return new SqlMinMaxAggFunction(name, kind, OperandTypes.BOOLEAN);
    }

    /// The type of a value between two: that of an average, or a timestamp.
    private static RelDataType between(SqlOperatorBinding call) {
        RelDataType type = call.getOperandType(0);
        if (!SqlTypeUtil.isNumeric(type) && type.getSqlTypeName() != SqlTypeName.TIMESTAMP) {
            throw new QueryException(Reason.UNSUPPORTED,
                    "values of this type cannot be interpolated: function=MEDIAN, PERCENTILE_CONT or QUANTILE_CONT, type="
                    + type.getSqlTypeName()
                    + "; use PERCENTILE_DISC(0.5) WITHIN GROUP (ORDER BY …) or QUANTILE_DISC");
        }
        RelDataType found = SqlTypeUtil.isNumeric(type) ? call.getTypeFactory().getTypeSystem().deriveAvgAggType(
                call.getTypeFactory(), type) : type;
        return call.getTypeFactory().createTypeWithNullability(found, true);
    }
}
