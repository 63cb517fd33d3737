// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store;

import java.lang.foreign.MemorySegment;

/// Adds rows to a table.
///
/// ```java
/// RowClaim row = appender.claim();
/// trade.wrap(row.memory(), row.offset())
///         .time(timeNs).symbol("ASHLAR").side(Side.BUY).quantity(5).price().mantissa(101_00);
/// row.commit();
/// ```
///
/// Each claim ends in exactly one commit or abort. Readers see a row once its commit has returned, never earlier and
/// never in part. A row that was claimed but not committed does not exist after the process dies.
///
/// **Threading**: one thread at a time for all appenders of a store. Wait-free unless a chunk is full.
///
/// **Failure**: if a claim throws, nothing is claimed and the table is unchanged.
public interface Appender {
    /// Claims one row. Its bytes are undefined.
    ///
    /// @return the claim, the same object each time
    /// @throws StoreException        if there is no space
    /// @throws IllegalStateException if a claim is open
    RowClaim claim() throws StoreException;

    /// Claims up to `maxRows` rows next to each other: as many as fit into the chunk.
    ///
    /// @return the claim, the same object each time, with at least 1 row
    /// @throws StoreException        if there is no space
    /// @throws IllegalStateException if a claim is open
    RowClaim claim(int maxRows) throws StoreException;

    /// Appends one row by copying its block. A block shorter than the table's is padded with null values; a longer one
    /// is truncated.
    void append(MemorySegment source, long offset, int blockLength) throws StoreException;

    /// Appends rows whose blocks lie one after the other in memory, each as long as the table's block.
    ///
    /// @return number of the first row
    long appendAll(MemorySegment source, long offset, long rows) throws StoreException;

    /// The number that the next row will have.
    long endRow();
}
