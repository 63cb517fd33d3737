// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.internal.type;

import dev.ashlar.sql.internal.type.RuntimeFunction.Parameter;
import dev.ashlar.sql.runtime.function.Patterns;
import dev.ashlar.sql.runtime.function.TextFunctions;
import dev.ashlar.sql.runtime.function.TimeFormats;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlOperatorBinding;
import org.apache.calcite.sql.type.OperandTypes;
import org.apache.calcite.sql.type.ReturnTypes;
import org.apache.calcite.sql.type.SqlOperandCountRanges;
import org.apache.calcite.sql.type.SqlReturnTypeInference;
import org.apache.calcite.sql.type.SqlTypeFamily;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeTransforms;
import org.apache.calcite.sql.type.SqlTypeUtil;

/// Scalar functions that Calcite has only in libraries of other dialects, which are slow to load, count units of UTF-16
/// or take exponential time.
public final class ScalarFunctions {
    /// Joins texts and what can be cast to them; NULL is an empty one.
    public static final SqlFunction CONCAT = variadic("CONCAT", ReturnTypes.explicit(SqlTypeName.VARCHAR), 1);
    /// The same with a separator between what is not NULL.
    public static final SqlFunction CONCAT_WS = variadic("CONCAT_WS", ScalarFunctions::joined, 2);
    public static final SqlFunction GREATEST = variadic("GREATEST", ScalarFunctions::extreme, 1);
    public static final SqlFunction LEAST = variadic("LEAST", ScalarFunctions::extreme, 1);

    /// As Calcite's, with a type of as many digits after the point as there can be.
    public static final SqlFunction ROUND = rounding("ROUND");
    public static final SqlFunction TRUNCATE = rounding("TRUNCATE");

    private static final SqlReturnTypeInference TEXT = ReturnTypes.VARCHAR.andThen(SqlTypeTransforms.TO_NULLABLE);

    /// All of them.
    static final List<SqlOperator> ALL = List.of(CONCAT, CONCAT_WS, GREATEST, LEAST, ROUND, TRUNCATE,
            text("LEFT", "left", TEXT, "ti"), text("RIGHT", "right", TEXT, "ti"), text("REVERSE", "reverse", TEXT, "t"),
            text("LPAD", "lpad", TEXT, "titL", " "), text("RPAD", "rpad", TEXT, "titL", " "),
            text("REPEAT", "repeat", TEXT, "tiL"), text("SPLIT_PART", "splitPart", TEXT, "tti"),
            text("ASHLAR_TRANSLATE", "translate", TEXT, "ttt"),
            text("STARTS_WITH", "startsWith", ReturnTypes.BOOLEAN_NULLABLE, "tt"),
            text("ENDS_WITH", "endsWith", ReturnTypes.BOOLEAN_NULLABLE, "tt"),
            text("CONTAINS", "contains", ReturnTypes.BOOLEAN_NULLABLE, "tt"),
            text("LTRIM", "ltrim", TEXT, "tt", " "), text("RTRIM", "rtrim", TEXT, "tt", " "),
            text("CHR", "chr", TEXT, "i"), text("INITCAP", "initcap", TEXT, "t"),
            function("ASHLAR_STRFTIME", TimeFormats.class, "format", TEXT, "it"),
            function("ASHLAR_STRPTIME", TimeFormats.class, "parse", ReturnTypes.BIGINT_NULLABLE, "tt"),
            pattern("REGEXP_LIKE", "matches", ReturnTypes.BOOLEAN_NULLABLE, "ttt", ""),
            pattern("REGEXP_MATCHES", "matches", ReturnTypes.BOOLEAN_NULLABLE, "ttt", ""),
            pattern("REGEXP_FULL_MATCH", "matchesAll", ReturnTypes.BOOLEAN_NULLABLE, "ttt", ""),
            pattern("REGEXP_REPLACE", "replace", TEXT, "ttttL", ""),
            pattern("REGEXP_EXTRACT", "extract", TEXT, "ttit", 0L, ""),
            pattern("REGEXP_SUBSTR", "substr", ReturnTypes.VARCHAR.andThen(SqlTypeTransforms.FORCE_NULLABLE), "ttt", ""),
            pattern("REGEXP_COUNT", "count", ReturnTypes.BIGINT_NULLABLE, "ttt", ""));

