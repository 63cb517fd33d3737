// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.internal.problem;

import java.util.EnumSet;
import java.util.Set;
import java.util.regex.Pattern;

/// Advice on what to write if types do not match, by the types that a message names.
final class TypeAdvice {
    private static final Pattern COMPARISON = Pattern.compile("|[=<>]+|.*(?:BETWEEN|IN|FROM)\\b.*");
    private static final Pattern LOGICAL = Pattern.compile("NOT|AND|OR|IS (?:NOT )?(?:TRUE|FALSE)|BOOL_.*|EVERY|SOME");
    /// Functions of a time whose unit Calcite shows as an interval.
    private static final Pattern OF_TIME = Pattern.compile("EXTRACT|FLOOR|CEIL|TIMESTAMPADD|TIMESTAMPDIFF");
    private static final Pattern OF_SPAN = Pattern.compile("[+-]|TIME_BUCKET|DATE_ADD|(?i)generate_series|range");
    private static final Pattern UNIT = Pattern.compile("(?<=EXTRACT\\(|TIMESTAMPADD\\(|TIMESTAMPDIFF\\()INTERVAL "
            + "|(?<=, )INTERVAL (?=[A-Z]+\\))");
    private static final Pattern DAYS = Pattern.compile("INTERVAL (?:DAY|HOUR|MINUTE|SECOND)");
    private static final Pattern MONTHS = Pattern.compile("INTERVAL (?:YEAR|MONTH)");

    private static final String DURATION = "; a duration is written INTERVAL '5' SECOND";
    private static final String COUNT = "; for a count since 1970 write to_timestamp(seconds), "
            + "make_timestamp(microseconds) or make_timestamp_ns(nanoseconds)";

    /// Kinds of types.
    private enum Kind {
        TIMESTAMP("TIMESTAMP"), DATE("DATE"), TIME("TIME"), SPAN("INTERVAL"), WHOLE("BIGINT"),
        NUMBER("TINYINT|SMALLINT|INTEGER|BIGINT|DECIMAL|REAL|FLOAT|DOUBLE"), TEXT("CHAR|VARCHAR"), TRUTH("BOOLEAN");

        private final Pattern names;

        Kind(String names) {
            this.names = Pattern.compile("\\b(?:" + names + ")\\b");
        }

        static Set<Kind> in(String types) {
            Set<Kind> kinds = EnumSet.noneOf(Kind.class);
            for (Kind kind : values()) {
                if (kind.names.matcher(types).find()) {
                    kinds.add(kind);
                }
            }
            return kinds;
        }
    }

    /// Types as Calcite shows them, without its brackets and the names that it makes up.
    static String plain(String types) {
        String bare = types.replaceAll("(?<=[A-Z])<(?=[A-Z])", " ").replaceAll("<(?=[A-Z])|(?<=[A-Z0-9)])>", "")
                .replaceAll("(?i)RecordType\\(", "(").replaceAll(" EXPR\\$\\d+", "");
        return UNIT.matcher(bare.replace("(" + Integer.MAX_VALUE + ")", "")).replaceAll("");
    }

    /// @param operator that they are operands of; empty if they need one type
    /// @param types    text that names them
    /// @return empty if they say nothing
    static String of(String operator, String types) {
        Set<Kind> kinds = Kind.in(types);
        boolean point = kinds.contains(Kind.TIMESTAMP) || kinds.contains(Kind.DATE);
        if (LOGICAL.matcher(operator).matches()) {
            return "; a condition is needed, such as n <> 0";
        }
        if (OF_TIME.matcher(operator).matches()) {
            return point ? "" : kinds.contains(Kind.NUMBER) ? COUNT
                    : kinds.contains(Kind.TEXT) ? ofText(Kind.TIMESTAMP) : "";
        }
        if (kinds.contains(Kind.SPAN)) {
            return ofSpan(kinds, point, types);
        }
        if (kinds.contains(Kind.NUMBER)) {
            return ofNumber(kinds, point, operator);
        }
        if (kinds.contains(Kind.TEXT)) {
            return point && operator.equals("+") ? DURATION : kinds.stream().filter(kind -> kind != Kind.TEXT)
                    .findFirst().map(TypeAdvice::ofText).orElse("");
        }
        return ofOthers(kinds, point, operator);
    }

    private static String ofText(Kind other) {
        return switch (other) {
            case TIMESTAMP -> "; cast the text: cast(x as timestamp)";
            case DATE -> "; cast the text: cast(x as date)";
            case TIME -> "; cast the text: cast(x as time)";
            case TRUTH -> "; cast the text: cast(x as boolean)";
            case SPAN, WHOLE, NUMBER, TEXT -> "";
        };
    }

    private static String ofSpan(Set<Kind> kinds, boolean point, String types) {
        return kinds.contains(Kind.WHOLE) ? "; t1 - t2 is nanoseconds, and (t1 - t2) SECOND an interval"
                : kinds.contains(Kind.NUMBER) || kinds.contains(Kind.TEXT) ? "; an interval is written INTERVAL '5' SECOND"
                : point ? "; an interval is added to a time: t + INTERVAL '5' SECOND"
                : DAYS.matcher(types).find() && MONTHS.matcher(types).find()
                ? "; a month has no fixed number of days; add the intervals to a time one after the other" : "";
    }

    private static String ofNumber(Set<Kind> kinds, boolean point, String operator) {
        if (point) {
            return COMPARISON.matcher(operator).matches() ? COUNT
                    : !kinds.contains(Kind.TIMESTAMP) ? "; a date takes whole days: d + 7"
                    : OF_SPAN.matcher(operator).matches() ? DURATION : "; cast(t as bigint) is nanoseconds since 1970";
        }
        return kinds.contains(Kind.TEXT) ? "; cast the text, cast(x as integer), or the number, cast(n as varchar)"
                : kinds.contains(Kind.TRUTH) ? "; cast(condition as integer) is 1 or 0"
                : kinds.contains(Kind.TIME) ? "; a time of day is written TIME '09:30:00'" : "";
    }

    private static String ofOthers(Set<Kind> kinds, boolean point, String operator) {
        if (kinds.contains(Kind.TRUTH)) {
            return point || operator.isEmpty() ? "" : "; cast(condition as integer) is 1 or 0";
        }
        if (point && kinds.contains(Kind.TIME)) {
            return "; cast(t as time) is the time of day";
        }
        return kinds.containsAll(EnumSet.of(Kind.TIMESTAMP, Kind.DATE)) ? "; cast the date: cast(d as timestamp)"
                : !kinds.contains(Kind.TIMESTAMP) ? "" : OF_SPAN.matcher(operator).matches() ? DURATION
                : "; cast(t as bigint) is nanoseconds since 1970";
    }

    /// Of a cast that there is not.
    static String ofCast(String from, String to) {
        Set<Kind> left = Kind.in(from);
        Set<Kind> right = Kind.in(to);
        return left.contains(Kind.DATE) && right.contains(Kind.NUMBER) ? "; d - date '1970-01-01' is days"
                : left.contains(Kind.NUMBER) && right.contains(Kind.DATE) ? "; date '1970-01-01' + n is a date"
                : left.contains(Kind.NUMBER) && right.contains(Kind.TIME) ? "; a time of day is written TIME '09:30:00'"
                : left.contains(Kind.TRUTH) && right.contains(Kind.NUMBER) ? "; cast(condition as integer) is 1 or 0"
                : left.contains(Kind.TIMESTAMP) && right.contains(Kind.TRUTH) ? "; write t is not null, or a comparison"
                : left.contains(Kind.TIME) && right.contains(Kind.DATE) ? "; a time of day has no date" : "";
    }
}
