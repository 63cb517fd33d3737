// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.internal.dialect;

import dev.ashlar.sql.internal.dialect.TokenTree.Group;
import dev.ashlar.sql.internal.dialect.TokenTree.Token;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Rewrites the interval syntax of PostgreSQL and DuckDB.
///
/// | written | read as |
/// |---|---|
/// | `interval '5 minutes'`, `'5 minutes'::interval` | `interval '5' minute` |
/// | `interval '1 day 02:30:00'`, `interval '1.5 hours'` | `interval '1 02:30' day to minute` … |
/// | `interval '250' millisecond` | `interval '0.25' second` |
/// | `interval 5 minutes`, `interval (n) minutes` | `interval '5' minutes`, `((n) * interval '1' minutes)` |
/// | `time_bucket('5 minutes', t)` | `time_bucket(interval '5' minute, t)` |
final class IntervalForms {
    private static final Pattern FIELD = Pattern.compile("([+-]?)(?:(\\d+):(\\d\\d)(?::(\\d\\d(?:\\.\\d{1,9})?))?"
            + "|(\\d+(?:\\.\\d+)?)\\s*([a-z]+))(?:\\s+|$)");
    private static final BigDecimal SECOND = BigDecimal.valueOf(1_000_000_000);
    private static final long MINUTE = 60;
    private static final long HOUR = 60 * MINUTE;
    private static final long DAY = 24 * HOUR;
    /// Nanoseconds of a unit.
    private static final Map<String, BigDecimal> SPANS = Map.ofEntries(span("nanosecond", 1), span("microsecond", 1_000),
            span("millisecond", 1_000_000), seconds("second", 1), seconds("minute", MINUTE), seconds("hour", HOUR),
            seconds("day", DAY), seconds("week", 7 * DAY));
    private static final Map<String, Integer> MONTHS = Map.of("month", 1, "quarter", 3, "year", 12, "decade", 120, "century",
            1200, "millennium", 12_000);
    private static final Map<String, String> OTHER_NAMES = Map.ofEntries(Map.entry("ns", "nanosecond"),
            Map.entry("us", "microsecond"), Map.entry("usec", "microsecond"), Map.entry("ms", "millisecond"),
            Map.entry("msec", "millisecond"), Map.entry("s", "second"), Map.entry("sec", "second"),
            Map.entry("m", "minute"), Map.entry("min", "minute"), Map.entry("h", "hour"), Map.entry("hr", "hour"),
            Map.entry("d", "day"), Map.entry("w", "week"), Map.entry("mon", "month"), Map.entry("y", "year"),
            Map.entry("yr", "year"), Map.entry("centuries", "century"), Map.entry("millennia", "millennium"));
    /// Units that the parser reads, in the singular.
    private static final Set<String> READ =
            Set.of("second", "minute", "hour", "day", "week", "month", "quarter", "year");

    private final String sql;
    private boolean changed;

    IntervalForms(String sql) {
        this.sql = sql;
    }

    private static Map.Entry<String, BigDecimal> span(String unit, long ns) {
        return Map.entry(unit, BigDecimal.valueOf(ns));
    }

    private static Map.Entry<String, BigDecimal> seconds(String unit, long seconds) {
        return Map.entry(unit, BigDecimal.valueOf(seconds).multiply(SECOND));
    }

    /// Whether something is written otherwise now.
    boolean isChanged() {
        return changed;
    }

    /// What stands for the parts from an index on, if they are an interval in a form of these.
    ///
    /// @param written gets it
    /// @return index after what was read; the index itself if there is no such interval
    int read(List<TokenTree> parts, int at, List<TokenTree> written) {
        TokenTree first = parts.get(at);
        TokenTree value = at + 1 < parts.size() ? parts.get(at + 1) : null;
        String unit = at + 2 < parts.size() ? unit(QueryForms.word(parts.get(at + 2))) : "";
        if (isText(first) && isTyped(parts, at)) {
            return replaced(interval((Token) first), first.at(), at + 4, written);
        }
        if (!first.is("interval")) {
            return at;
        }
        if (isText(value)) {
            Token text = (Token) value;
            boolean complete = unit.isEmpty() || text.text().chars().anyMatch(Character::isLetter);
            if (complete) {
                return replaced(interval(text), first.at(), at + 2, written);
            }
            String word = QueryForms.word(parts.get(at + 2));
            boolean read = READ.contains(unit) && (word.equals(unit) || word.equals(unit + 's'));
            return read ? at : replaced(fields(value(text) + ' ' + unit, text.at()), first.at(), at + 3, written);
        }
        boolean known = SPANS.containsKey(unit) || MONTHS.containsKey(unit);
        if (known && value instanceof Token number && number.kind() == Token.Kind.NUMBER) {
            return replaced(fields(number.text() + ' ' + unit, number.at()), first.at(), at + 3, written);
        }
        if (known && value instanceof Group group) {
            List<TokenTree> product = new ArrayList<>(List.of(group));
            product.addAll(Tokens.made("* " + fields("1 " + unit, group.at()), first.at()));
            written.add(new Group(group.open(), product, group.close()));
            changed = true;
            return at + 3;
        }
        return at;
    }

