// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.asof;

import java.nio.charset.StandardCharsets;

/// The values of trades and quotes, by their number: a quote each millisecond, and a trade at the time of one of nine.
///
/// No two trades, and no two quotes, have the same time, so that there is one last row.
final class Ticks {
    static final int QUOTES_OF_TRADE = 9;
    static final long SECOND_NS = 1_000_000_000;
    private static final long FIRST_NS = 1_700_000_000_000_000_000L;
    private static final long STEP_NS = 1_000_000;
    private static final int SYMBOLS = 100;

    private Ticks() {
    }

    static long quoteTime(long row) {
        return FIRST_NS + row * STEP_NS;
    }

    static long tradeTime(long row) {
        return quoteTime(row * QUOTES_OF_TRADE + mix(row) % QUOTES_OF_TRADE);
    }

    static byte[] symbol(long row) {
        return "SYM%05d".formatted((mix(row) >>> 32) % SYMBOLS).getBytes(StandardCharsets.US_ASCII);
    }

    static long price(long row) {
        return 10_000 + (mix(row) >>> 5 & 0x7ff);
    }

    static long quantity(long row) {
        return 1 + (mix(row) >>> 20 & 0x1ff);
    }

    private static long mix(long row) {
        long mixed = (row + 1) * 0x9e37_79b9_7f4a_7c15L;
        return (mixed ^ mixed >>> 29) & Long.MAX_VALUE;
    }
}
