// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store;

/// What survives the loss of power. The death of a process loses nothing that was committed, whichever is chosen.
public enum Durability {
    /// What was there when the store was last closed, or synced on request.
    NONE,
    /// All that was committed before the last completed sync began. A thread of the store syncs at an interval, so what
    /// is lost is at most the interval and the time of one sync old, and at most
    /// [StoreOptions#maxUndurableBytes()]: a sync takes as long as the disk is busy, be it seconds, and writers wait
    /// when there is more. [StoreWriter#lag()] says how it stands.
    INTERVAL,
    /// All that was committed: a commit returns when its bytes are on the disk.
    COMMIT
}
