// SPDX-License-Identifier: Apache-2.0
/// Payloads to messages: finds the frames, hands out the messages with their context, and counts what it skips.
///
/// ```text
///   payload ─► Splitter ─► MessageHandler
///                 ├─ SourceContext         the place, time and Addresses of the message
///                 └─ SourceCounts          messages handed out; bytes skipped, by reason
/// ```
///
/// **Threads**: one thread for each source.
///
/// Start with [Splitter]. Uses nothing of its siblings.
package dev.ashlar.ingest.internal.framing;
