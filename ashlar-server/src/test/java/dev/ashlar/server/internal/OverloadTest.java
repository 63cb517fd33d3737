// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.server.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.flow.AdmissionLimit;
import dev.ashlar.server.GatewayOptions.Listening;
import dev.ashlar.server.HttpSocket;
import dev.ashlar.server.HttpSocket.Answer;
import dev.ashlar.server.Ticks;
import dev.ashlar.store.StoreException;
import dev.ashlar.store.StoreException.Reason;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/// A gateway whose disk hangs: what it can do then, and afterwards.
@Isolated("measures times")
@Timeout(1_800)
class OverloadTest {
    private static final int LIMIT = 4;
    /// That a TCP connection is read into at first.
    private static final int FIRST_BYTES = 2 << 10;
    /// That it is read into at most.
    private static final int MUCH_BYTES = 64 << 10;

    @TempDir
    Path folder;
    private final HaltingRecorder recorder = new HaltingRecorder();
    private final ConcurrentLinkedQueue<String> log = new ConcurrentLinkedQueue<>();
    private RunningGateway gateway;

    @BeforeEach
    void start() throws IOException {
        gateway = RunningGateway.start(Ticks.options(folder).withListening(Listening.local(0).withTcpPort(0))
                .withBounds(Ticks.BOUNDS.withAdmission(AdmissionLimit.fixed(LIMIT))), log::add, recorder::around,
                System::nanoTime);
    }

    @AfterEach
    void stop() throws IOException {
        recorder.goOn();
        gateway.close();
    }

    private String get(String path) throws IOException {
        return Scrape.get(gateway.httpPort(), path);
    }

    private void awaitMetric(String name, double value) throws Exception {
        Scrape.await(gateway.httpPort(), name, value);
    }

    private Answer post(long number) throws IOException {
        return HttpSocket.post(gateway.httpPort(), Ticks.of(number));
    }

    /// Requests that wait for the disk, as many as may.
    private List<HttpSocket> fill() throws Exception {
        recorder.halt();
        List<HttpSocket> waiting = new ArrayList<>();
        for (int i = 0; i < LIMIT; i++) {
            HttpSocket client = new HttpSocket(gateway.httpPort());
            client.post(Ticks.of(i));
            waiting.add(client);
        }
        awaitMetric("ashlar_queue_depth", LIMIT);
        return waiting;
    }

    @Test
    void shouldRefuseBeforeTheBodyIsRead() throws Exception {
        List<HttpSocket> waiting = fill();
        Set<String> delays = new TreeSet<>();
        for (int i = 0; i < 40; i++) {
            try (HttpSocket client = new HttpSocket(gateway.httpPort())) {
                // Of the body, nothing is ever sent.
                client.send("POST /messages HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/octet-stream\r\n"
                        + "Content-Length: 1000\r\nExpect: 100-continue\r\n\r\n");
                Answer answer = client.read();
                assertEquals(503, answer.status(), answer.toString());
                assertTrue(answer.body().startsWith("{\"error\":\"busy\""), answer.body());
                delays.add(answer.headers().get("retry-after"));
                assertTrue(client.isClosed());
            }
        }
        assertTrue(delays.size() > 1, "all come back at once: " + delays);
        try (HttpSocket client = new HttpSocket(gateway.httpPort())) {
            // Who has sent it anyhow may ask again on the same connection.
            client.post(Ticks.of(100));
            assertEquals(503, client.read().status());
            recorder.goOn();
            for (HttpSocket one : waiting) {
                assertEquals(202, one.read().status());
                one.close();
            }
            client.post(Ticks.of(101));
            assertEquals(202, client.read().status());
        }
        gateway.stop();
        assertEquals(Set.of(0L, 1L, 2L, 3L, 101L), Ticks.numbers(folder));
    }

    @Test
    void shouldAlertUntilThereIsRoom() throws Exception {
        List<HttpSocket> waiting = fill();
        awaitMetric("ashlar_alert_raised{alert=\"queue\"}", 1);
        // It is raised before it is logged.
        ManualClock.await(() -> log.stream().anyMatch(line -> line.startsWith("alert raised: queue")));
        // It is raised only until the next look at what was refused since: so there is always something.
        ManualClock.await(() -> {
            assertEquals(503, post(100).status());
            return Scrape.metric(gateway.httpPort(), "ashlar_alert_raised{alert=\"refusing\"}") == 1;
        });
        recorder.goOn();
        awaitMetric("ashlar_alert_raised{alert=\"queue\"}", 0);
        awaitMetric("ashlar_alert_raised{alert=\"refusing\"}", 0);
        HttpSocket.closeAll(waiting);
    }

    /// What is not read waits where it comes from, as TCP has it.
    @Test
    void shouldNotReadWhatItCannotRecord() throws Exception {
        List<HttpSocket> waiting = fill();
        AtomicLong written = new AtomicLong();
        int ticks = 600_000;
        try (HttpSocket client = new HttpSocket(gateway.tcpPort().orElseThrow())) {
            Thread sender = Thread.ofVirtual().start(() -> {
                try {
                    for (int at = 0; at < ticks; at += 1_000) {
                        client.send(Ticks.run(1_000 + at, 1_000));
                        written.addAndGet(1_000);
                    }
                    client.endOutput();
                } catch (IOException e) {
                    log.add("sender: " + e);
                }
            });
            // More than the gateway reads at first is on its way; it holds no more than it reads at once at most, which
            // it does where it finds that much has come.
            ManualClock.await(() -> written.get() >= 10 * FIRST_BYTES / Ticks.LENGTH);
            long held = gateway.parts().held().held();
            assertTrue(held <= MUCH_BYTES + LIMIT * Ticks.LENGTH, "held=" + held);
            assertEquals(0, gateway.parts().meters().acceptedMessages.sum());
            recorder.goOn();
            assertTrue(client.line().startsWith("{\"messages\":" + ticks + ","));
            sender.join();
        }
        HttpSocket.closeAll(waiting);
        gateway.stop();
        assertEquals(ticks + LIMIT, Ticks.numbers(folder).size());
    }

    @Test
    void shouldGoOnRefusingWhenTheStoreHasFailed() throws Exception {
        List<HttpSocket> waiting = fill();
        recorder.fail(new StoreException(Reason.FAILED, folder, "the disk is gone"));
        recorder.goOn();
        for (HttpSocket one : waiting) {
            Answer answer = one.read();
            assertEquals(503, answer.status());
            assertTrue(answer.body().startsWith("{\"error\":\"store_failed\""), answer.body());
            one.close();
        }
        Answer refused = post(100);
        assertTrue(refused.body().contains("the disk is gone"), refused.body());
        assertTrue(get("/health").contains("\"failed\""));
        awaitMetric("ashlar_alert_raised{alert=\"store\"}", 1);
        try (HttpSocket client = new HttpSocket(gateway.tcpPort().orElseThrow())) {
            client.send(Ticks.of(100));
            assertTrue(client.line().contains("store_failed"));
        }
        // What can be asked can still be asked.
        assertEquals("{\"1 + 1\":2}\n", get("/query?sql=select+1%2B1"));
    }
}
