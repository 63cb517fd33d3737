// SPDX-License-Identifier: Apache-2.0
/// The state of the gateway: a snapshot every second, and alerts.
///
/// ```text
///   GatewayMonitor ─► Snapshot            for the dashboard and `/health`
///         └─────────► Alerts              raised and cleared, each time with a line in the log
///   PrometheusText                        the text format of `/metrics`
/// ```
///
/// **Threads**: [GatewayMonitor] has one thread; any thread reads its latest snapshot.
///
/// Start with [GatewayMonitor]. Uses `queue`, `recording`, `limits` and `metrics`.
package dev.ashlar.server.internal.monitoring;
