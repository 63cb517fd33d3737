// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store;

/// What a loss of power would lose of a store that is being written, and what limiting that has cost.
///
/// @param undurableBytes committed and not known to be durable: of journals, tables that no journal fills, and
///     last-value tables
/// @param undurableNs    upper bound for how long some of them have been undurable; 0 if there are none
/// @param longestNs      upper bound for how long any data has been undurable since the store was opened
/// @param waitedNs       how long the writer has waited for syncs because of [StoreOptions#maxUndurableBytes()]
public record SyncLag(long undurableBytes, long undurableNs, long longestNs, long waitedNs) { }
