// SPDX-License-Identifier: Apache-2.0
/// Archives as tables of Trino: a connector, which has its own plug-in folder.
///
/// ```text
///   coordinator                                                   workers
///   AshlarMetadata ─ tables, columns, what is pushed down
///   AshlarSplitManager ─► AshlarSplitSource ─► AshlarSplit ─────► AshlarPages ─► ColumnScan ─► blocks
///          └── PlannedArchive: days and last rows as of planning       └── pins its rows until it is closed
/// ```
///
/// All code that reads rows is in `ashlar-query`: a split consists of [dev.ashlar.query.RowRange]s of a plan. This is
/// not a Java module, because Trino loads each plug-in on its own class path.
///
/// **Threading**: as in Trino's SPI. The metadata of a transaction, and the pages of a split, are for one thread at a
/// time; everything else may be used by any thread.
///
/// Start reading at [dev.ashlar.trino.AshlarMetadata] and [dev.ashlar.trino.AshlarPages].
package dev.ashlar.trino;
