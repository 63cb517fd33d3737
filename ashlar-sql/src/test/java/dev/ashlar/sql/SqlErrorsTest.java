// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.query.QueryOptions;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// The messages that wrong statements get: each message was read by one.
class SqlErrorsTest extends PlacedOrdersSession {
    /// Of plans, of generated code and of the insides of libraries.
    private static final Pattern INTERNAL = Pattern.compile("Enumerable|Logical[A-Z]|convention=|rel#|\\$f?\\d|java\\."
            + "|org\\.|dev\\.ashlar|out of bounds|index \\d|Exception|Baz|<EOF>|null$|_UTF");
    /// By statement: the whole message, or its beginning before `…`.
    private static final String MESSAGES = """
            select count(*) from Placed sample by 1s
              line 1, column 36: SAMPLE BY is not supported; write group by time_bucket(interval '1' second, t)
            select * from Placed latest on "at" partition by id
              line 1, column 29: LATEST ON is not supported; write select distinct on (k) … order by k, t desc
            select top 5 id from Placed
              line 1, column 12: TOP is not supported; write limit 5 at the end
            select id from Placed limit 3 by side
              line 1, column 31: LIMIT BY is not supported; write qualify row_number() over (partition by k) <= 3
            select id from Placed where side regexp 'B'
              line 1, column 34: REGEXP is not an operator; write x ~ pattern, or regexp_like(x, pattern)
            select id from Placed where quantity fby side
              line 1, column 38: FBY is not supported; write qualify x = max(x) over (partition by k)
            select id from Placed using sample 10%
              line 1, column 23: USING SAMPLE is not supported; write from t tablesample bernoulli (10)
            select 8 >> 1
              line 1, column 10: '>>' is not an operator; divide by a power of two
            select 1 | 2
              line 1, column 10: '|' is not an operator; write bitor(x, y) of whole numbers, x || y of texts
            select ~5
              line 1, column 9: '~' matches a text with a pattern: x ~ '^a'; write bitnot(x) of a whole number
            select trim('xax', 'x', 'a')
              line 1, column 8: function takes 1 or 2 arguments: function=btrim, arguments=3
            select time_bucket(interval '1' hour, "at", "at") from Placed
              line 1, column 45: TIME_BUCKET needs a constant as origin, \
            timestamp '2000-01-03' or interval '3' day
            select time_bucket(interval '1' month, "at", date '2000-02-01') from Placed
              line 1, column 46: TIME_BUCKET by months needs an interval as origin, \
            interval '1' month, not a time
            select time_bucket(interval '1' hour, "at", interval '1' hour, 5) from Placed
              line 1, column 8: TIME_BUCKET takes a width, a time, and optionally an origin: \
            time_bucket('1 week', t, timestamp '2000-01-03')
            select nope
              line 1, column 8: column 'nope' not found; if it is a text, write 'nope'
            select nope from (values (1)) t(k)
              line 1, column 8: column 'nope' not found; if it is a text, write 'nope'
            select current_schema
              line 1, column 8: CURRENT_SCHEMA is not supported: the schema of a store's tables is called main
            select version()
              line 1, column 8: no function is called 'version'; write ashlar --version in a terminal
            select regr_avgx(1, 2)
              line 1, column 8: unexpected 'regr_avgx'; no function is called 'regr_avgx'
            select geomean(quantity) over (order by id) from Placed
              line 1, column 8: OVER must be applied to aggregate function; \
            expand a shorthand function: exp(avg(ln(x)) over (…)) for geomean(x) over (…)
            select cast(date '2300-01-01' as timestamp)
              line 1, column 18: timestamp out of range: time=2300-01-01T00:00, least=1677-09-21, greatest=2262-04-11; \
            beyond them a constant can only be compared with: t < timestamp '2300-01-01'
            select timestamp '9999-12-31 00:00:00' - interval '1' day
              line 1, column 18: timestamp out of range: time=9999-12-31T00:00, least=1677-09-21, greatest=2262-04-11; \
            beyond them a constant can only be compared with: t < timestamp '9999-12-31'
            select id from Placed where "at" < 'infinity'
              not a timestamp: text='infinity'; write an open end as '9999-12-31'
            select count(*) as c, (select c + 1) as d from Placed
              line 1, column 31: column 'c' is not known in a sub-query: it has an aggregate or a window, or its query \
            is grouped; name it in an inner query: select … from (select …, … as c from …)
            select p.id * 2 as x, (select max(p.k) from (values (1)) p(k) where p.k < x) as y from Placed p
              line 1, column 75: column 'x' is not known in a sub-query: the sub-query has a table of the same name: \
            'p'; name it in an inner query: select … from (select …, … as x from …)
            select id from Placed natural join Placed q
              line 1, column 31: NATURAL JOIN would compare the column _row, which differs in every row; write join … \
            using (symbol)
            select k from (values (1)) a(k) full join (values (2)) b(k) using (k) join (values (2)) c(k) using (k)
              line 1, column 94: columns of a FULL or RIGHT JOIN with USING cannot be joined by USING again; write on \
            coalesce(a.k, b.k) = c.k
            select k from (values (1, 1)) a(k, m) join (values (1, 1)) b(k, m) using (k) join (values (2, 1)) c(k, m) \
            on true
              line 1, column 8: column 'k' is ambiguous; qualify it with its table: c.k
            select * exclude (k, m) replace (1 as k) from (values (1, 1)) a(k, m)
              line 1, column 19: EXCLUDE leaves no column
            select * exclude (m) replace (1 as k, 2 as k) from (values (1, 1)) a(k, m)
              line 1, column 44: REPLACE has a column twice: 'k'
            select distinct on (k) * from (values (1, 1)) a(k, m) order by all
              line 1, column 64: DISTINCT ON with ORDER BY ALL needs the columns of SELECT listed, not *
            select count(*) over (order by d range interval '1' month preceding) from (values (date '2026-01-01')) t(d)
              RANGE over DATE with a bound of INTERVAL MONTH; order by a number, \
            or by a timestamp with an interval of days, hours, minutes or seconds
            selct 1
              line 1, column 1: no statement begins with 'selct'; nearest: select
            selec id from Placed
              line 1, column 1: no statement begins with 'selec'; nearest: select
            42
              line 1, column 1: no statement begins with '42'; \
            write SELECT, FROM, WITH, VALUES, TABLE, DESCRIBE, SHOW or EXPLAIN
            drop table Placed
              line 1, column 1: stores are read-only in SQL: DROP; \
            write SELECT, FROM, WITH, VALUES, TABLE, DESCRIBE, SHOW or EXPLAIN
            commit
              line 1, column 1: no statement begins with 'commit'; \
            a statement sees the rows that existed when it started
            insert into Placed values (1)
              line 1, column 1: stores are read-only in SQL: INSERT; \
            rows are written by StoreWriter, ashlar import and ashlar load
            copy Placed to 'x.csv'
              line 1, column 1: stores are read-only in SQL: COPY; \
            ashlar export writes rows to files, ashlar import reads them
            attach 'x.store' as x
              line 1, column 1: no statement begins with 'attach'; stores are named when a session opens: \
            ashlar sql STORE --store NAME=FOLDER, jdbc:ashlar:STORE?store.NAME=FOLDER
            set threads to 2
              line 1, column 1: no statement begins with 'set'; set options on the command line, \
            in a JDBC URL or in QueryOptions
            merge into Placed using x on 1 = 1 when matched then delete
              line 1, column 1: stores are read-only in SQL: MERGE; \
            rows are written by StoreWriter, ashlar import and ashlar load
            explain plan for delete from Placed
              line 1, column 18: stores are read-only in SQL: DELETE; rows are appended, never changed
            select true xor false
              line 1, column 13: XOR is not an operator; write a <> b of conditions, bitxor(x, y) of whole numbers
            select 1 \\gx
              line 1, column 10: unexpected character '\\'; a statement ends with ;
            ;
              statement is empty; write SELECT, FROM, WITH, VALUES, TABLE, DESCRIBE, SHOW or EXPLAIN
            -- nothing
              statement is empty; write SELECT, FROM, WITH, VALUES, TABLE, DESCRIBE, SHOW or EXPLAIN
            select id from Placed where name like 'M!' escape '!'
              LIKE pattern must not end with escape character: pattern='M!', escape='!'
            select id from Placed where upper(name) like 'M!' escape '!'
              LIKE pattern must not end with escape character: pattern='M!', escape='!'
            select 'a' like s escape '!' from (values ('b!')) as t(s)
              LIKE pattern must not end with escape character: pattern='b!', escape='!'
            select 1; select 2
              line 1, column 11: one statement at a time: there is more after the semicolon
            select 'abc
              line 1, column 8: text has no closing '; a quote within a text is written ''
            select * from Placed where side = 'it's'
              line 1, column 40: text has no closing '; a quote within a text is written ''
            select "id from Placed
              line 1, column 8: name has no closing "
            select 1 /* one
              line 1, column 10: comment has no closing */
            select `id` from Placed
              line 1, column 8: names are written in "", not in ``
            select * from Placed where name = ‘A’
              line 1, column 35: a typographic quotation mark: ‘; texts are written in '', names in ""
            select
              line 1, column 6: statement ends too early
            select * from
              line 1, column 13: statement ends too early
            select id from Placed where id =
              line 1, column 32: statement ends too early, after '='
            select (1 + (2
              line 1, column 14: statement ends too early; closing ) is missing: 2
            select id from Placed order
              line 1, column 27: statement ends too early; expected: BY
            select id from Placed where id == 7
              line 1, column 32: unexpected '= ='; equal is written =
            select limit from Placed
              line 1, column 8: unexpected 'limit'; quote it to use it as a name: "limit"
            select id from Placed where at > 1
              line 1, column 29: unexpected 'at'; quote it to use it as a name: "at"
            select id from Placed limit 1.5
              line 1, column 29: not a count of rows: 1.5
            select id from Placed limit -1
              line 1, column 29: unexpected '-'
            select @x
              line 1, column 8: unexpected character '@'
            explain Placed
              line 1, column 9: EXPLAIN takes a query: explain select …, or explain analyze select …
            select * from Place
              line 1, column 15: table 'Place' not found; nearest: Placed
            select * from Trades
              line 1, column 15: table 'Trades' not found; there are: Placed, Placed_legs, orders, _containers
            select qantity from Placed
              line 1, column 8: column 'qantity' not found; nearest: quantity
            select id Placed
              line 1, column 8: column 'id' not found; it is a column of a table that is not in FROM
            select leg from Placed
              line 1, column 8: column 'leg' not found; it is a column of Placed_legs, which is not in FROM
            select p.id from Placed q
              line 1, column 8: no table in FROM is called 'p'
            select q.idd from Placed q
              line 1, column 10: column 'idd' not found in table 'q'; nearest: id
            select * from Placed where side = BUY
              line 1, column 35: column 'BUY' not found; there are: id, side, flags_Hidden, flags_Late, symbol, name, \
            price, limit, …; if it is a text, write 'BUY'
            select * from Placed where symbol = nam
              line 1, column 37: column 'nam' not found; nearest: name; if it is a text, write 'nam'
            select * from Placed where side = "Buy"
              line 1, column 35: column 'Buy' not found; there are: id, side, flags_Hidden, flags_Late, symbol, name, \
            price, limit, …; a text is written in '': 'Buy'
            select id from Placed p join Placed q on p.id = q.id
              line 1, column 8: column 'id' is ambiguous; qualify it with its table: t.id
            select nothing(id) from Placed
              line 1, column 8: no function is called 'nothing'
            select side from Placed group by side having nothing(id) > 1
              line 1, column 46: no function is called 'nothing'
            select side from Placed group by side having cnt(*) > 1
              line 1, column 46: no function is called 'cnt'; nearest: count
            select side from Placed group by side having count(*) > uper(side)
              line 1, column 57: no function is called 'uper'; nearest: upper
            select position(id) from Placed
              line 1, column 19: unexpected ')'
            select id from Placed group by side
              line 1, column 8: 'id' is neither in GROUP BY nor within an aggregate such as max()
            select side from Placed where count(*) > 1 group by side
              line 1, column 31: aggregate expression is illegal in WHERE clause; write it in HAVING
            select sum(sum(id)) from Placed
              line 1, column 8: aggregate expressions cannot be nested
            select id from Placed order by 9
              line 1, column 32: SELECT has no column with this number; columns are numbered from 1
            select rank() from Placed
              line 1, column 8: OVER clause is necessary for window functions
            select 1 union select 1, 2
              line 1, column 23: column count mismatch in UNION
            select id from Placed where id in (select id, quantity from Placed)
              line 1, column 29: IN compares as many columns on both sides: left=1, right=2
            select greatest(1, 'x')
              line 1, column 8: values of GREATEST have no common type: INTEGER, VARCHAR; cast the text, \
            cast(x as integer), or the number, cast(n as varchar)
            select least(true, 1)
              line 1, column 8: values of LEAST have no common type: BOOLEAN, INTEGER; cast(condition as integer) \
            is 1 or 0
            select coalesce(date '2026-01-01', 1)
              line 1, column 8: values of COALESCE have no common type: DATE, INTEGER; for a count since 1970 write \
            to_timestamp(seconds), make_timestamp(microseconds) or make_timestamp_ns(nanoseconds)
            select case when id > 1 then "at" else quantity end from Placed
              line 1, column 8: values of CASE have no common type: TIMESTAMP, INTEGER; for a count since 1970 write \
            to_timestamp(seconds), make_timestamp(microseconds) or make_timestamp_ns(nanoseconds)
            select case when id > 1 then interval '1' day else 5 end from Placed
              line 1, column 8: values of CASE have no common type: INTERVAL DAY, INTEGER; an interval is written \
            INTERVAL '5' SECOND
            select id from Placed where "at" in (5, 6)
              line 1, column 29: values of IN have no common type: TIMESTAMP, INTEGER; for a count since 1970 write \
            to_timestamp(seconds), make_timestamp(microseconds) or make_timestamp_ns(nanoseconds)
            select id from Placed where flags_Late in (select quantity from Placed)
              line 1, column 29: values of IN have no common type: BOOLEAN, INTEGER; cast(condition as integer) is \
            1 or 0
            select id from Placed where quantity in (1, date '2026-01-01')
              line 1, column 41: values of IN have no common type: INTEGER, DATE; for a count since 1970 write \
            to_timestamp(seconds), make_timestamp(microseconds) or make_timestamp_ns(nanoseconds)
            select 1 union select date '2026-01-01'
              line 1, column 8: values of column 1 of UNION have no common type: INTEGER, DATE; for a count since 1970 \
            write to_timestamp(seconds), make_timestamp(microseconds) or make_timestamp_ns(nanoseconds)
            values (1, 'a'), (2, date '2026-01-01')
              line 1, column 1: values of column 2 of VALUES have no common type: VARCHAR, DATE; cast the text: \
            cast(x as date)
            select id from Placed where "at" > 5
              line 1, column 29: cannot apply '>' to arguments of type 'TIMESTAMP(9) > INTEGER'; for a count since \
            1970 write to_timestamp(seconds), make_timestamp(microseconds) or make_timestamp_ns(nanoseconds)
            select id from Placed where "at" between 5 and 6
              line 1, column 29: cannot apply 'BETWEEN ASYMMETRIC' to arguments of type 'TIMESTAMP(9) BETWEEN \
            ASYMMETRIC INTEGER AND INTEGER'; for a count since 1970 write to_timestamp(seconds), \
            make_timestamp(microseconds) or make_timestamp_ns(nanoseconds)
            select id from Placed where "at" > interval '1' day
              line 1, column 29: cannot apply '>' to arguments of type 'TIMESTAMP(9) > INTERVAL DAY(10)'; an \
            interval is added to a time: t + INTERVAL '5' SECOND
            select interval '1' day > 5
              line 1, column 8: cannot apply '>' to arguments of type 'INTERVAL DAY(10) > INTEGER'; an interval is \
            written INTERVAL '5' SECOND
            select date '2026-01-01' + 1.5
              line 1, column 8: cannot apply '+' to arguments of type 'DATE + DECIMAL(2, 1)'; a date takes whole \
            days: d + 7
            select cast(5 as date)
              line 1, column 8: no cast: from=INTEGER, to=DATE; date '1970-01-01' + n is a date
            select cast(date '2026-01-01' as integer)
              line 1, column 8: no cast: from=DATE, to=INTEGER; d - date '1970-01-01' is days
            select coalesce(interval '1' day, interval '1' month)
              line 1, column 8: values of COALESCE have no common type: INTERVAL DAY, INTERVAL MONTH; a month has no \
            fixed number of days; add the intervals to a time one after the other
            select k from (with w as (select 1 as k union select true) select * from w)
              line 1, column 34: values of column 1 of UNION have no common type: INTEGER, BOOLEAN; \
            cast(condition as integer) is 1 or 0
            select array[1, 'x']
              line 1, column 8: values of ARRAY have no common type: INTEGER, VARCHAR; cast the text, \
            cast(x as integer), or the number, cast(n as varchar)
            select (quantity, name) = ("at", 'x') from Placed
              line 1, column 8: cannot apply '=' to arguments of type '(INTEGER, VARCHAR) = (TIMESTAMP(9), CHAR(1))'; \
            for a count since 1970 write to_timestamp(seconds), make_timestamp(microseconds) or \
            make_timestamp_ns(nanoseconds)
            select not quantity from Placed
              line 1, column 8: cannot apply 'NOT' to arguments of type 'NOT INTEGER'; a condition is needed, such \
            as n <> 0
            select sum("at") from Placed
              line 1, column 8: cannot apply 'SUM' to arguments of type 'SUM(TIMESTAMP(9))'; cast(t as bigint) is \
            nanoseconds since 1970
            select "at" + '1 day' from Placed
              line 1, column 8: cannot apply '+' to arguments of type 'TIMESTAMP(9) + CHAR(5)'; a duration is written \
            INTERVAL '5' SECOND
            select extract(hour from 5)
              line 1, column 8: cannot apply 'EXTRACT' to arguments of type 'EXTRACT(HOUR FROM INTEGER)'; for a count \
            since 1970 write to_timestamp(seconds), make_timestamp(microseconds) or make_timestamp_ns(nanoseconds)
            select date_trunc('hour', '1970-01-01 10:00:00')
              line 1, column 8: cannot apply 'FLOOR' to arguments of type 'FLOOR(CHAR(19), HOUR)'; cast the text: \
            cast(x as timestamp)
            select sum(quantity) over (order by "at" range 5 preceding) from Placed
              line 1, column 48: RANGE takes a number where ORDER BY has one, and an interval where it has a time: \
            range interval '5' second preceding
            select sum(quantity) over (order by "at" rows 'x' preceding) from Placed
              the bound of a window is not a number: bound='x'
            select exists (select 1 from Placed) + 1
              EXISTS applies to everything that follows it; to count with it, write case when exists (select ...) \
            then 1 else 0 end
            select avg(flags_Late) from Placed
              line 1, column 8: cannot apply 'AVG' to arguments of type 'AVG(BOOLEAN)'; cast(condition as integer) \
            is 1 or 0
            select * from Placed join Placed_legs
              line 1, column 22: INNER, LEFT, RIGHT, FULL, or ASOF join requires a condition (NATURAL keyword or ON or \
            USING clause)
            select "at" + 1 from Placed
              line 1, column 8: cannot apply '+' to arguments of type 'TIMESTAMP(9) + INTEGER'; a duration is written \
            INTERVAL '5' SECOND
            select case when 1 then 2 end
              line 1, column 8: a condition is needed, such as n <> 0
            select cast(1 as money)
              line 1, column 18: no such type: money; types: boolean, tinyint, smallint, integer, bigint, decimal, \
            real, double, varchar, date, time, timestamp
            select cast(1 as decimal(99, 2))
              line 1, column 18: type is too long: digits=99, most=38
            select cast('x' as char(2000000000))
              line 1, column 20: type is too long: characters=2000000000, most=65535
            select timestamp '2026-13-01 00:00:00'
              line 1, column 8: illegal TIMESTAMP literal '2026-13-01 00:00:00': not in format 'yyyy-MM-dd HH:mm:ss'
            select extract(fortnight from "at") from Placed
              line 1, column 16: 'fortnight' is not a valid time frame
            select ?
              statement has parameters: parameters=1, values=0
            select id from Placed where id = ?
              statement has parameters: parameters=1, values=0
            select current_user
              line 1, column 8: CURRENT_USER is not supported: a store has no users
            select percentile_cont(0.5) within group (order by ratio, id) from Placed
              line 1, column 8: PERCENTILE_CONT takes one value to order by: columns=2
            select median(name) from Placed
              values of this type cannot be interpolated: function=MEDIAN, PERCENTILE_CONT or QUANTILE_CONT, \
            type=VARCHAR; use PERCENTILE_DISC(0.5) WITHIN GROUP (ORDER BY …) or QUANTILE_DISC
            select quantile_cont(ratio, 1.5) from Placed
              fraction of a percentile out of range: fraction=1.5, least=0, greatest=1
            select date_diff('day', "at") from Placed
              line 1, column 8: function takes a unit and 2 arguments: function=date_diff, arguments=2
            select strftime("at", '%Q') from Placed
              not a time format: '%Q'; specifiers: %a %A %b %B %d %f %g %G %H %I %j %m %M %n %p %S %u %V %w %y %Y %%
            select strptime('31.2.26', '%d.%m.%y') from Placed
              text does not match the pattern: '31.2.26', pattern='%d.%m.%y'
            select to_char("at", 'YYYY') from Placed
              line 1, column 8: no function is called 'to_char'; write strftime(t, '%Y-%m-%d')
            select log(1, 2, 3) from Placed
              line 1, column 8: function takes 1 or 2 arguments: function=log, arguments=3
            select "at" at time zone 'Asia/Tokyo' from Placed
              line 1, column 13: all times are UTC; add the offset: t + interval '-5' hour
            select array_agg(id) filter (where id > 1) over () from Placed
              line 1, column 8: array_agg takes no FILTER as a window; filter the rows in a sub-query
            select vwap(price, quantity) from Placed
              line 1, column 8: no function is called 'vwap'; write sum(price * quantity) / sum(quantity)
            select date_trunc('fortnight', "at") from Placed
              line 1, column 19: no unit of time: 'fortnight'; write 'nanosecond', 'microsecond', 'millisecond', \
            'second', 'minute', 'hour', 'day', 'week', 'month', 'quarter' or 'year'
            select date_part('day') from Placed
              line 1, column 8: function takes 2 arguments: function=date_part, arguments=1
            select price:: from Placed
              line 1, column 13: no such type: from
            select price::moneys from Placed
              line 1, column 8: no such type: moneys; types: boolean, tinyint, smallint, integer, bigint, decimal, \
            real, double, varchar, date, time, timestamp
            select regexp_like(name, '(a') from Placed
              invalid regular expression: Unclosed group, pattern='(a'
            select regexp_like(name, 'a', 'q') from Placed
              no such flag of a regular expression: flag=q, flags: c, g, i, l, m, n, s, x
            select regexp_extract(name, 'A', 3) from Placed
              regular expression has no such group: group=3, groups=0
            select 'x'::int from Placed
              text is not a number: 'x'
            select '300'::tinyint from Placed
              whole number out of range: value=300, least=-128, greatest=127
            select timestamp '2026-02-30T00:00:00Z' from Placed
              line 1, column 8: not a timestamp: text='2026-02-30T00:00:00Z'; write it \
            as '2026-01-31 09:30:00.123456789'
            select sum(id) over (groups 1 preceding) from Placed
              line 1, column 22: frames of GROUPS need an ORDER BY in their window
            select sum(id) over (order by id groups 1.5 preceding) from Placed
              line 1, column 41: GROUPS takes counts of groups: groups between 1 preceding and current row
            select sum(id) over (order by id groups between current row and 1 preceding) from Placed
              line 1, column 34: a frame of GROUPS ends before it begins
            select sum(id) over (order by id rows 9223372036854775807 preceding) from Placed
              line 1, column 39: a bound counts at most 2147483647 rows
            select id from Placed tablesample reservoir (2 rows)
              line 1, column 35: samples are percentages; write order by rand() limit 2 for two rows
            select id from Placed tablesample 10
              line 1, column 35: TABLESAMPLE takes a percentage: tablesample bernoulli (10), or 10%
            select a.id from Placed a anti join Placed b on a.id = b.id
              line 1, column 27: ANTI JOIN is not supported; write where not exists (select 1 from u where u.k = t.k)
            select chr(-1) from Placed
              not a code point: function=CHR, value=-1, least=1, greatest=1114111
            select repeat(name, 2000000000) from Placed
              text is too long: characters=2000000000, most=4194304, a share of the memory of the query; allow more \
            (memoryBytes, --limit-memory)
            select next value for x
              line 1, column 8: NEXT VALUE is not supported
            select generate_series(1, 3)
              line 1, column 8: generate_series returns rows: write it in FROM, from generate_series(1, 10) as t(n)
            select unnest(array[1, 2])
              line 1, column 8: unexpected 'unnest'; it returns rows: write it in FROM, from unnest(array[1, 2]) as t(x)
            select * from table(tumble(table Placed, descriptor("at"), interval '1' minute))
              line 1, column 21: TUMBLE is not supported; write time_bucket(interval '1' minute, t) in GROUP BY
            select * from table(session(table Placed, descriptor("at"), descriptor(id), interval '1' minute))
              line 1, column 21: SESSION is not supported; count the gaps that lag(t) over (order by t) shows
            pivot Placed using sum(quantity)
              line 1, column 1: PIVOT is written: pivot t on c using sum(x) group by k
            pivot Placed on side using sum(quantity) / 2
              line 1, column 28: USING takes aggregates: using sum(x) as s, count(*); compute with them in an \
            outer query
            pivot Placed on cast(null as integer) using count(*) group by side
              line 1, column 17: PIVOT finds no values for this; list them: on side in ('Buy', 'Sell')
            unpivot Placed into name n
              line 1, column 1: UNPIVOT is written: unpivot t on a, b into name n value v
            select *, count(*) from Placed group by all
              line 1, column 41: GROUP BY ALL needs the columns of SELECT listed, not *
            select * exclude from Placed
              line 1, column 10: EXCLUDE takes columns: * exclude (a, b)
            select distinct on (side) 1 as x
              line 1, column 17: column 'side' not found; it is a column of Placed, which is not in FROM
            select 1 from Placed a asof join Placed b using (ident, id)
              line 1, column 50: column 'ident' not found; there are: id, side, flags_Hidden, flags_Late, \
            symbol, name, \
            price, limit, …; if it is a text, write 'ident'
            select 1 from Placed a asof join Placed b using (a.id)
              line 1, column 50: USING takes column names, the time last: using (sym, t)
            select 1 from Placed a asof join Placed b where true
              line 1, column 29: ASOF JOIN takes ON or USING: on l.sym = r.sym and l.t >= r.t, or using (sym, t)
            select 1 from Placed a asof join Placed b on a.id >= b.id and b.side = 'Buy'
              line 1, column 29: ASOF JOIN takes equal values of both sides and one comparison of times; filter a side \
            in a query: asof join (select … where …) q on …
            select 1 from Placed a asof join Placed b on a.side = b.side
              line 1, column 46: ASOF JOIN takes one comparison of times in ON, l.t >= r.t; found: 0
            show me
              line 1, column 6: table 'me' not found; there are: Placed, Placed_legs, orders, _containers
            show me the money
              line 1, column 1: SHOW takes TABLES, SCHEMAS, a table, or COLUMNS FROM a table
            select * from Placed match_recognize (pattern (a) define a as id > 1)
              line 1, column 22: MATCH_RECOGNIZE is not supported
            select id from Placed where level = 'x'
              text is not a number: 'x'
            select id from Placed where ratio = 'x'
              text is not a number: 'x'
            select cast(name as int) from Placed
              text is not a number: 'Müller'
            select cast(name as decimal(9, 2)) from Placed
              text is not a number: 'Müller'
            select cast('' as double)
              text is not a number: ''
            select id from Placed where flags_Late = 'x'
              text is neither true nor false: 'x'
            select cast('2026-13-01' as date)
              text is not a date: '2026-13-01'
            select id from Placed where "at" = 'noon'
              not a timestamp: text='noon'; write it as '2026-01-31 09:30:00.123456789'
            select (select id from Placed)
              a scalar sub-query returns several rows; write IN or LIMIT 1
            select overlay(name placing 'x' from -5) from Placed
              positions start at 1: function=OVERLAY, from=-5
            select id from Placed where name similar to '('
              pattern is invalid: unclosed group (()
            select 1 / 0
              division by zero: 1 / 0
            select cast(300 as tinyint)
              whole number out of range: value=300, least=-128, greatest=127; cast an operand to BIGINT
            """;

