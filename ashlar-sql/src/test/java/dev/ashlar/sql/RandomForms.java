// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.StringJoiner;

/// Random queries over rows that they list themselves, in the same words for us and for DuckDB: texts of all scripts,
/// decimals, unsigned 64-bit numbers, times with microseconds, NULL in every column; windows with all frames, joins by
/// time with ties, correlated and recursive queries, set operations.
///
/// | column | type | values |
/// |---|---|---|
/// | k | INTEGER | different in each row |
/// | g | VARCHAR | of few, for groups |
/// | s, p | VARCHAR | of all scripts; short |
/// | n, m | INTEGER, BIGINT | small |
/// | d, u | DECIMAL(9, 2), DECIMAL(20, 0) | with equal ones; to 2^64 - 1 |
/// | f | DOUBLE | quarters, infinite, NaN |
/// | t | TIMESTAMP | near each other, with equal ones |
/// | b | BOOLEAN | |
record RandomForms(SplittableRandom random) {
    private static final List<String> TEXTS = List.of("", " ", "a", "A", "Ab c", "aab", "ss", "\u00E9t\u00E9", "e\u0301t",
            "\u05E9\u05DC\u05D5\u05DD", "\u0645\u0631\u062D\u0628\u0627", "\u65E5\u672C\u8A9E", "\uD83D\uDE00", "\uD83D\uDE00a",
            "\uD83D\uDC69\u200D\uD83D\uDC67", "\uD835\uDD38b", "\uFB01", "\uFFFD", "\u0928\u092E\u0938", "\u03A9", "a_b",
            "50%", "O'x", "a\tb", "\\", "5", "-2.5");
    private static final List<String> SHORT = List.of("a", "b", "", " ", "\u0301", "\uD83D\uDE00", "\u65E5", "\u05DC", "_", "%",
            "\uFB01");
    private static final List<String> GROUPS = List.of("'a'", "'b'", "'\u00DF'", "null");
    private static final List<String> COLUMNS = List.of("k", "g", "s", "p", "n", "m", "d", "u", "f", "t", "b");

    /// The same for both engines.
    String query() {
        return switch (random.nextInt(20)) {
            case 0, 1 -> "select k, " + text("s") + " as x, " + text("s") + " as y, " + textCondition() + " as z from " + rows("r");
            case 2, 3, 4 -> windows();
            case 5 -> asof();
            case 6 -> grouped();
            case 7 -> statistics();
            case 8 -> distinctOn();
            case 9 -> qualified();
            case 10 -> setOperation();
            case 11 -> correlated();
            case 12 -> recursive();
            case 13 -> joined();
            case 14 -> times();
            case 15, 16 -> namedWindows();
            case 17 -> shadowed();
            case 18 -> starOfJoin();
            default -> numbers();
        };
    }

    private String pick(String... choices) {
        return choices[random.nextInt(choices.length)];
    }

    private <T> T pick(List<T> choices) {
        return choices.get(random.nextInt(choices.size()));
    }

    private boolean chance(int oneIn) {
        return random.nextInt(oneIn) == 0;
    }

    private static String quoted(String text) {
        return '\'' + text.replace("'", "''") + '\'';
    }

    private String orNull(String value, String type) {
        return chance(5) ? "cast(null as " + type + ")" : value;
    }

