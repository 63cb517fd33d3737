// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory;

import java.util.List;

/// The state of a shared pool, over all processes. Other processes continue while it is read: each figure is correct at
/// some moment, and the figures add up if no process claims or releases meanwhile.
///
/// @param maxChunks   the bound
/// @param extents     files made so far
/// @param totalChunks in all extents
/// @param freeChunks  not in use
/// @param processes   processes that have the pool open, or that died and were not reaped yet
/// @param containers  containers that have a name, or are about to get one
public record SharedPoolStatistics(int maxChunks, int extents, int totalChunks, int freeChunks,
        List<ProcessShare> processes, List<NamedContainer> containers) {
    /// A process and its own chunks.
    ///
    /// @param slot   its slot in the pool
    /// @param pid    its id, as it recorded it
    /// @param chunks chunks that it owns, without those in named containers
    /// @param own    whether it is the calling process
    public record ProcessShare(int slot, long pid, int chunks, boolean own) { }

    /// A container that has, or is about to get or lose, a name.
    ///
    /// @param name         under which it is opened; empty before it has one, and when it is being freed
    /// @param byteSize     bytes that may be used
    /// @param chunks       that it has
    /// @param leases       processes that have it open
    /// @param published    whether it can be opened; false if it is about to be published, or is freed when its last
    ///                     lease ends
    /// @param publisherPid id of the process that published it, as it recorded it; that process may have ended
    public record NamedContainer(String name, long byteSize, int chunks, int leases, boolean published,
            long publisherPid) { }

    public SharedPoolStatistics {
        processes = List.copyOf(processes);
        containers = List.copyOf(containers);
    }
}
