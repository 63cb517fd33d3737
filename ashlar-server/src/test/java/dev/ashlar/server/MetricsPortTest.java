// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.BindException;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(600)
class MetricsPortTest {
    private static String ask(int port, String request) throws IOException {
        ByteArrayOutputStream answer = new ByteArrayOutputStream();
        try (Socket socket = new Socket("127.0.0.1", port)) {
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            socket.getInputStream().transferTo(answer);
        } catch (SocketException e) {
            // What is not read of a request that is too long resets the connection, perhaps before its end is seen.
            if (answer.size() == 0) {
                throw e;
            }
        }
        return answer.toString(StandardCharsets.UTF_8);
    }

    private static String get(int port, String path) throws IOException {
        return ask(port, "GET " + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
    }

    @Test
    void shouldAnswerWithThePageAsItIsNow() throws IOException {
        long[] asked = {0};
        try (MetricsPort port = MetricsPort.open(0, text -> {
            text.counter("asked_total", "How often.", ++asked[0]);
            text.gauge("lines", "Of each.");
            text.sample("lines", "line", "a \"b\"\\\n", 1.5);
        })) {
            for (int i = 1; i <= 2; i++) {
                String answer = get(port.port(), "/metrics");
                assertTrue(answer.startsWith("HTTP/1.1 200 OK\r\n"), answer);
                assertTrue(answer.contains("Content-Type: text/plain; version=0.0.4; charset=utf-8\r\n"), answer);
                assertTrue(answer.endsWith("# HELP asked_total How often.\n# TYPE asked_total counter\nasked_total " + i
                        + "\n# HELP lines Of each.\n# TYPE lines gauge\nlines{line=\"a \\\"b\\\"\\\\\\n\"} 1.5\n"), answer);
            }
        }
    }

    @Test
    void shouldRefuseAllElse() throws IOException {
        try (MetricsPort port = MetricsPort.open(0, _ -> { })) {
            assertTrue(get(port.port(), "/").startsWith("HTTP/1.1 404 "));
            assertTrue(ask(port.port(), "POST /metrics HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\n"
                    + "Connection: close\r\n\r\n12345").startsWith("HTTP/1.1 4"));
            assertTrue(get(port.port(), "/" + "x".repeat(20_000)).startsWith("HTTP/1.1 4"));
            BindException taken = assertThrows(BindException.class, () -> MetricsPort.open(port.port(), _ -> { }));
            assertEquals("address in use: 127.0.0.1:" + port.port(), taken.getMessage());
        }
    }

    @Test
    void shouldGoOnWhenThePageCannotBeWritten() throws IOException {
        boolean[] fails = {true};
        try (MetricsPort port = MetricsPort.open(0, text -> {
            if (fails[0]) {
                throw new IllegalStateException("on purpose");
            }
            text.gauge("fine", "Yes.", 1);
        })) {
            String answer = get(port.port(), "/metrics");
            assertTrue(answer.startsWith("HTTP/1.1 500 ") && !answer.contains("purpose"), answer);
            fails[0] = false;
            assertTrue(get(port.port(), "/metrics").endsWith("\nfine 1\n"));
        }
    }
}
