// SPDX-License-Identifier: Apache-2.0
/// Chooses how a query is run, and runs it: the only package that knows all others.
///
/// ```text
///   QueryRunner ─► Strategy.of ─► IndexSelection, ScanSelection     chooses, once
///        │
///        └ run ─► IndexStrategy | KernelStrategy | FilterStrategy | PrunedStrategy | InterpreterStrategy ─► Result
/// ```
///
/// Threads: one thread for each query. Start reading at [QueryRunner], then [Strategy].
/// Uses `scan`, `kernel`, `index`, `interpreter`, `pruning`, `execution`, `relation`, `column`.
package dev.ashlar.query.internal.strategy;
