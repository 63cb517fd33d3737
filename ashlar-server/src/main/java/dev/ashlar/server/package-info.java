// SPDX-License-Identifier: Apache-2.0
/// The gateway in front of a store.
///
/// ```text
///   POST /messages ─┐  validated   ┌───────────┐   one writer    ┌───────┐
///                   ├─► admitted ──► bounded   ├─► in groups, ───► store │──► GET /query, /tail/TABLE
///   TCP, framed ────┘  or refused  │ queue     │   synced on     └───────┘    (readers, beside the writer)
///                      503, early  └───────────┘   request
///                                        └──────────────────────────────────► GET /metrics, /health, /live, /
/// ```
///
/// What is accepted is in the store when the answer says so. What is too much is refused before it costs anything, so
/// that what was accepted keeps its time: the queue is never longer than what the writer does in the time that was
/// promised (`dev.ashlar.flow.Admission`).
///
/// **Threads**: one platform thread writes; each connection has a virtual thread, and is held to deadlines for its
/// header, its body and its answers. Start reading at [dev.ashlar.server.Gateway], then `internal.queue.IngestQueue`.
package dev.ashlar.server;
