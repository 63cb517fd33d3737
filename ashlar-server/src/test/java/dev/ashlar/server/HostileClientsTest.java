// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.server.GatewayOptions.Bounds;
import dev.ashlar.server.GatewayOptions.Listening;
import dev.ashlar.server.HttpSocket.Answer;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Clients that mean no good. Whatever they do, they are refused by name, what others send is recorded, and at the end
/// nothing of them is left.
@Timeout(120)
class HostileClientsTest {
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final Bounds BOUNDS = Bounds.defaults().withTimes(SECOND, SECOND, SECOND, Duration.ofSeconds(3))
            .withStreams(8, 50_000).withConnections(1_000).withQueries(2, Duration.ofSeconds(6), 1_000_000);
    private static final String HEAD = "POST /messages HTTP/1.1\r\nHost: localhost\r\n"
            + "Content-Type: application/octet-stream\r\n";

    @TempDir
    Path folder;
    private final AtomicLong number = new AtomicLong();
    private final Set<Long> accepted = new TreeSet<>();
    private Gateway gateway;
    private int threadsBefore;

    @BeforeEach
    void start() throws IOException {
        gateway = Gateway.start(Ticks.options(folder).withBounds(BOUNDS)
                .withListening(Listening.local(0).withTcpPort(0)), line -> { });
        send();
        threadsBefore = threads();
    }

    private static int threads() {
        return ManagementFactory.getThreadMXBean().getThreadCount();
    }

    /// An honest client beside them.
    private void send() throws IOException {
        try (HttpSocket honest = new HttpSocket(gateway.httpPort())) {
            for (int i = 0; i < 3; i++) {
                long next = number.getAndIncrement();
                honest.post(Ticks.of(next));
                assertEquals(202, honest.read().status());
                accepted.add(next);
            }
        }
    }

    @AfterEach
    void shouldHaveNothingLeft() throws Exception {
        send();
        awaitMetric("ashlar_held_bytes 0");
        awaitMetric("ashlar_connections{port=\"http\"} 1");
        awaitMetric("ashlar_connections{port=\"tcp\"} 0");
        awaitMetric("ashlar_streams 0");
        // Carriers of virtual threads come and go.
        assertTrue(threads() <= threadsBefore + 2 * Runtime.getRuntime().availableProcessors(),
                "before=" + threadsBefore + ", now=" + threads());
        gateway.stop();
        assertEquals(accepted, Ticks.numbers(folder));
    }

    private String metrics() throws IOException {
        try (HttpSocket client = new HttpSocket(gateway.httpPort())) {
            client.send("GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n");
            return client.read().body();
        }
    }

    private void awaitMetric(String line) throws Exception {
        String page = metrics();
        for (int i = 0; i < 300 && !page.contains("\n" + line + "\n"); i++) {
            Thread.sleep(100);
            page = metrics();
        }
        assertTrue(page.contains("\n" + line + "\n"), line + " not in " + page);
    }

