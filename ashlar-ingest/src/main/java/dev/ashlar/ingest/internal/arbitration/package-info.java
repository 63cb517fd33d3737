// SPDX-License-Identifier: Apache-2.0
/// Redundant lines: puts the packets of a channel in order, each once, whichever line they come on.
///
/// ```text
///   Datagram ─► Arbiter ─► Channel ─► SequenceSession ─► Splitter
///                  │          ├ EndingSessions      a new session has begun, slower lines may still fill the old
///                  │          └ Gaps, ChannelCounts
///                  ├ LineTable, LineState           the lines
///                  └ RecentPackets, Hash            which lines carry the same channel
/// ```
///
/// **Threads**: one thread for each source. What waits is bounded.
///
/// Start with [Arbiter], then [Channel]. Uses `transport` and `framing`.
package dev.ashlar.ingest.internal.arbitration;
