// SPDX-License-Identifier: Apache-2.0
/// The rooms of ingest: the steps from a capture or a live feed to messages, and from a capture back to a feed; and
/// where a loader writes, and what is already there. Each uses only those below it:
///
/// ```text
///               source                 the messages of a capture or a raw file
///        ┌────────┼─────────┐
///        │   arbitration    │          packets of redundant lines, in order, each once
///        │        └─┬───────┘
///        │     transport               link layer, IP, UDP, TCP streams
///        │     └─┬──────┘
///     capture    │                     packets of pcap and pcapng files
///             framing                  payloads to messages; counts of what was skipped
///
///     live       replay                 the rings of a live feed; a capture as a feed
///      └────┬──────┘                    (live also uses arbitration, transport and framing; replay the last two)
///         feed                          sockets, clock, times
///
///     loading                          the end of a load, and what is there already; uses none of the others
///
///     text                             numbers and times in files of text; likewise
/// ```
///
/// Everything here works on memory that others own and that is valid until the next step; nothing allocates per
/// packet. `RoomsTest` holds the picture and the imports together.
///
/// Start with `source.CaptureMessages`.
package dev.ashlar.ingest.internal;