    /// A list of rows with a name.
    private String rows(String name) {
        StringJoiner rows = new StringJoiner(", ", "(values ", ") as " + name + "(" + String.join(", ", COLUMNS) + ")");
        int count = 2 + random.nextInt(9);
        for (int i = 0; i < count; i++) {
            rows.add("(" + String.join(", ", List.of(String.valueOf(i), "cast(" + pick(GROUPS) + " as varchar)",
                    orNull("cast(" + quoted(pick(TEXTS) + (chance(3) ? pick(TEXTS) : "")) + " as varchar)", "varchar"),
                    orNull("cast(" + quoted(pick(SHORT)) + " as varchar)", "varchar"),
                    orNull(String.valueOf(random.nextInt(-3, 5)), "integer"),
                    orNull("cast(" + random.nextInt(-3, 100) + " as bigint)", "bigint"),
                    orNull("cast(" + BigDecimal.valueOf(random.nextInt(4) == 0 ? random.nextInt(-999_999_999, 999_999_999)
                            : random.nextInt(-300, 300), 2).toPlainString() + " as decimal(9, 2))", "decimal(9, 2)"),
                    orNull("cast(" + pick("0", "7", "18446744073709551615", "9223372036854775808", "9223372036854775807", "1")
                            + " as decimal(20, 0))", "decimal(20, 0)"),
                    orNull(chance(6) ? "cast(" + pick("'NaN'", "'Infinity'", "'-Infinity'") + " as double)"
                            : "cast(" + random.nextInt(-9, 9) / 4.0 + " as double)", "double"),
                    orNull("timestamp " + quoted(time()), "timestamp"),
                    orNull(pick("true", "false"), "boolean"))) + ")");
        }
        return rows.toString();
    }

    private String time() {
        return pick("2026-01-31 09:30:0", "2026-01-31 23:59:5", "1969-12-31 23:59:5", "2024-02-29 00:00:0") + random.nextInt(10)
                + pick("", ".5", ".000001", ".999999");
    }

    private String value() {
        return pick("k", "g", "s", "n", "m", "d", "u", "f", "t", "b");
    }

    private String number() {
        return pick("k", "n", "m", "d");
    }

    private String order(String key) {
        return key + pick("", " desc") + pick(" nulls first", " nulls last");
    }

    private String text(String s) {
        String count = pick("0", "1", "2", "3", "-1", "-2", "n", "7");
        return switch (15 + random.nextInt(4)) {
            case 0 -> "left(" + s + ", " + count + ")";
            case 1 -> "right(" + s + ", " + count + ")";
            case 2 -> "length(" + s + ")";
            case 3 -> pick("lpad", "rpad") + "(" + s + ", " + random.nextInt(8) + ", '" + pick("\uD83D\uDE00-", "x", "\u05DC") + "')";
            case 4 -> "concat(" + s + ", p, n)";
            case 5 -> "concat_ws(p, " + s + ", 'x', g)";
            case 6 -> "split_part(" + s + ", " + pick("'a'", "nullif(p, '')", "'\uD83D\uDE00'") + ", " + pick("1", "2", "-1") + ")";
            case 7 -> "replace(" + s + ", " + pick("'a'", "p") + ", '\uD83D\uDE00')";
            case 8 -> "position(p in " + s + ")";
            case 9 -> "substring(" + s + " from " + random.nextInt(1, 4) + " for " + random.nextInt(4) + ")";
            case 10 -> pick("ltrim", "rtrim", "trim") + "(" + s + ")";
            case 11 -> pick("ltrim", "rtrim") + "(" + s + ", 'a\uD83D\uDE00\u05DD')";
            case 12 -> "repeat(" + s + ", " + pick("0", "2", "n") + ")";
            case 13 -> pick("greatest", "least") + "(" + s + ", p, g)";
            case 14 -> s + " || p || " + pick("'!'", "g", "n");
            case 15 -> "coalesce(p, " + s + ", 'none')";
            case 16 -> "nullif(" + s + ", p)";
            case 17 -> "regexp_replace(" + s + ", " + pick("'.'", "'[a-c]+'", "'^.'") + ", '<>'" + pick("", ", 'g'") + ")";
            case 18 -> "regexp_extract(" + s + ", " + pick("'[a-z]+'", "'.b'", "'\\S+'") + ")";
            default -> "overlay(" + s + " placing 'xy' from " + random.nextInt(1, 3) + " for " + random.nextInt(3) + ")";
        };
    }

