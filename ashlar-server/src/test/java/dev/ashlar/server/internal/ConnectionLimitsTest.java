// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.server.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.ashlar.server.GatewayOptions;
import dev.ashlar.server.GatewayOptions.Bounds;
import dev.ashlar.server.GatewayOptions.Listening;
import dev.ashlar.server.HttpSocket;
import dev.ashlar.server.HttpSocket.Answer;
import dev.ashlar.server.Ticks;
import dev.ashlar.server.internal.limits.AddressLimit;
import dev.ashlar.server.internal.limits.OpenFileLimit;
import dev.ashlar.server.internal.metrics.GatewayMetrics;
import dev.ashlar.server.internal.metrics.Rejection;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/// More connections than there may be, in all and of one address: those over the limit cost nearly nothing, hear why,
/// and are gone soon; whoever watches the gateway still can.
@Isolated("finds threads by their names")
@Timeout(1_800)
class ConnectionLimitsTest {
    private static final Duration HOUR = Duration.ofHours(1);
    private static final int LIMIT = 8;
    private static final int OVER = 200;
    /// That a connection holds that has sent nothing yet.
    private static final int IDLE_BYTES = 2 << 10;
    static final String OTHER_ADDRESS = "127.0.0.2";
    private static final int ATTEMPTS = 30;
    /// Others have five seconds.
    private static final long MOST_STOP_NS = 4_000_000_000L;

    @TempDir
    Path folder;

    private static Bounds bounds(int connections, int ofAddress) {
        return Ticks.BOUNDS.withConnections(connections).withAddressConnections(ofAddress);
    }

    /// TCP clients over the limit hold no buffers, and none stays for longer than a second.
    @Test
    void shouldTurnAwayTcpClientsOverTheLimit() throws Exception {
        try (Siege siege = new Siege(folder, Listening.local(0).withTcpPort(0), bounds(LIMIT, LIMIT + OVER))) {
            List<HttpSocket> admitted = new ArrayList<>();
            for (int i = 0; i < LIMIT; i++) {
                admitted.add(siege.tcp());
            }
            ManualClock.await(() -> siege.heldBytes() == LIMIT * IDLE_BYTES);
            List<HttpSocket> over = new ArrayList<>();
            for (int i = 0; i < OVER; i++) {
                over.add(siege.tcp());
            }
            ManualClock.await(() -> siege.meters().refusedCount(Rejection.TOO_MANY) == OVER);
            // As many as may hear why do, and stay for as long as they may. The others are gone.
            ManualClock.await(() -> siege.meters().tcpRefused.get() == 64);
            assertEquals(LIMIT, siege.meters().tcpConnections.get());
            assertEquals(LIMIT * IDLE_BYTES, siege.heldBytes());
            assertEquals(64, Scrape.metric(siege.gateway.httpPort(), "ashlar_connections{port=\"tcp_refused\"}"));
            assertTrue(over.getFirst().line().contains("\"error\":\"too_many\""));
            siege.clock.passUntil(() -> siege.meters().tcpRefused.get() == 0);
            for (HttpSocket client : over) {
                assertTrue(client.isClosed());
            }
            // Those within it were in nobody's way.
            long first = siege.next(1);
            admitted.getFirst().send(Ticks.of(first));
            admitted.getFirst().endOutput();
            assertTrue(admitted.getFirst().line().startsWith("{\"messages\":1,"));
            siege.accepted(first, 1);
            HttpSocket.closeAll(over);
            HttpSocket.closeAll(admitted);
        }
    }

    /// One address cannot have all connections: others are served.
    @Test
    void shouldBoundConnectionsOfAnAddress() throws Exception {
        assumeOtherAddress();
        try (Siege siege = new Siege(folder, Listening.local(0).withTcpPort(0), bounds(4 * LIMIT, LIMIT))) {
            List<HttpSocket> greedy = new ArrayList<>();
            for (int i = 0; i < LIMIT; i++) {
                HttpSocket http = siege.http();
                http.get("/health");
                assertEquals(200, http.read().status());
                greedy.add(http);
                greedy.add(siege.tcp());
            }
            ManualClock.await(() -> siege.meters().tcpConnections.get() == LIMIT);
            try (HttpSocket http = siege.http(); HttpSocket tcp = siege.tcp()) {
                Answer refused = http.read();
                assertEquals(503, refused.status());
                assertTrue(refused.body().contains("from this address"), refused.body());
                assertEquals("1", refused.headers().get("retry-after"));
                assertTrue(tcp.line().contains("from this address"));
            }
            try (HttpSocket other = new HttpSocket(siege.gateway.httpPort(), OTHER_ADDRESS);
                    HttpSocket feed = new HttpSocket(siege.gateway.tcpPort().orElseThrow(), OTHER_ADDRESS)) {
                other.get("/health");
                assertEquals(200, other.read().status());
                long first = siege.next(1);
                feed.send(Ticks.of(first));
                feed.endOutput();
                assertTrue(feed.line().startsWith("{\"messages\":1,"));
                siege.accepted(first, 1);
            }
            HttpSocket.closeAll(greedy);
            siege.awaitNothingLeft();
            siege.send(1);
        }
    }

