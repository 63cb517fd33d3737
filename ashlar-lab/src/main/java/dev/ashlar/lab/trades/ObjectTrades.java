// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.trades;

/// An array of objects.
final class ObjectTrades extends TradeTable {
    private Trade[] trades;

    /// The JVM keeps fields even if the scan does not read them.
    private static final class Trade {
        long tradeId;
        long clientId;
        int venueCode;
        int instrumentCode;
        long price;
        long quantity;
        char side;
    }

    ObjectTrades(long rows) {
        super(rows);
        if (rows > Integer.MAX_VALUE - 8) {
            throw new IllegalArgumentException("too many rows for an array: rows=" + rows);
        }
    }

    @Override
    void build() {
        trades = new Trade[(int) rows];
        for (int i = 0; i < trades.length; i++) {
            Trade trade = new Trade();
            trades[i] = trade;
            trade.tradeId = i;
            trade.clientId = CLIENT_ID;
            trade.venueCode = VENUE;
            trade.instrumentCode = INSTRUMENT;
            trade.price = i;
            trade.quantity = i;
            trade.side = side(i);
        }
    }

    @Override
    void scan() {
        long buys = 0;
        long sells = 0;
        for (Trade trade : trades) {
            long cost = trade.price * trade.quantity;
            if (trade.side == BUY) {
                buys += cost;
            } else {
                sells += cost;
            }
        }
        bought = buys;
        sold = sells;
    }

    @Override
    void drop() {
        trades = null;
    }
}
