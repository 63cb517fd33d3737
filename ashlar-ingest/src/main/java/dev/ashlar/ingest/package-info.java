// SPDX-License-Identifier: Apache-2.0
/// Captures and files to messages.
///
/// ```
/// file, stdin, gzip ─► CaptureReader ─► link, IP, UDP ─► Arbitration ─► Framing ─► MessageHandler
///                      pcap, pcapng,             └► TCP streams ──────────┘
///                      several merged
/// raw binary file ──────────────────────────────────────────────────► Framing ─► MessageHandler
/// ```
///
/// Start reading at [dev.ashlar.ingest.MessageSource]. What surrounds the messages of a feed is a
/// [dev.ashlar.ingest.Framing]; what was not turned into messages is counted by
/// [dev.ashlar.ingest.SkipReason] in an [dev.ashlar.ingest.IngestReport]. Who only wants packets takes a
/// [dev.ashlar.ingest.CaptureReader]; who wants to write some takes a [dev.ashlar.ingest.PcapWriter].
///
/// **Threading**: a source, a reader and a writer belong to one thread at a time.
package dev.ashlar.ingest;
