// SPDX-License-Identifier: Apache-2.0
/// Streams of server-sent events: new rows of a table or messages of a journal, and the state of the gateway.
///
/// ```text
///   TailHandler ─► RowFeed, DayFeed ─┐
///                                    ├─► EventStream ─► client      each holds one of the StreamSlots
///   LiveHandler ─► GatewayMonitor ───┘
/// ```
///
/// **Threads**: a stream belongs to the thread of its connection.
///
/// Start with [EventStream]. Uses `http`, `monitoring`, `recording`, `limits` and `metrics`.
package dev.ashlar.server.internal.feed;
