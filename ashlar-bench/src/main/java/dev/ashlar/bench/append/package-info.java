// SPDX-License-Identifier: Apache-2.0
/// Suite `append`: rows and messages added to a table, and to what else keeps records in files.
///
/// ```
///   AppendSuite ── Section: trials of the same work at the same promise
///        │ starts a JVM for each: Trial ──► AppendProcess
///        │                                      │ appends, settles, reads back and checks
///        ▼                                      ▼
///   AppendReport, Target              RowLog: StoreLog, ChannelLog, ChronicleLog, AeronLog
/// ```
///
/// Start reading at [AppendSuite], then [RowLog].
package dev.ashlar.bench.append;
