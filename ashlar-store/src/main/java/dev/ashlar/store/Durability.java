// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store;

/// What survives a loss of power. The death of a process never loses committed data.
public enum Durability {
    /// Everything up to the last close, or the last sync on request.
    NONE,
    /// Everything committed before the last completed sync began. A thread of the store syncs at an interval. Lost data
    /// is at most as old as the interval plus one sync, and at most [StoreOptions#maxUndurableBytes()]: a sync may take
    /// seconds on a busy disk, and writers wait at that limit. [StoreWriter#lag()] reports the current state.
    INTERVAL,
    /// Everything committed: a commit returns when its bytes are on the disk.
    COMMIT
}
