// SPDX-License-Identifier: Apache-2.0
/// Where a load puts messages, and what is there already, so that a load that is repeated adds nothing twice.
///
/// ```text
///   LoadDestination                          what a loader writes to:
///     StoreDestination ──► OpenJournal       a journal of a store
///     ArchiveDestination ─► OpenJournal      a journal of each day of an archive
///       WaitingMessages                      of earlier days, until they are recorded together
///       LoadTotals                           what all days got
///   DuplicateSearch                          what is there already:
///     KnownDays ─► KnownMessages             in the days of an archive
///     KnownMessages ─► JournalTimes          messages with a time
///   KnownContents                            messages without
///   WholeMessages                            how both read a journal that may be damaged
///   RowCounts                                rows that a load added to each table
/// ```
///
/// **Threads**: one thread for each load.
///
/// Start with [LoadDestination], then [KnownMessages]. Uses nothing of its siblings.
package dev.ashlar.ingest.internal.loading;
