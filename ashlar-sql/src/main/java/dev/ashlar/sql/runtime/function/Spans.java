// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.runtime.function;

import java.math.BigDecimal;
import java.util.concurrent.TimeUnit;
import org.apache.calcite.linq4j.function.Strict;

/// Formats intervals and numbers as readable text.
@Strict
public final class Spans {
    private static final long DAY = TimeUnit.DAYS.toNanos(1);
    /// Numbers from and up to these are written without an exponent.
    private static final double LEAST_PLAIN = 1e-7;
    private static final double GREATEST_PLAIN = 1e16;

    private Spans() {
    }

    /// Days and time, such as `1 day 02:03:04.5` or `-00:00:01`. Each part has the sign.
    public static String ofNanos(long ns) {
        long days = ns / DAY;
        long rest = ns % DAY;
        StringBuilder text = new StringBuilder();
        if (days != 0) {
            text.append(days).append(Math.abs(days) == 1 ? " day" : " days");
        }
        if (rest != 0 || days == 0) {
            text.append(text.isEmpty() ? "" : " ").append(rest < 0 ? "-" : "");
            long seconds = Math.abs(rest / 1_000_000_000);
            two(text, seconds / 3_600).append(':');
            two(text, seconds / 60 % 60).append(':');
            two(text, seconds % 60);
            long fraction = Math.abs(rest % 1_000_000_000);
            if (fraction != 0) {
                text.append(BigDecimal.valueOf(fraction, 9).stripTrailingZeros().toPlainString(), 1,
                        BigDecimal.valueOf(fraction, 9).stripTrailingZeros().toPlainString().length());
            }
        }
        return text.toString();
    }

    private static StringBuilder two(StringBuilder text, long number) {
        return text.append(number < 10 ? "0" : "").append(number);
    }

    /// Years and months, such as `1 year 2 months`.
    public static String ofMonths(long months) {
        long years = months / 12;
        long rest = months % 12;
        String first = years == 0 ? "" : years + (Math.abs(years) == 1 ? " year" : " years");
        String second = rest == 0 && years != 0 ? "" : rest + (Math.abs(rest) == 1 ? " month" : " months");
        return first + (first.isEmpty() || second.isEmpty() ? "" : " ") + second;
    }

    /// The shortest digits that give the same number, without an exponent where it is readable.
    public static String ofDouble(double number) {
        return plain(number, Double.toString(number));
    }

    public static String ofReal(float number) {
        return plain(number, Float.toString(number));
    }

    private static String plain(double number, String text) {
        double size = Math.abs(number);
        if (text.indexOf('E') < 0 || size < LEAST_PLAIN || size >= GREATEST_PLAIN) {
            return text;
        }
        String plain = new BigDecimal(text).stripTrailingZeros().toPlainString();
        return plain.indexOf('.') < 0 ? plain + ".0" : plain;
    }
}
