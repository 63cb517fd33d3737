// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.server.GatewayOptions.Listening;
import dev.ashlar.server.HttpSocket.Answer;
import dev.ashlar.store.Journal;
import dev.ashlar.store.JournalCursor;
import dev.ashlar.store.Store;
import dev.ashlar.store.VerifyOptions;
import dev.ashlar.testkit.Seed;
import java.io.ByteArrayOutputStream;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Bytes that nearly are messages, by each way in: accepted or refused with a reason, and the answer matches the store.
@Timeout(1_800)
class MutationFaultTest {
    private static final int REQUESTS = 3_000;
    private static final Pattern MESSAGES = Pattern.compile("\\{\"messages\":(\\d+),");
    private static final List<String> FRAMINGS = List.of("raw", "length=u16le,counts=message", "sofh", "cme-mdp3");

    @TempDir
    Path folder;
    private final SplittableRandom random = new SplittableRandom(Seed.of("MutationFaultTest"));

    @Test
    void shouldTellWhatItStores() throws Exception {
        long told = 0;
        int refused = 0;
        try (Gateway gateway = Gateway.start(Ticks.options(folder).withListening(Listening.local(0).withTcpPort(0)),
                line -> { })) {
            HttpSocket client = new HttpSocket(gateway.httpPort());
            for (int i = 0; i < REQUESTS; i++) {
                byte[] body = mutated(messages(random.nextInt(1, 6)));
                String answer;
                if (i % 10 == 0) {
                    answer = HttpSocket.overTcp(gateway.tcpPort().orElseThrow(), body);
                } else {
                    client.send("POST /messages?framing=" + FRAMINGS.get(random.nextInt(FRAMINGS.size()))
                            + " HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/octet-stream\r\n"
                            + "Content-Length: " + body.length + "\r\n\r\n");
                    client.send(body);
                    Answer read = client.read();
                    answer = read.body();
                    assertTrue(read.status() == 202 || read.status() == 400 || read.status() == 413, answer);
                    if ("close".equals(read.headers().get("connection"))) {
                        client.close();
                        client = new HttpSocket(gateway.httpPort());
                    }
                }
                Matcher messages = MESSAGES.matcher(answer);
                told += messages.find() ? Long.parseLong(messages.group(1)) : 0;
                refused += answer.contains("\"error\"") ? 1 : 0;
            }
            client.close();
            assertEquals("", gateway.stop().failure());
        }
        assertTrue(told > REQUESTS / 10 && refused > REQUESTS / 10, "told=" + told + ", refused=" + refused);
        long stored = 0;
        try (Store store = Store.open(folder)) {
            Journal journal = store.journal("messages");
            try (JournalCursor cursor = journal.cursor()) {
                while (cursor.next()) {
                    stored++;
                }
            }
            assertEquals(List.of(), store.verify(VerifyOptions.all()).findings());
        }
        assertEquals(told, stored);
    }

    private byte[] messages(int count) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (int i = 0; i < count; i++) {
            byte[] message = random.nextBoolean() ? Ticks.of(random.nextInt()) : Ticks.fromJson(
                    "{\"template\":\"Order\",\"number\":1,\"legs\":[{\"quantity\":1},{\"quantity\":2}],\"note\":\"note\"}");
            out.writeBytes(random.nextInt(4) == 0 ? Ticks.framed(message) : message);
        }
        return out.toByteArray();
    }

    private byte[] mutated(byte[] bytes) {
        for (int n = random.nextInt(4); n > 0; n--) {
            int at = random.nextInt(bytes.length);
            switch (random.nextInt(4)) {
                case 0 -> bytes[at] ^= (byte) (1 << random.nextInt(8));
                case 1 -> bytes[at] = (byte) random.nextInt();
                case 2 -> bytes[at] = random.nextBoolean() ? (byte) -1 : 0;
                default -> bytes = Arrays.copyOf(bytes, Math.max(1, at));
            }
        }
        return bytes;
    }
}
