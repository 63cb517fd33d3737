// SPDX-License-Identifier: Apache-2.0
/// Archives: folders of stores by day or hour, read as one.
///
/// ```text
///   live feed, captures ──► ArchiveWriter ──► archive.head
///                              │ roll, at       2026-01-05/  sealed, read-only
///                              └──────────────► 2026-01-06/  open
///                                                  │
///   relations with _date ◄────── Archive ◄─────────┘
/// ```
///
/// Threads: an [ArchiveWriter] belongs to one thread at a time, an [Archive] to any. Start reading at [Archive], then
/// [ArchiveWriter].
package dev.ashlar.archive;
