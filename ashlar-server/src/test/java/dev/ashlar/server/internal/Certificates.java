// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.server.internal;

import dev.ashlar.testkit.ProgramRun;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/// A certificate that is made for a test.
public final class Certificates {
    private static final String PASSWORD = "of the test alone";

    private Certificates() {
    }

    /// For this machine, both as its server and as a client that trusts it.
    ///
    /// @param folder for its file
    public static SSLContext context(Path folder) throws Exception {
        Path file = folder.resolve("keys.p12");
        ProgramRun.check(List.of(ProgramRun.jdk("keytool"), "-genkeypair", "-keyalg", "EC", "-alias", "gateway", "-dname",
                "CN=localhost", "-ext", "SAN=dns:localhost,ip:127.0.0.1", "-storetype", "PKCS12", "-keystore",
                file.toString(), "-storepass", PASSWORD));
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
}
