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
/// Start reading at [dev.ashlar.ingest.MessageSource]. What surrounds the messages of a feed is a
/// [dev.ashlar.sbe.framing.Framing]; what was not turned into messages is counted by [dev.ashlar.ingest.SkipReason] in
/// an [dev.ashlar.ingest.IngestReport]. Who only wants packets takes a [dev.ashlar.ingest.CaptureReader]; a
/// [dev.ashlar.ingest.PcapWriter] writes captures. A [dev.ashlar.ingest.Loader] records messages in a store.
///
/// **Threading**: a source, a reader, a writer and a loader belong to one thread at a time.
package dev.ashlar.ingest;
