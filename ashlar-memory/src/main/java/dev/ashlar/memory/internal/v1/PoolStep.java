// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory.internal.v1;

/// A state change of a shared pool that other processes can see. A process may die or be stopped after any of these
/// steps; between two of them, other processes see no difference.
public enum PoolStep {
    /// A new directory is complete and has no name yet.
    DIRECTORY_FILLED,
    /// The directory has its name.
    DIRECTORY_LINKED,
    /// This process has the lock of a slot, whose word is still the last owner's.
    SLOT_LOCKED,
    /// The slot says that this process is there.
    SLOT_TAKEN,
    /// A new extent has its space and no name yet.
    EXTENT_FILLED,
    /// The extent has its name and is not counted yet.
    EXTENT_LINKED,
    /// The extent is counted.
    EXTENT_COUNTED,
    /// One more chunk is owned by this process.
    CHUNK_CLAIMED,
    /// One chunk less is owned by this process.
    CHUNK_RELEASED,
    /// A record is held by this process; it says nothing yet, or nothing any longer.
    RECORD_HELD,
    /// The record has a name that others see, and no chunks.
    RECORD_ANNOUNCED,
    /// One more chunk belongs to the record instead of the process.
    CHUNK_CONTAINED,
    /// The container is there for others.
    PUBLISHED,
    /// A lease stands in a record, which may have been retired meanwhile.
    LEASED,
    /// A lease has ended.
    LEASE_ENDED,
    /// The container is there for nobody new.
    RETIRED,
    /// A chunk of a container, or of the dead, is free.
    CHUNK_FREED,
    /// The record is free.
    RECORD_FREED,
    /// The locks of the dead are held, and their slots say so.
    DEAD_MARKED,
    /// A slot is free, its lock still held.
    SLOT_FREED
}
