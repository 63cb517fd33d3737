// SPDX-License-Identifier: Apache-2.0
/// Archives as tables of Trino: a connector in a plug-in folder of its own.
///
/// ```text
///   coordinator                                                   workers
///   AshlarMetadata ─ tables, columns, what is pushed down
///   AshlarSplitManager ─► AshlarSplitSource ─► AshlarSplit ─────► AshlarPages ─► ColumnScan ─► blocks
///          └── PlannedArchive: days and last rows as of planning       └── pins its rows until it is closed
/// ```
///
/// Everything that reads rows is in `ashlar-query`: a split is some [dev.ashlar.query.RowRange]s of a plan. Trino loads
/// plug-ins on a class path of their own, so this is no module.
///
/// **Threading**: as Trino's SPI says: a transaction's metadata belongs to one thread at a time, a split's pages too;
/// everything else may be used by any thread.
///
/// Start reading at [dev.ashlar.trino.AshlarMetadata] and [dev.ashlar.trino.AshlarPages].
package dev.ashlar.trino;
