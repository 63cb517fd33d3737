// SPDX-License-Identifier: Apache-2.0
/// The HTTP side of the gateway: its listeners, and what answers at each path.
///
/// ```text
///   HttpPort ─► HttpRoutes ─┬─ MessagesHandler   POST /messages
///                           ├─ QueryHandler      /query
///                           ├─ MetricsHandler    /metrics
///                           ├─ PageHandler       the dashboard
///                           └─ feed              /tail/TABLE, /live
/// ```
///
/// **Threads**: one virtual thread for each connection.
///
/// Start with [HttpPort], then [HttpRoutes]. Uses `feed`, `http`, `monitoring`, `queue`, `recording`, `limits` and
/// `metrics`.
package dev.ashlar.server.internal.endpoint;
