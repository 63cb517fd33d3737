// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store;

/// What the loss of power would take of a store that is being written, and what keeping that in bounds has cost.
///
/// @param undurableBytes committed and not known to be durable: of journals, tables that no journal fills, and
///     last-value tables
/// @param undurableNs    for how long at most some of them have been; 0 if there are none
/// @param longestNs      for how long at most any have been since the store was opened
/// @param waitedNs       for how long the writer has waited for syncs, since there was more than
///     [StoreOptions#maxUndurableBytes()]
public record SyncLag(long undurableBytes, long undurableNs, long longestNs, long waitedNs) { }
