// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.schema;

import dev.ashlar.codegen.WiresharkFraming;
import dev.ashlar.codegen.WiresharkFraming.Field;
import dev.ashlar.codegen.WiresharkFraming.Frame;
import dev.ashlar.codegen.WiresharkFraming.Idle;
import dev.ashlar.codegen.WiresharkFraming.Packet;
import dev.ashlar.codegen.WiresharkFraming.StreamHeader;
import dev.ashlar.ingest.DecodedLayout;
import dev.ashlar.ingest.FieldLayout;
import dev.ashlar.ingest.FrameLayout;
import dev.ashlar.ingest.Framing;
import dev.ashlar.ingest.IdleLayout;
import dev.ashlar.ingest.LengthFieldLayout;
import dev.ashlar.ingest.LengthFieldLayout.Marker;
import dev.ashlar.ingest.PacketLayout;
import dev.ashlar.ingest.PacketedStreamLayout;
import java.util.List;
import java.util.Optional;

/// Framings as the generator of dissectors takes them.
public final class WiresharkFramings {
    private WiresharkFramings() {
    }

    /// A framing from its name or description.
    ///
    /// @throws IllegalArgumentException if it is neither; the message says which part is wrong
    public static WiresharkFraming parse(String text) {
        if (text.equals("raw")) {
            return WiresharkFraming.RAW;
        }
        Framing framing = Framing.parse(text);
        Optional<StreamHeader> streamHeader = framing.stream() instanceof PacketedStreamLayout stream
                ? Optional.of(new StreamHeader(stream.headerMarker(), packet(stream.header()))) : Optional.empty();
        return new WiresharkFraming(text, packet(framing.packet()), frame(framing.datagram()), streamHeader);
    }

    private static Packet packet(PacketLayout packet) {
        IdleLayout idle = packet.idle();
        return new Packet(packet.length(), field(packet.sequence()), field(packet.time()), field(packet.count()),
                idle.length() == 0 ? Optional.empty()
                        : Optional.of(new Idle(idle.length(), idle.offset(), idle.kinds())));
    }

    private static Optional<Frame> frame(FrameLayout layout) {
        return switch (layout) {
            case LengthFieldLayout frames -> Optional.of(new Frame(field(frames.length()).orElseThrow(),
                    frames.notCounted(), frames.messageOffset(), frames.marker().offset(), markers(frames.marker()),
                    frames.align()));
            case PacketedStreamLayout _, DecodedLayout _ -> Optional.empty();
        };
    }

    private static List<Integer> markers(Marker marker) {
        return marker.first() == marker.second() ? List.of(marker.first()) : List.of(marker.first(), marker.second());
    }

    private static Optional<Field> field(FieldLayout field) {
        return field.isPresent() ? Optional.of(new Field(field.offset(), field.width(), field.bigEndian()))
                : Optional.empty();
    }
}
