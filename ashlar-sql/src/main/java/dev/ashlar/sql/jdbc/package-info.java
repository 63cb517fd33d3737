// SPDX-License-Identifier: Apache-2.0
/// JDBC: `jdbc:ashlar:/path/to/store`, read only.
///
/// ```text
///   AshlarDriver ─► OpenConnection ─► OpenStatement ─► OpenRows      what JDBC asks for and a store has
///                          └──────── Facade ────────────┘            all else: not supported
/// ```
///
/// Not by Calcite's driver, whose results have milliseconds. Threads: as JDBC has it, one thread for a statement;
/// `cancel` from any. Start reading at [dev.ashlar.sql.jdbc.AshlarDriver].
package dev.ashlar.sql.jdbc;
