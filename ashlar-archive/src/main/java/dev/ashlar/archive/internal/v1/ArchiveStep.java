// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.archive.internal.v1;

/// What the writer of an archive has just done. A process may die, and power be lost, after any of these.
public enum ArchiveStep {
    /// The store of a new day is whole under a temporary name.
    DAY_MADE,
    /// It has its own name.
    DAY_NAMED,
    /// The head lists it as open.
    DAY_LISTED,
    /// Its store is open for the writer.
    DAY_OPENED,
    /// The store of the open day is closed.
    DAY_CLOSED,
    /// Its files are read-only.
    DAY_PROTECTED,
    /// The head lists it as sealed.
    DAY_SEALED,
    /// The head lists a day whose folder was copied into the archive.
    DAY_ADDED,
    /// The head lists a sealed day as open again.
    DAY_REOPENED,
    /// The open day has, or no longer has, an index that is declared for the archive.
    INDEX_CHANGED,
    /// The head no longer lists days that are dropped.
    DROP_LISTED,
    /// The folder of one has a temporary name.
    DROP_NAMED,
    /// It is gone.
    DROP_DELETED,
    /// The head does not mention dropped days any more.
    DROP_DONE,
    /// A new head is written under a temporary name and durable.
    HEAD_WRITTEN,
    /// It has replaced the one before.
    HEAD_REPLACED
}
