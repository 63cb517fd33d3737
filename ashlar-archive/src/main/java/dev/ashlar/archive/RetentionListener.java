// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.archive;

import dev.ashlar.store.StoreException;

/// Is notified of what the retention of [ArchiveOptions#withRetention] does. All methods do nothing unless overridden;
/// none may throw.
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

    /// No day is dropped for its age until the next day begins, because the newest day comes more than `days` days
    /// after the previous one, as if a clock had jumped. If a clock did jump, drop the newest day.
    ///
    /// @param days number of dates to keep
    default void suspended(Archive.Day newest, long days) {
    }

    /// Days could not be dropped, or their files could not be deleted. Writing continues; the next roll and the next
    /// writer try again.
    default void failed(StoreException problem) {
    }
}
