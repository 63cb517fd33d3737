// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store;

import java.time.Instant;
import java.util.List;

/// Describes a store and its contents.
///
/// @param formatVersion  format version of its files
/// @param id             identifies the store
/// @param created        when it was created
/// @param logicalBytes   of all its files, holes included
/// @param allocatedBytes disk space of its files; -1 if the system does not report it
/// @param chunkBytes     of each chunk
/// @param extents        files with chunks
/// @param freeChunks     unused chunks
/// @param usedChunks     chunks in use by containers
/// @param retiredChunks  of these, retired ones that wait for reuse
/// @param damagedChunks  chunks whose container is unknown
/// @param generation     of the last checkpoint
/// @param checkpoint     when it was written
/// @param undurableBytes committed since the last durable checkpoint, which a loss of power may lose: of journals,
///     tables that no journal fills, and new records of last-value tables
/// @param durable        when the state of that checkpoint was taken
/// @param clean          whether the last writer closed the store
/// @param recovered      whether the machine went down and this reader recovered the store in memory, because no writer
///     has recovered it on disk since
/// @param pinned         whether writers see this reader and do not overwrite the rows it reads
/// @param writerAlive    whether a process has it open for writing
/// @param writerPid      process that has, or last had, it open for writing; 0 if unknown
/// @param readers        other processes that are known to have it open, the writer's included
/// @param containers     in the order of their creation
/// @param indexes        declared indexes, in the order of declaration
public record StoreInfo(int formatVersion, String id, Instant created, long logicalBytes, long allocatedBytes,
        int chunkBytes, int extents, long freeChunks, long usedChunks, long retiredChunks, long damagedChunks,
        long generation, Instant checkpoint, long undurableBytes, Instant durable, boolean clean, boolean recovered,
        boolean pinned, boolean writerAlive, long writerPid, int readers,
        List<ContainerInfo> containers, List<IndexDeclaration> indexes) {
    /// Describes a container and its contents.
    ///
    /// @param kind           table, journal, last-value table or journal index
    /// @param name           of it
    /// @param first          first row, or position
    /// @param end            after the last row, or position
    /// @param bytes          committed bytes
    /// @param sealedChunks   number of sealed chunks
    /// @param openChunks     number of chunks that are not sealed
    /// @param bytesPerRow    of all its chunks, divided by its rows; 0 if it has none
    /// @param minTime        least time in sealed chunks, in nanoseconds since 1970; 0 if unknown
    /// @param maxTime        greatest time, likewise
    /// @param schemaId       of its rows; -1 if it has no schema
    /// @param schemaVersions versions that its rows were written with
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
