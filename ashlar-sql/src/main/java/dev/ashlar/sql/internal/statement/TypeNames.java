// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.internal.statement;

import dev.ashlar.query.ValueType;
import dev.ashlar.sql.SqlException.Reason;
import dev.ashlar.sql.internal.problem.Place;
import dev.ashlar.sql.internal.type.SqlRules;
import java.util.Locale;
import java.util.Map;
import org.apache.calcite.sql.SqlAlienSystemTypeNameSpec;
import org.apache.calcite.sql.SqlBasicTypeNameSpec;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlTypeNameSpec;
import org.apache.calcite.sql.SqlUserDefinedTypeNameSpec;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeName;

/// Maps type names of PostgreSQL and DuckDB to SQL types.
final class TypeNames {
    /// Digits after the point of a DECIMAL without digits; SQL has none, which would cut `1.5` to `1`.
    private static final int DECIMAL_SCALE = 18;
    private static final Map<String, SqlTypeName> NAMES = Map.ofEntries(Map.entry("text", SqlTypeName.VARCHAR),
            Map.entry("string", SqlTypeName.VARCHAR), Map.entry("bpchar", SqlTypeName.VARCHAR),
            Map.entry("int1", SqlTypeName.TINYINT), Map.entry("int2", SqlTypeName.SMALLINT),
            Map.entry("short", SqlTypeName.SMALLINT), Map.entry("int4", SqlTypeName.INTEGER),
            Map.entry("signed", SqlTypeName.INTEGER), Map.entry("int8", SqlTypeName.BIGINT),
            Map.entry("long", SqlTypeName.BIGINT), Map.entry("float4", SqlTypeName.REAL),
            Map.entry("float8", SqlTypeName.DOUBLE), Map.entry("bool", SqlTypeName.BOOLEAN),
            Map.entry("logical", SqlTypeName.BOOLEAN), Map.entry("timestamptz", SqlTypeName.TIMESTAMP),
            Map.entry("datetime", SqlTypeName.TIMESTAMP), Map.entry("timestamp_ns", SqlTypeName.TIMESTAMP));

    /// The same type, or the one that its name stands for.
    static SqlDataTypeSpec of(SqlDataTypeSpec type) {
        SqlParserPos at = type.getParserPosition();
        SqlTypeNameSpec name = switch (type.getTypeNameSpec()) {
            case SqlAlienSystemTypeNameSpec alien -> alien;
            case SqlBasicTypeNameSpec basic when isDecimal(basic) && basic.getPrecision() < 0 ->
                new SqlBasicTypeNameSpec(SqlTypeName.DECIMAL, ValueType.MAX_PRECISION, DECIMAL_SCALE, at);
            // All times are of UTC.
            case SqlBasicTypeNameSpec basic when isZoned(basic) -> new SqlBasicTypeNameSpec(SqlTypeName.TIMESTAMP,
                    basic.getPrecision() < 0 ? SqlRules.TIMESTAMP_DIGITS : basic.getPrecision(), at);
            case SqlUserDefinedTypeNameSpec user when user.getTypeName().isSimple() && NAMES.containsKey(
                    user.getTypeName().getSimple().toLowerCase(Locale.ROOT)) ->
                new SqlBasicTypeNameSpec(NAMES.get(user.getTypeName().getSimple().toLowerCase(Locale.ROOT)), at);
            case SqlUserDefinedTypeNameSpec user -> throw Place.of(at).wrong(Reason.INVALID, "no such type: "
                    + user.getTypeName() + "; types: boolean, tinyint, smallint, integer, bigint, decimal, real, double, "
                    + "varchar, date, time, timestamp");
            default -> type.getTypeNameSpec();
        };
        return name == type.getTypeNameSpec() ? type : new SqlDataTypeSpec(name, at);
    }

    private static boolean isDecimal(SqlBasicTypeNameSpec type) {
        return SqlTypeName.DECIMAL.name().equalsIgnoreCase(type.getTypeName().getSimple());
    }

    private static boolean isZoned(SqlBasicTypeNameSpec type) {
        String name = type.getTypeName().getSimple();
        return SqlTypeName.TIMESTAMP_TZ.name().equalsIgnoreCase(name)
                || SqlTypeName.TIMESTAMP_WITH_LOCAL_TIME_ZONE.name().equalsIgnoreCase(name);
    }
}
