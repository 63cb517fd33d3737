// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.serve;

import dev.ashlar.cli.output.BadInputException;
import dev.ashlar.cli.output.ExitCode;
import dev.ashlar.cli.output.GracefulStop;
import dev.ashlar.cli.output.VisibleText;
import dev.ashlar.sbe.internal.files.FileProblem;
import dev.ashlar.server.Gateway;
import dev.ashlar.server.GatewayOptions;
import dev.ashlar.server.GatewayOptions.Bounds;
import dev.ashlar.server.GatewayOptions.Listening;
import dev.ashlar.server.GatewayReport;
import dev.ashlar.store.JournalDefinition;
import dev.ashlar.store.StoreOptions;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.net.BindException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Stream;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/// Runs `ashlar serve`. Separate from the command, which must load for its options even without the server module.
record ServeRun(ServeCommand command, Path folder, JournalDefinition journal) {
    /// A strong reference: otherwise the logger and its level are collected.
    private static final Logger LIBRARY = Logger.getLogger("io.helidon");

    int run(CommandSpec spec) throws IOException {
        // The gateway reports misbehaving clients itself, at a bounded rate.
        LIBRARY.setLevel(Level.OFF);
        PrintWriter err = spec.commandLine().getErr();
        Consumer<String> log = line -> {
            // It may have what a client sent.
            err.println("ashlar: " + VisibleText.line(line));
            err.flush();
        };
        GatewayOptions options = options(spec, log);
        CountDownLatch ending = new CountDownLatch(1);
        try (Gateway gateway = start(options, log, spec);
                GracefulStop interruption = GracefulStop.stopping(ending::countDown, gateway::stopProgress)) {
            String scheme = options.listening().tls().isPresent() ? "https" : "http";
            err.printf("ashlar: serving %s on %s://%s:%d%s%s%n", folder, scheme, shown(command.host), gateway.httpPort(),
                    gateway.tcpPort().isEmpty() ? "" : ", TCP on " + gateway.tcpPort().getAsInt(),
                    gateway.adminPort().isEmpty() ? "" : ", admin on " + gateway.adminPort().getAsInt());
            err.flush();
            await(ending);
            GatewayReport report = gateway.stop();
            err.printf(Locale.ROOT, "ashlar: ended after %d s: %d messages in %d requests recorded, %d refused (%s)%n",
                    report.running().toSeconds(), report.messages(), report.requests(), report.refused(), folder);
            if (!report.failure().isEmpty()) {
                err.println("ashlar: the store stopped accepting messages: " + report.failure());
            }
            err.flush();
            return report.failure().isEmpty() && interruption.isUnderWay() ? ExitCode.DONE : ExitCode.STORE;
        }
    }

    private static String shown(String host) {
        return host.contains(":") ? "[" + host + "]" : host;
    }

    private static void await(CountDownLatch ending) {
        try {
            ending.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private Gateway start(GatewayOptions options, Consumer<String> log, CommandSpec spec) throws IOException {
        try {
            return Gateway.start(options, log);
        } catch (BindException e) {
            throw new BadInputException("port is not available: host=" + command.host + ", port=" + command.port
                    + (command.tcpPort == null ? "" : ", tcpPort=" + command.tcpPort)
                    + (command.adminPort == null ? "" : ", adminPort=" + command.adminPort) + ": " + e.getMessage()
                    + "; choose another with --port, --tcp-port or --admin-port");
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage().replace("; give a token, or allow access without one",
                    "; give --token-file, or --open"));
        }
    }

    private GatewayOptions options(CommandSpec spec, Consumer<String> log) {
        try {
            Listening listening = Listening.local(command.port).withHost(command.host).withFraming(command.framing);
            if (command.tcpPort != null) {
                listening = listening.withTcpPort(command.tcpPort);
            }
            if (command.adminPort != null) {
                listening = listening.withAdminPort(command.adminPort);
            }
            if (command.open) {
                listening = listening.withoutTokenForAll();
            }
            if (command.tokenFile != null) {
                listening = listening.withToken(firstLine(command.tokenFile));
            }
            if (command.keyStore != null) {
                listening = listening.withTls(tls());
            }
            int bodyBytes = command.maxBodyKiB << 10;
            Bounds bounds = Bounds.defaults();
            bounds = bounds.withMaxLatency(Duration.ofMillis(command.maxLatencyMs))
                    .withConnections(command.maxConnections)
                    .withBodies(bodyBytes, bounds.requestMessages(), Math.max(bounds.heldBytes(), 8L * bodyBytes));
            if (command.maxAddressConnections != null) {
                bounds = bounds.withAddressConnections(command.maxAddressConnections);
            }
            GatewayOptions options = GatewayOptions.of(folder, journal).withListening(listening).withBounds(bounds)
                    .withStore(StoreOptions.defaults().withDurability(command.durability));
            return command.archive(log).map(options::withArchive).orElse(options);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage());
        }
    }

    private static String firstLine(Path file) {
        try (Stream<String> lines = Files.lines(file)) {
            return lines.findFirst().orElse("").strip();
        } catch (IOException e) {
            throw new BadInputException(FileProblem.describe(e));
        }
    }

    private SSLContext tls() {
        char[] password = firstLine(command.passwordFile).toCharArray();
        try (InputStream in = Files.newInputStream(command.keyStore)) {
            KeyStore keys = KeyStore.getInstance("PKCS12");
            keys.load(in, password);
            KeyManagerFactory managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            managers.init(keys, password);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(managers.getKeyManagers(), null, null);
            return context;
        } catch (IOException | GeneralSecurityException e) {
            throw new BadInputException("key store cannot be opened: " + FileProblem.reason(e) + " (" + command.keyStore
                    + "); check the file and its password");
        }
    }
}
