// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store;

import java.time.Instant;
import java.util.List;

/// What a store is and holds.
///
/// @param formatVersion  of its files
/// @param id             that tells it from all others
/// @param created        when it was made
/// @param logicalBytes   of all its files, holes included
/// @param allocatedBytes that its files take on the disk; -1 where the system does not tell
/// @param chunkBytes     of each chunk
/// @param extents        files with chunks
/// @param freeChunks     that nobody has
/// @param usedChunks     that containers have
/// @param retiredChunks  of these, that wait to be used again
/// @param damagedChunks  of which nobody knows whose they are
/// @param generation     of the last checkpoint
/// @param checkpoint     when it was written
/// @param undurableBytes committed since the last durable checkpoint, which the loss of power may take: of journals,
///     tables that no journal fills, and new records of last-value tables
/// @param durable        when it was looked what that checkpoint counts
/// @param clean          whether the last writer closed the store
/// @param recovered      whether the machine went down, nobody has recovered the store on the disk since, and this is
///     what the next writer will find
/// @param pinned         whether writers know of this reader, and keep what it reads from being overwritten
/// @param writerAlive    whether somebody has it open for writing
/// @param writerPid      who has, or who had it last; 0 if that is not known
/// @param readers        other processes that are known to have it open, the writer's included
/// @param containers     in the order in which they were made
/// @param indexes        that are declared, in the order in which they were
public record StoreInfo(int formatVersion, String id, Instant created, long logicalBytes, long allocatedBytes,
        int chunkBytes, int extents, long freeChunks, long usedChunks, long retiredChunks, long damagedChunks,
        long generation, Instant checkpoint, long undurableBytes, Instant durable, boolean clean, boolean recovered,
        boolean pinned, boolean writerAlive, long writerPid, int readers,
        List<ContainerInfo> containers, List<IndexDeclaration> indexes) {
    /// What a container is and holds.
    ///
    /// @param kind           table, journal, last-value table or journal index
    /// @param name           of it
    /// @param first          first row, or position
    /// @param end            after the last row, or position
    /// @param bytes          of what was committed
    /// @param sealedChunks   that are sealed
    /// @param openChunks     that are not
    /// @param bytesPerRow    of all its chunks, divided by its rows; 0 if it has none
    /// @param minTime        least time in nanoseconds since 1970, as far as sealed chunks tell; 0 if they do not
    /// @param maxTime        greatest time, likewise
    /// @param schemaId       of its rows; -1 if it has no schema
    /// @param schemaVersions by which rows that are there were written
    /// @param damage         why it cannot be read; empty if it can
    public record ContainerInfo(String kind, String name, long first, long end, long bytes, int sealedChunks,
            int openChunks, double bytesPerRow, long minTime, long maxTime, int schemaId,
            List<Integer> schemaVersions, String damage) {
        public ContainerInfo {
            schemaVersions = List.copyOf(schemaVersions);
        }
    }

    public StoreInfo {
        containers = List.copyOf(containers);
        indexes = List.copyOf(indexes);
    }
}
