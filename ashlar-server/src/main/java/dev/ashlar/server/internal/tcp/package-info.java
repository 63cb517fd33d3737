// SPDX-License-Identifier: Apache-2.0
/// The TCP side of the gateway: framed messages in, one line of JSON at the end.
///
/// ```text
///   TcpPort ─► TcpConnection ─► IngestQueue
///                   └─► TcpFinalAnswer          how many messages are in the store, or why not
/// ```
///
/// **Threads**: one thread accepts; each connection has a virtual thread.
///
/// Start with [TcpPort]. Uses `queue`, `limits` and `metrics`.
package dev.ashlar.server.internal.tcp;
