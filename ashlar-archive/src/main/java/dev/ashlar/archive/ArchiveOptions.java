// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.archive;

import dev.ashlar.store.StoreOptions;
import java.time.ZoneId;
import java.util.Objects;
import java.util.Optional;

/// How an archive is created and written.
///
/// @param division division of a new archive; an existing archive must have the same one. Empty: that of the existing
///     archive, or days of UTC for a new one
/// @param store    options for the stores of its days
/// @param keeping  retention that is applied whenever [ArchiveWriter#roll] opens a day; empty: everything is kept
public record ArchiveOptions(Optional<Division> division, StoreOptions store, Optional<Keeping> keeping) {
    /// A retention that the writer applies automatically.
    ///
    /// @param listener is notified of days that were dropped, and of failures to drop them
    public record Keeping(ArchiveRetention retention, RetentionListener listener) {
        public Keeping {
            Objects.requireNonNull(retention, "retention");
            Objects.requireNonNull(listener, "listener");
        }
    }

    public ArchiveOptions {
        Objects.requireNonNull(division, "division");
        Objects.requireNonNull(store, "store");
        Objects.requireNonNull(keeping, "keeping");
    }

    /// Continues an existing archive with its own division; a new one has days of UTC.
    public static ArchiveOptions asIs() {
        return new ArchiveOptions(Optional.empty(), StoreOptions.defaults(), Optional.empty());
    }

    /// One store for each day of a time zone.
    public static ArchiveOptions daily(ZoneId zone) {
        return asIs().withDivision(Division.daily(zone));
    }

    /// One store for each hour of a time zone.
    public static ArchiveOptions hourly(ZoneId zone) {
        return asIs().withDivision(Division.hourly(zone));
    }

    public ArchiveOptions withDivision(Division chosen) {
        return new ArchiveOptions(Optional.of(chosen), store, keeping);
    }

    public ArchiveOptions withStore(StoreOptions options) {
        return new ArchiveOptions(division, options, keeping);
    }

    /// Drops the oldest days that exceed a retention whenever [ArchiveWriter#roll] opens a day: at its first call, and
    /// at each change of the day. The open day and the newest day are always kept.
    ///
    /// Days are dropped before a new day takes space. A thread of the writer deletes the files, so that a feed does not
    /// wait for the deletion, unless the disk is nearly full. If days cannot be dropped or files cannot be deleted, the
    /// listener is notified, writing continues, and the next roll tries again.
    public ArchiveOptions withRetention(ArchiveRetention retention, RetentionListener listener) {
        return new ArchiveOptions(division, store, Optional.of(new Keeping(retention, listener)));
    }
}
