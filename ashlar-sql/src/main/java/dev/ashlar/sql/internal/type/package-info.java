// SPDX-License-Identifier: Apache-2.0
/// SQL types and functions, and the budget of one query: time, memory and cancellation.
///
/// Threads: [StatementBudget] and [SqlTypes.Factory] one thread; all else immutable. Start reading at [SqlTypes].
/// Uses nothing of its siblings.
package dev.ashlar.sql.internal.type;
