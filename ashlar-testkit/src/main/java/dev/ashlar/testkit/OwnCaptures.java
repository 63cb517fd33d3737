// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.testkit;

import static java.nio.ByteOrder.BIG_ENDIAN;
import static java.nio.ByteOrder.LITTLE_ENDIAN;

import dev.ashlar.testkit.KnownCapture.TemplateId;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/// The project's own small captures, one or two for each framing, written value by value without any code of Ashlar.
final class OwnCaptures {
    private static final TemplateId OF_ORBIT = new TemplateId(2, 1);
    private static final int MAX_MESSAGE = 4_096;
    private static final long TIME_NS = 1_770_000_000_000_000_000L;
    private static final int TCP = 6;
    private static final int IPV4 = 0x0800;
    private static final int IPV6 = 0x86DD;

    static final List<KnownCapture> ALL = List.of(notices(), bookings(), refusals(), scans(), beacons(), surveys());

    /// Over UDP, with two versions of the schema; older messages lack the fields of the newer one.
    private static KnownCapture notices() {
        byte[] first = Packets.join(noticePacket(1, notice(3, 3, "Ausgang beachten: 12 °C")), cmeFrame(notice(1, 0, "")));
        byte[] second = noticePacket(2, grid(2, 0, 3, _ -> { }));
        byte[] third = Packets.join(noticePacket(3, notice(2, 1, "short")), cmeFrame(grid(2, 0, 0, _ -> { })),
                cmeFrame(notice(3, 200, "many")));
        byte[] capture = CaptureBytes.of(Packets.udpFrame(7, first), Packets.udpFrame(7, second),
                Packets.udpFrame(7, third));
        return new KnownCapture("own/grid-notices.pcap", write("grid-notices.pcap", capture), KnownSchemas.own("grid.xml"),
                "cme-mdp3", 1, TemplateId.FIRST_OF_HEADER, Map.of(2, 2L, 30, 4L), 0);
    }

    private static byte[] noticePacket(int sequence, byte[] message) {
        return Packets.join(bytes(LITTLE_ENDIAN, out -> out.putInt(sequence).putLong(TIME_NS + sequence)),
                cmeFrame(message));
    }

    private static byte[] cmeFrame(byte[] message) {
        return Packets.join(bytes(LITTLE_ENDIAN, out -> out.putShort((short) (2 + message.length))), message);
    }

    private static byte[] grid(int template, int blockLength, int version, Consumer<ByteBuffer> body) {
        return bytes(LITTLE_ENDIAN, out -> body.accept(out.putShort((short) blockLength).putShort((short) template)
                .putShort((short) 41).putShort((short) version)));
    }

    private static byte[] notice(int version, int limits, String rules) {
        return grid(30, version < 3 ? 19 : 23, version, out -> {
            out.putInt(711 + limits).put(text("NORTH SEA", 12)).putShort((short) 20_500).put((byte) 255);
            if (version >= 3) {
                out.putFloat(limits == 0 ? Float.NaN : 0.25f);
            }
            out.putShort((short) 9).putInt(0).put((byte) 0).put((byte) limits);
            for (int i = 0; i < limits; i++) {
                out.putLong(i == 1 ? Long.MIN_VALUE : -500L * i).put((byte) (i == 2 ? 0 : "BAba".charAt(i % 4)));
            }
            byte[] data = rules.getBytes(StandardCharsets.UTF_8);
            out.putShort((short) data.length).put(data);
        });
    }

    /// Over TCP, in segments that end at any byte; the capture ends inside a message.
    private static KnownCapture bookings() {
        byte[] cut = Arrays.copyOf(ilinkFrame(booking(5, 2, 2, "never ends")), 40);
        byte[] stream = Packets.join(ilinkFrame(booking(1, 2, 0, "")), ilinkFrame(booking(2, 2, 3, "Müller & Söhne")),
                ilinkFrame(refusal(2, 1)), ilinkFrame(booking(3, 1, 2, "from before")), ilinkFrame(close()), cut);
        CaptureBytes capture = CaptureBytes.pcap(LITTLE_ENDIAN, CaptureBytes.NANOSECONDS, CaptureBytes.ETHERNET);
        segments(capture, IPV4, stream, 17);
        return new KnownCapture("own/ledger-bookings.pcap", write("ledger-bookings.pcap", capture.array()),
                KnownSchemas.own("ledger.xml"), "cme-ilink3", 1, TemplateId.FIRST_OF_HEADER,
                Map.of(101, 3L, 102, 1L, 103, 1L), cut.length);
    }

