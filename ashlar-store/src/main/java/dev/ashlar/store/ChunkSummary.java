// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store;

import java.util.List;

/// What is known of a chunk of a table without reading its rows.
///
/// @param firstRow number of its first row
/// @param rows     how many it has now
/// @param layout   of all of them
/// @param sealed   whether what follows is known, and rows will not be added
/// @param minTime  least time of its rows, in nanoseconds since 1970, unsigned; 0 if the table has no time
/// @param maxTime  greatest time, likewise
/// @param timesInOrder whether no row's time is before that of the row before it
/// @param zones    what is known of single numbers; empty where it was not kept, or is damaged
public record ChunkSummary(long firstRow, long rows, RowLayout layout, boolean sealed, long minTime, long maxTime,
        boolean timesInOrder, List<Zone> zones) {
    public ChunkSummary {
        zones = List.copyOf(zones);
    }

    /// What is known of the number at an offset of the block; null if nothing is.
    public Zone zone(int offset) {
        for (Zone zone : zones) {
            if (zone.offset() == offset) {
                return zone;
            }
        }
        return null;
    }
}
