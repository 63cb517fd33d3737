// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/// Random queries over the tables of [Kinds], for us and for DuckDB, where timestamps are nanoseconds in a BIGINT.
final class RandomSql {
    /// Types of expressions, by how they are compared and what can be done with them.
    enum Type { WHOLE, DECIMAL, REAL, TEXT, BOOLEAN, TIME }

    private static final Map<Type, List<String>> COLUMNS = Map.of(
            Type.WHOLE, List.of("i8", "i16", "i32", "i64", "u8", "u16", "u32", "ni8", "ni32", "ni64", "pair_0"),
            Type.DECIMAL, List.of("u64", "nu64", "price", "cents", "loose"),
            Type.REAL, List.of("f32", "f64", "nf32", "nf64"),
            Type.TEXT, List.of("letter", "side", "symbol", "name", "note"),
            Type.BOOLEAN, List.of("flags_Hidden", "flags_Late"),
            Type.TIME, List.of("tsns", "tsms"));
    private static final List<String> TEXTS = List.of("''", "'A'", "'Müller'", "'\uFB01'", "'\uD83D\uDE00'",
            "'\uD83D\uDE00ok'", "'\uFFFDx'", "'b'", "'Buy'", "'_'");
    private static final String NUMBER = "case when {0} between -100 and 100 then {0} end";
    private static final List<Long> SPANS = List.of(1L, 123L, 1_000L, 999_999L, 1_000_000_001L, 3_600_000_000_000L);

    private final SplittableRandom random;
    private final RandomFunctions functions;
    /// What stands before the columns of the events, `e.` in joins.
    private String prefix = "";

    RandomSql(SplittableRandom random) {
        this.random = random;
        functions = new RandomFunctions(random);
    }

