// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query;

import dev.ashlar.store.StoreException;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/// A store that is one part of relations over several stores, such as a day of an archive. The store is opened when a
/// query needs its rows.
///
/// **Threading**: any thread.
public interface StorePart {
    /// Exclusive upper bound of row numbers and message positions in one part.
    long MOST_NUMBERS = 1L << 41;

    /// What is known about a relation of a part without opening the part.
    ///
    /// @param rows    number of rows
    /// @param minTime least value of `_time`; empty if unknown
    /// @param maxTime greatest value of `_time`; empty if unknown
    /// @param shape   a number that is equal for parts in which the relation has the same columns; negative if unknown
    record Known(long rows, OptionalLong minTime, OptionalLong maxTime, long shape) {
    }

    /// An open part. It stays readable until it is closed, whatever happens to the part.
    interface Opened extends AutoCloseable {
        Relations relations();

        /// Relations of the part that cannot be read: name to reason.
        Map<String, StoreException> unreadable();

        @Override
        void close();
    }

    /// Name of the part in messages, such as `2026-01-05`.
    String name();

    /// The value of `_date` in all its rows, in nanoseconds since 1970.
    long dateNs();

    /// The number that is added to row numbers and message positions so that they differ from those of all other parts:
    /// a multiple of [#MOST_NUMBERS], greater than the base of earlier parts.
    long base();

    /// All relations of the part by name; empty if the part must be opened to find them.
    Optional<Map<String, Known>> known();

    /// Opens the part.
    ///
    /// @throws StoreException if the part cannot be read
    Opened open() throws StoreException;
}
