// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.demo;

/// Sums over a feed, by which writer and readers can see that they mean the same.
///
/// @param messages  all
/// @param trades    messages `Trade`
/// @param shares    quantity of all trades
/// @param prices    mantissas of all trades' prices
/// @param levels    entries of all quotes
/// @param newsBytes bytes of all headlines
record FeedTotals(long messages, long trades, long shares, long prices, long levels, long newsBytes) {
}
