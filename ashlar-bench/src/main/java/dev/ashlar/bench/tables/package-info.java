// SPDX-License-Identifier: Apache-2.0
/// Tables of our store and of DuckDB, and the suites that compare the two.
///
/// ```text
///   DuckSuite        ours against DuckDB, with one thread and with two
///   StoreTables      a store in a folder, filled row by row, queried in SQL
///   DuckDatabase     a database in a file, the same
///   TradeValues      what both are filled with
/// ```
///
/// **Threads**: one per object.
///
/// Start with [dev.ashlar.bench.tables.DuckSuite].
package dev.ashlar.bench.tables;
