// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/// Writes a capture of a fictional exchange, whose schema is `grid.xml`, and counts what it writes. It writes each
/// value at its offset in the schema without any code of Ashlar, so the counts and sums are independent of the code
/// under test.
///
/// A packet has a u32 sequence number, a u64 sending time and frames; a frame has a u16 length including itself, and
/// one message. Packets leave in bursts, a few microseconds apart, on both lines; most arrive on line B first.
final class GridFeed {
    private static final int PACKETS = 1_500;
    private static final int FIRST_SEQUENCE = 2_000_001;
    private static final long BEGIN_NS = 1_767_225_600_123_456_789L;
    private static final int SCHEMA_ID = 41;
    private static final int VERSION = 3;
    private static final int BLOCK = 12;
    private static final int LAST_DEAL = 1;
    private static final int LAST_FIGURE = 1 << 2;
    private static final int END_OF_EVENT = 1 << 7;
    private static final int[] PORTS = {24_001, 25_001};
    private static final int[] GROUPS = {0xE9FC0105, 0xE9FC0106};
    private static final String[] DESTINATIONS = {"233.252.1.5:24001", "233.252.1.6:25001"};
    private static final String[] SIDES = {"Unknown", "Buyer", "Seller"};
    /// The last constant, since it depends on the others.
    static final KnownFeed FEED = new GridFeed().write(JvmFolder.get().resolve("grid.pcapng"));

    /// One packet on one line.
    private record Arrival(long timeNs, int line, byte[] payload) { }

    private final SplittableRandom random = new SplittableRandom(20_260_101);
    private final ByteBuffer packet = ByteBuffer.allocate(1_400).order(ByteOrder.LITTLE_ENDIAN);
    private final Map<String, long[]> messages = new LinkedHashMap<>();
    private final Map<String, Long> entries = new LinkedHashMap<>();
    private final long[][] sides = new long[3][3];
    private final List<Arrival> arrivals = new ArrayList<>();
    private final long[] first = new long[2];
    private final long[] lastNs = new long[2];
    private int number;
    private int messageAt;
    private String template;

    private GridFeed() {
    }