    /// Skips a test where this machine has one address only.
    static void assumeOtherAddress() {
        assumeTrue(isHere(OTHER_ADDRESS), "skipped, this machine has no second address: address=" + OTHER_ADDRESS);
    }

    private static boolean isHere(String address) {
        try (Socket socket = new Socket()) {
            socket.bind(new InetSocketAddress(address, 0));
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    @Test
    void shouldBoundStreamsOfAnAddress() throws Exception {
        try (Siege siege = new Siege(folder, Listening.local(0), bounds(64, 16).withStreams(8, 1_000))) {
            List<HttpSocket> streams = new ArrayList<>();
            for (int i = 0; i < 2; i++) {
                HttpSocket stream = siege.http();
                stream.get("/live");
                assertTrue(stream.line().contains(" 200 "));
                streams.add(stream);
            }
            try (HttpSocket third = siege.http()) {
                third.get("/live");
                Answer refused = third.read();
                assertEquals(503, refused.status());
                assertTrue(refused.body().contains("streams from this address"), refused.body());
            }
            HttpSocket.closeAll(streams);
        }
    }

    /// Clients of the main port can take all of it, and not the other.
    @Test
    void shouldServeTheAdminPortWhileTheOtherIsFull() throws Exception {
        try (Siege siege = new Siege(folder, Listening.local(0).withAdminPort(0), bounds(LIMIT, LIMIT))) {
            List<HttpSocket> greedy = new ArrayList<>();
            for (int i = 0; i < 2 * LIMIT; i++) {
                greedy.add(siege.http());
            }
            ManualClock.await(() -> siege.meters().httpConnections.get() == LIMIT);
            int admin = siege.gateway.adminPort().orElseThrow();
            assertEquals("{\"status\":\"running\"}\n", Scrape.get(admin, "/health"));
            assertTrue(Scrape.get(admin, "/metrics").contains("\nashlar_queue_depth 0\n"));
            for (String path : List.of("/", "/query?sql=select+1", "/live", "/tail/Tick", "/messages")) {
                assertTrue(Scrape.get(admin, path).startsWith("{\"error\":\"unknown\""), path);
            }
            HttpSocket.closeAll(greedy);
        }
    }

    /// Who does not finish to shake hands is cut off, on both ports.
    @Test
    void shouldCutOffWhoDoesNotShakeHands() throws Exception {
        Siege siege = new Siege(folder.resolve("store"), Listening.local(0).withTcpPort(0).withTls(Certificates.context(folder)),
                bounds(64, 64));
        List<HttpSocket> clients = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            HttpSocket client = i % 2 == 0 ? siege.http() : siege.tcp();
            if (i >= 4) {
                // A handshake of 512 bytes begins, and never comes whole.
                client.send(new byte[] {22, 3, 1, 2, 0, 1, 0});
            }
            clients.add(client);
        }
        ManualClock.await(() -> siege.meters().httpConnections.get() == 5 && siege.meters().tcpConnections.get() == 5);
        for (int i = 0; i < 6; i++) {
            for (HttpSocket client : clients.subList(4, 10)) {
                client.send(new byte[1]);
            }
            siege.clock.pass(Ticks.BOUNDS.headerTime().dividedBy(6));
        }
        for (HttpSocket client : clients) {
            assertTrue(client.isClosed());
        }
        HttpSocket.closeAll(clients);
        ManualClock.await(() -> siege.meters().refusedCount(Rejection.SLOW_HEADER) == 10);
        siege.close();
    }

    /// Encrypted connections get a reason, too: one over the limit, and one that is late.
    @Test
    void shouldTellEncryptedClients() throws Exception {
        SSLContext context = Certificates.context(folder);
        try (Siege siege = new Siege(folder.resolve("store"), Listening.local(0).withTcpPort(0).withTls(context),
                bounds(4, 1).withTimes(HOUR, HOUR, HOUR, Duration.ofSeconds(10)))) {
            int port = siege.gateway.tcpPort().orElseThrow();
            try (SSLSocket one = connect(context, port); SSLSocket http = connect(context, siege.gateway.httpPort())) {
                long first = siege.next(1);
                one.getOutputStream().write(Ticks.of(first));
                siege.accepted(first, 1);
                ManualClock.await(() -> siege.meters().acceptedMessages.sum() == 1);
                http.startHandshake();
                try (SSLSocket over = connect(context, port);
                        SSLSocket overHttp = connect(context, siege.gateway.httpPort())) {
                    assertTrue(line(over).contains("from this address"));
                    overHttp.getOutputStream().write("GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n"
                            .getBytes(StandardCharsets.US_ASCII));
                    assertEquals("HTTP/1.1 503 Service Unavailable", line(overHttp));
                }
                siege.clock.passUntil(() -> siege.meters().tcpConnections.get() == 0);
                assertTrue(line(one).startsWith("{\"messages\":1,"));
            }
        }
    }

    private static SSLSocket connect(SSLContext context, int port) throws IOException {
        return (SSLSocket) context.getSocketFactory().createSocket("127.0.0.1", port);
    }

    private static String line(Socket socket) throws IOException {
        return new BufferedReader(new InputStreamReader(socket.getInputStream())).readLine();
    }

    /// A port whose clients take all open files could accept nobody any more.
    @Test
    void shouldHaveNoMoreConnectionsThanFilesMayBeOpen() {
        List<String> log = new ArrayList<>();
        GatewayMetrics meters = new GatewayMetrics(log::add);
        GatewayOptions options = Ticks.options(folder).withListening(Listening.local(0).withTcpPort(0));
        assertEquals(384, OpenFileLimit.fit(options, 1_024, meters).bounds().connections());
        assertTrue(log.getFirst().contains("openFiles=1024, connections=4096, used=384"), log.toString());
        assertEquals(4_096, OpenFileLimit.fit(options, 1 << 20, meters).bounds().connections());
        assertEquals(1, log.size());
    }

    @Test
    void shouldCountNetworksOfIpV6AsOneAddress() throws Exception {
        AddressLimit limit = new AddressLimit(2);
        assertTrue(limit.enter(InetAddress.getByName("2001:db8::1")));
        assertTrue(limit.enter(InetAddress.getByName("2001:db8::2")));
        assertEquals(false, limit.enter(InetAddress.getByName("2001:db8::3:4")));
        assertTrue(limit.enter(InetAddress.getByName("2001:db8:0:1::1")));
        limit.leave(InetAddress.getByName("2001:db8::9"));
        assertTrue(limit.enter(InetAddress.getByName("2001:db8::3")));
        for (String address : List.of("2001:db8::1", "2001:db8::2", "2001:db8:0:1::1")) {
            limit.leave(InetAddress.getByName(address));
        }
        assertEquals(0, limit.addresses());
    }

    /// They have sent nothing, and the time of the others' end is not theirs. A busy machine may be slow now and then;
    /// a gateway that waits for them does so each time.
    @Test
    void shouldNotWaitForClientsThatDoNotShakeHands() throws Exception {
        SSLContext context = Certificates.context(folder);
        boolean waits = true;
        for (int attempt = 0; waits && attempt < ATTEMPTS; attempt++) {
            waits = waitsForSilentClients(folder.resolve("store " + attempt), context);
        }
        assertFalse(waits, "waited for silent clients");
    }

    /// Whether a gateway takes nearly the time to stop that it gives to others.
    private static boolean waitsForSilentClients(Path store, SSLContext context) throws IOException {
        try (RunningGateway gateway = RunningGateway.start(Ticks.options(store).withListening(Listening
                .local(0).withTcpPort(0).withTls(context)), line -> { });
                HttpSocket silent = new HttpSocket(gateway.tcpPort().orElseThrow());
                HttpSocket open = new HttpSocket(gateway.tcpPort().orElseThrow())) {
            ManualClock.await(() -> gateway.connections() == 2);
            long progress = gateway.stopProgress();
            long startNs = System.nanoTime();
            gateway.stop();
            long stopNs = System.nanoTime() - startNs;
            assertTrue(gateway.stopProgress() > progress);
            assertTrue(silent.isClosed());
            assertTrue(open.isClosed());
            return stopNs >= MOST_STOP_NS;
        }
    }
}