    private String textCondition() {
        return switch (random.nextInt(8)) {
            case 0 -> "s " + pick("", "not ") + "like " + pick("'a%'", "'%_b'", "'_'", "'__'", "'%\uD83D\uDE00%'", "'%\\%' escape '\\'");
            case 1 -> "s ilike " + pick("'A%'", "'%B'", "'\u00C9%'", "'_'");
            case 2 -> "s " + pick("<", "<=", "=", "<>", ">", ">=") + pick(" p", " g", " '\uFFFD'", " '\uD83D\uDE00'", " 'a'");
            case 3 -> pick("starts_with", "ends_with", "contains") + "(s, " + pick("p", "'a'", "'\uD83D\uDE00'") + ")";
            case 4 -> "s " + pick("", "not ") + "in (p, g, 'a')";
            case 5 -> "s is " + pick("", "not ") + "distinct from p";
            case 6 -> "regexp_matches(s, " + pick("'^a'", "'.\\z'", "'\\d'", "'[\u0590-\u05FF]'") + ")";
            default -> "s " + pick("", "not ") + "between 'a' and '\uFFFD'";
        };
    }

    private String condition() {
        return switch (random.nextInt(7)) {
            case 0 -> textCondition();
            case 1 -> number() + pick(" < ", " >= ", " = ", " <> ") + pick("2", "n", "d", "0.5");
            case 2 -> value() + " is " + pick("", "not ") + "null";
            case 3 -> "f " + pick("<", ">", "=") + pick(" 0.25", " cast('NaN' as double)", " n");
            case 4 -> "u " + pick("<", ">=", "=") + pick(" 9223372036854775808", " 7", " m");
            case 5 -> "t " + pick("<", ">=") + " timestamp '2026-01-31 09:30:05'";
            default -> "(b or " + pick("n > 1", "d < 1", "s is null") + ")";
        };
    }

    private String where() {
        return chance(2) ? "" : " where " + condition() + (chance(2) ? "" : pick(" and ", " or ") + pick("", "not ") + "("
                + condition() + ")");
    }

    private String windows() {
        String rows = rows("r");
        String where = where();
        return "select k, " + window() + " as x, " + window() + " as y from " + rows + where;
    }

    private String partition() {
        return pick("", "", "partition by g ", "partition by n ", "partition by b, g ", "partition by s ", "partition by f ");
    }

    private String window() {
        String unique = partition() + "order by " + order(value()) + ", k" + pick("", " desc");
        String frame = chance(3) ? "" : " rows " + bounds(String.valueOf(random.nextInt(3))) + exclude();
        String value = value();
        String nulls = pick("", " ignore nulls", " ignore nulls");
        return switch (random.nextInt(10)) {
            case 0 -> pick("lag", "lead") + "(" + value + ", " + random.nextInt(3) + nulls + ") over (" + unique + ")";
            case 1 -> pick("lag", "lead") + "(" + pick("n, 1, 99", "s, 2, 'none'", "m, 1, k", "d, 1, 0.5") + nulls + ") over ("
                    + unique + ")";
            case 2, 3 -> pick("first_value", "last_value") + "(" + value + nulls + ") over (" + unique + frame + ")";
            case 4 -> "nth_value(" + value + ", " + random.nextInt(1, 4) + nulls + ") over (" + unique + frame + ")";
            case 5 -> pick("row_number()", "ntile(" + random.nextInt(1, 5) + ")") + " over (" + unique + ")";
            case 6 -> pick("rank", "dense_rank", "percent_rank", "cume_dist") + "() over (" + partition() + "order by "
                    + order(value()) + ")";
            case 7 -> chance(2) ? aggregate() + " over (" + unique + frame + ")" : "coalesce("
                    + pick("sum", "min", "max") + "(" + pick("k", "n") + ") over (" + unique + frame + "), -7)";
            case 8 -> peerAggregate() + " over (" + partition() + "order by " + order(value()) + pick("", " rows between unbounded "
                    + "preceding and unbounded following" + exclude(), " range between unbounded preceding and current row"
                    + exclude(), " range between current row and unbounded following" + exclude()) + ")";
            default -> peerAggregate() + " over (" + partition() + "order by " + order(pick("n", "m", "k", "d")) + " range "
                    + bounds(pick("0", "1", "2", "1.5").replace("1.5", "2")) + exclude() + ")";
        };
    }

