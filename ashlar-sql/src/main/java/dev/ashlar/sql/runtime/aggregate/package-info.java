// SPDX-License-Identifier: Apache-2.0
/// Groups and windows above scans. Not an API: it changes without notice.
///
/// ```text
///   GroupedRows ────────────────► AggregateState: one value, moments, or all values
///   WindowRows ─► WindowFunction ─┘
/// ```
///
/// Threads: objects of one query belong to one thread. Start reading at [GroupedRows].
package dev.ashlar.sql.runtime.aggregate;
