// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.ashlar.query.QueryOptions;
import java.math.BigDecimal;
import java.math.MathContext;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// Functions give what DuckDB's give, for NULL, empty and extreme values and code points beyond the basic plane.
///
/// A line is an expression in our words, and after ` => ` in DuckDB's where these differ; `--` begins a comment.
class DuckFunctionsTest extends PlacedOrdersSession {
    private static final MathContext DIGITS = new MathContext(12);
    private static final String TEXTS = "(values (1, 'Müller', 'l', 2), (2, '\uD83D\uDE00ok\uD83D\uDE01', '\uD83D\uDE01', -1), "
            + "(3, '', '', 0), (4, cast(null as varchar), 'a', 1), (5, 'a,b,,c', ',', 3), (6, 'ABC abc', 'b', 100), "
            + "(7, 'x', cast(null as varchar), cast(null as integer)), (8, 'a\uD835\uDD38b', 'b', -100), (9, '  pad ', ' ', 1)) "
            + "as t(k, s, p, n)";
    private static final String NUMBERS = "(values (1, 1, cast(2.5 as decimal(9, 2)), 1e0), (2, -7, -0.01, -1e300), "
            + "(3, cast(null as integer), cast(null as decimal(9, 2)), cast(null as double)), (4, 2147483647, 9999999.99, 1e-300), "
            + "(5, 0, 0, cast('NaN' as double)), (6, -2147483648, -9999999.99, 0.1e0), (7, 1, 2.5, 1e0)) as t(k, i, d, f)";

    private static Connection duck;

    @BeforeAll
    static void open() throws SQLException {
        duck = DriverManager.getConnection("jdbc:duckdb:");
    }

    @AfterAll
    static void closeDuck() throws SQLException {
        duck.close();
    }

    @Test
    void shouldComputeTextsAsDuckDoes() throws SQLException {
        compare(TEXTS, """
                left(s, n)
                right(s, n)
                left(s, 2)
                right(s, 2)
                left(s, -2)
                right(s, -2)
                reverse(s)
                length(s)
                char_length(s) => length(s)
                lpad(s, 8, '\uD83D\uDE00-')
                rpad(s, 8, '\uD83D\uDE00-')
                lpad(s, 2, 'x')
                rpad(s, n, 'x') => rpad(s, case when n < 0 then 0 else n end, 'x')
                lpad(s, 0, 'x')
                -- DuckDB takes three arguments
                lpad(s, 4) => lpad(s, 4, ' ')
                rpad(s, 4) => rpad(s, 4, ' ')
                repeat(s, 3)
                repeat(s, n)
                concat(s, p)
                concat(s, n, p)
                concat(s, null, 'x')
                concat_ws('-', s, p, n)
                concat_ws(p, s, 'x', null, '')
                s || '-' || p
                s || n => s || n::varchar
                starts_with(s, p)
                ends_with(s, p)
                contains(s, p)
                strpos(s, p)
                instr(s, p)
                position(p in s)
                split_part(s, p, 2)
                split_part(s, ',', 1)
                split_part(s, ',', -1)
                split_part(s, ',', 3)
                split_part(s, ',', 9)
                ltrim(s)
                rtrim(s)
                ltrim(s, 'aMx\uD83D\uDE00')
                rtrim(s, 'rcb\uD83D\uDE01')
                trim(s)
                substr(s, 2, 3)
                substring(s, 2)
                replace(s, 'b', '\uD83D\uDE00')
                upper(s)
                lower(s)
                s like 'a%'
                s ilike 'A%'
                s ilike '%ÜLL%'
                s not ilike 'A%'
                s ilike '_ok_'
                s ilike '%BC_AB%'
                chr(128512)
                coalesce(p, s, 'none')
                nullif(s, 'x')
                ifnull(p, s)
                if(n > 1, s, p)
                greatest(s, p)
                least(s, p)
                greatest(s, p, 'b')
                """);
    }

