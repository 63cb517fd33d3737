// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.server.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.server.GatewayOptions.Bounds;
import dev.ashlar.server.GatewayOptions.Listening;
import dev.ashlar.server.HttpSocket;
import dev.ashlar.server.HttpSocket.Answer;
import dev.ashlar.server.Ticks;
import dev.ashlar.server.internal.metrics.Rejection;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/// Clients that mean no good. Whatever they do, they are refused by name, what others send is recorded, and at the end
/// nothing of them is left.
@Isolated("finds threads by their names")
@Timeout(1_800)
class HostileClientsTest {
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final int MOST_SECONDS = 300;
    private static final Bounds BOUNDS = Ticks.BOUNDS.withTimes(SECOND, SECOND, SECOND, Duration.ofDays(1))
            .withStreams(8, 50_000).withConnections(1_000).withAddressConnections(1_000)
            .withQueries(2, Duration.ofMinutes(4), 1_000_000);
    private static final String HEAD = "POST /messages HTTP/1.1\r\nHost: localhost\r\n"
            + "Content-Type: application/octet-stream\r\n";

    /// A query that takes all the time it may.
    private static final String HEAVY = "/query?sql=select+count(*)+from+Tick+a,Tick+b,Tick+c+where+"
            + "a.number%2Bb.number%2Bc.number%3C0";
    private static final String SMALL = "/query?sql=select+1";
    private static final String LONG_ANSWER = "/query?sql=select+a.*,b.number+as+m+from+Tick+a,Tick+b+where+b.number%3C9";

    @TempDir
    Path folder;
    private Siege siege;

    @BeforeEach
    void start() throws IOException {
        siege = new Siege(folder, Listening.local(0).withTcpPort(0), BOUNDS);
        siege.send(1);
    }

    @AfterEach
    void shouldHaveNothingLeft() throws Exception {
        siege.send(1);
        siege.close();
    }

    private long refused(Rejection refusal) {
        return siege.meters().refusedCount(refusal);
    }

