// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.server.GatewayOptions.Listening;
import dev.ashlar.server.internal.Certificates;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Set;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Both ports, encrypted by a certificate that is made for the test.
@Timeout(1_800)
class TlsTest {
    private static final String TOKEN = "0123456789abcdef-secret";

    @TempDir
    Path temp;

    @Test
    void shouldEncryptBothPorts() throws Exception {
        SSLContext context = Certificates.context(temp);
        Path folder = temp.resolve("store");
        try (Gateway gateway = Gateway.start(Ticks.options(folder).withListening(Listening.local(0).withTcpPort(0)
                .withToken(TOKEN).withTls(context)), line -> { });
                HttpClient client = HttpClient.newBuilder().sslContext(context).build()) {
            HttpRequest request = HttpRequest.newBuilder(URI.create("https://localhost:" + gateway.httpPort()
                    + "/messages")).header("Content-Type", "application/octet-stream")
                    .header("Authorization", "Bearer " + TOKEN).POST(BodyPublishers.ofByteArray(Ticks.of(1))).build();
            assertEquals(202, client.send(request, BodyHandlers.ofString()).statusCode());
            try (SSLSocket socket = (SSLSocket) context.getSocketFactory().createSocket("127.0.0.1",
                    gateway.tcpPort().orElseThrow())) {
                socket.getOutputStream().write(("Bearer " + TOKEN + "\n").getBytes(StandardCharsets.US_ASCII));
                socket.getOutputStream().write(Ticks.of(2, 3));
                socket.shutdownOutput();
                String line = new BufferedReader(new InputStreamReader(socket.getInputStream())).readLine();
                assertTrue(line.startsWith("{\"messages\":2,"), line);
            }
            // Who does not encrypt gets nothing, and harms nobody.
            try (HttpSocket plain = new HttpSocket(gateway.httpPort());
                    HttpSocket feed = new HttpSocket(gateway.tcpPort().orElseThrow())) {
                try {
                    plain.post(Ticks.of(4), "Authorization: Bearer " + TOKEN);
                } catch (IOException e) {
                    // It may be closed between the header and the body.
                }
                feed.send("Bearer " + TOKEN + "\n");
                assertTrue(plain.isClosed());
                assertTrue(feed.isClosed());
            }
            gateway.stop();
        }
        assertEquals(Set.of(1L, 2L, 3L), Ticks.numbers(folder));
    }
}