    @Test
    void shouldMatchRegularExpressionsAsDuckDoes() throws SQLException {
        compare(TEXTS, """
                regexp_matches(s, '[a-c]+')
                regexp_like(s, '^a') => regexp_matches(s, '^a')
                regexp_matches(s, 'B', 'i')
                regexp_full_match(s, '[ABCabc ]*')
                regexp_matches(s, '^.ok.$')
                regexp_replace(s, '[a-c]', '#')
                regexp_replace(s, '[a-c]', '#', 'g')
                regexp_replace(s, '(\\w)(\\w)', '\\2\\1')
                regexp_replace(s, '(a)|(b)', '[\\1|\\2]', 'g')
                regexp_replace(s, '^', '>')
                regexp_extract(s, '[a-z]+')
                regexp_extract(s, '([a-z])([a-z])', 2)
                regexp_extract(s, 'Z')
                -- as PostgreSQL
                regexp_substr(s, '[a-z]+') => nullif(regexp_extract(s, '[a-z]+'), '')
                regexp_count(s, '[a-c]') => len(regexp_extract_all(s, '[a-c]'))
                regexp_matches(s, p)
                """);
    }

    @Test
    void shouldComputeNumbersAsDuckDoes() throws SQLException {
        compare(NUMBERS, """
                greatest(i, d)
                least(i, d, 0)
                greatest(f, 0.5e0)
                least(f, 0.5e0)
                greatest(i, 5, null)
                greatest(null, d)
                nullif(i, 1)
                coalesce(i, d)
                if(i > 0, 'plus', 'minus')
                i::bigint * 2
                i::varchar
                d::varchar => d::decimal(9, 2)::varchar
                (i > 0)::varchar
                (i > 0)::text || '!'
                i::double / 2
                i::double precision * 0.5e0
                '12'::int + 1
                '-1.5'::decimal(5, 2) * 2
                ' 7 '::bigint
                '1e3'::double
                'true'::boolean
                'no'::bool => false
                '2026-01-31'::date::varchar
                try_cast('x' as integer)
                try_cast('12' as tinyint)
                try_cast('1200' as tinyint)
                try_cast(i as smallint)
                try_cast(f as integer) => case when isnan(f) then null else try_cast(f as integer) end
                try_cast('1.5x' as decimal(5, 2))
                try_cast('12345678.5' as decimal(5, 2))
                try_cast('maybe' as boolean)
                try_cast('2026-02-30' as date)
                try_cast('25:00:00' as time)
                try_cast('2026-02-28' as date)::varchar
                try_cast(cast(null as varchar) as integer)
                abs(d)
                round(d, 1)
                trunc(d) => trunc(d::double)
                round(d)
                round(d, 5)
                round(f, 1)
                power(2, 3)
                """);
    }

    @Test
    void shouldTakeTimesApartAsDuckDoes() throws SQLException {
        String times = "(values (1, timestamp '2024-02-29 23:59:59.123456'), (2, timestamp '1969-12-28 00:00:00'), "
                + "(3, timestamp '2001-01-01 12:30:00'), (4, cast(null as timestamp)), (5, timestamp '2261-12-31 23:59:59'), "
                + "(6, timestamp '1700-03-04 05:06:07')) as t(k, t)";
        StringBuilder lines = new StringBuilder();
        for (String unit : List.of("microsecond", "millisecond", "second", "minute", "hour", "day", "week", "month", "quarter",
                "year", "decade")) {
            lines.append("cast(date_trunc('").append(unit).append("', t) as varchar) => strftime(date_trunc('").append(unit)
                    .append("', t), '%Y-%m-%d %H:%M:%S.%f') || '000'\n");
        }
        for (String unit : List.of("microsecond", "millisecond", "second", "minute", "hour", "day", "dow", "isodow", "doy", "week",
                "month", "quarter", "year", "isoyear", "decade", "century", "millennium")) {
            lines.append("extract(").append(unit).append(" from t)\ndate_part('").append(unit).append("', t)\n");
        }
        for (String unit : List.of("day", "week", "month", "quarter", "year")) {
            lines.append("date_trunc('").append(unit).append("', cast(t as date))::varchar => date_trunc('").append(unit)
                    .append("', cast(t as date))::date::varchar\nextract(").append(unit).append(" from cast(t as date))\n");
        }
        lines.append("""
                extract(dow from cast(t as date))
                extract(isodow from t::date)
                extract(epoch from t::date)
                ceil(t::date to week)::varchar => (date_trunc('week', t::date + 6)::date)::varchar
                extract(nanosecond from t) => extract(microsecond from t) * 1000
                extract(epoch from t) => floor(epoch(t))
                year(t)
                month(t)
                hour(t)
                cast(t as date)::varchar
                cast(cast(t as time) as varchar) => date_trunc('millisecond', t)::time::varchar
                """);
        compare(times, lines.toString());
    }