    @Test
    void shouldCutOffWhoSendsNoHeaderInTime() throws Exception {
        List<HttpSocket> slow = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            slow.add(siege.http());
        }
        ManualClock.await(() -> siege.meters().httpConnections.get() == slow.size());
        // Half of them say nothing at all. A byte now and then does not help the others.
        for (int part = 0; part < 4; part++) {
            for (int i = 0; i < slow.size(); i += 2) {
                slow.get(i).send(HEAD.substring(4 * part, 4 * part + 4));
            }
            siege.clock.pass(Duration.ofMillis(240));
            siege.send(1);
        }
        assertEquals(0, refused(Rejection.SLOW_HEADER));
        siege.clock.pass(Duration.ofMillis(40));
        for (HttpSocket client : slow) {
            assertTrue(client.isClosed());
            client.close();
        }
        ManualClock.await(() -> refused(Rejection.SLOW_HEADER) == 100);
    }

    @Test
    void shouldCutOffWhoSendsNoBodyInTime() throws Exception {
        try (HttpSocket lying = siege.http(); HttpSocket slow = siege.http(); HttpSocket chunks = siege.http();
                HttpSocket frame = siege.tcp()) {
            lying.send(HEAD + "Content-Length: 1000\r\n\r\nless");
            slow.send(HEAD + "Content-Length: 1000\r\n\r\n");
            chunks.send(HEAD + "Transfer-Encoding: chunked\r\n\r\nFFFF\r\n");
            frame.send(new byte[] {17, 0, 1});
            // Buffers of three bodies and a frame: then all of them are waited for.
            ManualClock.await(() -> siege.heldBytes() == 1_000 + 1_000 + (8 << 10) + (2 << 10));
            for (int i = 0; i < 3; i++) {
                slow.send("x");
                chunks.send("x");
                siege.clock.pass(Duration.ofMillis(300));
            }
            siege.clock.passUntil(frame::hasInput);
            assertTrue(frame.line().contains("\"error\":\"slow_body\""));
            for (HttpSocket client : List.of(lying, slow, chunks)) {
                assertTrue(client.isClosed());
            }
        }
        ManualClock.await(() -> refused(Rejection.SLOW_BODY) == 4);
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
        // More than announced: a message, and then something that is no request.
        try (HttpSocket client = siege.http()) {
            long next = siege.next(1);
            client.send(HEAD + "Content-Length: " + Ticks.LENGTH + "\r\n\r\n");
            client.send(Ticks.of(next, 1_000));
            client.send("\r\n\r\n");
            assertEquals(202, client.read().status());
            siege.accepted(next, 1);
            assertTrue(client.isClosed());
        }
    }

    private Answer answer(String request) throws IOException {
        try (HttpSocket client = siege.http()) {
            client.send(request);
            Answer answer = client.read();
            assertTrue(answer.body().startsWith("{\"error\":\""), answer.toString());
            return answer;
        }
    }

    @Test
    void shouldAnswerWhoHasHalfClosed() throws Exception {
        try (HttpSocket client = siege.http()) {
            long next = siege.next(1);
            client.post(Ticks.of(next));
            client.endOutput();
            assertEquals(202, client.read().status());
            siege.accepted(next, 1);
        }
        try (HttpSocket client = siege.http()) {
            client.send(HEAD + "Content-Length: 1000\r\n\r\n");
            client.endOutput();
            assertTrue(client.isClosed());
        }
        try (HttpSocket client = siege.tcp()) {
            long next = siege.next(1);
            client.send(Ticks.of(next));
            client.send(Arrays.copyOf(Ticks.of(0), 10));
            client.endOutput();
            siege.accepted(next, 1);
            String line = client.line();
            assertTrue(line.startsWith("{\"messages\":1,") && line.contains("cut short"), line);
        }
    }

    /// Who is slow between frames, and not in them, is no enemy.
    @Test
    void shouldBearPausesBetweenFrames() throws Exception {
        try (HttpSocket client = siege.tcp()) {
            for (int i = 0; i < 2; i++) {
                long next = siege.next(1);
                byte[] tick = Ticks.of(next);
                // The time of a frame passes, and who watches sees it.
                letTimePass();
                letTimePass();
                client.send(Arrays.copyOf(tick, 10));
                client.send(Arrays.copyOfRange(tick, 10, tick.length));
                siege.accepted(next, 1);
                ManualClock.await(() -> siege.meters().acceptedMessages.sum() == next + 1);
            }
            client.endOutput();
            assertTrue(client.line().startsWith("{\"messages\":2,"));
        }
    }

    private void letTimePass() throws Exception {
        try (HttpSocket silent = siege.http()) {
            ManualClock.await(() -> siege.meters().httpConnections.get() == 1);
            // Again until it is seen: the connection is counted before its deadline is set.
            Thread time = Thread.ofVirtual().start(() -> {
                try {
                    while (true) {
                        siege.clock.pass(SECOND.multipliedBy(2));
                        Thread.sleep(200);
                    }
                } catch (InterruptedException e) {
                    // Seen.
                }
            });
            assertTrue(silent.isClosed());
            time.interrupt();
            time.join();
        }
        ManualClock.await(() -> siege.meters().httpConnections.get() == 0);
    }

    @Test
    void shouldCutOffWhoDoesNotRead() throws Exception {
        for (int i = 0; i < 30; i++) {
            siege.send(1_000);
        }
        try (HttpSocket query = new HttpSocket(siege.gateway.httpPort(), 1_024);
                HttpSocket tail = new HttpSocket(siege.gateway.httpPort(), 1_024)) {
            query.get(LONG_ANSWER);
            tail.get("/tail/Tick?after=-1");
            ManualClock.await(() -> siege.meters().queries.sum() == 1 && siege.meters().streams.get() == 1);
            siege.clock.passUntil(() -> refused(Rejection.SLOW_READER) == 2);
            assertTrue(query.isClosed());
            assertTrue(tail.isClosed());
        }
    }

    @Test
    void shouldBoundStreams() throws Exception {
        List<HttpSocket> streams = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            HttpSocket stream = siege.http();
            stream.get("/live");
            assertTrue(stream.line().contains("200"));
            streams.add(stream);
        }
        Answer refused = answer("GET /live HTTP/1.1\r\nHost: localhost\r\n\r\n");
        assertEquals(503, refused.status());
        assertTrue(refused.body().contains("too_many"), refused.body());
        assertTrue(refused.headers().get("retry-after").matches("[1-9]\\d*"), refused.toString());
        HttpSocket.closeAll(streams);
    }

    /// Queries that take all the time they may do not keep messages waiting for their end.
    @Test
    void shouldTakeMessagesWhileQueriesRun() throws Exception {
        boolean full = false;
        // On a slow machine, more time may pass until a third query is sent.
        for (int seconds = 2; !full && seconds < MOST_SECONDS; seconds *= 2) {
            full = isFullWithTwo(Duration.ofSeconds(seconds));
        }
        assertTrue(full, "a third query ran next to two");
    }

    private boolean isFullWithTwo(Duration limit) throws Exception {
        try (Siege other = new Siege(folder.resolve("other " + limit), Listening.local(0),
                BOUNDS.withQueries(2, limit, 1_000_000))) {
            other.send(2_000);
            List<HttpSocket> heavy = new ArrayList<>();
            for (int i = 0; i < 2; i++) {
                HttpSocket query = other.http();
                query.get(HEAVY);
                heavy.add(query);
            }
            // Else one of the small ones may take the place of the second.
            ManualClock.await(() -> queries() == 2 || heavy.getFirst().hasInput());
            boolean full = false;
            while (!full && !heavy.getFirst().hasInput()) {
                other.send(1);
                full = HttpSocket.get(other.gateway.httpPort(), SMALL).status() == 503;
            }
            for (HttpSocket query : heavy) {
                Answer late = query.read();
                assertEquals(504, late.status(), late.body());
                query.close();
            }
            return full;
        }
    }

    private static long queries() {
        return Thread.getAllStackTraces().keySet().stream().filter(thread -> thread.getName().equals("ashlar-query"))
                .count();
    }

    /// Their places are for those who wait for an answer.
    @Test
    void shouldEndQueriesWhoseClientsAreGone() throws Exception {
        siege.send(3_000);
        // Both run before the first client goes, whose query could end before the second begins.
        try (HttpSocket one = siege.http(); HttpSocket two = siege.http()) {
            one.get(HEAVY);
            two.get(HEAVY);
            ManualClock.await(() -> queries() == 2);
        }
        long startNs = System.nanoTime();
        while (queries() > 0) {
            assertTrue(System.nanoTime() - startNs < 120_000_000_000L, "queries of nobody go on");
            Thread.sleep(20);
        }
        assertEquals(200, HttpSocket.get(siege.gateway.httpPort(), SMALL).status());
    }

    @Test
    void shouldEndQueriesWhenItStops() throws Exception {
        try (Siege other = new Siege(folder.resolve("other"), Listening.local(0), BOUNDS); HttpSocket query = other.http()) {
            other.send(3_000);
            query.get(HEAVY);
            ManualClock.await(() -> queries() == 1);
            other.gateway.stop();
            Answer answer = query.read();
            assertEquals(503, answer.status(), answer.body());
            assertTrue(answer.body().contains("\"stopping\""), answer.body());
        }
    }

    /// Half of the places are for others.
    @Test
    void shouldGiveNoAddressAllQueries() throws Exception {
        ConnectionLimitsTest.assumeOtherAddress();
        try (Siege other = new Siege(folder.resolve("other"), Listening.local(0), BOUNDS.withAddressConnections(100));
                HttpSocket query = other.http()) {
            other.send(3_000);
            query.get(HEAVY);
            ManualClock.await(() -> queries() == 1);
            try (HttpSocket same = other.http(); HttpSocket elsewhere = new HttpSocket(other.gateway.httpPort(),
                    ConnectionLimitsTest.OTHER_ADDRESS)) {
                same.get(SMALL);
                Answer refused = same.read();
                assertEquals(503, refused.status());
                assertTrue(refused.body().contains("from this address"), refused.body());
                elsewhere.get(SMALL);
                assertEquals(200, elsewhere.read().status());
            }
        }
    }

    /// Answers that nobody takes keep nobody from sending.
    @Test
    void shouldTakeMessagesWhileAnswersAreNotRead() throws Exception {
        try (Siege other = new Siege(folder.resolve("other"), Listening.local(0),
                BOUNDS.withBodies(512 << 10, 16_384, 1 << 20))) {
            other.send(10_000);
            try (HttpSocket slow = new HttpSocket(other.gateway.httpPort(), 1_024)) {
                slow.get(LONG_ANSWER);
                ManualClock.await(() -> other.meters().queries.sum() == 1);
                assertEquals(0, other.heldBytes());
                other.send(16_000);
            }
        }
    }

    @Test
    void shouldBoundTheBytesOfAnswers() throws Exception {
        siege.send(100);
        Answer answer = HttpSocket.get(siege.gateway.httpPort(),
                "/query?format=csv&sql=select+repeat('%C3%A9',1000)+as+t+from+Tick+a,Tick+b");
        assertEquals(200, answer.status());
        assertEquals("bytes", answer.headers().get("ashlar-truncated"));
        int length = Integer.parseInt(answer.headers().get("content-length"));
        assertTrue(length <= 8 << 20 && length > (8 << 20) - 3_000, "length=" + length);
    }

    /// What JSON becomes counts, while it is parsed: an empty object takes twenty times its characters.
    @Test
    void shouldCountTheMemoryOfJson() throws Exception {
        byte[] json = ("{\"x\":[" + "{},".repeat(100_000) + "{}]}").getBytes(StandardCharsets.US_ASCII);
        long most = siege.gateway.parts().held().most();
        assertTrue(siege.gateway.parts().held().take(most - (8 << 20)));
        assertEquals(503, json(json).status());
        siege.gateway.parts().held().give(most - (8 << 20));
        assertEquals(400, json(json).status());
        // As many as there are, of which the first is none.
        Answer lines = json("1\n".repeat(500_000).getBytes(StandardCharsets.US_ASCII));
        assertEquals(400, lines.status(), lines.body());
        assertTrue(lines.body().contains("index=0"), lines.body());
    }

    private Answer json(byte[] body) throws IOException {
        try (HttpSocket client = siege.http()) {
            client.send("POST /messages HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/"
                    + (body[0] == '{' ? "json" : "x-ndjson") + "\r\nContent-Length: " + body.length + "\r\n\r\n");
            client.send(body);
            return client.read();
        }
    }

    /// Bytes after a refusal do not keep a connection: it has a second, whatever it sends in it.
    @Test
    void shouldCloseRefusedTcpClientsThatGoOn() throws Exception {
        List<HttpSocket> clients = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            HttpSocket client = siege.tcp();
            client.send(new byte[100]);
            assertTrue(client.line().contains("\"error\":\"malformed\""));
            clients.add(client);
        }
        assertEquals(20, siege.meters().tcpConnections.get());
        siege.clock.passUntil(() -> {
            for (HttpSocket client : clients) {
                try {
                    client.send(new byte[1]);
                } catch (IOException e) {
                    // Closed already.
                }
            }
            return siege.meters().tcpConnections.get() == 0;
        });
        for (HttpSocket client : clients) {
            assertTrue(client.isClosed());
            client.close();
        }
        assertFalse(siege.log.stream().anyMatch(line -> line.startsWith("cut off")), siege.log.toString());
    }
}
