// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.server.GatewayOptions.Listening;
import java.io.BufferedReader;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Both ports, encrypted by a certificate that is made for the test.
@Timeout(60)
class TlsTest {
    private static final String PASSWORD = "of the test alone";
    private static final String TOKEN = "0123456789abcdef-secret";

    @TempDir
    Path temp;

    private SSLContext context() throws Exception {
        Path file = temp.resolve("keys.p12");
        Process keytool = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair", "-keyalg", "EC", "-alias", "gateway", "-dname", "CN=localhost", "-ext",
                "SAN=dns:localhost,ip:127.0.0.1", "-storetype", "PKCS12", "-keystore", file.toString(), "-storepass",
                PASSWORD).redirectErrorStream(true).start();
        String said = new String(keytool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertTrue(keytool.waitFor(20, TimeUnit.SECONDS) && keytool.exitValue() == 0, said);
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(file)) {
            keys.load(in, PASSWORD.toCharArray());
        }
        KeyManagerFactory own = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        own.init(keys, PASSWORD.toCharArray());
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        trusted.setCertificateEntry("gateway", keys.getCertificate("gateway"));
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(trusted);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(own.getKeyManagers(), trust.getTrustManagers(), null);
        return context;
    }

    @Test
    void shouldEncryptBothPorts() throws Exception {
        SSLContext context = context();
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
                plain.post(Ticks.of(4), "Authorization: Bearer " + TOKEN);
                feed.send("Bearer " + TOKEN + "\n");
                assertTrue(plain.isClosed());
                assertTrue(feed.isClosed());
            }
            gateway.stop();
        }
        assertEquals(Set.of(1L, 2L, 3L), Ticks.numbers(folder));
    }
}
