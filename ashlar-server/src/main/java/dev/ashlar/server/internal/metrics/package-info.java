// SPDX-License-Identifier: Apache-2.0
/// What the gateway counts, and why it rejects a request.
///
/// ```text
///   Rejection ── RejectedException            one reason, its HTTP status, its counter
///   GatewayMetrics ─┬─ counters of requests, messages, connections
///                   └─ Latency                histograms of answers and rejections
/// ```
///
/// **Threads**: any thread counts; counting takes no lock.
///
/// Start with [GatewayMetrics]. Uses nothing of its siblings.
package dev.ashlar.server.internal.metrics;
