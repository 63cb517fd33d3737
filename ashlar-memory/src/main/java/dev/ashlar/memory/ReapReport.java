// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory;

import java.util.List;

/// What was released for processes that died without closing a shared pool.
///
/// @param dead one entry for each of these processes
public record ReapReport(List<Dead> dead) {
    /// One process.
    ///
    /// @param pid        its process id, as it recorded it
    /// @param chunks     chunks that it owned, including those of containers not yet published or half deleted
    /// @param unfinished containers not yet published or half deleted
    public record Dead(long pid, int chunks, int unfinished) { }

    public ReapReport {
        dead = List.copyOf(dead);
    }

    /// Chunks released, of all these processes.
    public int chunks() {
        return dead.stream().mapToInt(Dead::chunks).sum();
    }
}
