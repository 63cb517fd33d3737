// SPDX-License-Identifier: Apache-2.0
/// Captures and files to messages, and messages into a store.
///
/// ```
/// file, stdin, gzip ─► CaptureReader ─► link, IP, UDP ─► Arbitration ─► Framing ─► MessageHandler
///                      pcap, pcapng,             └► TCP streams ──────────┘
///                      several merged
/// raw binary file ──────────────────────────────────────────────────► Framing ─► MessageHandler
/// ```
///
/// Start reading at [dev.ashlar.ingest.MessageSource]. A [dev.ashlar.sbe.framing.Framing] describes what surrounds the
/// messages of a feed. An [dev.ashlar.ingest.IngestReport] counts the bytes that did not become messages, by
/// [dev.ashlar.ingest.SkipReason]. To read packets only, use a [dev.ashlar.ingest.CaptureReader]; a
/// [dev.ashlar.ingest.PcapWriter] writes captures. A [dev.ashlar.ingest.Loader] records messages in a store.
///
/// **Threading**: a source, a reader, a writer and a loader belong to one thread at a time.
package dev.ashlar.ingest;
