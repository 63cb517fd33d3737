// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.server.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.server.Gateway;
import dev.ashlar.server.GatewayOptions.Listening;
import dev.ashlar.server.HttpSocket;
import dev.ashlar.server.HttpSocket.Answer;
import dev.ashlar.server.Ticks;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Errors on the thread that records: every client gets an answer, none waits for ever, and the next gateway continues.
@Isolated("finds threads by their names")
@Timeout(1_800)
class WriterErrorTest {
    private static final int WAITING = 4;
    private static final String TOKEN = "0123456789abcdef-secret";

    @TempDir
    Path folder;

    @ParameterizedTest
    @EnumSource(HaltingRecorder.Step.class)
    void shouldRefuseWithTheReasonUntilItIsStartedAgain(HaltingRecorder.Step step) throws Exception {
        HaltingRecorder recorder = new HaltingRecorder();
        List<String> log = new ArrayList<>();
        try (RunningGateway gateway = RunningGateway.start(Ticks.options(folder)
                .withListening(Listening.local(0).withTcpPort(0)),
                line -> {
                    synchronized (log) {
                        log.add(line);
                    }
                }, recorder::around, System::nanoTime)) {
            int port = gateway.httpPort();
            assertEquals(202, post(port, 0).status());
            recorder.halt();
            List<HttpSocket> waiting = new ArrayList<>();
            for (int i = 1; i <= WAITING; i++) {
                HttpSocket client = new HttpSocket(port);
                client.post(Ticks.of(i), "Prefer: durability=disk");
                waiting.add(client);
            }
            Scrape.await(port, "ashlar_queue_depth", WAITING);
            // The first of them is in a group that cannot be published yet; then comes the error.
            recorder.fail(step, new OutOfMemoryError("of the test"));
            recorder.goOn();
            boolean found = false;
            for (HttpSocket client : waiting) {
                Answer answer = client.read();
                if (answer.status() == 503) {
                    found = true;
                    assertReason(answer.body());
                }
                client.close();
            }
            // They may all have been recorded before.
            assertTrue(found || step == HaltingRecorder.Step.RECORD);
            Answer refused = post(port, 100);
            assertEquals(503, refused.status());
            assertReason(refused.body());
            Answer health = HttpSocket.get(port, "/health");
            assertEquals(503, health.status());
            assertTrue(health.body().startsWith("{\"status\":\"failed\",\"message\":"), health.body());
            assertTrue(health.body().contains("restart the gateway"), health.body());
            try (HttpSocket feed = new HttpSocket(gateway.tcpPort().orElseThrow())) {
                feed.send(Ticks.of(101));
                assertReason(feed.line());
            }
            Scrape.await(port, "ashlar_alert_raised{alert=\"store\"}", 1);
            Scrape.await(port, "ashlar_queue_depth", 0);
            Scrape.await(port, "ashlar_held_bytes", 0);
            Scrape.await(port, "ashlar_connections{port=\"tcp\"}", 0);
            assertTrue(Thread.getAllStackTraces().keySet().stream().anyMatch(thread -> thread.getName()
                    .equals("ashlar-writer")), "nobody is there to answer who waits");
            assertTrue(gateway.stop().failure().contains("of the test"));
        }
        synchronized (log) {
            assertTrue(log.stream().anyMatch(line -> line.contains("of the test") && line.contains("restart")),
                    log.toString());
        }
        try (Gateway again = Gateway.start(Ticks.options(folder), line -> { })) {
            assertEquals(202, post(again.httpPort(), 200).status());
        }
        Set<Long> stored = Ticks.numbers(folder);
        assertTrue(stored.containsAll(Set.of(0L, 200L)), stored.toString());
        Set<Long> refused = new TreeSet<>(stored);
        refused.retainAll(Set.of(100L, 101L));
        assertEquals(Set.of(), refused);
    }

    @Test
    void shouldTellTheReasonOnlyToWhoHasTheToken() throws Exception {
        HaltingRecorder recorder = new HaltingRecorder();
        try (RunningGateway gateway = RunningGateway.start(Ticks.options(folder)
                .withListening(Listening.local(0).withToken(TOKEN)),
                line -> { }, recorder::around, System::nanoTime)) {
            recorder.fail(HaltingRecorder.Step.RECORD, new OutOfMemoryError("of the test"));
            try (HttpSocket client = new HttpSocket(gateway.httpPort())) {
                client.post(Ticks.of(0), "Authorization: Bearer " + TOKEN);
                assertReason(client.read().body());
                client.get("/health");
                String told = client.read().body();
                assertTrue(told.contains("restart the gateway") && !told.contains("of the test"), told);
                client.get("/health", "Authorization: Bearer " + TOKEN);
                assertTrue(client.read().body().contains("of the test"));
            }
        }
    }

    private static void assertReason(String text) {
        assertTrue(text.contains("\"error\":\"store_failed\"") && text.contains("of the test")
                && text.contains("restart the gateway"), text);
    }

    private static Answer post(int port, long number) throws IOException {
        return HttpSocket.post(port, Ticks.of(number));
    }
}
