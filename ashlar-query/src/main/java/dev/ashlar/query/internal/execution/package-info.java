// SPDX-License-Identifier: Apache-2.0
/// Shared by all strategies: the limits of a query, result rows in memory, and how rows are read.
///
/// Threads: any thread for [QueryBudget] and [ReadAhead]; one thread for all other classes. Start reading at
/// [QueryBudget], then [TopRows]. Uses `relation`, `value`.
package dev.ashlar.query.internal.execution;
