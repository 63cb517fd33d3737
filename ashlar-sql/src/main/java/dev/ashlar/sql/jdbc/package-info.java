// SPDX-License-Identifier: Apache-2.0
/// Read-only JDBC driver for `jdbc:ashlar:/path/to/store`.
///
/// ```text
///   AshlarDriver ────┬► AshlarConnection ─► AshlarStatement, AshlarPreparedStatement ─► AshlarResultSet
///   AshlarDataSource ┘         └ AshlarDatabaseMetaData                                 └ ScrollableResultSet
///
///   ConnectionOptions              options of the URL, of properties and of a data source
///   EscapeSyntax, EscapeFunction   `{fn …}` and the like as SQL
///   StoreKeys, TypeDescription     keys, indexes and types, as tools have them described
///   ReadOnly…, ForwardResultSet    refuse by name what a store cannot do
///   GettersByName, SelfWrapper      what follows from other methods
///   StoreCapabilities              what SQL over a store can do
/// ```
///
/// The driver is not based on Calcite's driver, whose timestamps have only milliseconds. Threads: one thread per
/// statement; any thread may call `cancel`. Start reading at [dev.ashlar.sql.jdbc.AshlarDriver].
package dev.ashlar.sql.jdbc;
