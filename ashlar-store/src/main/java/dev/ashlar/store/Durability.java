// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store;

/// What survives the loss of power. The death of a process loses nothing that was committed, whichever is chosen.
public enum Durability {
    /// What was there when the store was last closed, or synced on request.
    NONE,
    /// All that was committed until the last sync, which a thread of the store does at an interval.
    INTERVAL,
    /// All that was committed: a commit returns when its bytes are on the disk.
    COMMIT
}
