// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql;

import java.util.List;
import java.util.SplittableRandom;

/// Random calls of functions for [RandomSql], in our words and in DuckDB's.
record RandomFunctions(SplittableRandom random) {
    private static final List<Integer> COUNTS = List.of(0, 1, 2, 3, 7, -1, -2);
    /// Few digits, so that sums of squares keep enough of them as floating-point numbers.
    private static final List<String> SMALL = List.of("i8", "u8", "ni8", "i16", "cents");

    private <T> T pick(List<T> choices) {
        return choices.get(random.nextInt(choices.size()));
    }

    private String pick(String... choices) {
        return choices[random.nextInt(choices.length)];
    }

    /// @param text a column
    SqlPair text(SqlPair text) {
        return switch (random.nextInt(12)) {
            case 0 -> SqlPair.of("left({0}, {1})", text, pick(COUNTS));
            case 1 -> SqlPair.of("right({0}, {1})", text, pick(COUNTS));
            case 2 -> SqlPair.of("reverse({0})", text);
            case 3 -> SqlPair.of("{1}({0}, {2}, '\uD83D\uDE00-')", text, pick("lpad", "rpad"), random.nextInt(9));
            case 4 -> SqlPair.of("concat({0}, '-', {0})", text);
            case 5 -> SqlPair.of("concat_ws('|', {0}, null, {0})", text);
            case 6 -> SqlPair.of("split_part({0}, {1}, {2})", text, pick("'b'", "'n'", "'\uD83D\uDE00'"),
                    pick("1", "2", "-1"));
            case 7 -> SqlPair.of("regexp_replace({0}, {1}, '<\\1>'{2})", text, pick("'([a-c])'", "'(.)\\z'", "'(n|e)'"),
                    pick("", ", 'g'"));
            case 8 -> SqlPair.of("{1}({0}, {2})", text, pick("greatest", "least"), pick("'b'", "'\uFFFD'", "''"));
            case 9 -> SqlPair.of("repeat({0}, {1})", text, random.nextInt(3));
            case 10 -> SqlPair.of("regexp_extract({0}, '[a-y]+')", text);
            default -> SqlPair.of("if({0} is null, 'none', {0})", text);
        };
    }

    /// @param text a column
    SqlPair whole(SqlPair text) {
        return switch (random.nextInt(4)) {
            case 0 -> SqlPair.of("length({0})", text);
            case 1 -> SqlPair.of("strpos({0}, {1})", text, pick("'b'", "'\uD83D\uDE01'", "'n'"));
            case 2 -> SqlPair.differing("regexp_count({0}, '[a-n]')", "len(regexp_extract_all({0}, '[a-n]'))", text);
            default -> SqlPair.differing("try_cast({0} as integer)", "case when regexp_full_match({0}, '\\s*-?[0-9]+\\s*') then "
                    + "try_cast({0} as integer) end", text);
        };
    }

    /// @param text a column
    SqlPair condition(SqlPair text) {
        return switch (random.nextInt(4)) {
            case 0 -> SqlPair.of("{0} ilike {1}", text, pick("'m%'", "'%B%'", "'_OK'", "'ÜM%'", "'%N_'"));
            case 1 -> SqlPair.of("{2}({0}, {1})", text, pick("'b'", "'\uD83D\uDE00'", "''"), pick("starts_with", "ends_with"));
            case 2 -> SqlPair.of("contains({0}, {1})", text, pick("'n'", "'\uD83D\uDE01'"));
            default -> SqlPair.differing("regexp_like({0}, {1})", "regexp_matches({0}, {1})", text,
                    pick("'^[A-M]'", "'n+\\z'", "'^.ok'", "'[0-9]'"));
        };
    }

    /// @param time a column; a number there
    SqlPair truncated(SqlPair time) {
        long week = 7 * 86_400_000_000_000L;
        // Monday, 1970-01-05.
        return SqlPair.differing(" date_trunc('week', {0})", " ({0} - ((({0} - {1}) % {2}) + {2}) % {2})", time,
                4 * 86_400_000_000_000L, week);
    }

    /// An aggregate of a table with `_row`.
    ///
    /// @param value of any type that is a number or a text
    SqlPair aggregate(SqlPair value, SqlPair condition) {
        String small = pick(SMALL);
        String fraction = pick("0", "0.25", "0.5", "0.9", "1");
        return switch (random.nextInt(10)) {
            case 0 -> SqlPair.differing("median({0})", "median({0}::double)", small);
            case 1 -> SqlPair.differing("quantile_cont({0}, {1})", "quantile_cont({0}::double, {1})", small, fraction);
            case 2 -> SqlPair.differing("percentile_disc({1}) within group (order by {0})", "quantile_disc({0}, {1})", small,
                    fraction);
            case 3 -> random.nextBoolean() ? SqlPair.differing("first({0})", "arg_min_null({0}, _row)", value)
                    : SqlPair.differing("first_not_null({0})", "arg_min({0}, _row)", value);
            case 4 -> random.nextBoolean() ? SqlPair.differing("last({0})", "arg_max_null({0}, _row)", value)
                    : SqlPair.differing("last_not_null({0})", "arg_max({0}, _row)", value);
            case 5 -> SqlPair.of("string_agg(name, '{0}' order by _row{1})", pick("", ",", "\uD83D\uDE00"), pick("", " desc"));
            case 6 -> SqlPair.of("{1}({0})", condition, pick("bool_or", "bool_and"));
            case 7 -> SqlPair.of("{1}({0})", small, pick("stddev", "stddev_pop", "variance", "var_pop"));
            case 8 -> random.nextInt(3) > 0 ? SqlPair.of("{1}({0}, i16)", small, pick("covar_pop", "covar_samp"))
                    // Of one number there is no slope: NULL here, NaN there.
                    : SqlPair.differing("regr_slope({0}, i16)", "nullif(regr_slope({0}, i16), 'NaN'::double)", small);
            default -> SqlPair.of("{1}({0}, _row)", value, pick("arg_max", "min_by", "arg_min", "max_by"));
        };
    }

    /// @param over partition and an order without peers
    SqlPair window(SqlPair over) {
        String frame = pick("", " rows between 3 preceding and 1 following", " rows between unbounded preceding and current row",
                " rows between 2 preceding and 1 preceding");
        return switch (random.nextInt(8)) {
            case 0 -> SqlPair.of("{1}(ni8, {2}, 5) over ({0})", over, pick("lag", "lead"), random.nextInt(3));
            case 1 -> SqlPair.differing("{1}(ni32) ignore nulls over ({0}{2})", "{1}(ni32 ignore nulls) over ({0}{2})", over,
                    pick("first_value", "last_value"), frame);
            case 2 -> SqlPair.differing("{1}(name) ignore nulls over ({0})", "{1}(name ignore nulls) over ({0})", over,
                    pick("lag", "lead"));
            case 3 -> SqlPair.differing("median(u8) over ({0}{1})", "median(u8::double) over ({0}{1})", over, frame);
            case 4 -> SqlPair.of("{1}(i8) over ({0}{2})", over, pick("stddev_pop", "var_pop"), frame);
            case 5 -> SqlPair.of("string_agg(letter, '.') over ({0}{1})", over, frame);
            case 6 -> SqlPair.of("bool_or(flags_Late) over ({0}{1})", over, frame);
            default -> SqlPair.of("{2}({1}) over ({0}{3})", over, pick("i64", "name", "f64", "tsms is null"), pick("min", "max"),
                    frame);
        };
    }
}
