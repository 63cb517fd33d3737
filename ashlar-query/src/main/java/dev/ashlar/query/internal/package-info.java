// SPDX-License-Identifier: Apache-2.0
/// What answers queries, in rooms whose dependencies run one way, downwards:
///
/// ```text
///   strategy                  chooses how a query is run
///     ├─ scan ─ kernel        generated loops over tables
///     ├─ interpreter          row by row; the measure of all else
///     ├─ index                row numbers from declared indexes
///     └─ pruning              rows that need not be read
///   execution                 limits and results of one query
///   relation                  tables, journals, last-value tables
///   column ─ value            columns of blocks; types and values
/// ```
///
/// Threads: relations and columns are immutable; what runs one query belongs to one thread except where it says so.
/// Start reading at [dev.ashlar.query.internal.strategy.QueryRunner].
package dev.ashlar.query.internal;
