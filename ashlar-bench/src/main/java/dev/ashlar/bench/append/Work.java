// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.append;

import java.util.function.LongToIntFunction;
import java.util.function.LongUnaryOperator;

/// What is appended.
enum Work {
    /// Rows of 42 bytes, made field by field where they are kept.
    TRADES(TradeRow.BLOCK_LENGTH),
    /// Messages of 64 bytes that come encoded; a table keeps their block of 56 bytes.
    QUOTES(Quotes.MESSAGE_LENGTH);

    /// Bytes of each, without what a contender adds.
    final int bytes;

    Work(int bytes) {
        this.bytes = bytes;
    }

    /// What reading back these rows must return. The order matters.
    long digest(long rows) {
        long digest = 0;
        for (long row = 0; row < rows; row++) {
            digest = switch (this) {
                case TRADES -> step(digest, row, TradeRow.price(row), TradeRow.quantity(row));
                case QUOTES -> step(digest, Quotes.quoteId(row), Quotes.bidPrice(row), Quotes.askSize(row));
            };
        }
        return digest;
    }

    /// Takes a row into a digest.
    static long step(long digest, long id, long price, long quantity) {
        return digest * 31 + id + price * quantity;
    }

    /// The same with a row, or a message with its header, that lies somewhere.
    ///
    /// @param longs numbers by where they begin
    long stepAt(long at, long digest, LongUnaryOperator longs, LongToIntFunction ints) {
        long block = at + (this == QUOTES ? Quotes.HEADER_LENGTH : 0);
        return this == TRADES ? step(digest, longs.applyAsLong(block), longs.applyAsLong(block + TradeRow.PRICE),
                longs.applyAsLong(block + TradeRow.QUANTITY)) : step(digest, longs.applyAsLong(block),
                longs.applyAsLong(block + Quotes.BID_PRICE), ints.applyAsInt(block + Quotes.ASK_SIZE));
    }
}
