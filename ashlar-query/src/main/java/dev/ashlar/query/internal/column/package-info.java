// SPDX-License-Identifier: Apache-2.0
/// Columns that the fields of a block become, where their bytes are, and how one is decoded.
///
/// ```text
///   BlockColumns ─► Place          from a schema's block to columns
///                     │
///                PlaceReader       from a row's bytes to an object
/// ```
///
/// Threads: immutable; any thread. Start reading at [Place], then [BlockColumns]. Siblings it may use: `value`.
package dev.ashlar.query.internal.column;
