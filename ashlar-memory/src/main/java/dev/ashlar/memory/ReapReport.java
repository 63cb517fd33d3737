// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory;

import java.util.List;

/// What was released for processes that died without closing a shared pool.
///
/// @param dead one for each of them
public record ReapReport(List<Dead> dead) {
    /// One process.
    ///
    /// @param pid        its id, as it said
    /// @param chunks     that it owned, those of containers not yet published or half deleted among them
    /// @param unfinished containers not yet published or half deleted
    public record Dead(long pid, int chunks, int unfinished) { }

    public ReapReport {
        dead = List.copyOf(dead);
    }

    /// Chunks given back, of all of them.
    public int chunks() {
        return dead.stream().mapToInt(Dead::chunks).sum();
    }
}