    /// A big-endian file with microseconds, another marker, and IPv6.
    private static KnownCapture refusals() {
        CaptureBytes capture = CaptureBytes.pcap(BIG_ENDIAN, CaptureBytes.MICROSECONDS, CaptureBytes.ETHERNET);
        segments(capture, IPV6, Packets.join(b3Frame(refusal(7, 2)), b3Frame(booking(8, 2, 1, "x")), b3Frame(refusal(9, 0))),
                1_000);
        return new KnownCapture("own/ledger-refusals.pcap", write("ledger-refusals.pcap", capture.array()),
                KnownSchemas.own("ledger.xml"), "b3", 1, TemplateId.FIRST_OF_HEADER, Map.of(101, 1L, 102, 2L), 0);
    }

    private static byte[] ilinkFrame(byte[] message) {
        return marked(message, 0xCAFE);
    }

    private static byte[] b3Frame(byte[] message) {
        return marked(message, 0xEB50);
    }

    private static byte[] marked(byte[] message, int marker) {
        return Packets.join(bytes(LITTLE_ENDIAN, out ->
                out.putShort((short) (4 + message.length)).putShort((short) marker)), message);
    }

    private static byte[] booking(long entry, int version, int lines, String text) {
        return bytes(LITTLE_ENDIAN, out -> {
            ledgerHeader(out, 101, 49, version);
            out.putLong(entry).put(text("CASH", 10)).put(text("RENT-2026A", 10));
            out.putLong(lines == 0 ? Long.MIN_VALUE : 123_456).put((byte) -2);
            out.putShort((short) -1).putShort((short) (lines == 3 ? -32_768 : 15)).putLong(1_767_225_600L);
            out.putShort((short) (version < 2 ? 4 : 5)).put((byte) lines);
            for (int i = 0; i < lines; i++) {
                out.putInt(-i);
                if (version >= 2) {
                    out.put((byte) (i == 1 ? -128 : i));
                }
            }
            byte[] data = text.getBytes(StandardCharsets.UTF_8);
            out.put((byte) data.length).put(data);
        });
    }

    private static byte[] refusal(long entry, int reason) {
        return bytes(LITTLE_ENDIAN, out -> {
            ledgerHeader(out, 102, 9, 2);
            out.putLong(entry).put((byte) reason);
        });
    }

    private static byte[] close() {
        return bytes(LITTLE_ENDIAN, out -> ledgerHeader(out, 103, 0, 2));
    }

    private static void ledgerHeader(ByteBuffer out, int template, int blockLength, int version) {
        out.putShort((short) blockLength).putShort((short) template).putShort((short) 77).putShort((short) version);
    }

    /// Messages that begin with their length, padded to 8 bytes, counted by the datagram.
    private static KnownCapture scans() {
        byte[] one = datagram(1, scan(1, 1, 900), manifest(1, -1, 0), scan(2, -1, 0xFFFF_FFFF));
        byte[] other = datagram(4, manifest());
        byte[] capture = CaptureBytes.of(Packets.udpFrame(9, one), Packets.udpFrame(9, other));
        return new KnownCapture("own/parcel-scans.pcap", write("parcel-scans.pcap", capture), KnownSchemas.own("parcel.xml"),
                "coinbase-md", 1, TemplateId.BEHIND_FRAME_LENGTH, Map.of(5, 2L, 6, 2L), 0);
    }

    private static byte[] datagram(long sequence, byte[]... messages) {
        byte[] header = bytes(LITTLE_ENDIAN, out -> out.putLong(TIME_NS).putLong(sequence).putShort((short) 3)
                .put((byte) 1).put((byte) messages.length).putInt(0));
        byte[][] padded = Arrays.stream(messages).map(m -> Arrays.copyOf(m, Math.ceilDiv(m.length, 8) * 8))
                .toArray(byte[][]::new);
        return Packets.join(header, Packets.join(padded));
    }

    private static byte[] scan(long parcel, int direction, int grams) {
        return parcel(5, 13, 10 + 13, out -> out.putLong(parcel).put((byte) direction).putInt(grams));
    }

    private static byte[] manifest(int... directions) {
        return parcel(6, 8, 10 + 8 + 4 + 9 * directions.length, out -> {
            out.put(text("HH-AB 12", 8)).putShort((short) 9).putShort((short) directions.length);
            for (int direction : directions) {
                out.putLong(100 + direction).put((byte) direction);
            }
        });
    }

    private static byte[] parcel(int template, int blockLength, int length, Consumer<ByteBuffer> body) {
        return bytes(LITTLE_ENDIAN, out -> body.accept(out.putShort((short) length).putShort((short) blockLength)
                .putShort((short) template).putShort((short) 512).putShort((short) 0)));
    }

    /// Big endian over UDP, numbered by message; an idle datagram ends before its count.
    private static KnownCapture beacons() {
        byte[] idle = bytes(BIG_ENDIAN, out -> out.put(new byte[10]).putLong(4));
        byte[] capture = CaptureBytes.of(Packets.udpFrame(3, session(1, beacon(-2, "ASH-1"), attitude(), beacon(1, ""))),
                Packets.udpFrame(3, idle), Packets.udpFrame(3, session(4, attitude())));
        return new KnownCapture("own/orbit-beacons.pcap", write("orbit-beacons.pcap", capture), KnownSchemas.own("orbit.xml"),
                "memoir", 1, OF_ORBIT, Map.of(1, 2L, 2, 2L), 0);
    }

