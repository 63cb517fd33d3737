// SPDX-License-Identifier: Apache-2.0
/// Messages on their way into the store: found in bytes, checked against the schema, queued, and recorded in groups.
///
/// ```text
///   bytes ─► MessageScanner ─► MessageList ─► Submission ─► IngestQueue ─► GatewayStore
/// ```
///
/// **Threads**: any thread offers; one thread of [IngestQueue] records. A [MessageScanner] belongs to one thread.
///
/// Start with [IngestQueue]. Uses `recording` and `metrics`.
package dev.ashlar.server.internal.queue;
