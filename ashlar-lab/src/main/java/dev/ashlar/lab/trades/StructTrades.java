// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.trades;

/// Rows through a flyweight written by hand, which the array moves.
final class StructTrades extends OffHeapTrades {
    private final TradeFlyweight trade = new TradeFlyweight();
    private final Runnable write = this::write;
    private final Runnable add = this::add;
    private long next;

    StructTrades(long rows, boolean recycled) {
        super(rows, recycled);
    }

    @Override
    void fill() {
        next = 0;
        array().forEach(0, rows, trade, write);
    }

    private void write() {
        long index = next++;
        trade.tradeId(index);
        trade.clientId(CLIENT_ID);
        trade.venueCode(VENUE);
        trade.instrumentCode(INSTRUMENT);
        trade.price(index);
        trade.quantity(index);
        trade.side(side(index));
    }

    @Override
    void scan() {
        bought = 0;
        sold = 0;
        array().forEach(0, rows, trade, add);
    }

    private void add() {
        long cost = trade.price() * trade.quantity();
        if (trade.side() == BUY) {
            bought += cost;
        } else {
            sold += cost;
        }
    }
}
