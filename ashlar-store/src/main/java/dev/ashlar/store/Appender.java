// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store;

import java.lang.foreign.MemorySegment;

/// Adds rows to a table.
///
/// ```java
/// long offset = appender.claim();
/// encoder.wrap(appender.memory(), offset);
/// …
/// appender.commit();
/// ```
///
/// Each claim ends in exactly one commit or abort. A row is seen by readers when its commit has returned, never before
/// and never in part; what was claimed and not committed is not there after the death of the process.
///
/// **Threading**: one thread at a time, the same for all appenders of a store or others one after the other. Wait-free
/// but where a chunk is full.
///
/// **Failure**: after an exception of a claim nothing is claimed, and the table is as it was.
public interface Appender {
    /// Claims the place of one row. What is there is not zero.
    ///
    /// @return where its block begins in [#memory]
    /// @throws StoreException        if there is no space
    /// @throws IllegalStateException if a claim is open
    long claim() throws StoreException;

    /// Claims up to `maxRows` rows that lie one after the other.
    ///
    /// @return how many, at least 1; the first block begins at [#offset], the others follow at [#stride]
    int claim(int maxRows) throws StoreException;

    /// Memory of what was claimed last.
    MemorySegment memory();

    /// Where the first block that was claimed last begins.
    long offset();

    /// Bytes from row to row.
    int stride();

    /// Publishes all that was claimed.
    ///
    /// @throws StoreException if it shall be durable and cannot be made so; then the store has failed
    void commit() throws StoreException;

    /// Publishes the first `rows` of what was claimed, and gives up the rest.
    void commit(int rows) throws StoreException;

    /// Gives up what was claimed.
    void abort();

    /// Appends one row by copying its block. A block that is shorter than the table's is filled up with null values; of
    /// a longer one the rest is dropped.
    void append(MemorySegment source, long offset, int blockLength) throws StoreException;

    /// Appends rows that lie in memory as they do in the table: blocks of the table's length, one after the other.
    ///
    /// @return number of the first
    long appendAll(MemorySegment source, long offset, long rows) throws StoreException;

    /// The number that the next row will have.
    long endRow();
}
