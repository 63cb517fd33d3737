// SPDX-License-Identifier: Apache-2.0
/// Last values: one record per key, overwritten in place and read without locks.
///
/// ```
///   ValueWriter ──► ValueTable ◄── ValueReader
///        └── ValueSync: what a checkpoint has to make durable
/// ```
///
/// **Threads**: One writer; any number of readers, who look again if a value changed while they copied it.
///
/// Start with [ValueTable]. Uses `chunk` and `file`.
package dev.ashlar.store.internal.v1.values;
