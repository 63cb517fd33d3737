// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.asof;

/// The questions, in Ashlar's SQL and in DuckDB's, where times are nanoseconds in a BIGINT. All values of the answers
/// are integers and texts.
enum AsofQuestion {
    IN_FORCE("quote in force, at or before", "select count(*), sum(q.bid), sum(t.price * t.quantity) from Trade t "
            + "asof join Quote q on t.symbol = q.symbol and t.t >= q.t"),
    BEFORE("quote in force, before", "select count(*), sum(q.bid), sum(t.price * t.quantity) from Trade t "
            + "asof join Quote q on t.symbol = q.symbol and t.t > q.t"),
    BARS("one-minute bars of each symbol", "select symbol, cast(time_bucket(interval '1' minute, t) as bigint), first(price), "
            + "max(price), min(price), last(price), sum(quantity) from Trade group by symbol, "
            + "time_bucket(interval '1' minute, t)",
            "select symbol, t // 60000000000 * 60000000000 as b, arg_min(price, t), max(price), min(price), arg_max(price, t), "
            + "sum(quantity) from Trade group by symbol, b"),
    FILLED_BARS("one-second bars of a symbol, gaps filled", """
            select cast(s.b as bigint), coalesce(x.n, 0), coalesce(x.v, 0)
            from generate_series((select time_bucket(interval '1' second, min(t)) from Trade),
                (select max(t) from Trade), interval '1' second) as s(b)
            left join (select time_bucket(interval '1' second, t) as b, count(*) as n, sum(quantity) as v from Trade
                where symbol = 'SYM00007' group by time_bucket(interval '1' second, t)) x on x.b = s.b""", """
            select s.b, coalesce(x.n, 0), coalesce(x.v, 0)
            from (select unnest(range((select min(t) // 1000000000 * 1000000000 from Trade),
                (select max(t) + 1 from Trade), 1000000000)) as b) s
            left join (select t // 1000000000 * 1000000000 as b, count(*) as n, sum(quantity) as v from Trade
                where symbol = 'SYM00007' group by b) x on x.b = s.b"""),
    VWAP("VWAP of each symbol", "select symbol, cast(floor(sum(price * quantity) / sum(quantity)) as bigint), sum(quantity) from Trade "
            + "group by symbol", "select symbol, sum(price * quantity) // sum(quantity), sum(quantity) from Trade group by symbol"),
    LAST_ROWS("last trade of each symbol", "select distinct on (symbol) symbol, price, quantity from Trade "
            + "order by symbol, t desc"),
    SESSIONS("sessions: two seconds without a trade end one", """
            select symbol, session, count(*), sum(quantity) from (
                select symbol, quantity, sum(starts) over (partition by symbol order by t) as session from (
                    select symbol, quantity, t, case when t - lag(t) over (partition by symbol order by t) <= 2000000000
                        then 0 else 1 end as starts from Trade) as g) as h
            group by symbol, session""");

    final String label;
    final String ours;
    final String theirs;

    AsofQuestion(String label, String sql) {
        this(label, sql, sql);
    }

    AsofQuestion(String label, String ours, String theirs) {
        this.label = label;
        this.ours = ours;
        this.theirs = theirs;
    }
}
