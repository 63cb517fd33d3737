// SPDX-License-Identifier: Apache-2.0
/// The two sides of the rings of a live feed.
///
/// ```text
///   UdpReceiver, TcpReceiver ─► LineReceiver ─► ring ─► LivePackets ─► MessageHandler
///      one thread each            PacketRecord          the writer's thread
///   KernelDrops                                         what the system dropped before
/// ```
///
/// **Threads**: see the picture; [LineReceiver]'s counts are for all threads.
///
/// Start with [LineReceiver]. Uses `arbitration`, `transport`, `framing` and `feed`.
package dev.ashlar.ingest.internal.live;
