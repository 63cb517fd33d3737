// SPDX-License-Identifier: Apache-2.0
/// Tables of Ashlar's store and of DuckDB, and the base of suites that compare the two.
///
/// ```text
///   DuckSuite        Ashlar against DuckDB, with one thread and with two
///   Tables           of a store in a folder (StoreTables), or of a database in a file (DuckDatabase)
///   Column           the values in both, such as TradeValues
/// ```
///
/// **Threads**: one per object.
///
/// Start with [dev.ashlar.bench.tables.DuckSuite].
package dev.ashlar.bench.tables;