    /// A text that is the first of several arguments, as an interval.
    ///
    /// @param written gets it
    /// @return how many arguments were read
    int first(List<TokenTree> arguments, List<TokenTree> written) {
        return arguments.size() > 1 && isText(arguments.getFirst()) && arguments.get(1).is(',')
                ? replaced(interval((Token) arguments.getFirst()), arguments.getFirst().at(), 1, written) : 0;
    }

    private static boolean isText(TokenTree part) {
        return part instanceof Token token && token.kind() == Token.Kind.TEXT;
    }

    /// Whether `::interval` follows.
    private static boolean isTyped(List<TokenTree> parts, int at) {
        return at + 3 < parts.size() && CastForms.isCast(parts, at + 1) && parts.get(at + 3).is("interval");
    }

    private int replaced(String interval, int place, int end, List<TokenTree> written) {
        written.addAll(Tokens.made(interval, place));
        changed = true;
        return end;
    }

    /// The unit that a word names; empty if it names none.
    private static String unit(String word) {
        String known = OTHER_NAMES.getOrDefault(word, word);
        String single = known.endsWith("s") ? known.substring(0, known.length() - 1) : known;
        String unit = OTHER_NAMES.getOrDefault(single, single);
        return SPANS.containsKey(unit) || MONTHS.containsKey(unit) ? unit : "";
    }

    private String interval(Token text) {
        return fields(value(text), text.at());
    }

    private static String value(Token text) {
        return text.text().substring(1, text.text().length() - 1).strip().toLowerCase(Locale.ROOT);
    }

    /// An interval as the parser reads it.
    private String fields(String text, int at) {
        Matcher field = FIELD.matcher(text);
        BigDecimal ns = BigDecimal.ZERO;
        BigDecimal months = BigDecimal.ZERO;
        int end = 0;
        int count = 0;
        boolean days = false;
        String only = "";
        while (end < text.length() && field.region(end, text.length()).lookingAt()) {
            boolean negative = field.group(1).equals("-");
            String unit = field.group(6) == null ? "second" : unit(field.group(6));
            BigDecimal number = field.group(6) == null ? clock(field) : new BigDecimal(field.group(5));
            BigDecimal signed = negative ? number.negate() : number;
            if (unit.isEmpty()) {
                throw wrong(text, at);
            }
            days |= unit.equals("day") || unit.equals("week");
            if (SPANS.containsKey(unit)) {
                ns = ns.add(signed.multiply(SPANS.get(unit)));
            } else {
                months = months.add(signed.multiply(BigDecimal.valueOf(MONTHS.get(unit))));
            }
            only = READ.contains(unit) && field.group(6) != null && isWhole(signed)
                    ? signed.toBigInteger() + "' " + unit : "";
            end = field.end();
            count++;
        }
        if (end < text.length() || count == 0) {
            throw wrong(text, at);
        }
        if (!isWhole(ns) || !isWhole(months)) {
            throw Dialect.wrong(sql, at, "an interval must have whole nanoseconds or whole months: '" + text + "'");
        }
        if (months.signum() != 0 && ns.signum() != 0) {
            throw Dialect.wrong(sql, at, "an interval has either months, or days and time: '" + text
                    + "'; add two, t + interval '1' month + interval '2' day");
        }
        if (count == 1 && !only.isEmpty()) {
            return "interval '" + only;
        }
        return months.signum() != 0 ? "interval '" + months.toBigInteger() + "' month" : daysToSeconds(ns, days);
    }

    private static boolean isWhole(BigDecimal number) {
        return number.stripTrailingZeros().scale() <= 0;
    }

    /// Seconds of `02:30` and `02:30:15.25`.
    private static BigDecimal clock(Matcher field) {
        BigDecimal seconds = field.group(4) == null ? BigDecimal.ZERO : new BigDecimal(field.group(4));
        return seconds.add(BigDecimal.valueOf(Long.parseLong(field.group(3)) * MINUTE))
                .add(new BigDecimal(field.group(2)).multiply(BigDecimal.valueOf(HOUR)));
    }

    /// @param written whether days are; without them there may be more than 24 hours
    private static String daysToSeconds(BigDecimal ns, boolean written) {
        String sign = ns.signum() < 0 ? "-" : "";
        BigDecimal[] minutes = ns.abs().divide(SECOND).divideAndRemainder(BigDecimal.valueOf(MINUTE));
        String seconds = minutes[1].stripTrailingZeros().toPlainString();
        if (minutes[0].signum() == 0) {
            return "interval '" + sign + seconds + "' second";
        }
        BigDecimal[] days = written ? minutes[0].divideAndRemainder(BigDecimal.valueOf(DAY / MINUTE))
                : new BigDecimal[] {BigDecimal.ZERO, minutes[0]};
        long minute = days[1].longValueExact();
        String toMinute = String.format(Locale.ROOT, "interval '%s%s%02d:%02d", sign, written ? days[0].toBigInteger() + " "
                : "", minute / 60, minute % 60);
        boolean small = minutes[1].compareTo(BigDecimal.TEN) < 0;
        return toMinute + (minutes[1].signum() == 0 ? "' " : ":" + (small ? "0" : "") + seconds + "' ")
                + (written ? "day to " : "hour to ") + (minutes[1].signum() == 0 ? "minute" : "second");
    }

    private RuntimeException wrong(String text, int at) {
        return Dialect.wrong(sql, at, "not an interval: '" + text + "'; write interval '5 minutes', "
                + "interval '1 day 02:30:00' or interval '5' minute");
    }
}
