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
public record ArchiveOptions(Optional<Division> division, StoreOptions store) {
    public ArchiveOptions {
        Objects.requireNonNull(division, "division");
        Objects.requireNonNull(store, "store");
    }

    /// Continues an archive as it is.
    public static ArchiveOptions asIs() {
        return new ArchiveOptions(Optional.empty(), StoreOptions.defaults());
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
        return new ArchiveOptions(Optional.of(chosen), store);
    }

    public ArchiveOptions withStore(StoreOptions options) {
        return new ArchiveOptions(division, options);
    }
}
