// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.flow;

import dev.ashlar.flow.internal.v1.CellWord;
import dev.ashlar.memory.Wrappable;
import java.lang.foreign.MemorySegment;

/// The layout of a cell, and how to read it. A cell holds one value of a fixed length that can be read whole while it
/// is being replaced.
///
/// Reading is done in attempts. One attempt, in place, without a copy:
/// ```
/// long ticket = cell.beginRead(memory, offset);
/// if (ticket > 0) {
///     decoder.wrap(memory, cell.valueOffset(offset, ticket));
///     long price = decoder.price();
///     long quantity = decoder.quantity();
///     if (cell.validate(memory, offset, ticket)) {
///         // price and quantity are of one moment: use them
///     }
/// }
/// ```
/// Before validation, the bytes read may be a mix of two values: **do not use a length, an offset or a count before
/// it**. The `read` methods make several attempts and return how many; results of reading are positive, or
///
/// | value            | meaning                                                                      |
/// |------------------|------------------------------------------------------------------------------|
/// | [#EMPTY]         | the cell was never written                                                   |
/// | [#CONTENDED]     | every attempt met a writer; the cell is in order                             |
/// | [#CORRUPT]       | the bytes contradict the layout: no cell, another layout, or lost with power |
///
/// **Threading**: any number of threads and processes read. They write nothing: a reader that stops or dies affects
/// nobody. Attempts are bounded. **Memory**: any whose alignment is 8 (native, mapped, also read-only, `long[]`), at
/// any `offset` that is a multiple of 8. **Ownership**: none. **Failure**: an `IndexOutOfBoundsException` for a cell
/// that is not inside its memory, an `IllegalArgumentException` for one that is not aligned; nothing is allocated.
public sealed interface Cell permits VersionedCell, SeqlockCell {
    /// No value was written yet.
    long EMPTY = -1;
    /// No attempt succeeded.
    long CONTENDED = -2;
    /// The memory does not hold a cell of this layout.
    long CORRUPT = -3;
    /// The longest value, in bytes.
    int MAX_VALUE_LENGTH = 1 << 20;
    /// The most attempts of one call.
    int MAX_ATTEMPTS = 255;

    /// Bytes of the value.
    int valueLength();

    /// Bytes of memory that one cell takes, a multiple of 8.
    long byteSize();

    /// Begins an attempt to read in place.
    ///
    /// @return a ticket for [#valueOffset] and [#validate], above 0; or [#EMPTY], [#CONTENDED] or [#CORRUPT]
    long beginRead(MemorySegment memory, long offset);

    /// Where the value lies that a ticket is for.
    ///
    /// @throws IllegalArgumentException if the ticket is not of a cell of this layout
    long valueOffset(long offset, long ticket);

    /// Whether everything read from the value since the ticket was obtained is of one moment. May be called again.
    boolean validate(MemorySegment memory, long offset, long ticket);

    /// The version of the last value written; compared with the [#version] of a value that was read, it shows how stale
    /// that value is.
    ///
    /// @return the version, [#EMPTY] or [#CORRUPT]
    long latest(MemorySegment memory, long offset);

    /// Copies the value.
    ///
    /// @param target      undefined if the result is negative: it may be a mix of values
    /// @param maxAttempts from 1 to [#MAX_ATTEMPTS]
    /// @return [#version] and [#attempts] in one; or [#EMPTY], [#CONTENDED] or [#CORRUPT]
    default long read(MemorySegment memory, long offset, MemorySegment target, long targetOffset, int maxAttempts) {
        CellWord.checkAttempts(maxAttempts, MAX_ATTEMPTS);
        int length = valueLength();
        for (int attempt = 1; attempt <= maxAttempts; attempt++) {
            long ticket = beginRead(memory, offset);
            if (ticket > 0) {
                MemorySegment.copy(memory, valueOffset(offset, ticket), target, targetOffset, length);
                if (validate(memory, offset, ticket)) {
                    return result(ticket, attempt);
                }
            } else if (ticket != CONTENDED) {
                return ticket;
            }
            Thread.onSpinWait();
        }
        return CONTENDED;
    }

    /// Reads the value in place.
    ///
    /// @param reader      called once per attempt; it wraps the value and reads its fields. What it read is consistent
    ///                    only once this returns a positive result
    /// @param maxAttempts from 1 to [#MAX_ATTEMPTS]
    /// @return [#version] and [#attempts] in one; or [#EMPTY], [#CONTENDED] or [#CORRUPT]
    default long read(MemorySegment memory, long offset, Wrappable reader, int maxAttempts) {
        CellWord.checkAttempts(maxAttempts, MAX_ATTEMPTS);
        for (int attempt = 1; attempt <= maxAttempts; attempt++) {
            long ticket = beginRead(memory, offset);
            if (ticket > 0) {
                reader.wrap(memory, valueOffset(offset, ticket));
                if (validate(memory, offset, ticket)) {
                    return result(ticket, attempt);
                }
            } else if (ticket != CONTENDED) {
                return ticket;
            }
            Thread.onSpinWait();
        }
        return CONTENDED;
    }

    /// The version of the value read: 1 for the first value written to the cell, and one more for each later value.
    ///
    /// @param result a ticket, or a positive result of `read`
    static long version(long result) {
        return result >>> 8;
    }

    /// How many attempts a positive result of `read` took.
    static int attempts(long result) {
        return (int) result & 0xff;
    }

    private static long result(long ticket, int attempts) {
        return ticket & ~0xffL | attempts;
    }
}
