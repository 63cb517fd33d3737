// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store;

import java.util.List;

/// Describes a chunk of a table, as far as that is known without reading its rows.
///
/// @param firstRow number of its first row
/// @param rows     how many rows it has now
/// @param layout   layout of all its rows
/// @param sealed   whether no rows will be added, so that the following values are known
/// @param minTime  least time of its rows, in nanoseconds since 1970, unsigned; 0 if the table has no time
/// @param maxTime  greatest time, likewise
/// @param timesInOrder whether no row has an earlier time than the row before it
/// @param zones    ranges of single numbers; empty if not kept or damaged
public record ChunkSummary(long firstRow, long rows, RowLayout layout, boolean sealed, long minTime, long maxTime,
        boolean timesInOrder, List<Zone> zones) {
    public ChunkSummary {
        zones = List.copyOf(zones);
    }

    /// The range of the number at an offset of the block; null if unknown.
    public Zone zone(int offset) {
        for (Zone zone : zones) {
            if (zone.offset() == offset) {
                return zone;
            }
        }
        return null;
    }
}
