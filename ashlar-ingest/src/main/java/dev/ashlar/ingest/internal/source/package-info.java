// SPDX-License-Identifier: Apache-2.0
/// The messages of a capture or of a raw binary file, all steps together.
///
/// ```text
///   Capture ─► CaptureMessages ─► PacketParser ─► Arbiter or TcpStreams ─► Splitter ─► MessageHandler
///   ByteSource ─► RawMessages ───────────────────────────────────────────────┘
///   ReadAheadMessages  either of them on a thread of its own, copied in MessageBatches
///   LeadingMessages    holds the first messages until one is found that the schema knows
/// ```
///
/// **Threads**: one thread for each source, and one more if it is read ahead.
///
/// Start with [CaptureMessages]. Uses `arbitration`, `transport`, `framing` and `capture`.
package dev.ashlar.ingest.internal.source;
