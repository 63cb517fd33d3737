// SPDX-License-Identifier: Apache-2.0
/// The messages of a capture or of a raw binary file, all steps together.
///
/// ```text
///   Capture ─► CaptureMessages ─► PacketParser ─► Arbiter or TcpStreams ─► Splitter ─► MessageHandler
///   ByteSource ─► RawMessages ───────────────────────────────────────────────┘
///   LeadingMessages  holds the first messages until one is found that the schema knows
/// ```
///
/// **Threads**: one thread for each source.
///
/// Start with [CaptureMessages]. Uses `arbitration`, `transport`, `framing` and `capture`.
package dev.ashlar.ingest.internal.source;