    private static byte[] session(long sequence, byte[]... messages) {
        return bytes(BIG_ENDIAN, out -> {
            out.put((byte) 2).put(new byte[9]).putLong(sequence).putShort((short) messages.length);
            for (byte[] message : messages) {
                out.putShort((short) message.length).put(message);
            }
        });
    }

    /// Big endian over TCP, groups three deep, of two versions.
    private static KnownCapture surveys() {
        CaptureBytes capture = CaptureBytes.pcap(LITTLE_ENDIAN, CaptureBytes.NANOSECONDS, CaptureBytes.ETHERNET);
        segments(capture, IPV4, Packets.join(sofhFrame(survey(1, 2, 3, 4)), sofhFrame(survey(0, 1, 2, 5)),
                sofhFrame(beacon(-1, "ASH-2")), sofhFrame(survey(1, 0, 0, 0)), sofhFrame(survey(1, 3, 0, 0))), 100);
        return new KnownCapture("own/orbit-surveys.pcap", write("orbit-surveys.pcap", capture.array()),
                KnownSchemas.own("orbit.xml"), "sofh", 1, OF_ORBIT, Map.of(1, 1L, 3, 4L), 0);
    }

    private static byte[] sofhFrame(byte[] message) {
        return Packets.join(bytes(BIG_ENDIAN, out -> out.putInt(6 + message.length).putShort((short) 0xEB50)), message);
    }

    private static byte[] orbit(int template, int blockLength, int version, Consumer<ByteBuffer> body) {
        return bytes(BIG_ENDIAN, out -> body.accept(out.putShort((short) blockLength).put((byte) template).put((byte) 9)
                .putShort((short) version).putLong(1_770_000_000_000_000L)));
    }

    private static byte[] beacon(int mode, String callSign) {
        return orbit(1, 15, 1, out -> label(out.put((byte) mode).putInt(1 << 17 | 1 << 31)
                .putShort((short) (mode < 0 ? -32_768 : 21)), callSign));
    }

    private static byte[] attitude() {
        return orbit(2, 48, 1, out -> out.putDouble(-6_378.25).putDouble(0).putDouble(Double.MAX_VALUE).putFloat(0.5f)
                .putFloat(-0.5f).putFloat(0.5f).putFloat(Float.MIN_VALUE));
    }

    private static byte[] survey(int version, int passes, int sensors, int samples) {
        return orbit(3, 8, version, out -> {
            out.putShort((short) 4).putInt(passes);
            for (int i = 0; i < passes; i++) {
                out.putInt(4_000 + i).put((byte) 1).put((byte) sensors);
                for (int j = 0; j < sensors; j++) {
                    out.put((byte) j).putShort((short) (version == 0 ? 2 : 3)).putInt(samples - j);
                    for (int k = j; k < samples; k++) {
                        out.putShort((short) (-100 * k));
                        if (version > 0) {
                            out.put((byte) k);
                        }
                    }
                    label(out, "K" + j);
                }
                out.putInt(9 * i).put(new byte[9 * i]);
            }
            label(out, "Kiruna");
        });
    }

    private static void label(ByteBuffer out, String text) {
        out.put((byte) text.length()).put(text.getBytes(StandardCharsets.US_ASCII));
    }

    /// The start of a connection, and the stream in segments of this length.
    private static void segments(CaptureBytes capture, int network, byte[] stream, int length) {
        int start = -30;
        capture.record(0, 0, segment(network, start - 1, Packets.SYN, new byte[0]));
        for (int at = 0; at < stream.length; at += length) {
            byte[] part = Arrays.copyOfRange(stream, at, Math.min(stream.length, at + length));
            capture.record(1 + at / length, 7, segment(network, start + at, Packets.ACK, part));
        }
    }

    private static byte[] segment(int network, int sequence, int flags, byte[] payload) {
        byte[] tcp = Packets.tcp(5_001, 6_001, sequence, flags, payload);
        return Packets.ethernet(network, network == IPV4 ? Packets.ipv4(TCP, tcp) : Packets.ipv6(TCP, tcp));
    }

    private static byte[] text(String text, int length) {
        return Arrays.copyOf(text.getBytes(StandardCharsets.US_ASCII), length);
    }

    private static byte[] bytes(ByteOrder order, Consumer<ByteBuffer> content) {
        ByteBuffer out = ByteBuffer.allocate(MAX_MESSAGE).order(order);
        content.accept(out);
        return Arrays.copyOf(out.array(), out.position());
    }

    private static Path write(String name, byte[] bytes) {
        return TestFiles.write(JvmFolder.get().resolve(name), bytes);
    }
}
