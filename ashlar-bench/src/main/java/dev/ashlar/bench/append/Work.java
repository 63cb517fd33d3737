// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.append;

import java.util.function.LongToIntFunction;
import java.util.function.LongUnaryOperator;

/// The rows that are appended.
enum Work {
    /// Rows of 42 bytes, written field by field in place.
    TRADES(TradeRow.BLOCK_LENGTH),
    /// Encoded messages of 64 bytes; a table keeps their block of 56 bytes.
    QUOTES(Quotes.MESSAGE_LENGTH);

    /// Bytes of each row, without a contender's overhead.
    final int bytes;

    Work(int bytes) {
        this.bytes = bytes;
    }

    /// The digest of these rows when they are read back. The order matters.
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

    /// Adds a row to a digest.
    static long step(long digest, long id, long price, long quantity) {
        return digest * 31 + id + price * quantity;
    }

    /// The same for a row, or a message with its header, in memory.
    ///
    /// @param longs reads a `long` at an offset
    long stepAt(long at, long digest, LongUnaryOperator longs, LongToIntFunction ints) {
        long block = at + (this == QUOTES ? Quotes.HEADER_LENGTH : 0);
        return this == TRADES ? step(digest, longs.applyAsLong(block), longs.applyAsLong(block + TradeRow.PRICE),
                longs.applyAsLong(block + TradeRow.QUANTITY)) : step(digest, longs.applyAsLong(block),
                longs.applyAsLong(block + Quotes.BID_PRICE), ints.applyAsInt(block + Quotes.ASK_SIZE));
    }
}