    private static Map<String, String> messages() {
        Map<String, String> messages = new LinkedHashMap<>();
        String statement = null;
        for (String line : MESSAGES.lines().toList()) {
            if (line.startsWith("  ")) {
                messages.put(statement, line.strip());
            } else {
                statement = line;
            }
        }
        return messages;
    }

    @Test
    void shouldSayWhatIsWrongAndWhatToDo() {
        List<String> expected = new ArrayList<>();
        List<String> found = new ArrayList<>();
        messages().forEach((statement, message) -> {
            expected.add(statement + "\n  " + message);
            found.add(statement + "\n  " + message(statement));
        });
        assertEquals(String.join("\n", expected), String.join("\n", found));
        assertTrue(expected.size() >= 60, () -> "statements=" + expected.size());
    }

    private String message(String statement) {
        String message = failure(statement).getMessage();
        assertFalse(INTERNAL.matcher(message).find() || message.contains("\n"), message);
        return message;
    }

    /// Each prefix of a statement, and each without one of its words, is answered or refused, and never otherwise.
    @Tag("slow")
    @Test
    void shouldNeverShowItsInsides() {
        for (String statement : List.of("select side, count(*) as n, sum(price * quantity) filter (where level > 0) "
                + "from Placed where \"at\" >= timestamp '1970-01-01 00:01:00' group by side having count(*) > 0 order "
                + "by n desc limit 3", "with t as (select id, row_number() over (partition by side order by price) as r "
                + "from Placed) select * from t left join Placed_legs l on t.id = l.id where r in (1, 2) or exists "
                + "(select 1 from orders)", "select case when upper(name) like 'M%' then cast(ratio as varchar) else "
                + "substring(symbol from 2 for 3) end from Placed union all values ('a')", "from Placed p asof left join "
                + "Placed_legs l on p.side = l.side and p._row >= l.leg select distinct on (p.side) p.side as s, l.* "
                + "exclude (leg) order by s, p._row", "with recursive t(n) as (select 1 union all select n + 1 from t where "
                + "n < 3) select n, count(*) from t tablesample bernoulli(50) group by all order by all desc",
                "select buy from (select side, quantity from Placed) pivot (sum(quantity) for side in ('Buy' as buy)) "
                + "qualify row_number() over (order by buy) = 1", "summarize from range(1, 4) as t(n) where n > 1")) {
            String[] words = statement.split(" ");
            for (int i = 0; i < words.length; i++) {
                List<String> without = new ArrayList<>(List.of(words));
                without.remove(i);
                answerOrRefuse(String.join(" ", without));
                answerOrRefuse(String.join(" ", List.of(words).subList(0, i)));
                answerOrRefuse(statement.replaceFirst(Pattern.quote(words[i]), "''"));
                answerOrRefuse(statement.replaceFirst(Pattern.quote(words[i]), "("));
            }
        }
    }

    private void answerOrRefuse(String statement) {
        try {
            ask(statement);
        } catch (SqlException e) {
            assertFalse(e.getMessage() == null || INTERNAL.matcher(e.getMessage()).find()
                    || e.getMessage().contains("\n"), () -> statement + ": " + e.getMessage());
        }
    }
}
