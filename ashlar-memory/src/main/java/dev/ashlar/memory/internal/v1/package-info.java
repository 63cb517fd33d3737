// SPDX-License-Identifier: Apache-2.0
/// The shared pool: its directory, version 1, and everything that changes it.
///
/// ```
///   pool.locks        byte n: locked by the process in slot n while it lives        MemberLocks
///   pool.directory    ┌────────┬──────────────────┬─────────────────┬────────────────────────┐
///                     │ header │ slots: processes │ records: named  │ entries: one per chunk │
///                     └────────┴──────────────────┴─────────────────┴────────────────────────┘
///                     DirectoryFile  Slots           PoolCatalog           Entries
///   extent-0000 …     the chunks                                      SharedExtents
/// ```
///
/// Each change that counts is one compare-and-set on one word (see [AtomicWord]), so a process may die or be stopped
/// between any two changes. The words alone show what a dead process owned, and the [Reaper] releases that once the
/// kernel has released the lock of the process. No process waits for another: a lock that cannot be acquired means that
/// its owner lives.
///
/// **Threading**: see each type; other processes may be active at any time.
///
/// Start reading at [AtomicWord] and [Entries], then [PoolCatalog], [PoolMember] and [Reaper]. The format is described
/// in `docs/formats/pool-v1.md`. A later version of it gets a package of its own; this one stays.
package dev.ashlar.memory.internal.v1;