    /// Windows that extend others, with frames of their own.
    private String namedWindows() {
        String first = partition();
        boolean ordered = chance(2);
        String w = first + (ordered ? "order by k" + pick("", " desc") : "");
        String v = ordered ? "w" : "w order by k" + pick("", " desc");
        String u = chance(2) ? "v rows " + bounds("1") + exclude() : "v";
        String distinct = pick("g", "b");
        return "select k, " + aggregate() + " over (" + v + frame() + ") as x, " + peerAggregate() + " over (v" + frame() + ") as y, "
                + aggregate() + " over u as z, abs(approx_count_distinct(" + distinct + ") over (v" + pick("", " rows 5 preceding")
                + ") - count(distinct " + distinct + ") over v) <= 2 as c, count(*) over w as n from " + rows("r") + where()
                + " window w as (" + w + "), v as (" + v + "), u as (" + u + ")";
    }

    private String frame() {
        return chance(4) ? "" : " " + pick("rows", "rows", "range", "groups") + " " + bounds(String.valueOf(random.nextInt(3)))
                + exclude();
    }

    /// Columns of SELECT that are called as other columns of the table.
    private String shadowed() {
        String key = pick("-k", "abs(k - 3), -k", "case when n > 0 then k end nulls last, -k", "-n nulls last, abs(k)",
                "k + m nulls first, -k");
        String aggregate = pick("sum(n)", "max(m)", "count(n)", "-sum(k)", "min(d)");
        return switch (random.nextInt(3)) {
            case 0 -> "select -k as k, " + number() + " + 1 as n, " + pick("abs(m)", "-n", "k") + " as m, " + value()
                    + " as d from " + rows("r") + where() + " order by " + key + ", k limit " + random.nextInt(1, 9);
            case 1 -> "select g, " + aggregate + " as n, " + pick("max(n)", "sum(m)", "count(*)") + " as m, max(k) as k from " + rows("r")
                    + where() + " group by g" + pick("", " having sum(n) > 0", " having max(m) > 20")
                    + " order by sum(n) nulls last, max(k), k limit 5";
            default -> "select -k as k, n + m as n from " + rows("r") + where() + " qualify row_number() over (order by "
                    + order(pick("n", "m", "d", "-n")) + ", k) <= 2";
        };
    }

    /// `*` without some columns over joins whose columns are shared.
    private String starOfJoin() {
        String excluded = pick("g", "s", "p, d", "k", "f, t, b", "n", "u");
        return "select * exclude (" + excluded + ") from " + rows("r") + " " + pick("", "left ", "full ") + "join (select k, " + pick("n",
                "m, d", "g as h, n") + " from " + rows("q") + ") as q using (k)";
    }

    private String bounds(String offset) {
        return switch (random.nextInt(9)) {
            case 0 -> "unbounded preceding";
            case 1 -> offset + " preceding";
            case 2 -> "between unbounded preceding and " + offset + " preceding";
            case 3 -> "between " + offset + " preceding and " + offset + " following";
            case 4 -> "between current row and " + offset + " following";
            case 5 -> "between " + offset + " following and unbounded following";
            case 6 -> "between 3 preceding and " + offset + " preceding";
            case 7 -> "between " + offset + " following and 3 following";
            default -> "between unbounded preceding and " + offset + " following";
        };
    }

    private String exclude() {
        return pick("", "", "", " exclude current row", " exclude group", " exclude ties", " exclude no others");
    }

    /// Whatever the order of rows with equal keys is.
    private String peerAggregate() {
        return switch (random.nextInt(6)) {
            case 0 -> "count(" + pick("*", "n", "s", "f") + ")";
            case 1 -> "sum(" + number() + ")";
            case 2, 3 -> pick("min", "max") + "(" + value() + ")";
            case 4 -> "avg(cast(" + number() + " as double))";
            default -> pick("bool_or", "bool_and") + "(b)";
        };
    }

    private String aggregate() {
        return switch (random.nextInt(6)) {
            case 0 -> "string_agg(g, ',')";
            case 1 -> pick("stddev", "var_pop", "stddev_pop", "variance") + "(n)";
            case 2 -> pick("median(cast(n as double))", "bit_or(n)", "bit_and(m)", "bit_xor(k)");
            case 3 -> pick("arg_min(s, k)", "arg_max(s, k)", "first(s)", "last(n)", "last(s)");
            default -> peerAggregate();
        };
    }

