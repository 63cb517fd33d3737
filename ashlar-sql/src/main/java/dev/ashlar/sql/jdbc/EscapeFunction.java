// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.jdbc;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/// Functions of `{fn …}` by their JDBC names. A function that is written differently in SQL has a form, in which `$1`
/// is the first argument; the other functions are called by their names.
enum EscapeFunction {
    ABS(Kind.NUMERIC, 1), ACOS(Kind.NUMERIC, 1), ASIN(Kind.NUMERIC, 1), ATAN(Kind.NUMERIC, 1), ATAN2(Kind.NUMERIC, 2),
    CEILING(Kind.NUMERIC, 1), COS(Kind.NUMERIC, 1), COT(Kind.NUMERIC, 1), DEGREES(Kind.NUMERIC, 1),
    EXP(Kind.NUMERIC, 1), FLOOR(Kind.NUMERIC, 1), LOG(Kind.NUMERIC, 1, "LN($1)"), LOG10(Kind.NUMERIC, 1),
    MOD(Kind.NUMERIC, 2), PI(Kind.NUMERIC, 0, "PI"), POWER(Kind.NUMERIC, 2), RADIANS(Kind.NUMERIC, 1),
    ROUND(Kind.NUMERIC, 2), SIGN(Kind.NUMERIC, 1), SIN(Kind.NUMERIC, 1), SQRT(Kind.NUMERIC, 1), TAN(Kind.NUMERIC, 1),
    TRUNCATE(Kind.NUMERIC, 2),

    ASCII(Kind.STRING, 1), CHAR_LENGTH(Kind.STRING, 1), CHARACTER_LENGTH(Kind.STRING, 1),
    CONCAT(Kind.STRING, 2, "($1 || $2)"), INSERT(Kind.STRING, 4, "OVERLAY($1 PLACING $4 FROM $2 FOR $3)"),
    LCASE(Kind.STRING, 1, "LOWER($1)"), LEFT(Kind.STRING, 2, "SUBSTRING($1 FROM 1 FOR $2)"),
    LENGTH(Kind.STRING, 1, "CHAR_LENGTH($1)"), LOCATE(Kind.STRING, 2, "POSITION($1 IN $2)"),
    LTRIM(Kind.STRING, 1, "TRIM(LEADING FROM $1)"), REPLACE(Kind.STRING, 3),
    RTRIM(Kind.STRING, 1, "TRIM(TRAILING FROM $1)"), SUBSTRING(Kind.STRING, 3), UCASE(Kind.STRING, 1, "UPPER($1)"),

    CURDATE(Kind.TIME, 0, "CURRENT_DATE"), DAYOFMONTH(Kind.TIME, 1, "EXTRACT(DAY FROM $1)"),
    DAYOFWEEK(Kind.TIME, 1, "(EXTRACT(DOW FROM $1) + 1)"), DAYOFYEAR(Kind.TIME, 1, "EXTRACT(DOY FROM $1)"),
    HOUR(Kind.TIME, 1, "EXTRACT(HOUR FROM $1)"), MINUTE(Kind.TIME, 1, "EXTRACT(MINUTE FROM $1)"),
    MONTH(Kind.TIME, 1, "EXTRACT(MONTH FROM $1)"), NOW(Kind.TIME, 0, "CURRENT_TIMESTAMP"),
    QUARTER(Kind.TIME, 1, "EXTRACT(QUARTER FROM $1)"), SECOND(Kind.TIME, 1, "EXTRACT(SECOND FROM $1)"),
    TIMESTAMPADD(Kind.TIME, 3, "TIMESTAMPADD($1, $2, $3)"), TIMESTAMPDIFF(Kind.TIME, 3, "TIMESTAMPDIFF($1, $2, $3)"),
    WEEK(Kind.TIME, 1, "EXTRACT(WEEK FROM $1)"), YEAR(Kind.TIME, 1, "EXTRACT(YEAR FROM $1)"),

    IFNULL(Kind.SYSTEM, 2, "COALESCE($1, $2)");

    /// As [java.sql.DatabaseMetaData] groups them.
    enum Kind { NUMERIC, STRING, TIME, SYSTEM }

    /// Prefix of the JDBC names of time units.
    private static final String UNIT = "SQL_TSI_";

    private final Kind kind;
    private final int arguments;
    private final String form;

    EscapeFunction(Kind kind, int arguments) {
        this(kind, arguments, "");
    }

    EscapeFunction(Kind kind, int arguments, String form) {
        this.kind = kind;
        this.arguments = arguments;
        this.form = form;
    }

    /// The names of a kind, as [java.sql.DatabaseMetaData] lists them.
    static String names(Kind kind) {
        return Arrays.stream(values()).filter(each -> each.kind == kind).map(Enum::name)
                .collect(Collectors.joining(","));
    }

    /// The call as SQL; empty if the call needs no change or the function is not one of these.
    static Optional<String> call(String name, List<String> arguments) {
        return Arrays.stream(values()).filter(each -> each.name().equals(name.toUpperCase(Locale.ROOT))
                && each.arguments == arguments.size() && !each.form.isEmpty()).findFirst()
                .map(each -> each.call(arguments));
    }

    private String call(List<String> values) {
        StringBuilder call = new StringBuilder();
        for (int i = 0; i < form.length(); i++) {
            if (form.charAt(i) == '$') {
                call.append(argument(values.get(form.charAt(++i) - '1')));
            } else {
                call.append(form.charAt(i));
            }
        }
        return call.toString();
    }

    /// Replaces the JDBC name of a time unit by its SQL name.
    private String argument(String value) {
        if (this != TIMESTAMPADD && this != TIMESTAMPDIFF || !value.regionMatches(true, 0, UNIT, 0, UNIT.length())) {
            return value;
        }
        String unit = value.substring(UNIT.length()).toUpperCase(Locale.ROOT);
        return unit.equals("FRAC_SECOND") ? "NANOSECOND" : unit;
    }
}
