// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.asof;

import dev.ashlar.bench.tables.TradeValues;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/// Times and symbols of trades and quotes, by their number: a quote every millisecond, and a trade at the time of every
/// ninth quote.
///
/// No two trades, and no two quotes, have the same time, so that the last row is unique.
final class Ticks {
    static final int QUOTES_OF_TRADE = 9;

    private Ticks() {
    }

    static long quoteTime(long row) {
        return TradeValues.time(row);
    }

    static long tradeTime(long row) {
        return quoteTime(row * QUOTES_OF_TRADE + TradeValues.hash(row) % QUOTES_OF_TRADE);
    }

    static byte[] symbol(long row) {
        return String.format(Locale.ROOT, "SYM%05d", (TradeValues.hash(row) >>> 32) % 100).getBytes(StandardCharsets.US_ASCII);
    }
}
