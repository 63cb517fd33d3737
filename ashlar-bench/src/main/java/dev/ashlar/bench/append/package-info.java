// SPDX-License-Identifier: Apache-2.0
/// Suite `append`: rows and messages added to a table, and to what else keeps records in files.
///
/// ```
///   AppendSuite ── sections: contenders that do the same work at the same promise
///        └─ a JVM for each ─► Appending: appends, settles, reads back and checks
///                                 └─► RowLog: StoreLog, JournalLog, ChannelLog, ChronicleLog, AeronLog
/// ```
///
/// Start reading at [AppendSuite], then [RowLog].
package dev.ashlar.bench.append;
