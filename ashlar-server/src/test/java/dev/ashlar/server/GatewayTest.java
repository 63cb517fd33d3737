// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.server.GatewayOptions.Listening;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(1_800)
class GatewayTest {
    private static final String OCTETS = "application/octet-stream";
    private static final String TOKEN = "0123456789abcdef-secret";

    @TempDir
    Path folder;
    private final HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private Gateway gateway;

    @AfterEach
    void stop() throws IOException {
        client.shutdownNow();
        if (gateway != null) {
            gateway.close();
        }
    }

    private void start(Listening listening) throws IOException {
        gateway = Gateway.start(Ticks.options(folder).withListening(listening), _ -> { });
    }

    private void start() throws IOException {
        start(Listening.local(0).withTcpPort(0));
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + gateway.httpPort() + path));
    }

    private HttpResponse<String> get(String path) throws IOException, InterruptedException {
        return client.send(request(path).build(), BodyHandlers.ofString());
    }

    private HttpResponse<String> post(String path, String type, byte[] body) throws IOException, InterruptedException {
        return client.send(request(path).header("Content-Type", type).POST(BodyPublishers.ofByteArray(body)).build(),
                BodyHandlers.ofString());
    }

    private HttpSocket tcp() throws IOException {
        return new HttpSocket(gateway.tcpPort().orElseThrow());
    }

    private void awaitMetric(String line) throws IOException, InterruptedException {
        while (!get("/metrics").body().contains("\n" + line + "\n")) {
            TimeUnit.MILLISECONDS.sleep(10);
        }
    }

    private Set<Long> storedAfterStop() throws IOException {
        gateway.stop();
        return Ticks.numbers(folder);
    }

    @Test
    void shouldRecordWhatItAccepts() throws Exception {
        start();
        HttpResponse<String> one = post("/messages", OCTETS, Ticks.of(1, 2));
        assertEquals(202, one.statusCode(), one.body());
        assertEquals("{\"messages\":2,\"durability\":\"process\",\"positions\":[0,64]}\n", one.body());
        HttpResponse<String> durable = post("/messages?durability=disk&framing=length=u16le,counts=message", OCTETS,
                Ticks.framed(Ticks.of(3), Ticks.of(4)));
        assertEquals(202, durable.statusCode(), durable.body());
        assertTrue(durable.body().contains("\"durability\":\"disk\""), durable.body());
        byte[] json = "{\"template\":\"Tick\",\"number\":5,\"price\":1,\"side\":\"Sell\"}".getBytes(StandardCharsets.UTF_8);
        assertEquals(202, post("/messages", "application/json", json).statusCode());
        byte[] lines = ("{\"template\":\"Tick\",\"number\":6,\"price\":1,\"side\":\"Sell\"}\n\n"
                + "{\"template\":\"Order\",\"number\":7,\"legs\":[{\"quantity\":1},{\"quantity\":2}],\"note\":\"é\"}\n")
                .getBytes(StandardCharsets.UTF_8);
        HttpResponse<String> two = post("/messages", "application/x-ndjson", lines);
        assertTrue(two.body().startsWith("{\"messages\":2,"), two.body());
        assertEquals(Set.of(1L, 2L, 3L, 4L, 5L, 6L, 7L), storedAfterStop());
        GatewayReport report = gateway.stop();
        assertEquals(7, report.messages());
        assertEquals(4, report.requests());
        assertEquals("", report.failure());
    }

    @Test
    void shouldTakeBodiesInChunks() throws Exception {
        start();
        byte[] ticks = Ticks.run(0, 5_000);
        HttpRequest chunks = request("/messages").header("Content-Type", OCTETS)
                .POST(BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(ticks))).build();
        assertEquals(202, client.send(chunks, BodyHandlers.ofString()).statusCode());
        HttpRequest tooMany = request("/messages").header("Content-Type", OCTETS)
                .POST(BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(new byte[3 << 20]))).build();
        try {
            assertEquals(413, client.send(tooMany, BodyHandlers.ofString()).statusCode());
        } catch (IOException e) {
            // The connection was closed while it was still sending, which its client may see first.
        }
        assertEquals(5_000, storedAfterStop().size());
    }

    @Test
    void shouldRefuseWholeRequestsByName() throws Exception {
        start();
        byte[] cut = Arrays.copyOf(Ticks.of(1, 2), 2 * Ticks.LENGTH - 1);
        assertRefused(400, "malformed", "message cut short: index=1, offset=25", post("/messages", OCTETS, cut));
        byte[] foreign = Ticks.of(1, 2);
        foreign[Ticks.LENGTH + 4]++;
        assertRefused(400, "malformed", "index=1", post("/messages", OCTETS, foreign));
        byte[] hostile = Ticks.fromJson("{\"template\":\"Order\",\"number\":7,\"legs\":[],\"note\":\"\"}");
        hostile[16] = 0;
        hostile[17] = 0;
        hostile[18] = -1;
        hostile[19] = -1;
        assertRefused(400, "malformed", "", post("/messages", OCTETS, hostile));
        assertRefused(400, "malformed", "the body has no messages", post("/messages", OCTETS, new byte[0]));
        assertRefused(400, "malformed", "framing", post("/messages?framing=none", OCTETS, Ticks.of(1)));
        assertRefused(400, "malformed", "durability", post("/messages?durability=ram", OCTETS, Ticks.of(1)));
        assertRefused(415, "media_type", "text/plain", post("/messages", "text/plain", Ticks.of(1)));
        assertRefused(413, "too_long", "body too long", post("/messages", OCTETS, new byte[(1 << 20) + 1]));
        assertRefused(413, "too_long", "more messages", post("/messages", OCTETS, Ticks.run(0, 16_385)));
        for (String json : List.of("{", "[]", "{\"template\":\"None\"}", "{\"template\":\"Tick\",\"number\":-1}",
                "{\"template\":\"Tick\",\"what\":1}", "[".repeat(10_000))) {
            assertRefused(400, "malformed", "", post("/messages", "application/json",
                    json.getBytes(StandardCharsets.UTF_8)));
        }
        assertRefused(404, "unknown", "no such path", get("/none"));
        assertRefused(405, "method", "", get("/messages"));
        assertRefused(404, "unknown", "no table", get("/tail/None"));
        assertEquals(Set.of(), storedAfterStop());
    }

    private static void assertRefused(int status, String name, String part, HttpResponse<String> answer) {
        assertEquals(status, answer.statusCode(), answer.body());
        assertTrue(answer.body().startsWith("{\"error\":\"" + name + "\"") && answer.body().contains(part), answer.body());
    }

    @Test
    void shouldAnswerQueries() throws Exception {
        start();
        post("/messages", OCTETS, Ticks.of(1, 2, 3));
        String sql = "/query?sql=select+number,side+from+Tick+order+by+number+desc";
        HttpResponse<String> json = get(sql);
        assertEquals(200, json.statusCode(), json.body());
        assertEquals("{\"number\":3,\"side\":\"Buy\"}", json.body().lines().findFirst().orElseThrow());
        assertEquals("3", json.headers().firstValue("Ashlar-Rows").orElseThrow());
        HttpResponse<String> csv = get(sql + "&format=csv");
        assertEquals("number,side\n3,Buy\n2,Buy\n1,Buy\n", csv.body());
        assertEquals("no", csv.headers().firstValue("Ashlar-Truncated").orElseThrow());
        assertRefused(400, "malformed", "nearest", get("/query?sql=select+numbr+from+Tick"));
        assertRefused(400, "malformed", "", get("/query?sql=drop+table+Tick"));
        assertRefused(400, "malformed", "no query given", get("/query"));
    }

    @Test
    void shouldFollowTables() throws Exception {
        start();
        post("/messages", OCTETS, Ticks.of(1));
        HttpResponse<Stream<String>> tail = client.send(request("/tail/Tick").build(), BodyHandlers.ofLines());
        assertEquals("text/event-stream", tail.headers().firstValue("Content-Type").orElseThrow());
        post("/messages", OCTETS, Ticks.of(2, 3));
        List<String> lines = tail.body().filter(line -> line.startsWith("id") || line.startsWith("data")).limit(4).toList();
        assertEquals("id: 1", lines.get(0));
        assertTrue(lines.get(1).startsWith("data: {\"_row\":1,"), lines.get(1));
        assertTrue(lines.get(1).contains("\"number\":2,"), lines.get(1));
        assertEquals("id: 2", lines.get(2));
        List<String> again = client.send(request("/tail/Tick?after=0").build(), BodyHandlers.ofLines()).body()
                .filter(line -> line.startsWith("id")).limit(2).toList();
        assertEquals(List.of("id: 1", "id: 2"), again);
        HttpResponse<Stream<String>> end = client.send(request("/tail/Tick?after=2").build(), BodyHandlers.ofLines());
        post("/messages", OCTETS, Ticks.of(4));
        assertEquals(List.of("id: 3"), end.body().filter(line -> line.startsWith("id")).limit(1).toList());
        // Rows that it has seen are lost: others will have their numbers.
        for (String path : List.of("/tail/Tick?after=4", "/tail/Tick?after=100", "/tail/messages?after=100000")) {
            assertRefused(410, "gone", "rows were lost", get(path));
        }
        List<String> messages = client.send(request("/tail/messages?after=0").build(), BodyHandlers.ofLines()).body()
                .filter(line -> line.startsWith("id")).limit(2).toList();
        assertEquals(List.of("id: 64", "id: 128"), messages);
    }

    /// The padding behind a frame comes when it comes: after the frame, in parts, or behind the last not at all.
    @Test
    @Timeout(value = 30, unit = TimeUnit.MINUTES)
    void shouldTakePaddedFramesOverTcpWhateverTheirSegments() throws Exception {
        start(Listening.local(0).withTcpPort(0).withFraming("length=u16le,align=16"));
        int frame = 2 + Ticks.LENGTH;
        try (HttpSocket socket = tcp()) {
            byte[] ticks = Ticks.run(0, 4);
            byte[] all = new byte[3 * 32 + frame];
            for (int i = 0; i < 4; i++) {
                all[i * 32] = (byte) frame;
                System.arraycopy(ticks, i * Ticks.LENGTH, all, i * 32 + 2, Ticks.LENGTH);
            }
            int[] cuts = {frame, 32 + frame, 32 + frame + 2, 64 + frame, all.length};
            int from = 0;
            for (int i = 0; i < cuts.length; i++) {
                socket.send(Arrays.copyOfRange(all, from, cuts[i]));
                from = cuts[i];
                // What was written is read before more is.
                awaitMetric("ashlar_accepted_messages_total " + Math.min(4, i < 2 ? i + 1 : i));
            }
            socket.endOutput();
            String report = socket.line();
            assertTrue(report.startsWith("{\"messages\":4,") && !report.contains("error"), report);
        }
        assertEquals(4, storedAfterStop().size());
    }

    @Test
    void shouldTakeFramesOverTcp() throws Exception {
        start();
        try (HttpSocket socket = tcp()) {
            byte[] ticks = Ticks.run(0, 10_000);
            socket.send(Arrays.copyOf(ticks, 777));
            // In the middle of a message.
            awaitMetric("ashlar_accepted_messages_total " + 777 / Ticks.LENGTH);
            socket.send(Arrays.copyOfRange(ticks, 777, ticks.length));
            socket.endOutput();
            String report = socket.line();
            assertTrue(report.startsWith("{\"messages\":10000,\"firstPosition\":0,"), report);
        }
        try (HttpSocket socket = tcp()) {
            socket.send(Ticks.of(10_000));
            socket.send(new byte[100]);
            String report = socket.line();
            assertTrue(report.startsWith("{\"messages\":1,") && report.contains("\"error\":\"malformed\""), report);
        }
        assertEquals(10_001, storedAfterStop().size());
    }

    @Test
    void shouldBoundConnections() throws Exception {
        gateway = Gateway.start(Ticks.options(folder).withListening(Listening.local(0).withTcpPort(0))
                .withBounds(Ticks.BOUNDS.withConnections(2)), line -> { });
        try (HttpSocket one = tcp(); HttpSocket two = tcp()) {
            one.send(Ticks.of(1));
            two.send(Ticks.of(2));
            awaitMetric("ashlar_accepted_messages_total 2");
            try (HttpSocket three = tcp()) {
                assertTrue(three.line().contains("\"error\":\"too_many\""));
            }
            one.endOutput();
            assertTrue(one.line().startsWith("{\"messages\":1,"));
            assertTrue(one.isClosed());
            // The client hears of the end before its place is free.
            String report = overTcp("", Ticks.of(3));
            while (report.contains("\"error\":\"too_many\"")) {
                report = overTcp("", Ticks.of(3));
            }
            assertTrue(report.startsWith("{\"messages\":1,"), report);
        }
    }

    @Test
    void shouldStopInOrder() throws Exception {
        start();
        int port = gateway.httpPort();
        try (HttpSocket socket = tcp()) {
            socket.send(Ticks.of(1));
            HttpResponse<Stream<String>> live = client.send(request("/live").build(), BodyHandlers.ofLines());
            awaitMetric("ashlar_accepted_messages_total 1");
            Thread stopper = Thread.ofVirtual().start(() -> {
                try {
                    gateway.stop();
                } catch (IOException e) {
                    throw new AssertionError(e);
                }
            });
            String report = socket.line();
            assertTrue(report.startsWith("{\"messages\":1,"), report);
            assertTrue(live.body().count() > 0);
            stopper.join();
        }
        assertEquals(Set.of(1L), Ticks.numbers(folder));
        assertThrows(IOException.class, () -> new Socket("127.0.0.1", port).close());
    }

    @Test
    void shouldCountInPrometheusFormat() throws Exception {
        start();
        post("/messages", OCTETS, Ticks.of(1, 2));
        post("/messages", OCTETS, new byte[3]);
        String page = get("/metrics").body();
        assertTrue(page.contains("\nashlar_accepted_messages_total 2\n"), page);
        assertTrue(page.contains("\nashlar_refused_total{reason=\"malformed\"} 1\n"), page);
        assertTrue(page.contains("\nashlar_accepted_seconds_count 1\n"), page);
        for (String lag : List.of("undurable_bytes", "undurable_seconds", "undurable_longest_seconds",
                "sync_wait_seconds")) {
            assertTrue(page.contains("\nashlar_" + lag + " "), page);
        }
        String type = "";
        Set<String> names = new HashSet<>();
        for (String line : page.split("\n")) {
            if (line.startsWith("# TYPE ")) {
                String[] parts = line.split(" ");
                type = parts[2];
                assertTrue(names.add(type), "twice: " + line);
                assertTrue(type.matches("ashlar_[a-z_]+"), line);
                assertEquals(parts[3].equals("counter"), type.endsWith("_total"), line);
            } else if (!line.startsWith("# HELP ")) {
                assertTrue(line.matches("[a-z_]+(\\{[a-z]+=\"[^\"\n]*\"})? (NaN|[-+0-9.E]+)"), line);
                assertTrue(line.startsWith(type), line);
            }
        }
        assertEquals("{\"status\":\"running\"}\n", get("/health").body());
    }

    @Test
    void shouldWantTheToken() throws Exception {
        start(Listening.local(0).withTcpPort(0).withToken(TOKEN));
        assertRefused(401, "unauthorised", "token", post("/messages", OCTETS, Ticks.of(1)));
        assertRefused(401, "unauthorised", "token", get("/query?sql=select+1"));
        assertRefused(401, "unauthorised", "token", get("/metrics"));
        for (String wrong : List.of("Bearer", "Bearer ", "Bearer " + TOKEN + "x", "Basic " + TOKEN)) {
            assertRefused(401, "unauthorised", "token", client.send(request("/live").header("Authorization", wrong)
                    .build(), BodyHandlers.ofString()));
        }
        assertEquals(200, get("/").statusCode());
        assertEquals(202, client.send(request("/messages").header("Authorization", "Bearer " + TOKEN)
                .header("Content-Type", OCTETS).POST(BodyPublishers.ofByteArray(Ticks.of(1))).build(),
                BodyHandlers.ofString()).statusCode());
        assertTrue(overTcp("Bearer " + TOKEN + "\n", Ticks.of(2)).startsWith("{\"messages\":1,"));
        assertTrue(overTcp("Bearer wrong\n", Ticks.of(3)).contains("\"error\":\"unauthorised\""));
        assertTrue(overTcp("", Ticks.of(4)).contains("\"error\":\"unauthorised\""));
        assertEquals(Set.of(1L, 2L), storedAfterStop());
    }

    private String overTcp(String first, byte[] then) throws IOException {
        try (HttpSocket socket = tcp()) {
            socket.send(first);
            socket.send(then);
            socket.endOutput();
            return socket.line();
        }
    }

    @Test
    void shouldNotListenToOthersUnlessTold() throws Exception {
        Listening everywhere = Listening.local(0).withHost("0.0.0.0");
        IllegalArgumentException refused = assertThrows(IllegalArgumentException.class, () -> start(everywhere));
        assertTrue(refused.getMessage().contains("token"), refused.getMessage());
        start(everywhere.withToken(TOKEN));
        gateway.close();
        start(everywhere.withoutTokenForAll());
        gateway.close();
        start();
        try (HttpSocket socket = new HttpSocket(gateway.httpPort())) {
            socket.send("GET /live HTTP/1.1\r\nHost: evil.example\r\n\r\n");
            assertEquals("HTTP/1.1 421 Misdirected Request", socket.line());
        }
    }
}
