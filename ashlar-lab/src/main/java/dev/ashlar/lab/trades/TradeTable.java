// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.trades;

import dev.ashlar.measure.Recorder;

/// A table of trades: built row by row, then added up by side.
///
/// Trade `i` has id, price and quantity `i`, client 1, venue `XLON`, instrument `BHP`, and is a buy if `i` is even,
/// else a sell.
abstract class TradeTable implements AutoCloseable {
    static final long CLIENT_ID = 1;
    static final int VENUE = 'X' << 24 | 'L' << 16 | 'O' << 8 | 'N';
    static final int INSTRUMENT = 'B' << 24 | 'H' << 16 | 'P' << 8;
    static final char BUY = 'B';
    static final char SELL = 'S';

    final long rows;
    /// The result of [#scan]: the sum of price × quantity, which may have overflowed.
    long bought;
    long sold;

    TradeTable(long rows) {
        this.rows = rows;
    }

    static char side(long index) {
        return (index & 1) == 0 ? BUY : SELL;
    }

    /// Allocates memory and writes all rows.
    abstract void build();

    /// Reads price, quantity and side of all rows, in order.
    abstract void scan();

    /// Releases the rows.
    abstract void drop();

    /// Reads all bytes of the rows as longs, in order: the upper bound for the machine.
    ///
    /// @return bytes read; 0 if the rows are not contiguous
    long sweep() {
        return 0;
    }

    /// Bytes off the heap that the rows take; 0 if they are objects.
    long offHeapBytes() {
        return 0;
    }

    @Override
    public void close() {
        drop();
    }

    /// @throws IllegalStateException if the sums of the scan are wrong
    final void check() {
        // Price and quantity of trade `i` are `i`, and sums overflow as those of the scan do.
        long[] sums = new long[2];
        for (long i = 0; i < rows; i++) {
            sums[(int) i & 1] += i * i;
        }
        Recorder.require(bought == sums[0] && sold == sums[1], getClass().getSimpleName() + ": wrong sums: bought="
                + bought + ", expected=" + sums[0] + ", sold=" + sold + ", expected=" + sums[1]);
    }
}
