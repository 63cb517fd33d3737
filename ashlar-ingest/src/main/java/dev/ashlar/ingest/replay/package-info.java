// SPDX-License-Identifier: Apache-2.0
/// Captures as live feeds: over UDP on one line or several, or to a TCP client.
///
/// ```
///   CaptureReader ─► ReplayPace, ReplayGate ─► ReplayLine A, without what it loses
///                                     └► ReplayLine B, without what it loses
///   MessageSource ─► ReplayPace ─► TcpReplay ─► a client
/// ```
///
/// Start at [dev.ashlar.ingest.replay.UdpReplay]. A [dev.ashlar.ingest.replay.ReplayReport] says what was sent, how
/// fast and how late.
///
/// **Threading**: one thread for each replay.
package dev.ashlar.ingest.replay;
