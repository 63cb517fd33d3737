// SPDX-License-Identifier: Apache-2.0
/// The gateway in front of a store.
///
/// ```text
///   POST /messages ─┐  validated   ┌───────────┐   one writer    ┌───────┐
///                   ├─► admitted ──► bounded   ├─► in groups, ───► store │──► GET /query, /tail/TABLE
///   TCP, framed ────┘  or refused  │ queue     │   synced on     └───────┘    (readers, next to writer)
///                      503, early  └───────────┘   request
///                                        └──────────────────────────────────► GET /metrics, /health, /live, /
/// ```
///
/// An accepted message is in the store when its answer is sent. Excess requests are refused early and cheaply, so that
/// accepted ones stay fast: the queue is never longer than the writer can record within the maximum latency
/// (`dev.ashlar.flow.Admission`).
///
/// **Threads**: one platform thread writes. Each connection has a virtual thread, with deadlines for its header, its
/// body and its answers. Start reading at [dev.ashlar.server.Gateway], then `internal.queue.IngestQueue`.
package dev.ashlar.server;
