// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.examples.orders.MessageHeaderEncoder;
import dev.ashlar.examples.orders.OrderEncoder;
import dev.ashlar.ingest.PcapWriter;
import dev.ashlar.store.StoreOptions;
import dev.ashlar.store.StoreWriter;
import java.io.BufferedReader;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExamplesTest {
    @Test
    void shouldWriteAndReadWithGeneratedCode() {
        assertEquals("BUY 150 ASHLAR (fill or kill)", QuickStart.run());
    }

    @Test
    void shouldWriteAndPrintOnTheFly() throws Exception {
        assertEquals("{\"template\":\"Order\",\"id\":1,\"schema\":81,\"version\":1,\"orderId\":42,\"symbol\":\"ASHLAR\","
                + "\"side\":\"BUY\",\"limitPrice\":12.50,\"legs\":[{\"quantity\":100}],\"note\":\"fill or kill\"}",
                OnTheFly.run());
    }

    @Test
    void shouldCountTheOrdersOfACapture(@TempDir Path dir) throws Exception {
        Path capture = dir.resolve("orders.pcap");
        MemorySegment packet = MemorySegment.ofArray(new byte[256]);
        OrderEncoder order = new OrderEncoder().wrapAndApplyHeader(packet, 2, new MessageHeaderEncoder());
        order.orderId(1);
        order.legsCount(0);
        order.note("");
        int length = (int) (2 + MessageHeaderEncoder.ENCODED_LENGTH + order.encodedLength());
        packet.set(ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN), 0, (short) length);
        try (PcapWriter writer = PcapWriter.create(capture)) {
            for (int i = 0; i < 3; i++) {
                writer.writeUdp(i, PcapWriter.address(127, 0, 0, 1), 1, PcapWriter.address(127, 0, 0, 1), 2, packet, 0,
                        length);
            }
        }
        assertEquals(3, ReadCapture.countOrders(capture));
    }

    @Test
    void shouldAppendAndScan(@TempDir Path dir) throws Exception {
        assertEquals(250_000, AppendAndScan.run(dir, 1000));
        assertEquals(100 + 101 + 102, TimeRange.run(dir, Trades.START_NS + 98 * Trades.STEP_NS + 1,
                Trades.START_NS + 102 * Trades.STEP_NS));
    }

    @Test
    void shouldWriteAndReadObjects(@TempDir Path dir) throws Exception {
        assertEquals("NewOrder[legs=[NewLeg[ratio=0, symbol=ACME], NewLeg[ratio=0, symbol=ASHLAR]], id=42] twice: true",
                Objects.run(dir.resolve("orders.bin")));
    }

    @Test
    void shouldShareWithAnotherProcess(@TempDir Path dir) throws Exception {
        try (StoreWriter writer = StoreWriter.open(dir, StoreOptions.defaults())) {
            writer.define(Trades.definition());
            Trades.append(writer.appender("Trade"), 10);
            Process reader = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-cp", System.getProperty("java.class.path"), FollowTrades.class.getName(), dir.toString(), "1000")
                    .redirectErrorStream(true).start();
            Trades.append(writer.appender("Trade"), 990);
            try (BufferedReader output = reader.inputReader()) {
                assertEquals("500500", output.readLine());
            }
            assertEquals(0, reader.waitFor());
        }
    }

    @Test
    void shouldKeepLastPrices(@TempDir Path dir) throws Exception {
        assertEquals("ASHLAR 10998 x 998", LastPrices.run(dir, 1000));
    }

    /// What a user copies has the versions of this build.
    @Test
    void shouldHaveTheVersionsThatTheGuideNames() throws Exception {
        Path root = Path.of(System.getProperty("ashlar.root", ".."));
        String guide = Files.readString(root.resolve("docs/guide.md"));
        String pom = Files.readString(root.resolve("pom.xml"));
        String ours = between(pom, "<artifactId>ashlar</artifactId>\n  <version>", "</version>");
        String snippet = between(guide, "```xml\n<dependencies>", "```");
        Map<String, String> versions = Map.of("ashlar-store", ours, "ashlar-maven-plugin", ours,
                "maven-toolchains-plugin", between(pom, "<toolchains-plugin.version>", "</"),
                "maven-compiler-plugin", between(pom, "<compiler-plugin.version>", "</"));
        assertEquals(versions.size(), snippet.split("<artifactId>", -1).length - 1);
        versions.forEach((artifact, version) -> assertEquals(version,
                between(between(snippet, "<artifactId>" + artifact + "</artifactId>", "</version>") + "<",
                        "<version>", "<"), artifact));
        assertTrue(guide.contains("\"dev.ashlar:ashlar-store:" + ours + "\""), ours);
    }

    private static String between(String text, String before, String after) {
        int begin = text.indexOf(before) + before.length();
        assertTrue(begin >= before.length(), before);
        return text.substring(begin, text.indexOf(after, begin));
    }

    @Test
    void shouldAskTrades(@TempDir Path dir) throws Exception {
        assertEquals(List.of("BUY: 2 trades, worth 400.06", "SELL: 2 trades, worth 600.14"),
                AskTrades.run(dir, 4));
    }
}