    private String asof() {
        String compared = pick("<", "<=", ">", ">=");
        String key = pick("t", "n", "k", "u", "d");
        String right = compared.startsWith(">") ? "max" : "min";
        String equal = pick("", "", "l.g = r.g and ", "l.n = r.n and ", "l.g = r.g and l.b = r.b and ", "l.s = r.s and ");
        // Of rows on the right with equal keys any may be found: what is compared is the key itself.
        String side = "(select " + right + "(k) as k, g, n, b, s, " + key + " as c from " + rows("q") + " group by g, n, b, s, "
                + key + ")";
        return "select l.k, r.c from (select k, g, n, b, s, " + key + " as c from " + rows("r") + ") as l asof " + pick("", "left ")
                + "join " + side + " as r on " + equal + "l.c " + compared + " r.c";
    }

    private String grouped() {
        String key = pick("g", "n", "b", "f", "d", "u", "s", "t");
        String other = pick("b", "g", "n", "length(s)");
        String sets = pick("group by all", "group by all", "group by rollup(x, y)", "group by cube(x, y)",
                "group by grouping sets ((x), (y), ())", "group by x, y");
        return "select x, y, count(*), " + groupAggregate() + " as v, " + groupAggregate() + " as w from (select " + key + " as x, "
                + other + " as y, * from " + rows("r") + where() + ") as t " + sets + pick("", " having count(*) > 1",
                        " having max(k) > 2", " having sum(n) > 1.5", " having sum(n) in (-1.5, 2, 3) or avg(m) < 50.25");
    }

    private String groupAggregate() {
        return switch (random.nextInt(9)) {
            case 0 -> "string_agg(s, '|' order by k" + pick("", " desc") + ")";
            case 1 -> "count(distinct " + value() + ")";
            case 2 -> "sum(distinct " + pick("n", "m", "d") + ")";
            case 3 -> pick("arg_min", "arg_max") + "(" + pick("s", "n", "d", "t") + ", k)";
            case 4 -> pick("first", "last") + "(" + value() + " order by k" + pick("", " desc") + ")";
            case 5 -> pick("bool_or", "bool_and") + "(b)" + pick("", " filter (where n > 0)");
            case 6 -> "sum(" + number() + ")" + pick("", " filter (where " + condition() + ")");
            case 7 -> pick("min", "max") + "(" + value() + ")" + pick("", " filter (where " + condition() + ")");
            default -> "avg(cast(" + number() + " as double))";
        };
    }

    private String statistics() {
        String fraction = pick("0", "0.1", "0.25", "0.5", "0.9", "1");
        String number = pick("n", "m", "k");
        String one = switch (random.nextInt(7)) {
            case 0 -> "median(cast(" + number + " as double))";
            case 1 -> "quantile_cont(cast(" + number + " as double), " + fraction + ")";
            case 2 -> "quantile_disc(" + pick("n", "d", "s", "t", "u") + ", " + fraction + ")";
            case 3 -> "percentile_cont(" + fraction + ") within group (order by cast(" + number + " as double)" + pick("", " desc")
                    + ")";
            case 4 -> "percentile_disc(" + fraction + ") within group (order by " + pick("n", "d", "t") + pick("", " desc") + ")";
            case 5 -> pick("corr", "covar_pop", "covar_samp", "regr_slope") + "(n, k)";
            default -> pick("stddev", "variance", "var_pop", "stddev_pop") + "(" + pick("n", "m", "d") + ")";
        };
        one = one.startsWith("corr") || one.startsWith("regr") || one.startsWith("covar") ? "round(nullif("
                + one + ", cast('NaN' as double)), 9)" : one;
        return "select " + pick("g", "b", "n % 2") + " as x, " + one + " as v, max(cn) as most from (select *, count(*) over "
                + "(partition by g, n) as cn from " + rows("r") + ") as t" + where() + " group by all";
    }

    private String distinctOn() {
        String key = pick("g", "n", "b", "f", "g, b", "s");
        return "select distinct on (" + key + ") k, " + value() + " as v from " + rows("r") + where() + " order by " + key + ", "
                + order(value()) + ", k" + pick("", " desc");
    }

