// SPDX-License-Identifier: Apache-2.0
/// What a journal has already, so that a load that is repeated adds nothing twice.
///
/// ```text
///   KnownMessages ─► JournalTimes            messages with a time
///   KnownContents                            messages without
///   WholeMessages                            how both read a journal that may be damaged
///   RowCounts                                rows that a load added to each table
/// ```
///
/// **Threads**: one thread for each load.
///
/// Start with [KnownMessages]. Uses nothing of its siblings.
package dev.ashlar.ingest.internal.loading;
