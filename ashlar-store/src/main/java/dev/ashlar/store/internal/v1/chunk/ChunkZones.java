// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1.chunk;

import dev.ashlar.store.Zone;
import dev.ashlar.store.internal.v1.chunk.Chain.Link;
import dev.ashlar.store.internal.v1.file.Entry.Seal;
import dev.ashlar.store.internal.v1.file.Geometry;
import java.util.List;

/// What the footer of a sealed chunk says of all its rows together. Queries ask for it each time, so it is kept in the
/// heap from the first time on. The checksums in the footer are not: they grow with the rows.
///
/// @param seal         for which the footer was whole
/// @param timesInOrder whether no row's time is before that of the row before it
/// @param zones        of single numbers
public record ChunkZones(Seal seal, boolean timesInOrder, List<Zone> zones) {
    public ChunkZones {
        zones = List.copyOf(zones);
    }

    /// @return null if the footer is not whole
    static ChunkZones read(Link link, Seal seal, Geometry geometry) {
        Footer footer = Footer.read(link, seal, geometry);
        return footer == null ? null : new ChunkZones(seal, footer.timesInOrder(), footer.zones());
    }
}