    private static SqlFunction variadic(String name, SqlReturnTypeInference type, int least) {
        return new SqlFunction(name, SqlKind.OTHER_FUNCTION, type, null, OperandTypes.variadic(SqlOperandCountRanges
                .from(least)), SqlFunctionCategory.USER_DEFINED_FUNCTION);
    }

    private static SqlFunction rounding(String name) {
        return new SqlFunction(name, SqlKind.OTHER_FUNCTION, ScalarFunctions::rounded, null,
                OperandTypes.NUMERIC.or(OperandTypes.family(SqlTypeFamily.NUMERIC, SqlTypeFamily.INTEGER)),
                SqlFunctionCategory.USER_DEFINED_FUNCTION);
    }

    private static RelDataType rounded(SqlOperatorBinding call) {
        RelDataType type = ReturnTypes.ARG0_NULLABLE.inferReturnType(call);
        boolean known = call.getOperandCount() == 1 || call.isOperandLiteral(1, false);
        if (type.getSqlTypeName() != SqlTypeName.DECIMAL || !known) {
            return type;
        }
        Integer digits = call.getOperandCount() == 1 ? Integer.valueOf(0)
                : call.getOperandLiteralValue(1, Integer.class);
        int scale = digits == null ? type.getScale() : Math.clamp(digits, 0, type.getScale());
        return call.getTypeFactory().createTypeWithNullability(call.getTypeFactory().createSqlType(SqlTypeName.DECIMAL,
                type.getPrecision(), scale), type.isNullable());
    }

    private static RelDataType joined(SqlOperatorBinding call) {
        return call.getTypeFactory().createTypeWithNullability(call.getTypeFactory().createSqlType(SqlTypeName.VARCHAR),
                call.getOperandType(0).isNullable());
    }

    /// NULL only if all arguments are. Of dates and timestamps it is a timestamp.
    private static RelDataType extreme(SqlOperatorBinding call) {
        List<RelDataType> all = call.collectOperandTypes();
        List<RelDataType> times = all.stream().filter(SqlTypeUtil::isTimestamp).toList();
        boolean mixed = !times.isEmpty() && all.stream().allMatch(type -> SqlTypeUtil.isTimestamp(type)
                || SqlTypeUtil.isDate(type) || SqlTypeUtil.isNull(type));
        RelDataType type = mixed ? call.getTypeFactory().leastRestrictive(times)
                : ReturnTypes.LEAST_RESTRICTIVE.inferReturnType(call);
        return type == null ? null : call.getTypeFactory().createTypeWithNullability(type,
                all.stream().allMatch(RelDataType::isNullable));
    }

    private static RuntimeFunction text(String name, String method, SqlReturnTypeInference type, String parameters,
            Object... defaults) {
        return function(name, TextFunctions.class, method, type, parameters, defaults);
    }

    private static RuntimeFunction pattern(String name, String method, SqlReturnTypeInference type, String parameters,
            Object... defaults) {
        return function(name, Patterns.class, method, type, parameters, defaults);
    }

    /// @param parameters `t` of text, `i` of a whole number, `L` of the limit
    private static RuntimeFunction function(String name, Class<?> owner, String method, SqlReturnTypeInference type,
            String parameters, Object... defaults) {
        List<Parameter> all = new ArrayList<>();
        List<SqlTypeFamily> families = new ArrayList<>();
        for (char parameter : parameters.toCharArray()) {
            all.add(switch (parameter) {
                case 't' -> Parameter.TEXT;
                case 'i' -> Parameter.WHOLE;
                default -> Parameter.LIMIT;
            });
            if (parameter != 'L') {
                families.add(parameter == 't' ? SqlTypeFamily.CHARACTER : SqlTypeFamily.INTEGER);
            }
        }
        int least = families.size() - defaults.length;
        return new RuntimeFunction(name, owner, method, type, OperandTypes.family(families, i -> i >= least), all,
                List.of(defaults));
    }
}
