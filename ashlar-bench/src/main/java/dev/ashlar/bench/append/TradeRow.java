// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.append;

/// The values of trades, by their number.
final class TradeRow {
    static final String NAME = "Trade";
    static final int BLOCK_LENGTH = 42;
    static final int VENUE = 'X' << 24 | 'N' << 16 | 'A' << 8 | 'S';

    /// Offsets of the fields, for contenders without a flyweight.
    static final int CLIENT_ID = 8;
    static final int VENUE_CODE = 16;
    static final int INSTRUMENT_CODE = 20;
    static final int PRICE = 24;
    static final int QUANTITY = 32;
    static final int SIDE = 40;

    static long clientId(long row) {
        return row & 0xffff;
    }

    static int instrument(long row) {
        return (int) row & 0xff;
    }

    static long price(long row) {
        return 10_000 + (row & 0x3ff);
    }

    static long quantity(long row) {
        return 1 + (row & 0x7f);
    }

    static short side(long row) {
        return (short) ((row & 1) == 0 ? 'B' : 'S');
    }
}