    private KnownFeed write(Path file) {
        long timeNs = BEGIN_NS;
        for (int i = 0; i < PACKETS; i++) {
            timeNs += random.nextInt(4) == 0 ? 60_000_000 + random.nextInt(40_000_000) : 1_000 + random.nextInt(5_000);
            event(FIRST_SEQUENCE + i, timeNs);
            send(timeNs);
        }
        arrivals.sort(Comparator.comparingLong(Arrival::timeNs));
        CaptureBytes capture = new CaptureBytes(ByteOrder.LITTLE_ENDIAN).section();
        capture.link(CaptureBytes.ETHERNET, 65_535, capture.option(9, new byte[] {9}), capture.option(0, new byte[0]));
        for (Arrival arrival : arrivals) {
            capture.enhanced(0, arrival.timeNs, Packets.ethernet(0x0800, Packets.ipv4(17, 7, 0, GROUPS[arrival.line],
                    Packets.udp(PORTS[arrival.line], arrival.payload))));
        }
        try {
            Files.write(file, capture.array());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return feed(file);
    }

    private KnownFeed feed(Path file) {
        List<KnownFeed.Line> lines = new ArrayList<>();
        for (int line : new int[] {arrivals.getFirst().line, 1 - arrivals.getFirst().line}) {
            lines.add(new KnownFeed.Line(DESTINATIONS[line], PORTS[line], first[line]));
        }
        List<KnownFeed.Side> sums = new ArrayList<>();
        for (int raw = 0; raw < 3; raw++) {
            sums.add(new KnownFeed.Side(raw, SIDES[raw], sides[raw][0], sides[raw][1], sides[raw][2]));
        }
        return new KnownFeed("grid", file, KnownSchemas.own("grid.xml"), SCHEMA_ID, lines, PACKETS,
                arrivals.getFirst().timeNs, arrivals.getLast().timeNs,
                List.of(template("Pulse", 2), template("DepthChange", 21, "steps"),
                        template("Deal", 22, "parts", "owners"), template("DayFigures", 23, "figures"),
                        template("Turnover", 24, "turnovers")),
                new KnownFeed.Deals(9, 5, 0, 4, sums), Map.of());
    }

    private KnownFeed.Template template(String name, int id, String... groups) {
        Map<String, Long> counts = new LinkedHashMap<>();
        for (String group : groups) {
            counts.put(group, entries.get(group));
        }
        return new KnownFeed.Template(name, id, messages.get(name)[0], messages.get(name)[1], groups.length, counts);
    }

    private void send(long timeNs) {
        byte[] payload = new byte[packet.flip().limit()];
        packet.get(payload);
        int faster = random.nextInt(7) == 0 ? 0 : 1;
        long earlier = timeNs + 20_000 + random.nextInt(300);
        arrive(faster, earlier, payload);
        arrive(1 - faster, earlier + 1 + random.nextInt(9_000), payload);
        first[lastNs[0] < lastNs[1] ? 0 : 1]++;
    }

    /// Packets do not overtake each other on a line, and no two arrive at the same time.
    private void arrive(int line, long timeNs, byte[] payload) {
        lastNs[line] = Math.max(timeNs, lastNs[line] + 1);
        if (lastNs[line] == lastNs[1 - line]) {
            lastNs[line]++;
        }
        arrivals.add(new Arrival(lastNs[line], line, payload));
    }

    private void event(int sequence, long timeNs) {
        packet.clear().putInt(sequence).putLong(timeNs);
        int dice = random.nextInt(1_000);
        if (dice < 5) {
            begin("Pulse", 2, 0);
            end();
        } else if (dice < 60) {
            deal(timeNs);
            turnover(timeNs);
            depth(timeNs, END_OF_EVENT);
        } else if (dice < 200) {
            depth(timeNs, 0);
            figures(timeNs);
        } else {
            int count = 1 + random.nextInt(3);
            for (int i = 1; i <= count; i++) {
                depth(timeNs, i == count ? END_OF_EVENT : 0);
            }
        }
    }

    private void deal(long timeNs) {
        begin("Deal", 22, BLOCK);
        stamp(timeNs, random.nextInt(5) == 0 ? LAST_DEAL | END_OF_EVENT : LAST_DEAL);
        int parts = few("parts", 26, 1 + random.nextInt(3));
        for (int i = 0; i < parts; i++) {
            int side = random.nextInt(3);
            int volume = 1 + random.nextInt(40);
            long price = price();
            packet.put((byte) side).putInt(product()).putInt(volume).putLong(price).putInt(++number)
                    .put((byte) random.nextInt(5)).putShort((short) 20_454).put((byte) (random.nextBoolean() ? -1 : 3))
                    .put((byte) 0);
            sides[side][0]++;
            sides[side][1] += volume;
            sides[side][2] += price;
        }
        int owners = random.nextInt(5);
        packet.putShort((short) 12).putInt(0).put((byte) 0).put((byte) owners);
        for (int i = 0; i < owners; i++) {
            packet.putLong(random.nextLong()).putInt(random.nextInt());
        }
        entries.merge("owners", (long) owners, Long::sum);
        end();
    }

    private void turnover(long timeNs) {
        begin("Turnover", 24, BLOCK);
        stamp(timeNs, 0);
        int count = few("turnovers", 9, 1 + random.nextInt(2));
        for (int i = 0; i < count; i++) {
            packet.putInt(random.nextInt(1_000_000)).putInt(product()).put((byte) random.nextInt(2));
        }
        end();
    }

    private void figures(long timeNs) {
        begin("DayFigures", 23, BLOCK);
        stamp(timeNs, LAST_FIGURE | END_OF_EVENT);
        int count = few("figures", 16, 1 + random.nextInt(2));
        for (int i = 0; i < count; i++) {
            packet.putLong(price()).putInt(product()).put((byte) "FHL".charAt(random.nextInt(3))).put(new byte[3]);
        }
        end();
    }

    /// Levels of the book; a removed level has neither price nor volume.
    private void depth(long timeNs, int stage) {
        begin("DepthChange", 21, BLOCK);
        stamp(timeNs, stage);
        int count = few("steps", 28, 1 + random.nextInt(3));
        for (int i = 0; i < count; i++) {
            int action = random.nextInt(3);
            boolean gone = action == 2;
            packet.putInt(gone ? -1 : 1 + random.nextInt(500)).putLong(gone ? Long.MIN_VALUE : price())
                    .putInt(product()).putInt(++number).put((byte) random.nextInt(11)).put((byte) action)
                    .put((byte) "BAba".charAt(random.nextInt(4))).put(new byte[5]);
        }
        end();
    }

    /// Whole cents; prices of power may be negative.
    private long price() {
        return 100L * (random.nextInt(40_000) - 3_000);
    }

    private int product() {
        return 700 + random.nextInt(24);
    }

    private void begin(String name, int id, int blockLength) {
        template = name;
        messageAt = packet.position() + 2;
        packet.putShort((short) 0).putShort((short) blockLength).putShort((short) id).putShort((short) SCHEMA_ID)
                .putShort((short) VERSION);
    }

    private void stamp(long timeNs, int stage) {
        packet.putLong(timeNs - 50_000 - random.nextInt(1_000)).put((byte) stage).put(new byte[3]);
    }

    private int few(String group, int blockLength, int count) {
        packet.putShort((short) blockLength).put((byte) count);
        entries.merge(group, (long) count, Long::sum);
        return count;
    }

    private void end() {
        int length = packet.position() - messageAt;
        packet.putShort(messageAt - 2, (short) (length + 2));
        long[] counts = messages.computeIfAbsent(template, _ -> new long[2]);
        counts[0]++;
        counts[1] += length;
    }
}
