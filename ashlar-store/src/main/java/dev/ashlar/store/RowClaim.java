// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store;

import dev.ashlar.codec.MessageEncoder;

/// One or more claimed rows of a table, next to each other.
///
/// ```java
/// RowClaim row = appender.claim();
/// trade.wrap(row.memory(), row.offset())
///         .time(timeNs).symbol("ASHLAR").side(Side.BUY).quantity(5).price().mantissa(101_00);
/// row.commit();
/// ```
///
/// or, for encoders of a root block, `row.wrap(trade)`, which also checks that the block matches the table's. Fill in
/// every field: the bytes of a new row are undefined.
///
/// **Threading**, **ownership** and **failure**: as [Claim].
public interface RowClaim extends Claim {
    /// Number of rows claimed, at least 1.
    int rows();

    /// Bytes from row to row.
    int stride();

    /// Offset of the block of the row at an index.
    ///
    /// @param index 0 for the first row, less than [#rows]
    /// @throws IndexOutOfBoundsException if it is not
    long offset(int index);

    /// Wraps an encoder around the block of the first row.
    ///
    /// @return the encoder
    /// @throws IllegalArgumentException if the encoder is for another block than the table's
    default <E extends MessageEncoder> E wrap(E encoder) {
        return wrap(encoder, 0);
    }

    /// Wraps an encoder around the block of the row at an index.
    ///
    /// @param index 0 for the first row, less than [#rows]
    /// @return the encoder
    /// @throws IndexOutOfBoundsException if it is not
    /// @throws IllegalArgumentException  if the encoder is for another block than the table's
    <E extends MessageEncoder> E wrap(E encoder, int index);

    /// Publishes all claimed rows.
    ///
    /// @throws StoreException        if the rows must be durable and cannot be made durable; the store has then failed.
    ///     Also if the disk refuses rows that fill a page: then no row is published, and the claim is aborted
    /// @throws IllegalStateException if the claim is not open
    void commit() throws StoreException;

    /// Publishes the first `rows` rows and gives up the rest.
    ///
    /// @param rows from 0 to [#rows]
    /// @throws IllegalArgumentException if `rows` is out of this range; the claim stays open
    void commit(int rows) throws StoreException;
}
