// SPDX-License-Identifier: Apache-2.0
/// A pool that processes share: the directory of version 1 and all that changes it.
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
/// Each change that counts is one compare-and-set on one word, see [AtomicWord]; so a process may die, or be stopped,
/// between any two of them. What it leaves is known by the words alone, and the [Reaper] gives it back once the kernel
/// says, by the lock, that the process is gone. Nobody waits for anybody: a lock that is not to be had means that its
/// owner lives.
///
/// **Threading**: each type says; other processes are always at work at the same time.
///
/// Start reading at [AtomicWord] and [Entries], then [PoolCatalog], [PoolMember] and [Reaper]. The format is described
/// in `docs/formats/pool-v1.md`. A later version of it gets a package of its own; this one stays.
package dev.ashlar.memory.internal.v1;
