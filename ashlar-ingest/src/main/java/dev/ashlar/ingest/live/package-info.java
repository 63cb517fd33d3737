// SPDX-License-Identifier: Apache-2.0
/// Live feeds into a store: UDP multicast and unicast on redundant lines, or a TCP connection.
///
/// ```
///   group A ─► line's thread: receive, stamp ─► ring ─┐
///                                                     ├─► writer: Arbitration ─► Framing ─► RecordTarget
///   group B ─► line's thread: receive, stamp ─► ring ─┘   the thread of LiveRecorder.run
/// ```
///
/// Start at [dev.ashlar.ingest.live.LiveRecorder]. A [dev.ashlar.ingest.live.LiveFeed] says what is received,
/// [dev.ashlar.ingest.live.RecordOptions] how, a [dev.ashlar.ingest.live.RecordTarget] where it goes.
/// `docs/live.md` is the reference.
///
/// **Threading**: one thread for each line, and the one that runs the recorder.
package dev.ashlar.ingest.live;
