// SPDX-License-Identifier: Apache-2.0
/// The steps of a replay: packets out of a capture, at their pace, onto lines.
///
/// ```text
///   CaptureReader ─► CapturedDatagrams ─► Pacer ─► UdpSender     one for each line, with its losses
///   MessageSource ─────────────────────► Pacer ─► FrameSender    into a TCP connection
/// ```
///
/// **Threads**: one for each replay.
///
/// Start with [Pacer]. Uses `transport`, `framing` and `feed`.
package dev.ashlar.ingest.internal.replay;