    SqlPair query() {
        prefix = "";
        return switch (random.nextInt(17)) {
            case 16 -> alike();
            case 12 -> distinctOn();
            case 13, 14 -> qualified();
            case 15 -> asof();
            case 0, 1 -> select();
            case 2, 3 -> grouped();
            case 4 -> aggregated();
            case 5, 6 -> joined();
            case 7 -> setOperation();
            case 8, 9 -> windows();
            case 10 -> subQuery();
            default -> levels();
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

    private Type type() {
        return pick(List.of(Type.values()));
    }

    private SqlPair select() {
        SqlPair columns = SqlPair.of("_row, {0}, {1}, {2}", shown(type()), shown(type()), shown(type()));
        return switch (random.nextInt(3)) {
            case 0 -> SqlPair.of("select {0} from Event{1} order by {2}, _row limit {3}", columns, where(),
                    order(value(type(), 1)), random.nextInt(20) + pick("", " offset 3"));
            case 1 -> SqlPair.of("select distinct {0}, {1} from Event{2}", shown(type()), shown(type()), where());
            default -> SqlPair.of("select {0} from Event{1}", columns, where());
        };
    }

    private SqlPair order(SqlPair value) {
        return SqlPair.of("{0}" + pick("", " desc", " nulls first", " desc nulls last"), value);
    }

    private SqlPair where() {
        return chance(3) ? SqlPair.same("") : SqlPair.of(" where {0}", condition(2));
    }

    private SqlPair grouped() {
        SqlPair one = value(type(), 1);
        SqlPair other = value(type(), 0);
        String sets = pick("{0}, {1}", "{0}", "rollup({0}, {1})", "cube({0}, {1})", "grouping sets (({0}), ({1}), ())");
        SqlPair inner = SqlPair.of("select {0} as k, {1} as l, {2} as v, {3} as w, {4} as c from Event{5}", one, other,
                value(Type.WHOLE, 1), column(pick(List.of(Type.values()))), condition(1), where());
        SqlPair groups = SqlPair.of(sets, "k", sets.contains("{1}") ? "l" : "k");
        SqlPair having = chance(2) ? SqlPair.same("") : SqlPair.of(" having count(*) > {0} and " + pick("min(v) < 3",
                "max(v) is not null", "count(distinct w) <> 2"), random.nextInt(3));
        SqlPair keys = sets.contains("{1}") ? SqlPair.of("{0}, {1}", show(one, "k"), show(other, "l")) : show(one, "k");
        return SqlPair.of("select {0}, count(*), sum(v), count(distinct w), min(v), max(v), count(*) filter (where c), "
                + "sum(distinct v) from ({1}) t group by {2}{3}", keys, inner, groups, having);
    }

    /// What a key is shown as: timestamps as numbers.
    private static SqlPair show(SqlPair expression, String name) {
        return isTime(expression) ? SqlPair.differing("cast({0} as bigint)", "{0}", name) : SqlPair.same(name);
    }

    /// Times, which are numbers there, begin with a blank here.
    private static boolean isTime(SqlPair expression) {
        return expression.ours().startsWith(" ");
    }

    private SqlPair aggregated() {
        return SqlPair.of("select {0}, {1}, {2}, {4} from Event{3}", aggregate(), aggregate(), aggregate(), where(),
                functions.aggregate(value(pick(List.of(Type.WHOLE, Type.DECIMAL, Type.TEXT)), 0), condition(1)));
    }

    private SqlPair aggregate() {
        Type type = type();
        SqlPair value = value(type, 1);
        SqlPair filter = chance(3) ? SqlPair.of(" filter (where {0})", condition(1)) : SqlPair.same("");
        return switch (random.nextInt(4)) {
            case 0 -> SqlPair.of("count({0}){1}", value, filter);
            case 1 -> SqlPair.of("count(distinct {0}){1}", value, filter);
            case 2 -> SqlPair.of("sum({0}){1}", type == Type.WHOLE || type == Type.DECIMAL ? value
                    : SqlPair.of("(" + NUMBER + ")", column(Type.REAL)), filter);
            default -> type == Type.BOOLEAN ? SqlPair.of("count({0})", value)
                    : SqlPair.differing(isTime(value) ? "cast({2}({0}){1} as bigint)" : "{2}({0}){1}", "{2}({0}){1}", value, filter,
                            pick("min", "max"));
        };
    }

    private SqlPair joined() {
        prefix = "e.";
        String on = switch (random.nextInt(6)) {
            case 0 -> "l._parent = e._row";
            case 1 -> "l.leg = e.i8";
            case 2 -> "l.share = e.ni64";
            case 3 -> "l.rate = e.f64";
            case 4 -> "l.rate = e.nf64 and l.leg < 50";
            default -> "l._parent = e._row and l.rate < e.f64";
        };
        SqlPair query = SqlPair.of("select e._row, l._row, l.leg, {0} from Event e {1}join Event_legs l on {2}{3}",
                shown(type()), pick("", "left ", "right ", "full "), on, where());
        prefix = "";
        return query;
    }

    private SqlPair distinctOn() {
        SqlPair key = value(type(), 1);
        return SqlPair.of("select distinct on ({0}) _row, {1} from Event{2} order by {0}, {3}, _row" + pick("", " desc"), key,
                shown(type()), where(), order(value(type(), 0)));
    }

    private SqlPair qualified() {
        SqlPair window = SqlPair.of(pick("", "partition by side ", "partition by f64 ", "partition by name, letter ")
                + "order by {0}, _row", order(value(type(), 0)));
        return SqlPair.of("select _row, {0} from Event{1} qualify {2}() over ({3}) {4}{5}", shown(type()), where(),
                pick("row_number", "row_number", "rank"), window, pick("= 1", "<= 2", "< 4", "= 2", "> 3"),
                pick("", " and i8 < 50"));
    }

    /// Rows on the right differ in what is compared, so that there is one nearest row.
    private SqlPair asof() {
        prefix = "e.";
        // Of columns without NULL, which matches in DuckDB where there are more than a few rows.
        SqlPair query = SqlPair.of("select e._row, l._row, l.leg, {0} from Event e asof {1}join Event_legs l on {2}e.{3} "
                + "l._row{4}", shown(type()), pick("", "left "), pick("", "e.i8 = l.leg and ", "l.leg = e.i32 and ",
                        "e.i8 = l.leg and e._row = l._parent and "), pick("_row <", "i16 <=", "_row >", "i16 >="),
                where());
        prefix = "";
        return query;
    }

    /// Two parts of a statement that differ in a little, which a planner must not take for the same.
    private SqlPair alike() {
        SqlPair where = where();
        String number = pick("i8", "u16", "i32", "ni32", "cents");
        SqlPair one = variant(number, where);
        SqlPair other = variant(number, where);
        return SqlPair.of(pick("select ({0}), ({1})", "select * from ({0}) a union all select * from ({1}) b",
                "with a as ({0}), b as ({1}) select a.v, b.v from a cross join b"), one, other);
    }

    /// One row with one column.
    private SqlPair variant(String number, SqlPair where) {
        SqlPair aggregate = switch (random.nextInt(5)) {
            case 0 -> SqlPair.same("quantile_disc(" + number + ", " + pick("0", "0.25", "0.5", "1") + ")");
            case 1 -> SqlPair.same("count(" + pick("", "distinct ") + number + ")");
            case 2 -> SqlPair.same("count(*) filter (where name like 'A!%'" + pick("", " escape '!'") + ")");
            case 3 -> SqlPair.same("count(*) filter (where i8 * 0.1" + pick("", "e0") + " = 0.3" + pick("", "e0") + ")");
            default -> SqlPair.same(pick("min", "max", "sum") + "(" + number + ")");
        };
        if (chance(2)) {
            return SqlPair.of("select {0} as v from Event{1}", aggregate, where);
        }
        String ignored = pick("", " ignore nulls");
        return SqlPair.differing("select max(w) as v from (select {0}){1} over (order by _row rows between 2 preceding and "
                + "current row) as w from Event{2})", "select max(w) as v from (select {0}{1}) over (order by _row rows between 2 "
                + "preceding and current row) as w from Event{2})", pick("first_value", "last_value") + "(ni32", ignored, where);
    }

    private SqlPair setOperation() {
        Type type = type();
        SqlPair left = SqlPair.of("select {0} as k from Event{1}", value(type, 1), where());
        SqlPair right = SqlPair.of("select {0} as k from Event{1}", value(type, 0), where());
        String operator = pick("union", "union all", "intersect", "except", "intersect all", "except all");
        SqlPair both = SqlPair.of("{0} {2} {1}", left, right, operator);
        return switch (random.nextInt(3)) {
            case 0 -> SqlPair.of("select {1} from ({0}) t order by k", both, type == Type.TIME
                    ? SqlPair.differing("cast(k as bigint)", "k") : SqlPair.same("k"));
            case 1 -> SqlPair.of("select count(*), count(k) from ({0} order by 1{1}) t", both, order(SqlPair.same(""))
                    .ours().contains("desc") ? " desc limit 5" : " limit 7");
            default -> SqlPair.of("select count(*), count(distinct k) from ({0}) t", both);
        };
    }

    private SqlPair windows() {
        String partition = pick("", "partition by side ", "partition by f64 ", "partition by name ", "partition by ni8, letter ");
        SqlPair unique = SqlPair.of(partition + "order by {0}, _row", order(value(type(), 0)));
        SqlPair one = chance(3) ? functions.window(unique) : switch (random.nextInt(6)) {
            case 0 -> SqlPair.of("row_number() over ({0})", unique);
            case 1 -> SqlPair.of("ntile({1}) over ({0})", unique, random.nextInt(1, 9));
            case 2 -> SqlPair.of("{1}(i8, {2}) over ({0})", unique, pick("lag", "lead"), random.nextInt(4));
            case 3 -> SqlPair.of("{1}(name) over ({0} rows between {2} and {3})", unique, pick("first_value",
                    "last_value", "min", "max", "count"), preceding("2"), following("1"));
            case 4 -> SqlPair.of("nth_value(u8, 2) over ({0})", unique);
            default -> SqlPair.of("{1}({2}) over ({0} rows between {3} and {4}{5})", unique, pick("sum", "count", "min",
                    "max"), pick("i64", "price", "u8"), preceding("3"), following("2"), exclude());
        };
        SqlPair peers = SqlPair.of(partition + "order by {0}", order(column(type())));
        SqlPair other = switch (random.nextInt(4)) {
            case 0 -> SqlPair.of("{1}() over ({0})", peers, pick("rank", "dense_rank", "percent_rank", "cume_dist"));
            case 1 -> SqlPair.of("{1}({2}) over ({0})", peers, pick("sum", "count", "min", "max"), pick("i32", "cents"));
            case 2 -> range(partition, pick("ni8", "i16", "u32", "ni32"), "2", "1");
            default -> times(partition);
        };
        return SqlPair.of("select _row, {0}, {1} from Event{2}", one, other, where());
    }

    private String preceding(String offset) {
        return pick("unbounded preceding", offset + " preceding", "current row", offset + " following");
    }

    private String following(String offset) {
        return pick("unbounded following", offset + " following", "4 following");
    }

    private String exclude() {
        return pick("", "", " exclude current row", " exclude group", " exclude ties");
    }

    private SqlPair range(String partition, String key, String before, String after) {
        return SqlPair.of("{0}({1}) over ({2}order by {3}{4} range between {5} and {6}{7})", pick("sum", "count", "max"),
                pick("u8", "price"), partition, key, pick("", " desc", " nulls first"), pick("unbounded preceding", before
                + " preceding", "current row"), pick("current row", after + " following", "unbounded following"), exclude());
    }

    private SqlPair times(String partition) {
        long ns = pick(SPANS);
        String frame = pick("{0} preceding and current row", "{0} preceding and {0} following",
                "unbounded preceding and {0} following", "current row and {0} following");
        return SqlPair.differing("count(*) over ({1}order by {2}{3} range between " + frame + ")", "count(*) over ({1}order by "
                + "{2}{3} range between " + frame + ")", new SqlPair(interval(ns), String.valueOf(ns)), partition,
                pick("tsns", "tsms"), pick("", " desc", " nulls first"));
    }

    private static String interval(long ns) {
        return "interval '" + ns / 1_000_000_000 + "." + "%09d".formatted(ns % 1_000_000_000) + "' second";
    }

    private SqlPair subQuery() {
        String column = pick("i8", "u8", "f64", "name", "ni32", "price");
        SqlPair some = SqlPair.of("(select {0} from Event{1})", column, where());
        SqlPair condition = switch (random.nextInt(5)) {
            case 0 -> SqlPair.of("{0} in {1}", column, some);
            case 1 -> SqlPair.of("{0} not in {1}", column, some);
            case 2 -> SqlPair.of("{0} " + pick("<", ">=", "=") + " (select {2}({0}) from Event{1})", column, where(),
                    pick("min", "max"));
            case 3 -> SqlPair.of(pick("", "not ") + "exists (select 1 from Event_legs l where l._parent = o._row and l.leg "
                    + pick("< 3", "> o.i8", "= o.u8") + ")");
            default -> SqlPair.of("(select count(*) from Event_legs l where l._parent = o._row) = {0}", random.nextInt(3));
        };
        return SqlPair.of("select _row, {0} from Event o where {1}", column, condition);
    }

    /// Three levels of groups.
    private SqlPair levels() {
        String parts = "Event_legs_fills_parts p join Event_legs_fills f on p._parent = f._row join Event_legs l on "
                + "f._parent = l._row join Event e on l._parent = e._row";
        prefix = "e.";
        SqlPair query = switch (random.nextInt(3)) {
            case 0 -> SqlPair.of("select e._row, l.leg, f.venue, p.part, {0} from " + parts + "{1}", shown(type()), where());
            case 1 -> SqlPair.of("select f.venue, count(*), sum(p.part), {0} from " + parts + "{1} group by f.venue",
                    new SqlPair("cast(max(p.seen) as bigint)", "max(p.seen)"), where());
            default -> SqlPair.of("select e._row, count(p.part), min(f.venue) from Event e left join Event_legs l on "
                    + "l._parent = e._row left join Event_legs_fills f on f._parent = l._row left join "
                    + "Event_legs_fills_parts p on p._parent = f._row and p.part > 3{0} group by e._row", where());
        };
        prefix = "";
        return query;
    }

    private SqlPair column(Type type) {
        return SqlPair.same((type == Type.TIME ? " " : "") + prefix + pick(COLUMNS.get(type)));
    }

    /// As a column of an answer.
    private SqlPair shown(Type type) {
        SqlPair value = value(type, 2);
        return type == Type.TIME ? SqlPair.differing("cast({0} as bigint)", "{0}", value) : value;
    }

    private SqlPair value(Type type, int depth) {
        if (depth > 0 && chance(4)) {
            SqlPair then = value(type, depth - 1);
            SqlPair otherwise = value(type, depth - 1);
            String blank = type == Type.TIME ? " " : "";
            return switch (random.nextInt(3)) {
                case 0 -> SqlPair.of(blank + "case when {0} then {1} else {2} end", condition(1), then, otherwise);
                case 1 -> SqlPair.of(blank + "coalesce({0}, {1})", then, otherwise);
                default -> SqlPair.of(blank + "nullif({0}, {1})", then, otherwise);
            };
        }
        return switch (type) {
            case WHOLE -> whole(depth);
            case DECIMAL -> depth == 0 || chance(2) ? column(type) : SqlPair.of("({0} {2} {1})", SqlPair.same(prefix
                    + pick("price", "cents")), pick("2.5", "i8", "u16", "cents").replaceFirst("^(?=[a-z])", prefix),
                    pick("+", "-", "*"));
            case REAL -> real(depth);
            case TEXT -> text(depth);
            case BOOLEAN -> depth == 0 ? column(type) : SqlPair.of("({0})", condition(1));
            case TIME -> time(depth);
        };
    }

    private SqlPair whole(int depth) {
        if (depth == 0) {
            return column(Type.WHOLE);
        }
        SqlPair small = SqlPair.of("cast({0} as bigint)", prefix + pick("i8", "i16", "i32", "u8", "u16", "u32", "ni8"));
        return switch (random.nextInt(10)) {
            case 9 -> functions.whole(column(Type.TEXT));
            case 0 -> SqlPair.of("({0} {2} {1})", small, value(Type.WHOLE, 0), pick("+", "-"));
            case 1 -> SqlPair.of("({0} * {1})", small, pick("2", "-3", "127"));
            case 2 -> SqlPair.differing("({0} / {1})", "(({0} - {0} % {1}) // {1})", small, pick("2", "7", "-3"));
            case 3 -> SqlPair.differing("mod({0}, {1})", "({0} % {1})", small, pick("2", "7", "-3"));
            case 4 -> SqlPair.differing("char_length({0})", "length({0})", value(Type.TEXT, 1));
            case 5 -> SqlPair.of("position({0} in {1})", pick(TEXTS.subList(1, TEXTS.size())), value(Type.TEXT, 1));
            case 6 -> span();
            case 7 -> SqlPair.differing("cast({0} as bigint)", "cast({0} as bigint)",
                    SqlPair.of(NUMBER, column(Type.REAL)));
            default -> SqlPair.differing("extract({1} from {0})",
                    "extract({1} from make_timestamp(({0} - (({0} % 1000) + 1000) % 1000) // 1000))", time(1),
                    pick("year", "month", "day", "hour", "minute", "second", "quarter"));
        };
    }

    private SqlPair span() {
        String unit = pick("nanosecond", "microsecond", "millisecond", "second", "minute", "hour", "day", "week");
        long width = dev.ashlar.sql.runtime.Nanos.width(unit.toUpperCase(java.util.Locale.ROOT));
        SqlPair from = time(1);
        SqlPair to = time(1);
        return chance(4) ? SqlPair.of("({1} - {0})", from, to) : SqlPair.differing("timestampdiff({2}, {0}, {1})",
                "((({1} - {0}) - ({1} - {0}) % {3}) // {3})", from, to, unit, width);
    }

    private SqlPair time(int depth) {
        if (depth == 0) {
            return column(Type.TIME);
        }
        SqlPair time = column(Type.TIME);
        long ns = pick(SPANS);
        String unit = pick("second", "minute", "hour", "day");
        long width = dev.ashlar.sql.runtime.Nanos.width(unit.toUpperCase(java.util.Locale.ROOT));
        String floor = "({0} - (({0} % {2}) + {2}) % {2})";
        return switch (random.nextInt(8)) {
            case 7 -> functions.truncated(time);
            case 0 -> SqlPair.differing(" ({0} + {1})", " ({0} + {2})", time, interval(ns), ns);
            case 1 -> SqlPair.differing(" ({0} - {1})", " ({0} - {2})", time, interval(ns), ns);
            case 2 -> SqlPair.differing(" timestampadd({1}, {3}, {0})", " ({0} + {3} * {2})", time, unit, width,
                    random.nextInt(-5, 6));
            case 3 -> SqlPair.differing(" floor({0} to {1})", ' ' + floor, time, unit, width);
            case 4 -> SqlPair.differing(" ceil({0} to {1})", " (-" + floor.replace("{0}", "(-{0})") + ")", time, unit, width);
            case 5 -> SqlPair.differing(" cast({0} as timestamp({3}))", ' ' + floor, time, unit, 1_000_000, 3);
            default -> time;
        };
    }

    private SqlPair real(int depth) {
        SqlPair column = column(Type.REAL);
        SqlPair wide = SqlPair.of("cast({0} as double)", column);
        return switch (depth == 0 ? 0 : random.nextInt(5)) {
            case 0 -> column.ours().endsWith("f32") ? wide : column;
            // DuckDB reads -x > NaN as x < -NaN, which numbers are.
            case 1 -> SqlPair.differing("(-{0})", "(0 - {0})", wide);
            case 2 -> SqlPair.of("({0} * {1})", wide, pick("0", "-1", "2.5e0"));
            case 3 -> SqlPair.of("({0} + {1})", wide, pick("0.25e0", "i8").replaceFirst("^(?=i)", prefix));
            default -> SqlPair.of("cast({0} as double)", SqlPair.same(prefix + pick("price", "i32", "u64")));
        };
    }

    private SqlPair text(int depth) {
        if (depth == 0) {
            return column(Type.TEXT);
        }
        SqlPair text = column(Type.TEXT);
        return switch (random.nextInt(9)) {
            case 6, 7, 8 -> functions.text(text);
            case 0 -> SqlPair.of("substring({0} from {1} for {2})", text, random.nextInt(1, 5), random.nextInt(4));
            case 1 -> SqlPair.of("({0} || {1})", text, chance(2) ? SqlPair.same(pick(TEXTS)) : column(Type.TEXT));
            case 2 -> SqlPair.differing("trim({2} {1} from {0})", "{3}({0}, {1})", text, pick("'a'", "'b'", "'\uD83D\uDE00'"),
                    "both", "trim");
            case 3 -> SqlPair.of("cast({0} as varchar)", SqlPair.same(prefix + pick("i8", "i64", "price", "cents")));
            case 4 -> SqlPair.of("substring({0} from {1})", text, random.nextInt(1, 4));
            default -> SqlPair.differing("cast({0} as varchar({1}))", "substring({0} from 1 for {1})", text, random.nextInt(1, 4));
        };
    }

    private SqlPair condition(int depth) {
        if (depth > 0 && chance(2)) {
            SqlPair left = condition(depth - 1);
            SqlPair right = condition(depth - 1);
            return SqlPair.of("({0} " + pick("and", "or") + pick(" ", " not ") + "{1})", left, right);
        }
        Type type = type();
        SqlPair value = value(type, Math.min(depth, 1));
        return switch (random.nextInt(9)) {
            case 8 -> functions.condition(column(Type.TEXT));
            case 0 -> SqlPair.of("{0} is" + pick("", " not") + " null", value);
            case 1 -> SqlPair.of("({0} is" + pick("", " not") + " distinct from {1})", value, value(type, 0));
            case 2 -> SqlPair.of("{0} " + pick("", "not ") + "like {1}", column(Type.TEXT),
                    pick("'M%'", "'%n%'", "'_'", "'__'", "'%\uD83D\uDE00%'", "'_ok'", "'%'", "'%_b'", "'a_b'", "'%\uD83D\uDE01'"));
            case 3 -> constant(type, value);
            case 4 -> type == Type.BOOLEAN ? value : SqlPair.of("({0} between {1} and {2})", value, value(type, 0),
                    value(type, 0));
            case 5 -> mixed();
            case 6 -> type == Type.BOOLEAN ? SqlPair.of("({0} is " + pick("true", "not true", "false", "not false") + ")",
                    value) : compare(value, value(type, 0));
            default -> compare(value, value(type, Math.min(depth, 1)));
        };
    }

    private SqlPair compare(SqlPair left, SqlPair right) {
        return SqlPair.of("{0} " + pick("=", "<>", "<", "<=", ">", ">=") + " {1}", left, right);
    }

    private SqlPair constant(Type type, SqlPair value) {
        return switch (type) {
            case WHOLE, DECIMAL -> SqlPair.of("{0} " + pick("", "not ") + "in ({1}, {2}, 3)", value, random.nextInt(-3, 8),
                    pick("2.5", "1000", "-127", "18446744073709551614", "null", "0"));
            case REAL -> compare(value, SqlPair.same(pick("0", "-0.25", "1e300", "cast('NaN' as double)", "2.5")));
            case TEXT -> chance(2) ? compare(value, SqlPair.same(pick(TEXTS)))
                    : SqlPair.of("{0} in ({1}, {2})", value, pick(TEXTS), pick(TEXTS));
            case BOOLEAN -> SqlPair.of("not {0}", value);
            case TIME -> compare(value, new SqlPair("timestamp '1970-01-01 00:00:01.000000001'", "1000000001"));
        };
    }

    /// Of two types.
    private SqlPair mixed() {
        SqlPair real = SqlPair.of("cast({0} as double)", column(Type.REAL));
        return switch (random.nextInt(3)) {
            case 0 -> compare(column(Type.WHOLE), column(Type.DECIMAL));
            case 1 -> compare(column(Type.WHOLE), real);
            default -> compare(column(Type.DECIMAL), real);
        };
    }

    /// Asked so that Calcite's operators compute what scans would.
    static String aboveScans(String sql) {
        String above = sql;
        for (String table : new ArrayList<>(Kinds.TYPES.keySet())) {
            above = above.replaceAll("\\b(from|join) " + table + "(?![_\\w])( (?!where|order|group|limit|join|left|right|full"
                    + "|union|intersect|except|having|qualify|asof)\\w+)?", "$1 (select * from " + table + " limit 1000000)$2");
        }
        return above.replaceAll("limit 1000000\\)(?! [a-z]\\b)", "limit 1000000) z");
    }
}
