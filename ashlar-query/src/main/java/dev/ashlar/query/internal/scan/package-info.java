// SPDX-License-Identifier: Apache-2.0
/// Runs kernels over the rows of a table: a snapshot divides them into pieces and stripes, and workers process these.
///
/// ```text
///   ScanSnapshot ─► stripe ─► piece ─► ScanWorker ─► Kernel
///        │
///        ├ KernelResult                rows on demand
///        ├ GroupScan, OrderedScan    all rows first, by several threads (ParallelScan)
///        ├ TopScan                     the first rows of an order, likewise
///        └ PrunedRows, FilteredRows  rows for the interpreter
/// ```
///
/// Threads: one worker is one thread. Start reading at [ScanSnapshot], then [ScanWorker].
/// Uses `kernel`, `interpreter`, `pruning`, `quantile`, `execution`, `relation`, `value`.
package dev.ashlar.query.internal.scan;
