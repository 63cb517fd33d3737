// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.trades;

import dev.ashlar.measure.Recorder;
import java.math.BigInteger;

/// A table of trades: built row by row, then added up by side.
///
/// Trade `i` has `i` for its id, price and quantity, client 1, venue `XLON`, instrument `BHP`, and is bought if `i` is
/// even, else sold.
abstract class TradeTable implements AutoCloseable {
    static final long CLIENT_ID = 1;
    static final int VENUE = 'X' << 24 | 'L' << 16 | 'O' << 8 | 'N';
    static final int INSTRUMENT = 'B' << 24 | 'H' << 16 | 'P' << 8;
    static final char BUY = 'B';
    static final char SELL = 'S';

    final long rows;
    /// What [#scan] found: the sum of price × quantity, which may have overflowed.
    long bought;
    long sold;

    TradeTable(long rows) {
        this.rows = rows;
    }

    static char side(long index) {
        return (index & 1) == 0 ? BUY : SELL;
    }

    /// Takes memory and writes all rows.
    abstract void build();

    /// Reads price, quantity and side of all rows, in order.
    abstract void scan();

    /// Lets go of the rows.
    abstract void drop();

    /// Reads all bytes of the rows as longs, in order: what the machine can do at most.
    ///
    /// @return bytes read; 0 if the rows do not lie in one piece
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

    /// @throws IllegalStateException if the scan found other sums than it must
    final void check() {
        // The squares of 0, 2, 4, … and of 1, 3, 5, …
        BigInteger n = BigInteger.valueOf((rows + 1) / 2);
        BigInteger m = BigInteger.valueOf(rows / 2);
        BigInteger two = BigInteger.TWO;
        BigInteger even = n.subtract(BigInteger.ONE).multiply(n).multiply(n.multiply(two).subtract(BigInteger.ONE))
                .multiply(two).divide(BigInteger.valueOf(3));
        BigInteger odd = m.multiply(m.multiply(two).subtract(BigInteger.ONE))
                .multiply(m.multiply(two).add(BigInteger.ONE)).divide(BigInteger.valueOf(3));
        Recorder.require(bought == even.longValue() && sold == odd.longValue(), getClass().getSimpleName()
                + ": wrong sums: bought=" + bought + ", expected=" + even.longValue() + ", sold=" + sold + ", expected="
                + odd.longValue());
    }
}
