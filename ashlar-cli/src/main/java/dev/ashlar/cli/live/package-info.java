// SPDX-License-Identifier: Apache-2.0
/// The commands `record` and `replay`: live feeds into a store, captures as live feeds.
///
/// ```text
///   RecordCommand ─► RecordRun ─► LiveRecorder
///                       ├─► RecordConsole    what happens meanwhile
///                       ├─► RecordPrinter    the summary
///                       └─► MetricsPage      for Prometheus; needs the module of the gateway
///   ReplayCommand ─► ReplayRun ─► UdpReplay, TcpReplay
/// ```
///
/// **Threads**: one command, one thread; a connection reports from its own.
///
/// Start with [RecordCommand]. Uses `archive`, `load`, `store`, `schema` and `output`.
package dev.ashlar.cli.live;
