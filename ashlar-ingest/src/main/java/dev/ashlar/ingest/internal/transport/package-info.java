// SPDX-License-Identifier: Apache-2.0
/// Packets to payloads: link layer, IP with its fragments, UDP, and TCP streams put in order.
///
/// ```text
///   packet ─► PacketParser ─┬─► payload of UDP
///               ├ LinkLayer └─► TcpStreams ─► TcpStream ─► bytes in order
///               │                                └ StreamWindow, from the WindowPool: bytes that wait
///               └ IpReassembler ◄─ fragments
/// ```
///
/// **Threads**: one thread for each source. What waits is bounded.
///
/// Start with [PacketParser], then [TcpStream]. Uses `framing` and `capture`.
package dev.ashlar.ingest.internal.transport;
