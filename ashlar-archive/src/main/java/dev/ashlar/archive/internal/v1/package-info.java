// SPDX-License-Identifier: Apache-2.0
/// Archives of format version 1, as `docs/formats/archive-v1.md` specifies it.
///
/// ```text
///   WriteArchive ── WriterLock     ReadArchive ── DayCache ── DayPart ──► relations of dev.ashlar.query
///     │    └─ DayFolder, DaySummary          │
///     └──────────── ArchiveHeadFile ─────────┘
///                        └─ Head (its text)
/// ```
///
/// Threads: [WriteArchive] one at a time; all else any thread. Start reading at [Head], then [WriteArchive].
package dev.ashlar.archive.internal.v1;
