// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sbe.framing;

import dev.ashlar.sbe.framing.LengthFieldLayout.Counts;
import dev.ashlar.sbe.framing.LengthFieldLayout.Marker;
import java.util.List;

/// The framing of a feed: the header of each datagram, and the frame around each message.
///
/// `docs/framings.md` lists the names, and the keys that describe any other framing. For example,
/// `packet=12,sequence=u32le@0,time=u64le@4,length=u16le` is `cme-mdp3` over UDP, and
/// `length=u16le,message=4,marker=feca@2` is `cme-ilink3`. Byte streams (TCP, raw files) have frames only, no packet
/// headers; only streams of `cme-mdp3` may have packet headers between the frames.
///
/// @param name     as given to [#parse(String)]
/// @param packet   header of each datagram
/// @param datagram frames of a datagram
/// @param stream   frames of a TCP stream or raw file
public record Framing(String name, PacketLayout packet, FrameLayout datagram, FrameLayout stream) {
    private static final List<String> NAMES =
            List.of("cme-mdp3", "cme-ilink3", "b3", "coinbase-md", "memoir", "sofh", "raw");
    private static final Framing CME_MDP3 = cmeMdp3();
    private static final Framing CME_ILINK3 = new Framing("cme-ilink3", PacketLayout.NONE,
            frames(FieldLayout.little(0, 2), Counts.FRAME, 4, new Marker(2, 0xFECA, 0xFECA), 1));
    private static final Framing B3 = new Framing("b3",
            new PacketLayout(16, FieldLayout.little(4, 4), FieldLayout.little(8, 8), FieldLayout.ABSENT),
            frames(FieldLayout.little(0, 2), Counts.FRAME, 4, new Marker(2, 0x50EB, 0x50EB), 1));
    private static final Framing COINBASE_MD = new Framing("coinbase-md",
            new PacketLayout(24, FieldLayout.little(8, 8), FieldLayout.little(0, 8), FieldLayout.little(19, 1)),
            frames(FieldLayout.little(0, 2), Counts.FRAME, 0, Marker.NONE, 8));
    private static final Framing MEMOIR = new Framing("memoir",
            new PacketLayout(20, FieldLayout.big(10, 8), FieldLayout.ABSENT, FieldLayout.big(18, 2), true,
                    // Heartbeats and end-of-session packets have the header without its count.
                    new IdleLayout(18, 0, List.of(0, 1))),
            frames(FieldLayout.big(0, 2), Counts.MESSAGE, 2, Marker.NONE, 1));
    private static final Framing SOFH = new Framing("sofh", PacketLayout.NONE,
            frames(FieldLayout.big(0, 4), Counts.FRAME, 6, new Marker(4, 0xEB50, 0x5BE0), 1));

    /// Names that [#parse(String, MessageLength)] accepts.
    public static List<String> names() {
        return NAMES;
    }

    /// A framing with the same frames in streams and, after the packet header, in datagrams.
    public Framing(String name, PacketLayout packet, FrameLayout frames) {
        this(name, packet, frames, frames);
    }

    /// A framing from its name or description; `raw` needs [#parse(String, MessageLength)].
    ///
    /// @throws IllegalArgumentException if it is neither; the message says which part is wrong
    public static Framing parse(String text) {
        return switch (text) {
            case "cme-mdp3" -> CME_MDP3;
            case "cme-ilink3" -> CME_ILINK3;
            case "b3" -> B3;
            case "coinbase-md" -> COINBASE_MD;
            case "memoir" -> MEMOIR;
            case "sofh" -> SOFH;
            case "raw" -> throw new IllegalArgumentException("framing raw needs the messages' lengths from a schema");
            default -> FramingParser.parse(text);
        };
    }

    /// A framing from its name or description.
    ///
    /// @param lengths finds the lengths of messages; used by `raw` alone
    /// @throws IllegalArgumentException if it is neither; the message says which part is wrong
    public static Framing parse(String text, MessageLength lengths) {
        return text.equals("raw") ? raw(lengths) : parse(text);
    }

    /// Messages back to back in datagrams, streams and files, whose lengths are found by decoding them.
    public static Framing raw(MessageLength lengths) {
        return new Framing("raw", PacketLayout.NONE, new DecodedLayout(lengths));
    }

    private static Framing cmeMdp3() {
        LengthFieldLayout frames = frames(FieldLayout.little(0, 2), Counts.FRAME, 2, Marker.NONE, 1);
        PacketLayout packet =
                new PacketLayout(12, FieldLayout.little(0, 4), FieldLayout.little(4, 8), FieldLayout.ABSENT);
        PacketLayout inStream =
                new PacketLayout(14, FieldLayout.little(2, 4), FieldLayout.little(6, 8), FieldLayout.ABSENT);
        return new Framing("cme-mdp3", packet, frames, new PacketedStreamLayout(0xFECA, inStream, frames));
    }

    private static LengthFieldLayout frames(FieldLayout length, Counts counts, int messageOffset, Marker marker,
            int align) {
        return new LengthFieldLayout(length, counts, messageOffset, marker, align);
    }
}