    private String qualified() {
        return "select k, " + value() + " as v from " + rows("r") + where() + " qualify " + pick("row_number", "rank",
                "dense_rank") + "() over (" + partition() + "order by " + order(value()) + ", k) " + pick("= 1", "<= 2", "> 1")
                + pick("", " and n > 0", " or b");
    }

    private String setOperation() {
        String columns = pick("g", "n", "s", "d", "u", "b", "g, n", "f", "t");
        String arm = "select " + columns + " from ";
        String first = arm + rows("r") + where();
        String second = arm + rows("q") + where();
        String third = arm + rows("o") + where();
        if (chance(4)) {
            return "select sum(n) as x, avg(m) as y from " + rows("r") + where() + " group by g " + operator() + " select "
                    + pick("cast(n as bigint), d", "1.5, 40", "d, m", "u, 0.25") + " from " + rows("q") + where();
        }
        if (chance(5)) {
            return "(select " + columns + " from " + rows("r") + " order by k limit " + random.nextInt(3) + ") " + operator() + " ("
                    + second + ")";
        }
        String operators = pick("{0} {3} {1}", "{0} {3} {1} {4} {2}", "({0} {3} {1}) {4} {2}", "{0} {3} ({1} {4} {2})");
        return operators.replace("{0}", first).replace("{1}", second).replace("{2}", third).replace("{3}", operator())
                .replace("{4}", operator());
    }

    private String operator() {
        return pick("union", "union all", "intersect", "intersect all", "except", "except all");
    }

    private String correlated() {
        // An aggregate of all rows of a LATERAL query is rejected unless it is joined from the left.
        String equal = pick("q.g = r.g", "q.n = r.n", "q.n < r.n", "q.k <= r.k and q.b = r.b", "q.s = r.s", "q.d > r.d");
        String inner = rows("q") + " where " + equal;
        return switch (random.nextInt(6)) {
            case 0 -> "select k, (select " + pick("count(*)", "max(q.n)", "sum(q.m)", "min(q.s)", "count(q.d)") + " from " + inner
                    + ") as v from " + rows("r");
            case 1 -> "select k from " + rows("r") + " where " + pick("", "not ") + "exists (select 1 from " + inner + ")";
            case 2 -> "select k from " + rows("r") + " where r.n " + pick("", "not ") + "in (select q." + pick("n", "k") + " from "
                    + inner + ")";
            case 3 -> "select k from " + rows("r") + " where r.m " + pick(">", "<=", "=") + " (select " + pick("avg(q.m)", "max(q.m)",
                    "min(q.k)", "count(*)") + " from " + inner + ")";
            case 4 -> "select k, v from " + rows("r") + " left join lateral (select " + pick("count(*)", "max(q.k)", "sum(q.n)")
                    + " as v from " + inner + ") as l on true";
            default -> "select k, case when exists (select 1 from " + inner + ") then 'some' when n in (select q.k from " + inner
                    + ") then 'one' else 'none' end as v from " + rows("r");
        };
    }

    private String recursive() {
        return switch (random.nextInt(4)) {
            case 0 -> "with recursive w(a, b) as (select k, 1 from " + rows("r") + where() + " union all select a + 1, b + 1 from w "
                    + "where b < " + random.nextInt(2, 6) + ") select a, count(*), max(b) from w group by a";
            case 1 -> "with recursive w(a) as (select " + random.nextInt(3) + " union select e.b from w join (values " + edges()
                    + ") as e(a, b) on e.a = w.a) select a from w";
            case 2 -> "with recursive w(a, c, d) as (select 0, 0, 0 union all select e.b, w.c + e.c, w.d + 1 from w join (values "
                    + edges(3) + ") as e(a, b, c) on e.a = w.a where w.d < 3) select a, min(c), count(*) from w group by a";
            default -> "with r as (select * from " + rows("v") + "), s as (select g, sum(n) as n from r group by g) select r.k, s.n "
                    + "from r join s on r.g is not distinct from s.g where s.n > (select avg(n) from s)";
        };
    }

    private String edges() {
        return edges(2);
    }

    private String edges(int columns) {
        List<String> edges = new ArrayList<>();
        for (int i = 0; i < 7; i++) {
            edges.add("(" + random.nextInt(6) + ", " + random.nextInt(6) + (columns == 3 ? ", " + random.nextInt(9) : "") + ")");
        }
        return String.join(", ", edges);
    }

