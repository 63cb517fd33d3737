// SPDX-License-Identifier: Apache-2.0
/// What all ways to run a query share: its limits, and rows of a result in memory.
///
/// Threads: [QueryBudget] any thread; all else one thread. Start reading at [QueryBudget], then [TopRows].
/// Uses `relation`, `value`.
package dev.ashlar.query.internal.execution;
