// SPDX-License-Identifier: Apache-2.0
/// Writes a table in another order, with a sort that does not need it in memory.
///
/// ```
///   Reordering ── OrderKey ── ExternalSort (sorted runs in files, merged)
/// ```
///
/// **Threads**: One thread.
///
/// Start with [Reordering]. Uses all but `verify`.
package dev.ashlar.store.internal.v1.reorder;
