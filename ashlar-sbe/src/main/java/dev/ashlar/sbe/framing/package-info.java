// SPDX-License-Identifier: Apache-2.0
/// What surrounds SBE messages on the wire and in files: a header at the start of each datagram, and a frame around
/// each message.
///
/// ```text
///   text ─► Framing ─┬─ PacketLayout        header of a datagram: sequence, time, count; IdleLayout
///                    └─ FrameLayout         LengthFieldLayout, PacketedStreamLayout, DecodedLayout (MessageLength)
///                          └─ FieldLayout   an unsigned integer of a header or frame
/// ```
///
/// **Threads**: everything is immutable, apart from a [dev.ashlar.sbe.framing.MessageLength], which belongs to one
/// thread at a time.
///
/// Start reading at [dev.ashlar.sbe.framing.Framing].
package dev.ashlar.sbe.framing;
