// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.server.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.server.Gateway;
import dev.ashlar.server.GatewayOptions.Listening;
import dev.ashlar.server.HttpSocket;
import dev.ashlar.server.HttpSocket.Answer;
import dev.ashlar.server.Ticks;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// What HTTP asks of a server: methods, headers, versions and origins.
@Timeout(1_800)
class HttpRulesTest {
    private static final String OCTETS = "Content-Type: application/octet-stream";
    private static final String TOKEN = "0123456789abcdef-secret";

    @TempDir
    Path folder;
    private Gateway gateway;

    @BeforeEach
    void start() throws IOException {
        gateway = Gateway.start(Ticks.options(folder), line -> { });
        assertEquals(202, post("/messages", Ticks.of(1), OCTETS).status());
    }

    @AfterEach
    void stop() throws IOException {
        gateway.close();
    }

    private Answer ask(String request) throws IOException {
        try (HttpSocket client = new HttpSocket(gateway.httpPort())) {
            client.send(request);
            return client.read();
        }
    }

    private Answer get(String path, String... headers) throws IOException {
        return HttpSocket.get(gateway.httpPort(), path, headers);
    }

    private Answer post(String path, byte[] body, String... headers) throws IOException {
        try (HttpSocket client = new HttpSocket(gateway.httpPort())) {
            client.send("POST " + path + " HTTP/1.1\r\nHost: localhost\r\nContent-Length: " + body.length + "\r\n"
                    + HttpSocket.lines(headers) + "\r\n");
            client.send(body);
            return client.read();
        }
    }

    @Test
    void shouldRefuseWhatForeignPagesAsk() throws Exception {
        for (String foreign : List.of("Sec-Fetch-Site: cross-site", "Sec-Fetch-Site: same-site", "Sec-Fetch-Site: x",
                "Origin: https://evil.example", "Origin: null", "Origin: http://localhost:1", "Origin: evil")) {
            for (String path : List.of("/query?sql=select+1", "/live", "/tail/Tick", "/metrics")) {
                Answer refused = get(path, foreign);
                assertEquals(403, refused.status(), foreign + path);
                assertTrue(refused.body().startsWith("{\"error\":\"foreign_page\""), refused.body());
            }
            assertEquals(403, post("/messages", Ticks.of(2), OCTETS, foreign).status(), foreign);
            assertEquals(403, post("/query", "select 1".getBytes(StandardCharsets.UTF_8), "Content-Type: text/plain",
                    foreign).status(), foreign);
            // Whoever follows a link to the page gets it.
            assertEquals(200, get("/", foreign).status(), foreign);
        }
        for (String own : List.of("Sec-Fetch-Site: same-origin", "Sec-Fetch-Site: none", "Origin: http://LOCALHOST",
                "Sec-Fetch-Site: same-origin\r\nOrigin: https://behind.a.proxy")) {
            assertEquals(200, get("/query?sql=select+1", own).status(), own);
        }
        assertEquals(1, Scrape.metric(gateway.httpPort(), "ashlar_accepted_messages_total"));
    }

    /// Whatever a header says, it is no fault of the gateway's.
    @Test
    void shouldRefuseHeadersThatAreNone() throws Exception {
        List<String> values = List.of("x", "/", "a/", "/b", "a/b/c", "text", "text/csv;", "text/csv;q", "text/csv;q=x",
                "text/csv;q=\"", "application/json; charset=", "application/json; charset=none", ";", ",", "\"", "*", "*/*x",
                "a b/c", "text/csv;q=9999999999", "%", "-1", "é", "=".repeat(500), "a;".repeat(500));
        List<String> wrong = new ArrayList<>();
        for (String name : List.of("Content-Type", "Accept", "Prefer", "Last-Event-ID", "Authorization", "Cookie", "Range",
                "Accept-Language", "Accept-Encoding", "If-Modified-Since", "Expect", "TE", "Via", "Forwarded",
                "X-Forwarded-For", "Origin", "Sec-Fetch-Site", "Upgrade", "Connection", "Content-Encoding")) {
            for (String value : values) {
                for (String path : List.of("/query?sql=select+1", "/messages", "/tail/None", "/")) {
                    String header = name + ": " + value;
                    Answer answer = path.equals("/messages") ? post(path, new byte[1], header) : get(path, header);
                    if (answer.status() >= 500) {
                        wrong.add(path + " " + header + ": " + answer);
                    }
                }
            }
        }
        for (String path : List.of("/query?sql=%", "/query?sql=%zz", "/query?%=1", "/query?sql=%ff", "/tail/%", "/tail/%ff",
                "/%00", "//", "/query?sql=select+1&format=%", "/tail/Tick?after=99999999999999999999", "/?=&&=",
                "/query?sql=select+1&sql=select+2", "/tail/..%2f", "*", "http://localhost/health")) {
            Answer answer = get(path);
            if (answer.status() >= 500) {
                wrong.add(path + ": " + answer);
            }
        }
        assertEquals(List.of(), wrong);
        assertEquals(415, post("/messages", Ticks.of(2), "Content-Type: x").status());
        assertEquals(400, get("/query?sql=select+1", "Accept: x").status());
    }

