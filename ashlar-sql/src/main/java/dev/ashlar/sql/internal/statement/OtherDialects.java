// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.internal.statement;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// Functions of DuckDB, PostgreSQL, QuestDB and kdb+ that there are none of here, and what to write instead.
final class OtherDialects {
    private static final Map<String, String> INSTEAD = Map.ofEntries(
            Map.entry("DATE_DIFF", "timestampdiff(unit, from, to), which counts whole units"),
            Map.entry("DATEDIFF", "timestampdiff(unit, from, to), which counts whole units"),
            Map.entry("DATE_SUB", "timestampdiff(unit, from, to) or t - interval '1' day"),
            Map.entry("DATESUB", "timestampdiff(unit, from, to)"),
            Map.entry("DATE_ADD", "t + interval '1' day or timestampadd(unit, count, t)"),
            Map.entry("DATEADD", "timestampadd(unit, count, t)"), Map.entry("AGE", "t1 - t2, which gives nanoseconds"),
            Map.entry("TO_TIMESTAMP", "cast(nanoseconds as timestamp) or cast(text as timestamp)"),
            Map.entry("MAKE_TIMESTAMP", "cast(nanoseconds as timestamp)"),
            Map.entry("TO_DATE", "cast(text as date)"), Map.entry("STRFTIME", "cast(t as varchar) or extract(unit from t)"),
            Map.entry("STRPTIME", "cast(text as timestamp)"), Map.entry("TO_CHAR", "cast(t as varchar)"),
            Map.entry("TO_NUMBER", "cast(text as decimal(38, 9))"), Map.entry("FORMAT", "cast(x as varchar) and ||"),
            Map.entry("PRINTF", "cast(x as varchar) and ||"), Map.entry("EPOCH", "extract(epoch from t)"),
            Map.entry("EPOCH_NS", "cast(t as bigint)"), Map.entry("EPOCH_US", "cast(t as bigint) / 1000"),
            Map.entry("EPOCH_MS", "cast(t as bigint) / 1000000"), Map.entry("NANOSECOND", "extract(nanosecond from t)"),
            Map.entry("MICROSECOND", "extract(microsecond from t)"), Map.entry("MILLISECOND", "extract(millisecond from t)"),
            Map.entry("DAYOFWEEK", "extract(dow from t)"), Map.entry("WEEKDAY", "extract(dow from t)"),
            Map.entry("ISODOW", "extract(isodow from t)"), Map.entry("DAYOFYEAR", "extract(doy from t)"),
            Map.entry("DATE_BIN", "time_bucket(interval, t)"), Map.entry("DATEBIN", "time_bucket(interval, t)"),
            Map.entry("TIMESTAMP_FLOOR", "date_trunc('minute', t) or time_bucket(interval, t)"),
            Map.entry("TIMESTAMP_TRUNC", "date_trunc('minute', t)"), Map.entry("XBAR", "time_bucket(interval, t)"),
            Map.entry("SYSDATE", "now()"), Map.entry("GETDATE", "now()"), Map.entry("SYSTIMESTAMP", "now()"),
            Map.entry("SYSTIMESTAMP_NS", "now()"), Map.entry("GET_CURRENT_TIMESTAMP", "now()"),
            Map.entry("LIST", "array_agg(x)"), Map.entry("GROUP_ARRAY", "array_agg(x)"),
            Map.entry("COUNT_IF", "count(*) filter (where condition)"),
            Map.entry("COUNTIF", "count(*) filter (where condition)"),
            Map.entry("SUM_IF", "sum(x) filter (where condition)"), Map.entry("COUNT_DISTINCT", "count(distinct x)"),
            Map.entry("APPROX_QUANTILE", "quantile_cont(x, 0.5)"), Map.entry("APPROX_PERCENTILE", "quantile_cont(x, 0.5)"),
            Map.entry("RESERVOIR_QUANTILE", "quantile_cont(x, 0.5)"), Map.entry("PERCENTILE", "quantile_cont(x, 0.5)"),
            Map.entry("FIRST_NOT_NULL", "first(x)"), Map.entry("LAST_NOT_NULL", "last(x)"),
            Map.entry("FAVG", "avg(x)"), Map.entry("FSUM", "sum(x)"), Map.entry("KSUM", "sum(x)"), Map.entry("NSUM", "sum(x)"),
            Map.entry("MEAN", "avg(x)"), Map.entry("STD", "stddev(x)"), Map.entry("VAR", "variance(x)"),
            Map.entry("DEV", "stddev_pop(x)"), Map.entry("SDEV", "stddev(x)"),
            Map.entry("VWAP", "sum(price * quantity) / sum(quantity)"),
            Map.entry("WAVG", "sum(weight * x) / sum(weight)"), Map.entry("WSUM", "sum(weight * x)"),
            Map.entry("PRODUCT", "exp(sum(ln(x)))"), Map.entry("MAD", "median(abs(x - m)) with the median m of a sub-query"),
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
            Map.entry("STR_SPLIT", "split_part(text, separator, place)"),
            Map.entry("PREFIX", "starts_with(text, prefix)"), Map.entry("SUFFIX", "ends_with(text, suffix)"),
            Map.entry("CHARINDEX", "position(part in text)"), Map.entry("LOCATE", "position(part in text)"),
            Map.entry("UCASE", "upper(text)"), Map.entry("LCASE", "lower(text)"), Map.entry("TOUPPERCASE", "upper(text)"),
            Map.entry("TOLOWERCASE", "lower(text)"), Map.entry("CONVERT", "cast(x as type)"),
            Map.entry("DECODE", "case x when … then … end"), Map.entry("ISNULL", "x is null or coalesce(x, y)"),
            Map.entry("NVL2", "case when x is not null then … else … end"), Map.entry("TRY", "try_cast(x as type)"),
            Map.entry("LOG2", "ln(x) / ln(2)"), Map.entry("LOG", "log10(x) or ln(x)"), Map.entry("FMOD", "mod(x, y)"),
            Map.entry("RANDOM", "rand()"), Map.entry("HASH", "a comparison of the values themselves"),
            Map.entry("STRLEN", "octet_length(text) or length(text)"), Map.entry("UNICODE", "ascii(text)"),
            Map.entry("BIT_LENGTH", "octet_length(text) * 8"), Map.entry("BIT_COUNT", "bitcount(x)"),
            Map.entry("XOR", "bitxor(x, y)"), Map.entry("ISNAN", "x = cast('NaN' as double)"),
            Map.entry("DAYNAME", "case extract(isodow from t) when 1 then 'Monday' … end"),
            Map.entry("MONTHNAME", "case extract(month from t) when 1 then 'January' … end"),
            Map.entry("MAKE_DATE", "date '2026-01-31' or cast(text as date)"), Map.entry("GEOMEAN", "exp(avg(ln(x)))"),
            Map.entry("SKEWNESS", "sums of powers: sum(power(x - m, 3)) with the mean m of a sub-query"),
            Map.entry("KURTOSIS", "sums of powers: sum(power(x - m, 4)) with the mean m of a sub-query"),
            Map.entry("COLUMNS", "the columns, or * exclude (…)"), Map.entry("LEVENSHTEIN", "like, ilike or regexp_like"),
            Map.entry("FILL", "last_value(x ignore nulls) over (order by …)"),
            Map.entry("UNNEST", "unnest(array) in FROM"));

    private OtherDialects() {
    }

    /// What to write instead of a function.
    static Optional<String> instead(String function) {
        return Optional.ofNullable(INSTEAD.get(function.toUpperCase(Locale.ROOT)));
    }
}
