// SPDX-License-Identifier: Apache-2.0
/// Maps the fields of a block to columns, locates their bytes, and decodes them.
///
/// ```text
///   BlockColumns ─► Placement       from a schema's block to columns
///                      │
///                ColumnDecoder      from a row's bytes to an object
/// ```
///
/// Threads: immutable; any thread. Start reading at [Placement], then [BlockColumns]. Uses `value`.
package dev.ashlar.query.internal.column;
