// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.internal.statement;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// Functions of DuckDB, PostgreSQL, QuestDB and kdb+ that Ashlar lacks, and what to write instead.
final class OtherDialects {
    private static final Map<String, String> INSTEAD = Map.ofEntries(
            Map.entry("VERSION", "ashlar --version in a terminal"),
            Map.entry("AGE", "t1 - t2, which gives nanoseconds"), Map.entry("TO_DATE", "cast(text as date)"),
            Map.entry("TO_CHAR", "strftime(t, '%Y-%m-%d')"), Map.entry("TO_NUMBER", "cast(text as decimal(38, 9))"),
            Map.entry("FORMAT", "cast(x as varchar) and ||"), Map.entry("PRINTF", "cast(x as varchar) and ||"),
            Map.entry("DAYOFWEEK", "extract(dow from t)"), Map.entry("WEEKDAY", "extract(dow from t)"),
            Map.entry("DAYOFYEAR", "extract(doy from t)"), Map.entry("DATE_BIN", "time_bucket(interval, t)"),
            Map.entry("DATEBIN", "time_bucket(interval, t)"),
            Map.entry("TIMESTAMP_FLOOR", "date_trunc('minute', t) or time_bucket(interval, t)"),
            Map.entry("TIMESTAMP_TRUNC", "date_trunc('minute', t)"), Map.entry("XBAR", "time_bucket(interval, t)"),
            Map.entry("SYSDATE", "now()"), Map.entry("GETDATE", "now()"), Map.entry("SYSTIMESTAMP", "now()"),
            Map.entry("SYSTIMESTAMP_NS", "now()"), Map.entry("GET_CURRENT_TIMESTAMP", "now()"),
            Map.entry("GROUP_ARRAY", "array_agg(x)"), Map.entry("SUM_IF", "sum(x) filter (where condition)"),
            Map.entry("COUNT_DISTINCT", "count(distinct x)"), Map.entry("APPROX_QUANTILE", "quantile_cont(x, 0.5)"),
            Map.entry("APPROX_PERCENTILE", "quantile_cont(x, 0.5)"),
            Map.entry("RESERVOIR_QUANTILE", "quantile_cont(x, 0.5)"), Map.entry("PERCENTILE", "quantile_cont(x, 0.5)"),
            Map.entry("KSUM", "sum(x)"),
            Map.entry("NSUM", "sum(x)"), Map.entry("STD", "stddev(x)"), Map.entry("VAR", "variance(x)"),
            Map.entry("DEV", "stddev_pop(x)"), Map.entry("SDEV", "stddev(x)"),
            Map.entry("VWAP", "sum(price * quantity) / sum(quantity)"), Map.entry("WAVG", "sum(weight * x) / sum(weight)"),
            Map.entry("WSUM", "sum(weight * x)"), Map.entry("PRODUCT", "exp(sum(ln(x)))"),
            Map.entry("MAD", "median(abs(x - m)) with the median m of a sub-query"),
            Map.entry("ENTROPY", "a sub-query of counts"), Map.entry("HISTOGRAM", "count(*) with group by"),
            Map.entry("PREV", "lag(x) over (order by …)"), Map.entry("NEXT", "lead(x) over (order by …)"),
            Map.entry("DELTAS", "x - lag(x) over (order by …)"), Map.entry("RATIOS", "x / lag(x) over (order by …)"),
            Map.entry("FILLS", "last_value(x) ignore nulls over (order by …)"),
            Map.entry("SUMS", "sum(x) over (order by …)"), Map.entry("MAVG", "avg(x) over (order by … rows 9 preceding)"),
            Map.entry("MSUM", "sum(x) over (order by … rows 9 preceding)"),
            Map.entry("MMAX", "max(x) over (order by … rows 9 preceding)"),
            Map.entry("MMIN", "min(x) over (order by … rows 9 preceding)"),
            Map.entry("REGEXP_EXTRACT_ALL", "regexp_extract(text, pattern, group)"),
            Map.entry("REGEXP_INSTR", "position(regexp_substr(text, pattern) in text)"),
            Map.entry("REGEXP_SPLIT_TO_ARRAY", "split_part(text, separator, place)"),
            Map.entry("STRING_SPLIT", "split_part(text, separator, place)"),
            Map.entry("STR_SPLIT", "split_part(text, separator, place)"), Map.entry("CHARINDEX", "position(part in text)"),
            Map.entry("LOCATE", "position(part in text)"), Map.entry("TOUPPERCASE", "upper(text)"),
            Map.entry("TOLOWERCASE", "lower(text)"), Map.entry("CONVERT", "cast(x as type)"),
            Map.entry("DECODE", "case x when … then … end"), Map.entry("ISNULL", "x is null or coalesce(x, y)"),
            Map.entry("NVL2", "case when x is not null then … else … end"), Map.entry("TRY", "try_cast(x as type)"),
            Map.entry("FMOD", "mod(x, y)"), Map.entry("HASH", "a comparison of the values themselves"),
            Map.entry("SKEWNESS", "sums of powers: sum(power(x - m, 3)) with the mean m of a sub-query"),
            Map.entry("KURTOSIS", "sums of powers: sum(power(x - m, 4)) with the mean m of a sub-query"),
            Map.entry("COLUMNS", "the columns, or * exclude (…)"), Map.entry("LEVENSHTEIN", "like, ilike or regexp_like"),
            Map.entry("FILL", "last_value(x ignore nulls) over (order by …)"), Map.entry("XOR", "bitxor(x, y)"),
            Map.entry("UNNEST", "unnest(array) in FROM"));

    /// What to write instead of a function.
    static Optional<String> instead(String function) {
        return Optional.ofNullable(INSTEAD.get(function.toUpperCase(Locale.ROOT)));
    }
}
