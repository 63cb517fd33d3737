// SPDX-License-Identifier: Apache-2.0
/// Tables: rows one after another, appended by one writer and read by any number of cursors.
///
/// ```
///   RowAppender, DerivedRows ──► Rows ◄── RowCursor
///                                  └── RowDigest: what the seal and footer of a full chunk say
/// ```
///
/// **Threads**: One appender; cursors belong to one thread each.
///
/// Start with [Rows], then [RowAppender] and [RowCursor]. Uses `chunk` and `file`.
package dev.ashlar.store.internal.v1.table;
