// SPDX-License-Identifier: Apache-2.0
/// The query engine, in packages whose dependencies run one way, downwards:
///
/// ```text
///   strategy                  chooses how a query is run
///     ├─ scan ─ kernel        generated loops over tables
///     ├─ interpreter          row by row; the reference for all others
///     ├─ index                row numbers from declared indexes
///     └─ pruning              rows that need not be read
///   execution                 limits and results of one query
///   relation                  tables, journals, last-value tables
///   column ─ value            columns of blocks; types and values
/// ```
///
/// Threads: relations and columns are immutable; objects of one query belong to one thread unless documented otherwise.
/// Start reading at [dev.ashlar.query.internal.strategy.QueryRunner].
package dev.ashlar.query.internal;
