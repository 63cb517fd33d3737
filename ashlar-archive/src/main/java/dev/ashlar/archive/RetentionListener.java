// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.archive;

import dev.ashlar.store.StoreException;

/// Hears what the retention of [ArchiveOptions#withRetention] does. All methods do nothing unless overridden; none may
/// throw.
///
/// **Threading**: called by the thread that writes the archive, and by the one that deletes files.
public interface RetentionListener {
    /// Ignores everything.
    RetentionListener NONE = new RetentionListener() { };

    /// Days are no longer in the archive. Their files are being deleted.
    ///
    /// @param report at least one dropped day
    default void dropped(RetentionReport report) {
    }

    /// No day is dropped for its age until the next day begins: the newest one is further from the one before it than
    /// the days to keep, as if a clock had jumped. If it had, the newest day is to be dropped.
    ///
    /// @param days to keep
    default void suspended(Archive.Day newest, long days) {
    }

    /// Days could not be dropped, or their files not be deleted. Writing goes on; it is tried again at the next roll,
    /// and by the next writer.
    default void failed(StoreException problem) {
    }
}