    @Test
    void shouldAggregateAsDuckDoes() throws SQLException {
        String lines = """
                string_agg(s, ',' order by k)
                string_agg(s, '\uD83D\uDE00' order by k desc)
                string_agg(distinct p, '' order by p)
                string_agg(k, '+' order by k)
                listagg(s, '|') within group (order by k) => string_agg(s, '|' order by k)
                string_agg(s, ',' order by k) filter (where k > 100)
                array_agg(k order by k desc)::varchar => null
                first(s) within group (order by k) => arg_min(s, k)
                last(s) within group (order by k) => arg_max(s, k)
                arg_min(s, n)
                arg_max(s, n)
                min_by(k, s) => arg_min(k, s)
                max_by(k, s) => arg_max(k, s)
                mode(p) within group (order by p) => null
                bool_or(n > 1)
                bool_and(n > 1)
                bool_or(n > 1) filter (where k = 7)
                any_value(s) filter (where k = 5)
                approx_count_distinct(p) => count(distinct p)
                median(k)
                median(n)
                count(distinct s)
                """.lines().filter(line -> !line.endsWith("=> null")).reduce("", (a, b) -> a + b + "\n");
        compare(TEXTS, lines);
        compare(TEXTS.replace("as t(", "as u(") + " where false", lines);
        String numbers = """
                median(i)
                median(d) => median(d::double)
                median(f) => case when count(*) > 0 then quantile_cont(f, 0.5) end
                quantile_cont(i, 0.25)
                quantile_cont(d, 0.9) => quantile_cont(d::double, 0.9)
                quantile_disc(i, 0.25)
                quantile_disc(d, 0.5)
                percentile_cont(0.25) within group (order by i) => quantile_cont(i, 0.25)
                percentile_cont(0.25) within group (order by i desc) => quantile_cont(i, 0.75)
                percentile_disc(0) within group (order by d) => min(d)
                percentile_disc(1) within group (order by d) => max(d)
                percentile_disc(0.4) within group (order by i desc)
                mode(d)
                mode(i)
                stddev(i)
                stddev_pop(i)
                stddev_samp(d)
                variance(d)
                var_pop(d)
                var_samp(i)
                corr(i, d)
                covar_pop(i, d)
                covar_samp(i, d)
                regr_slope(i, d)
                -- its last digits are lost there
                round(regr_intercept(i, d), 6)
                regr_r2(i, d)
                stddev(k)
                corr(k, i)
                avg(i)
                avg(d)
                stddev(i) filter (where k = 1)
                var_pop(i) filter (where k = 1)
                sum(distinct i)
                arg_max(d, i)
                max(f)
                """;
        compare(NUMBERS, numbers);
        compare(NUMBERS + " where i is null", numbers);
    }