    @Test
    void shouldStoreNoTextThatWasNotSent() throws Exception {
        byte[] latin = "{\"template\":\"Order\",\"number\":7,\"legs\":[],\"note\":\"é\"}".getBytes(StandardCharsets.ISO_8859_1);
        Answer bytes = post("/messages", latin, "Content-Type: application/json");
        assertEquals(400, bytes.status(), bytes.body());
        assertTrue(bytes.body().contains("no UTF-8: offset=49"), bytes.body());
        assertEquals(415, post("/messages", latin, "Content-Type: application/json; charset=iso-8859-1").status());
        byte[] text = "{\"template\":\"Order\",\"number\":7,\"legs\":[],\"note\":\"\uFFFD\"}".getBytes(StandardCharsets.UTF_8);
        assertEquals(202, post("/messages", text, "Content-Type: application/json; charset=\"UTF-8\"").status());
    }

    @Test
    void shouldTakePreferencesAsTheirRuleSays() throws Exception {
        for (String disk : List.of("Prefer: durability=disk", "Prefer: respond-async, durability=disk",
                "Prefer: durability=disk, respond-async", "Prefer: DURABILITY=disk", "prefer: durability = \"disk\"",
                "Prefer: respond-async\r\nPrefer: durability=disk", "Prefer: wait=10; x=\"a,b;durability=process\" , durability=disk",
                "Prefer: durability=disk;now", "Prefer: ,, durability=disk ,", "Prefer: durability=disk, durability=process")) {
            Answer answer = post("/messages", Ticks.of(2), OCTETS, disk);
            assertEquals(202, answer.status(), disk + answer.body());
            assertTrue(answer.body().contains("\"durability\":\"disk\""), disk + answer.body());
            assertEquals("durability=disk", answer.headers().get("preference-applied"), disk);
        }
        Answer process = post("/messages", Ticks.of(2), OCTETS, "Prefer: durability=process");
        assertEquals("durability=process", process.headers().get("preference-applied"));
        Answer other = post("/messages", Ticks.of(2), OCTETS, "Prefer: respond-async, x=\"durability=disk\"");
        assertTrue(other.body().contains("\"durability\":\"process\""), other.body());
        assertEquals(null, other.headers().get("preference-applied"));
        // If two are asked for, no promise is lost, and none is claimed that was not applied.
        Answer more = post("/messages?durability=disk", Ticks.of(2), OCTETS, "Prefer: durability=process");
        assertTrue(more.body().contains("\"durability\":\"disk\""), more.body());
        assertEquals(null, more.headers().get("preference-applied"));
        for (String wrong : List.of("Prefer: durability=ram", "Prefer: durability", "Prefer: durability=\"\"",
                "Prefer: durability=\"disk", "Prefer: durability=disk respond-async", "Prefer: =disk")) {
            Answer refused = post("/messages", Ticks.of(2), OCTETS, wrong);
            assertEquals(400, refused.status(), wrong + refused.body());
            assertTrue(refused.body().contains("\"malformed\""), refused.body());
        }
    }

