// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.query;

import dev.ashlar.bench.tables.TradeValues;

/// Further values of trades, in addition to [TradeValues]: when they were sent, one of 1,000 instruments, a venue and a
/// side.
final class Deals {
    static final long MINUTE_NS = 60_000_000_000L;

    /// In order but for a few milliseconds; no two are equal.
    static long sent(long row) {
        return TradeValues.time(row ^ 5);
    }

    static int instrument(long row) {
        return (int) ((TradeValues.hash(row) >>> 32) % 1000);
    }

    static int venue(long row) {
        return (int) (row & 7);
    }

    static boolean isBuy(long row) {
        return (TradeValues.hash(row) & 1) == 0;
    }
}
