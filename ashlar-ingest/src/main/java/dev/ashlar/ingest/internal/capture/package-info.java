// SPDX-License-Identifier: Apache-2.0
/// Packets of pcap and pcapng files, from files, streams and gzip; several captures merged by time.
///
/// ```text
///   file, stdin, GzipInput ─► ByteSource ─► Captures ─┬─ PcapCapture ──┬─► Capture ─► MergedCapture
///                      ▲                              └─ PcapngCapture ┘
///   GzipInput ─► AheadChannel                           decompresses a file on a thread of its own
///   Rotation                                            the buffers between that thread and who reads
/// ```
///
/// **Threads**: one thread at a time reads a capture.
///
/// Start with [Capture]. Uses nothing of its siblings.
package dev.ashlar.ingest.internal.capture;
