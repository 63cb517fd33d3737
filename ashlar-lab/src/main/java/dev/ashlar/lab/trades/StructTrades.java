// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.trades;

import static java.lang.foreign.MemoryLayout.PathElement.groupElement;

import dev.ashlar.memory.Wrappable;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;

/// Rows through a hand-written flyweight, which the array moves.
final class StructTrades extends OffHeapTrades {
    private final Trade trade = new Trade();
    private final Runnable write = this::write;
    private final Runnable add = this::add;
    private long next;

    StructTrades(long rows, boolean recycled) {
        super(rows, recycled);
    }

    /// A trade in off-heap memory.
    ///
    /// | offset | bytes | field          |
    /// |-------:|------:|----------------|
    /// |      0 |     8 | tradeId        |
    /// |      8 |     8 | clientId       |
    /// |     16 |     4 | venueCode      |
    /// |     20 |     4 | instrumentCode |
    /// |     24 |     8 | price          |
    /// |     32 |     8 | quantity       |
    /// |     40 |     2 | side           |
    static final class Trade implements Wrappable {
        static final StructLayout LAYOUT = MemoryLayout.structLayout(
                ValueLayout.JAVA_LONG_UNALIGNED.withName("tradeId"),
                ValueLayout.JAVA_LONG_UNALIGNED.withName("clientId"),
                ValueLayout.JAVA_INT_UNALIGNED.withName("venueCode"),
                ValueLayout.JAVA_INT_UNALIGNED.withName("instrumentCode"),
                ValueLayout.JAVA_LONG_UNALIGNED.withName("price"),
                ValueLayout.JAVA_LONG_UNALIGNED.withName("quantity"),
                ValueLayout.JAVA_CHAR_UNALIGNED.withName("side"));
        private static final VarHandle TRADE_ID = LAYOUT.varHandle(groupElement("tradeId"));
        private static final VarHandle CLIENT_ID = LAYOUT.varHandle(groupElement("clientId"));
        private static final VarHandle VENUE_CODE = LAYOUT.varHandle(groupElement("venueCode"));
        private static final VarHandle INSTRUMENT_CODE = LAYOUT.varHandle(groupElement("instrumentCode"));
        private static final VarHandle PRICE = LAYOUT.varHandle(groupElement("price"));
        private static final VarHandle QUANTITY = LAYOUT.varHandle(groupElement("quantity"));
        private static final VarHandle SIDE = LAYOUT.varHandle(groupElement("side"));

        private MemorySegment memory;
        private long offset;

        @Override
        public void wrap(MemorySegment newMemory, long newOffset) {
            memory = newMemory;
            offset = newOffset;
        }

        void set(long tradeId, long clientId, int venue, int instrument, long price, long quantity, char side) {
            TRADE_ID.set(memory, offset, tradeId);
            CLIENT_ID.set(memory, offset, clientId);
            VENUE_CODE.set(memory, offset, venue);
            INSTRUMENT_CODE.set(memory, offset, instrument);
            PRICE.set(memory, offset, price);
            QUANTITY.set(memory, offset, quantity);
            SIDE.set(memory, offset, side);
        }

        long price() {
            return (long) PRICE.get(memory, offset);
        }

        long quantity() {
            return (long) QUANTITY.get(memory, offset);
        }

        char side() {
            return (char) SIDE.get(memory, offset);
        }
    }

    @Override
    void fill() {
        next = 0;
        array().forEach(0, rows, trade, write);
    }

    private void write() {
        long index = next++;
        trade.set(index, CLIENT_ID, VENUE, INSTRUMENT, index, index, side(index));
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
