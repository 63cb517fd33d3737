// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.codegen.internal.wireshark;

import dev.ashlar.sbe.framing.DecodedLayout;
import dev.ashlar.sbe.framing.FieldLayout;
import dev.ashlar.sbe.framing.FrameLayout;
import dev.ashlar.sbe.framing.Framing;
import dev.ashlar.sbe.framing.IdleLayout;
import dev.ashlar.sbe.framing.LengthFieldLayout;
import dev.ashlar.sbe.framing.LengthFieldLayout.Marker;
import dev.ashlar.sbe.framing.PacketLayout;
import dev.ashlar.sbe.framing.PacketedStreamLayout;

/// The table of a framing: the header of a datagram, the frame of a message, and the header between the frames of a
/// TCP stream. Without a frame, decoding a message finds its length.
final class LuaFraming {
    private LuaFraming() {
    }

    static LuaTable of(Framing framing) {
        LuaTable table = new LuaTable().with("packet", packet(framing.packet(), new LuaTable()));
        frame(framing.datagram(), table);
        if (framing.stream() instanceof PacketedStreamLayout stream) {
            table.with("stream_packet", packet(stream.header(), new LuaTable().with("marker", stream.headerMarker())));
        }
        return table;
    }

    private static LuaTable packet(PacketLayout packet, LuaTable table) {
        table.with("length", packet.length());
        field(table, "sequence", packet.sequence());
        field(table, "time", packet.time());
        field(table, "count", packet.count());
        IdleLayout idle = packet.idle();
        if (idle.length() > 0) {
            LuaTable kinds = new LuaTable();
            idle.kinds().forEach(kind -> kinds.with("[" + kind + "]", "true"));
            LuaTable rule = new LuaTable().with("length", idle.length());
            table.with("idle", idle.offset() < 0 ? rule : rule.with("at", idle.offset()).with("kinds", kinds));
        }
        return table;
    }

    private static void frame(FrameLayout layout, LuaTable framing) {
        switch (layout) {
            case LengthFieldLayout frames -> framing.with("frame", frame(frames));
            case DecodedLayout _ -> { }
            case PacketedStreamLayout _ -> throw new IllegalArgumentException(
                    "cannot dissect datagrams with packet headers between their frames");
        }
    }

    private static LuaTable frame(LengthFieldLayout frame) {
        Marker marker = frame.marker();
        LuaTable table = new LuaTable().with("header", frame.headerLength()).with("not_counted", frame.notCounted())
                .with("message", frame.messageOffset()).with("align", frame.align());
        field(table, "length", frame.length());
        if (marker.offset() >= 0) {
            LuaTable markers = new LuaTable().with("[" + marker.first() + "]", "true");
            if (marker.second() != marker.first()) {
                markers.with("[" + marker.second() + "]", "true");
            }
            table.with("marker", marker.offset()).with("markers", markers);
        }
        return table;
    }

    private static void field(LuaTable table, String name, FieldLayout field) {
        if (field.isPresent()) {
            table.with(name, new LuaTable().with("at", field.offset()).with("width", field.width())
                    .with("big", Boolean.toString(field.bigEndian())));
        }
    }
}
