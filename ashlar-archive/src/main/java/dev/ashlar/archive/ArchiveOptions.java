// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.archive;

import dev.ashlar.store.StoreOptions;
import java.time.ZoneId;
import java.util.Objects;
import java.util.Optional;

/// How an archive is created and written.
///
/// @param division of a new archive; one that exists must have the same. Empty: whatever the archive has; a new one has
///     days of UTC
/// @param store    options of the stores of its days
/// @param keeping  what is kept whenever [ArchiveWriter#roll] opens a day; empty: everything
public record ArchiveOptions(Optional<Division> division, StoreOptions store, Optional<Keeping> keeping) {
    /// A retention that the writer applies by itself.
    ///
    /// @param listener hears what was dropped, and what could not be
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

    /// Continues an archive as it is.
    public static ArchiveOptions asIs() {
        return new ArchiveOptions(Optional.empty(), StoreOptions.defaults(), Optional.empty());
    }

    /// A store for each day of a zone.
    public static ArchiveOptions daily(ZoneId zone) {
        return asIs().withDivision(Division.daily(zone));
    }

    /// A store for each hour of a zone.
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
    /// at each change of the day. The open day and the newest are kept.
    ///
    /// They are dropped before a new day takes space. Files are deleted by a thread of the writer's, so that a feed
    /// does not wait for it, unless the disk is nearly full. If days cannot be dropped, or files not be deleted, the
    /// listener hears of it, writing goes on, and the next roll tries again.
    public ArchiveOptions withRetention(ArchiveRetention retention, RetentionListener listener) {
        return new ArchiveOptions(division, store, Optional.of(new Keeping(retention, listener)));
    }
}
