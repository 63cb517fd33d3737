// SPDX-License-Identifier: Apache-2.0
/// JDBC: `jdbc:ashlar:/path/to/store`, read only.
///
/// ```text
///   AshlarDriver ─► AshlarConnection ─► AshlarStatement, AshlarPreparedStatement ─► AshlarResultSet
///                          └ AshlarDatabaseMetaData
///
///   ReadOnly…, ForwardResultSet    refuse by name what a store cannot do
///   NamedColumns, SelfWrapper      what follows from other methods
///   StoreCapabilities              what SQL over a store can do
/// ```
///
/// Not on Calcite's driver, whose timestamps end at milliseconds. Threads: one thread for each statement; `cancel` from
/// any. Start reading at [dev.ashlar.sql.jdbc.AshlarDriver].
package dev.ashlar.sql.jdbc;