    private String joined() {
        String key = pick("g", "n", "s", "d", "f", "b", "t", "u");
        String more = pick("", " and r.k < q.k", " and r.n > 0", " and q.m is null", " and r.s <> q.s");
        return switch (random.nextInt(4)) {
            case 0 -> "select r.k, q.k as qk, r." + key + " from " + rows("r") + " " + pick("", "left ", "right ", "full ") + "join "
                    + rows("q") + " on r." + key + " = q." + key + more + pick("", " where r.n > 0", " where q.k is null");
            case 1 -> "select k, " + key + ", v from " + rows("r") + " " + pick("", "left ", "full ") + "join (select " + key
                    + ", count(*) as v from " + rows("q") + " group by " + key + ") as c using (" + key + ")";
            case 2 -> "select r.k, q.k as qk from " + rows("r") + " " + pick("", "left ") + "join " + rows("q") + " on r." + key
                    + " is not distinct from q." + key + more;
            default -> "select r.k, q.k as qk from " + rows("r") + " " + pick("", "left ", "full ") + "join " + rows("q") + " on r.k "
                    + pick("<", ">=", "<>") + " q.k" + more;
        };
    }

    private String times() {
        String unit = pick("second", "minute", "hour", "day", "week", "month", "quarter", "year", "millisecond", "microsecond");
        String part = pick("year", "quarter", "month", "week", "day", "dow", "isodow", "doy", "hour", "minute", "second",
                "millisecond", "microsecond", "isoyear", "decade", "century");
        String span = pick("interval '1' hour", "interval '90' second", "interval '1' month", "interval '1' day",
                "interval '0.5' second", "interval 1 year", "interval '2 weeks'");
        String offset = pick("Z", "+00:00", "+02:00", "-05:30", "+14:00");
        return "select k, date_trunc('" + unit + "', t) as a, extract(" + part + " from t) as b, t " + pick("+", "-") + " " + span
                + " as c, t " + pick("<", "=", ">=") + " timestamptz '" + time() + offset + "' as d, cast(t as date) as e, "
                + pick("time_bucket(interval '15' minute, t)", "time_bucket(interval '1' second, t)", "cast(cast(t as date) as "
                        + "timestamp)", "greatest(t, timestamp '2026-01-31 00:00:00')", "coalesce(t, timestamp '2026-01-31 00:00:00')",
                        "timestamptz '" + time() + offset + "'", "cast(t as varchar) like '2026%'", "year(t) * 100 + month(t)")
                + " as f from " + rows("r") + where();
    }

    private String numbers() {
        String one = switch (random.nextInt(11)) {
            case 10 -> pick("coalesce", "greatest", "least", "nullif") + "(sum(n) over (order by k), " + pick("1.5", "d", "0.25", "u")
                    + ")";
            case 0 -> "d " + pick("+", "-", "*") + " " + pick("n", "d", "m", "1.5", "0.01");
            case 1 -> "u " + pick("+", "-") + " " + pick("1", "n", "u");
            case 2 -> "f " + pick("+", "-", "*") + " " + pick("n", "f", "0.5");
            case 3 -> "n % " + pick("2", "3", "-2");
            case 4 -> "round(d, " + pick("0", "1", "2", "3") + ")";
            case 5 -> pick("abs", "floor", "ceil", "sign") + "(" + pick("n", "d", "m") + ")";
            case 6 -> pick("greatest", "least") + "(" + pick("n, d", "n, m, k", "u, n", "f, n") + ")";
            case 7 -> "case when " + condition() + " then n else " + pick("k", "0", "null") + " end";
            case 8 -> "cast(" + pick("n", "d", "u", "m") + " as varchar)";
            default -> "try_cast(s as " + pick("decimal(9, 2)", "boolean") + ")";
        };
        return "select k, " + one + " as a, " + value() + " as b, " + condition() + " as c from " + rows("r") + where() + " order by "
                + order("b") + ", k limit " + random.nextInt(1, 9) + pick("", " offset 2");
    }
}