    @Test
    void shouldComputeWindowsAsDuckDoes() throws SQLException {
        compare(TEXTS, """
                lag(n, 1, 99) over (order by k)
                -- DuckDB rounds the default to a whole number
                lag(n, 1, 2.5) over (order by k) => lag(n::decimal(12, 1), 1, 2.5) over (order by k)
                lag(s, 2, 'none') over (order by k)
                lead(n, 2) over (order by k desc)
                lag(n) ignore nulls over (order by k) => lag(n ignore nulls) over (order by k)
                lead(p, 1, '-') ignore nulls over (order by k) => lead(p, 1, '-' ignore nulls) over (order by k)
                first_value(s) ignore nulls over (order by k desc) => first_value(s ignore nulls) over (order by k desc)
                last_value(p) ignore nulls over (order by k) => last_value(p ignore nulls) over (order by k)
                nth_value(p, 2) ignore nulls over (order by k) => nth_value(p, 2 ignore nulls) over (order by k)
                percent_rank() over (order by p)
                cume_dist() over (order by p)
                string_agg(s, ',') over (order by k rows between 1 preceding and current row)
                median(n) over (order by k rows between 3 preceding and 1 following)
                stddev(n) over (order by k rows between 3 preceding and 1 following)
                var_pop(k) over (order by k rows between 2 preceding and current row)
                arg_max(s, n) over (order by k)
                bool_or(n > 2) over (order by k)
                mode(p) over (order by k rows 2 preceding)
                -- of one row DuckDB has NaN, PostgreSQL NULL
                corr(n, k) over (order by k) => nullif(corr(n, k) over (order by k), 'NaN')
                quantile_cont(k, 0.3) over (order by k rows 5 preceding)
                percentile_cont(k, 0.3) over (order by k) => quantile_cont(k, 0.3) over (order by k)
                min(n) over (order by k rows between 2 preceding and 2 following)
                max(s) over (order by k rows between 2 preceding and 1 preceding)
                max(n) over (partition by p order by k)
                min(s) over (order by k desc rows between current row and 3 following)
                max(k) over (order by n range between 2 preceding and 1 following)
                """);
    }

    private void compare(String from, String lines) throws SQLException {
        List<String> ours = new ArrayList<>();
        List<String> theirs = new ArrayList<>();
        for (String line : lines.lines().map(String::strip).filter(l -> !l.isEmpty() && !l.startsWith("--")).toList()) {
            String[] sides = line.split(" => ");
            ours.add(sides[0]);
            theirs.add(sides[sides.length - 1]);
        }
        boolean rows = from.contains("(k, s, p, n)") && !lines.contains("bool_and(") || from.contains("(k, t)")
                || from.contains("(k, i, d, f)") && lines.contains("i::");
        StringBuilder differences = new StringBuilder();
        for (int i = 0; i < ours.size(); i++) {
            String order = rows ? " order by k" : "";
            String expected = text(theirs("select " + theirs.get(i) + " from " + from + order));
            String found;
            try (SqlResult result = session.run("select " + ours.get(i) + " from " + from + order, QueryOptions.defaults())) {
                List<Object> values = new ArrayList<>();
                while (result.next()) {
                    values.add(result.get(0));
                }
                found = text(values);
            } catch (SqlException e) {
                found = e.reason() + " " + e.getMessage();
            }
            if (!expected.equals(found)) {
                differences.append(ours.get(i)).append("\n    DuckDB: ").append(expected).append("\n    ours:   ").append(found)
                        .append('\n');
            }
        }
        assertEquals("", differences.toString());
    }

    private static List<Object> theirs(String sql) throws SQLException {
        List<Object> values = new ArrayList<>();
        try (Statement statement = duck.createStatement(); ResultSet result = statement.executeQuery(sql)) {
            while (result.next()) {
                values.add(result.getObject(1));
            }
        } catch (SQLException e) {
            values.add(e.getMessage().lines().findFirst().orElse(""));
        }
        return values;
    }

    private static String text(List<Object> values) {
        return String.join(" ; ", values.stream().map(DuckFunctionsTest::text).toList());
    }

    private static String text(Object value) {
        return switch (value) {
            case Double number when !Double.isFinite(number) -> number.toString();
            case Number number -> plain(new BigDecimal(number.toString()).round(DIGITS));
            case null, default -> String.valueOf(value);
        };
    }

    private static String plain(BigDecimal number) {
        return number.signum() == 0 ? "0" : number.stripTrailingZeros().toString();
    }
}
