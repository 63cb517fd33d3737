// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest;

import dev.ashlar.ingest.LengthFieldLayout.Counts;
import dev.ashlar.ingest.LengthFieldLayout.Marker;
import dev.ashlar.ingest.internal.FramingParser;
import java.util.List;

/// What surrounds the messages of a feed: a header in front of each datagram, and something around each message.
///
/// | name          | datagram header                      | frame                                                 |
/// |---------------|--------------------------------------|-------------------------------------------------------|
/// | `cme-mdp3`    | 12: sequence at 0, sending time at 4 | u16 length of the frame; message                      |
/// | `cme-ilink3`  | –                                    | u16 length of the frame; bytes FE CA; message         |
/// | `b3`          | 16: sequence at 4, sending time at 8 | u16 length of the frame; bytes 50 EB; message         |
/// | `coinbase-md` | 24: time, sequence at 8, count at 19 | the message, whose header begins with u16 its length; |
/// |               |                                      | padded to 8                                           |
/// | `memoir`      | 20: sequence at 10, count at 18      | u16 length of the message; message                    |
/// | `sofh`        | –                                    | u32 length of the frame; EB 50 or 5B E0; message      |
/// | `raw`         | –                                    | the message, as long as decoding it says              |
///
/// `memoir` and `sofh` (the FIX Simple Open Framing Header) are big endian, the others little endian. `memoir` numbers
/// messages, the others packets. Times are
/// nanoseconds since 1970-01-01 UTC. Byte streams (TCP, raw files) have frames only, no packet headers; but those of
/// `cme-mdp3` may have some between the frames, each behind the bytes FE CA.
///
/// Any other is described by keys and values, all but `length` optional:
///
/// | key        | example    | meaning                                                        | if absent        |
/// |------------|------------|----------------------------------------------------------------|------------------|
/// | `length`   | `u16le@0`  | the length field; its place counts from the begin of the frame | –; place 0       |
/// | `counts`   | `frame`    | what it counts: the `frame`, the `rest` behind the field, the  | `frame`          |
/// |            |            | `message`                                                      |                  |
/// | `message`  | `4`        | where in the frame the message begins                          | behind the field |
/// | `marker`   | `feca@2`   | two bytes, as on the wire, that every frame has at this place  | none             |
/// | `align`    | `8`        | frames are padded to a multiple of it                          | 1                |
/// | `packet`   | `12`       | bytes of header in front of the frames of a datagram           | 0                |
/// | `sequence` | `u32le@0`  | sequence number in that header                                 | none             |
/// | `time`     | `u64le@4`  | sending time in that header                                    | none             |
/// | `count`    | `u16be@18` | number of frames in that header                                | up to the end    |
/// | `numbers`  | `messages` | what has sequence numbers: `packets`, or `messages`; then the  | `packets`        |
/// |            |            | header has that of its first message                           |                  |
///
/// So `packet=12,sequence=u32le@0,time=u64le@4,length=u16le` is `cme-mdp3` over UDP, and
/// `length=u16le,message=4,marker=feca@2` is `cme-ilink3`. With a marker, frames are found again in a stream of which a
/// part is missing, and foreign bytes are not mistaken for frames.
///
/// Sources: the exchanges' specifications of their feeds; FIX Simple Open Framing Header 1.0.
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
            new PacketLayout(20, FieldLayout.big(10, 8), FieldLayout.ABSENT, FieldLayout.big(18, 2), true),
            frames(FieldLayout.big(0, 2), Counts.MESSAGE, 2, Marker.NONE, 1));
    private static final Framing SOFH = new Framing("sofh", PacketLayout.NONE,
            frames(FieldLayout.big(0, 4), Counts.FRAME, 6, new Marker(4, 0xEB50, 0x5BE0), 1));

    /// Names that [#parse(String, MessageLength)] knows.
    public static List<String> names() {
        return NAMES;
    }

    /// A framing whose datagrams, behind their header, and streams have the same frames.
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

    /// Messages back to back in datagrams, streams and files, each as long as decoding it says.
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
