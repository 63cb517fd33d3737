// SPDX-License-Identifier: Apache-2.0
/// Shared by all strategies: the limits of a query, and result rows in memory.
///
/// Threads: any thread for [QueryBudget]; one thread for all other classes. Start reading at [QueryBudget], then
/// [TopRows]. Uses `relation`, `value`.
package dev.ashlar.query.internal.execution;
