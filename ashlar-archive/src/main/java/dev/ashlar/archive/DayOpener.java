// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.archive;

import dev.ashlar.store.StoreException;
import dev.ashlar.store.StoreWriter;

/// Prepares the store of a day for its writer: defines journals, tables and indexes, and fetches their writers.
///
/// It is called each time a day is opened for writing, whether the day is new or continued. Writers that it fetches are
/// valid until the next call.
@FunctionalInterface
public interface DayOpener {
    /// @throws StoreException if the store cannot be used; the day is closed again, and [ArchiveWriter#roll] or
    ///     [ArchiveWriter#at] throws
    void opened(Division.Period day, StoreWriter store) throws StoreException;

    /// Defines nothing.
    static DayOpener nothing() {
        return (_, _) -> { };
    }
}
