// SPDX-License-Identifier: Apache-2.0
/// Packets of pcap and pcapng files, from files, streams and gzip; several captures merged by time.
///
/// ```text
///   file, stdin, GzipInput ─► ByteSource ─► Captures ─┬─ PcapCapture ──┬─► Capture ─► MergedCapture
///                                                     └─ PcapngCapture ┘
/// ```
///
/// **Threads**: one thread at a time reads a capture.
///
/// Start with [Capture]. Uses nothing of its siblings.
package dev.ashlar.ingest.internal.capture;
