// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.query;

import dev.ashlar.bench.tables.TradeValues;

/// The questions.
enum Question {
    FILTERED_COUNT("filtered count"),
    VALUE_BY_SIDE("price × quantity by side"),
    TOP_INSTRUMENTS("top 10 of 1,000 instruments by value"),
    MINUTE_BARS("one-minute bars: open, high, low, close, volume"),
    TIME_RANGE("count and volume of a hundredth of the time"),
    SENT_RANGE("count and volume of a second, by a field nearly in order"),
    GREATEST_PRICES("ten greatest prices, all columns"),
    DIFFERENT_INSTRUMENTS("number of different instruments");

    static final long LEAST_PRICE = 10_500;
    static final long MOST_PRICE = 10_700;
    static final int TOP = 10;
    static final long SECOND_NS = 1_000_000_000;

    final String label;

    Question(String label) {
        this.label = label;
    }

    static long from(long rows) {
        return TradeValues.time(rows / 2);
    }

    static long to(long rows) {
        return TradeValues.time(rows / 2 + Math.max(1, rows / 100));
    }
}