    @Test
    void shouldCutOffWhoSendsNoHeaderInTime() throws Exception {
        List<HttpSocket> slow = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            slow.add(new HttpSocket(gateway.httpPort()));
        }
        long startNs = System.nanoTime();
        String head = HEAD + "X-Padding: ";
        for (int at = 0; System.nanoTime() - startNs < 2_500_000_000L; at++) {
            // Half of them say nothing at all.
            for (int i = 0; i < slow.size(); i += 2) {
                try {
                    slow.get(i).send(at < head.length() ? head.substring(at, at + 1) : "x");
                } catch (IOException e) {
                    // Cut off already.
                }
            }
            if (at % 10 == 0) {
                send();
            }
            Thread.sleep(20);
        }
        for (HttpSocket client : slow) {
            assertTrue(client.isClosed());
            client.close();
        }
        awaitMetric("ashlar_refused_total{reason=\"slow_header\"} 100");
    }

    @Test
    void shouldCutOffWhoSendsNoBodyInTime() throws Exception {
        try (HttpSocket lying = new HttpSocket(gateway.httpPort());
                HttpSocket slow = new HttpSocket(gateway.httpPort());
                HttpSocket chunks = new HttpSocket(gateway.httpPort());
                HttpSocket frame = new HttpSocket(gateway.tcpPort().orElseThrow())) {
            lying.send(HEAD + "Content-Length: 1000\r\n\r\nless");
            slow.send(HEAD + "Content-Length: 1000\r\n\r\n");
            chunks.send(HEAD + "Transfer-Encoding: chunked\r\n\r\nFFFF\r\n");
            frame.send(new byte[] {17, 0, 1});
            for (int i = 0; i < 20; i++) {
                Thread.sleep(100);
                try {
                    slow.send("x");
                    chunks.send("x");
                } catch (IOException e) {
                    // Cut off already.
                }
            }
            assertTrue(frame.line().contains("\"error\":\"slow_body\""));
            for (HttpSocket client : List.of(lying, slow, chunks, frame)) {
                assertTrue(client.isClosed());
            }
        }
        awaitMetric("ashlar_refused_total{reason=\"slow_body\"} 4");
    }

    @Test
    void shouldRefuseLengthsThatCannotBe() throws Exception {
        for (String length : List.of("1048577", "1099511627776", "9223372036854775807")) {
            assertEquals(413, answer(HEAD + "Content-Length: " + length + "\r\n\r\n").status(), length);
        }
        for (String length : List.of("Content-Length: 99999999999999999999999", "Content-Length: -1",
                "Content-Length: -5", "Content-Length: x", "Content-Length: 4\r\nTransfer-Encoding: chunked",
                "Transfer-Encoding: chunked\r\n\r\nxyz", "Transfer-Encoding: chunked\r\n\r\n-4",
                "Transfer-Encoding: chunked\r\n\r\nFFFFFFFFFFFFFFFF")) {
            int status = answer(HEAD + length + "\r\n\r\n").status();
            assertTrue(status == 400 || status == 413, length + ": " + status);
        }
        Answer header = answer("GET / HTTP/1.1\r\nHost: localhost\r\nX: " + "x".repeat(20_000) + "\r\n\r\n");
        assertTrue(header.status() == 400 || header.status() == 431, header.toString());
        Answer line = answer("GET /" + "x".repeat(20_000) + " HTTP/1.1\r\nHost: localhost\r\n\r\n");
        assertTrue(line.status() == 400 || line.status() == 414, line.toString());
        assertEquals(400, answer("\0\1\2\3 garbage\r\n\r\n\r\n").status());
        // More than was said: a message, and then something that is no request.
        try (HttpSocket client = new HttpSocket(gateway.httpPort())) {
            long next = number.getAndIncrement();
            client.send(HEAD + "Content-Length: " + Ticks.LENGTH + "\r\n\r\n");
            client.send(Ticks.of(next, 1_000));
            assertEquals(202, client.read().status());
            accepted.add(next);
            assertTrue(client.isClosed());
        }
    }

    private Answer answer(String request) throws IOException {
        try (HttpSocket client = new HttpSocket(gateway.httpPort())) {
            client.send(request);
            Answer answer = client.read();
            assertTrue(answer.body().startsWith("{\"error\":\""), answer.toString());
            return answer;
        }
    }

    @Test
    void shouldAnswerWhoHasHalfClosed() throws Exception {
        try (HttpSocket client = new HttpSocket(gateway.httpPort())) {
            long next = number.getAndIncrement();
            client.post(Ticks.of(next));
            client.endOutput();
            assertEquals(202, client.read().status());
            accepted.add(next);
        }
        try (HttpSocket client = new HttpSocket(gateway.httpPort())) {
            client.send(HEAD + "Content-Length: 1000\r\n\r\n");
            client.endOutput();
            assertTrue(client.isClosed());
        }
        try (HttpSocket client = new HttpSocket(gateway.tcpPort().orElseThrow())) {
            long next = number.getAndIncrement();
            client.send(Ticks.of(next));
            client.send(Arrays.copyOf(Ticks.of(0), 10));
            client.endOutput();
            accepted.add(next);
            String line = client.line();
            assertTrue(line.startsWith("{\"messages\":1,") && line.contains("cut short"), line);
        }
    }

    /// Who is slow between frames, and not in them, is no enemy.
    @Test
    void shouldBearPausesBetweenFrames() throws Exception {
        try (HttpSocket client = new HttpSocket(gateway.tcpPort().orElseThrow())) {
            for (int i = 0; i < 2; i++) {
                long next = number.getAndIncrement();
                byte[] tick = Ticks.of(next);
                Thread.sleep(2_000);
                client.send(Arrays.copyOf(tick, 10));
                Thread.sleep(200);
                client.send(Arrays.copyOfRange(tick, 10, tick.length));
                accepted.add(next);
            }
            client.endOutput();
            assertTrue(client.line().startsWith("{\"messages\":2,"));
        }
    }

    @Test
    void shouldCutOffWhoDoesNotRead() throws Exception {
        long first = number.getAndAdd(30_000);
        for (int i = 0; i < 30; i++) {
            try (HttpSocket client = new HttpSocket(gateway.httpPort())) {
                client.post(Ticks.run(first + 1_000 * i, 1_000));
                assertEquals(202, client.read().status());
            }
        }
        for (long n = first; n < first + 30_000; n++) {
            accepted.add(n);
        }
        try (HttpSocket query = new HttpSocket(gateway.httpPort(), 1_024);
                HttpSocket tail = new HttpSocket(gateway.httpPort(), 1_024)) {
            query.send("GET /query?sql=select+a.*,b.number+as+m+from+Tick+a,Tick+b+where+b.number%3C9 HTTP/1.1\r\n"
                    + "Host: localhost\r\n\r\n");
            tail.send("GET /tail/Tick?after=-1 HTTP/1.1\r\nHost: localhost\r\n\r\n");
            Thread.sleep(3_000);
            awaitMetric("ashlar_refused_total{reason=\"slow_reader\"} 2");
            assertTrue(query.isClosed());
            assertTrue(tail.isClosed());
        }
    }

    @Test
    void shouldBoundStreamsAndQueries() throws Exception {
        List<HttpSocket> streams = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            HttpSocket stream = new HttpSocket(gateway.httpPort());
            stream.send("GET /live HTTP/1.1\r\nHost: localhost\r\n\r\n");
            assertTrue(stream.line().contains("200"));
            streams.add(stream);
        }
        Answer refused = answer("GET /live HTTP/1.1\r\nHost: localhost\r\n\r\n");
        assertEquals(503, refused.status());
        assertTrue(refused.body().contains("too_many"), refused.body());
        assertTrue(refused.headers().get("retry-after").matches("[1-9]\\d*"), refused.toString());
        for (HttpSocket stream : streams) {
            stream.close();
        }
    }

    /// Queries that take all the time they may do not keep messages waiting.
    @Test
    void shouldTakeMessagesBesideHeavyQueries() throws Exception {
        try (HttpSocket client = new HttpSocket(gateway.httpPort())) {
            long first = number.getAndAdd(2_000);
            client.post(Ticks.run(first, 2_000));
            assertEquals(202, client.read().status());
            for (long n = first; n < first + 2_000; n++) {
                accepted.add(n);
            }
        }
        List<HttpSocket> heavy = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            HttpSocket query = new HttpSocket(gateway.httpPort());
            query.send("GET /query?sql=select+count(*)+from+Tick+a,Tick+b,Tick+c+where+a.number%2Bb.number%2Bc.number%3C0"
                    + " HTTP/1.1\r\nHost: localhost\r\n\r\n");
            heavy.add(query);
        }
        Thread.sleep(1_000);
        assertEquals(503, answer("GET /query?sql=select+1 HTTP/1.1\r\nHost: localhost\r\n\r\n").status());
        for (int i = 0; i < 20; i++) {
            long startNs = System.nanoTime();
            send();
            assertTrue(System.nanoTime() - startNs < 5_000_000_000L);
        }
        for (HttpSocket query : heavy) {
            Answer late = query.read();
            assertEquals(504, late.status(), late.body());
            query.close();
        }
    }
}
