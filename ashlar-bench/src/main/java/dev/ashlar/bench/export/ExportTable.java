// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.export;

import java.nio.charset.StandardCharsets;

/// The values of deals, by their number: 18 columns of a trading day.
///
/// @param rows how many
record ExportTable(long rows) {
    static final int SYMBOL_LENGTH = 8;
    static final int ACCOUNT_LENGTH = 12;
    static final String[] SIDES = {"Buy", "Sell"};
    static final String[] VENUES = {"Amsterdam", "Chicago", "Frankfurt", "London", "NewYork", "Paris", "Tokyo", "Zurich"};
    private static final long FIRST_NS = 1_700_000_000_000_000_000L;
    private static final int STEP_NS = 20_000;
    private static final long TICK = 10_000_000;
    private static final int TICKS = 5000;
    private static final int GAP = 37;

    long at(long row) {
        return FIRST_NS + row * STEP_NS + mix(row, 1) % STEP_NS;
    }

    long tradeId(long row) {
        return 1_000_000 + row;
    }

    long orderId(long row) {
        return mix(row, 2) % 100_000_000;
    }

    long sequence(long row) {
        return row * GAP + mix(row, 3) % GAP;
    }

    byte[] symbol(long row) {
        return ("S" + (1000 + mix(row, 4) % 1000)).getBytes(StandardCharsets.US_ASCII);
    }

    byte[] account(long row) {
        return ("acct-" + mix(row, 5) % 20_000).getBytes(StandardCharsets.US_ASCII);
    }

    /// In units of 10^-9.
    long price(long row) {
        return (10_000 + mix(row, 6) % TICKS) * TICK;
    }

    /// Likewise; [Long#MIN_VALUE] for NULL.
    long stop(long row) {
        return mix(row, 7) % 4 == 0 ? (9_000 + mix(row, 8) % TICKS) * TICK : Long.MIN_VALUE;
    }

    int quantity(long row) {
        return 1 + (int) (mix(row, 9) % 1000);
    }

    /// [Integer#MIN_VALUE] for NULL.
    int remaining(long row) {
        return mix(row, 10) % 3 == 0 ? Integer.MIN_VALUE : (int) (mix(row, 11) % 500);
    }

    double ratio(long row) {
        return mix(row, 12) / (double) Long.MAX_VALUE;
    }

    float weight(long row) {
        return mix(row, 13) % 10_000 / 16f;
    }

    /// From 0.
    int side(long row) {
        return (int) (mix(row, 14) & 1);
    }

    int venue(long row) {
        return (int) (mix(row, 15) & 7);
    }

    /// Two bits.
    int flags(long row) {
        return (int) (mix(row, 16) & 3);
    }

    int level(long row) {
        return (int) (mix(row, 17) % 10);
    }

    int hops(long row) {
        return (int) (mix(row, 18) % 300);
    }

    private static long mix(long row, int column) {
        long mixed = (row * 32 + column) * 0x9e37_79b9_7f4a_7c15L;
        mixed = (mixed ^ mixed >>> 32) * 0xd6e8_feb8_6659_fd93L;
        return (mixed ^ mixed >>> 29) & Long.MAX_VALUE;
    }
}