    @Test
    void shouldAnswerHeadLikeGetWithoutABody() throws Exception {
        for (String path : List.of("/", "/health", "/metrics", "/query?sql=select+1", "/dashboard.js", "/live", "/tail/Tick",
                "/none", "/tail/None", "/messages")) {
            try (HttpSocket client = new HttpSocket(gateway.httpPort())) {
                for (int i = 0; i < 2; i++) {
                    client.send("HEAD " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n");
                    String status = client.line();
                    assertTrue(status.contains(path.equals("/messages") ? " 405 " : path.contains("one") ? " 404 " : " 200 "),
                            path + status);
                    long length = -1;
                    for (String line = client.line(); !line.isEmpty(); line = client.line()) {
                        length = line.startsWith("Content-Length: ") ? Long.parseLong(line.substring(16)) : length;
                    }
                    // No byte of a body comes: what follows is the next answer.
                    assertTrue(length > 0 || path.equals("/live") || path.equals("/tail/Tick"), path + length);
                }
            }
        }
        assertEquals(0, Scrape.metric(gateway.httpPort(), "ashlar_streams"));
    }

    @Test
    void shouldSayWhichMethodsThereAre() throws Exception {
        Map<String, String> allowed = Map.of("/", "GET, HEAD, OPTIONS", "/health", "GET, HEAD, OPTIONS",
                "/query", "GET, HEAD, POST, OPTIONS", "/messages", "POST, OPTIONS", "/tail/Tick", "GET, HEAD, OPTIONS");
        for (Map.Entry<String, String> path : allowed.entrySet()) {
            Answer refused = ask("DELETE " + path.getKey() + " HTTP/1.1\r\nHost: localhost\r\n\r\n");
            assertEquals(405, refused.status());
            assertEquals(path.getValue(), refused.headers().get("allow"), path.getKey());
            Answer options = ask("OPTIONS " + path.getKey() + " HTTP/1.1\r\nHost: localhost\r\n\r\n");
            assertEquals(204, options.status());
            assertEquals(path.getValue(), options.headers().get("allow"), path.getKey());
        }
    }

    @Test
    void shouldServeClientsOfHttp10() throws Exception {
        for (String request : List.of("GET /health HTTP/1.0\r\n\r\n", "GET /health HTTP/1.0\r\nHost: localhost\r\n"
                + "Connection: keep-alive\r\n\r\n", "OPTIONS /health HTTP/1.0\r\n\r\n", "HEAD /health HTTP/1.0\r\n\r\n")) {
            try (HttpSocket client = new HttpSocket(gateway.httpPort())) {
                client.send(request);
                assertTrue(client.line().matches("HTTP/1.1 20[04] .*"), request);
                assertTrue(client.isClosed());
            }
        }
        try (HttpSocket client = new HttpSocket(gateway.httpPort())) {
            client.send("POST /messages HTTP/1.0\r\nContent-Length: " + Ticks.LENGTH + "\r\n" + OCTETS + "\r\n\r\n");
            client.send(Ticks.of(2));
            assertEquals(202, client.read().status());
        }
        Answer refused = ask("GET /live HTTP/1.0\r\n\r\n");
        assertEquals(505, refused.status());
        assertTrue(refused.body().contains("HTTP/1.1"), refused.body());
        assertEquals(421, ask("GET /live HTTP/1.0\r\nHost: evil.example\r\n\r\n").status());
        assertEquals(0, Scrape.metric(gateway.httpPort(), "ashlar_streams"));
    }

    @Test
    void shouldKnowItsNameInLettersOfAnySize() throws Exception {
        for (String host : List.of("LOCALHOST", "LocalHost:8080", "127.0.0.1", "[::1]:80")) {
            assertEquals(200, ask("GET /metrics HTTP/1.1\r\nHost: " + host + "\r\n\r\n").status(), host);
        }
        assertEquals(421, ask("GET /metrics HTTP/1.1\r\nHost: localhost.evil.example\r\n\r\n").status());
    }

    /// An address may have 8 KiB; a question may have more.
    @Test
    void shouldTakeLongQuestions() throws Exception {
        String sql = "select number from Tick where number in (" + "1, ".repeat(20_000) + "2)";
        byte[] bytes = sql.getBytes(StandardCharsets.UTF_8);
        for (String type : List.of("application/sql", "text/plain; charset=utf-8")) {
            Answer answer = post("/query?format=csv", bytes, "Content-Type: " + type);
            assertEquals("number\n1\n", answer.body(), type);
        }
        byte[] form = ("x=1&sql=" + URLEncoder.encode(sql, StandardCharsets.UTF_8)).getBytes(StandardCharsets.US_ASCII);
        Answer answer = post("/query", form, "Content-Type: application/x-www-form-urlencoded");
        assertEquals("{\"number\":1}\n", answer.body());
        assertEquals(415, post("/query", bytes, "Content-Type: application/json").status());
        assertEquals(400, post("/query", new byte[0], "Content-Type: application/sql").status());
        assertEquals(400, post("/query", new byte[] {(byte) 0xff}, "Content-Type: application/sql").status());
    }

    @Test
    void shouldAnswerInTheFormThatIsPreferred() throws Exception {
        String query = "/query?sql=select+number+from+Tick";
        for (String csv : List.of("text/csv", "text/csv, application/json;q=0.5", "text/csv;q=0.9, */*;q=0.1")) {
            assertEquals("number\n1\n", get(query, "Accept: " + csv).body(), csv);
        }
        for (String json : List.of("application/x-ndjson", "*/*", "text/csv;q=0", "text/csv;q=0.5, application/json")) {
            assertEquals("{\"number\":1}\n", get(query, "Accept: " + json).body(), json);
        }
    }

    @Test
    void shouldWarnOfTokensThatOthersCanRead() throws Exception {
        assertTrue(warnings(Listening.local(0).withHost("0.0.0.0").withToken(TOKEN)).contains("unencrypted"));
        assertFalse(warnings(Listening.local(0).withToken(TOKEN)).contains("unencrypted"));
    }

    private String warnings(Listening listening) throws IOException {
        StringBuffer log = new StringBuffer();
        Gateway.start(Ticks.options(folder.resolve("other")).withListening(listening), log::append).close();
        return log.toString();
    }
}
