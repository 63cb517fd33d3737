// SPDX-License-Identifier: Apache-2.0
/// Suite `append`: appends rows and messages to a table, and to alternatives that keep records in files.
///
/// ```
///   AppendSuite ── sections: contenders that do the same work with the same durability
///        └─ a JVM for each ─► Appending: appends, settles, reads back and checks
///                                 └─► RowLog: StoreLog, JournalLog, ChannelLog, ChronicleLog, AeronLog
/// ```
///
/// Start reading at [AppendSuite], then [RowLog].
package dev.ashlar.bench.append;
