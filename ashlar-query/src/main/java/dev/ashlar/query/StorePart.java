// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query;

import dev.ashlar.store.StoreException;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/// A store that is one part of relations over several stores, such as a day of an archive. It is opened when a query
/// needs its rows.
///
/// **Threading**: any thread.
public interface StorePart {
    /// Numbers of rows and messages in one part are from 0 to below this.
    long MOST_NUMBERS = 1L << 41;

    /// What is known of a relation of a part without opening it.
    ///
    /// @param rows    that it has
    /// @param minTime least value of `_time`; empty if unknown
    /// @param maxTime greatest value of `_time`; empty if unknown
    /// @param shape   the same for parts in which it has the same columns; negative if unknown
    record Known(long rows, OptionalLong minTime, OptionalLong maxTime, long shape) {
    }

    /// A part that is open. It stays so until it is closed, whatever happens to the part.
    interface Opened extends AutoCloseable {
        Relations relations();

        /// Relations that it has and that cannot be read: name to reason.
        Map<String, StoreException> unreadable();

        @Override
        void close();
    }

    /// Names it in messages, such as `2026-01-05`.
    String name();

    /// The value of `_date` in all its rows, in nanoseconds since 1970.
    long dateNs();

    /// What is added to numbers of rows and messages, so that they differ from those of all other parts: a multiple of
    /// [#MOST_NUMBERS], greater than that of earlier parts.
    long base();

    /// All its relations by name; empty if it has to be opened to know them.
    Optional<Map<String, Known>> known();

    /// Opens it.
    ///
    /// @throws StoreException if it cannot be read
    Opened open() throws StoreException;
}
