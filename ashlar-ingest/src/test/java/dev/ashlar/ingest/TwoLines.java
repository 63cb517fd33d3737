// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest;

import dev.ashlar.sbe.framing.Framing;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// Packets of one or more channels, sent on several lines, as a capture. One message each: a text.
///
/// | offset | bytes | packet                                              |
/// |-------:|------:|-----------------------------------------------------|
/// |      0 |     4 | sequence number                                     |
/// |      4 |     8 | sending time                                        |
/// |     12 |       | u16 length of the frame, the text                   |
final class TwoLines {
    static final String FRAMING = "packet=12,sequence=u32le@0,time=u64le@4,length=u16le";
    static final String UNTIMED = "packet=12,sequence=u32le@0,length=u16le";

    /// What arrived, and when.
    record Arrival(long timeNs, int line, long sequence, long sendingTimeNs, String text) { }

    final List<Arrival> arrivals = new ArrayList<>();

    TwoLines arrive(long timeNs, int line, long sequence, long sendingTimeNs, String text) {
        arrivals.add(new Arrival(timeNs, line, sequence, sendingTimeNs, text));
        return this;
    }

    /// The same packet on a line, a microsecond after the one before.
    TwoLines then(int line, long sequence, long sendingTimeNs) {
        return arrive(arrivals.size() * 1_000L, line, sequence, sendingTimeNs, sequence + "@" + sendingTimeNs);
    }

    static int group(int line) {
        return PcapWriter.address(224, 0, 31 + line, 64);
    }

    static int port(int line) {
        return 14_340 + 1_000 * line;
    }

    static String destination(int line) {
        return "224.0." + (31 + line) + ".64:" + port(line);
    }

    /// A capture of what arrived, in the order of time.
    byte[] capture() {
        List<Arrival> sorted = new ArrayList<>(arrivals);
        sorted.sort(Comparator.comparingLong(Arrival::timeNs));
        return captureOf(sorted);
    }

    /// A capture of what arrived on a line, in the order in which it was said.
    byte[] capture(int line) {
        return captureOf(arrivals.stream().filter(arrival -> arrival.line == line).toList());
    }

    /// A capture of what arrived, in this order.
    private static byte[] captureOf(List<Arrival> arrivals) {
        java.io.ByteArrayOutputStream out = new java.io.ByteArrayOutputStream();
        try (PcapWriter writer = new PcapWriter(Channels.newChannel(out))) {
            for (Arrival arrival : arrivals) {
                byte[] payload = payload(arrival.sequence, arrival.sendingTimeNs, arrival.text);
                writer.writeUdp(arrival.timeNs, 1, 2, group(arrival.line), port(arrival.line),
                        MemorySegment.ofArray(payload), 0, payload.length);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toByteArray();
    }

    static byte[] payload(long sequence, long sendingTimeNs, String text) {
        byte[] message = text.getBytes(StandardCharsets.ISO_8859_1);
        return ByteBuffer.allocate(14 + message.length).order(ByteOrder.LITTLE_ENDIAN).putInt((int) sequence)
                .putLong(sendingTimeNs).putShort((short) (2 + message.length)).put(message).array();
    }

    static SourceOptions options(String framing, Arbitration arbitration) {
        return SourceOptions.of(Framing.parse(framing)).withArbitration(arbitration);
    }

    Collected arbitrated() throws IOException {
        return Collected.of(capture(), options(FRAMING, Arbitration.PAIRS));
    }

    Collected named(String framing) throws IOException {
        Arbitration arbitration = Arbitration.of(List.of(destination(0) + "+" + destination(1)));
        return Collected.of(capture(), options(framing, arbitration));
    }
}
