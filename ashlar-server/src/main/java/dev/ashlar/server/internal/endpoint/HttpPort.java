// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.server.internal.endpoint;

import dev.ashlar.flow.Admission;
import dev.ashlar.server.GatewayOptions.Bounds;
import dev.ashlar.server.GatewayOptions.Listening;
import dev.ashlar.server.GatewayOptions;
import dev.ashlar.server.internal.http.Exchange;
import dev.ashlar.server.internal.http.HttpAnswers;
import dev.ashlar.server.internal.http.RequestFilter;
import dev.ashlar.server.internal.limits.AddressLimit;
import dev.ashlar.server.internal.limits.ConnectionDeadlines;
import dev.ashlar.server.internal.limits.DeadlineSelector;
import dev.ashlar.server.internal.limits.MemoryBudget;
import dev.ashlar.server.internal.metrics.GatewayMetrics;
import dev.ashlar.server.internal.monitoring.Alerts;
import dev.ashlar.server.internal.monitoring.GatewayMonitor;
import dev.ashlar.server.internal.queue.IngestQueue;
import dev.ashlar.server.internal.recording.GatewayStore;
import io.helidon.common.tls.Tls;
import io.helidon.webserver.ListenerConfig;
import io.helidon.webserver.WebServer;
import io.helidon.webserver.WebServerConfig;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.time.Duration;

/// The HTTP side of the gateway: its listeners, and the bounds of each.
public final class HttpPort implements AutoCloseable {
    private static final int MAX_PROLOGUE = 8 << 10;
    private static final int MAX_HEADERS = 16 << 10;
    /// Bytes that the system may buffer for a client that does not read.
    private static final int SEND_BYTES = 128 << 10;
    private static final Duration GRACE = Duration.ofSeconds(5);
    private static final String ADMIN = "admin";
    /// Few, because only monitoring connects here; each address may have enough of them that clients do not block each
    /// other.
    private static final int ADMIN_CONNECTIONS = 64;
    private static final int ADMIN_ADDRESS_CONNECTIONS = 16;

    private final ConnectionDeadlines guards;
    private final WebServer server;
    private final Bounds bounds;
    private final Listening listening;
    private final HttpAnswers answers;
    private final HttpRoutes routes;
    private final GatewayMetrics meters;

    /// The parts of the gateway that handlers need.
    public record Parts(GatewayStore store, IngestQueue ingestQueue, Admission admission, GatewayMonitor monitor,
            MemoryBudget held,
            GatewayMetrics meters, Alerts alerts, int mostLength) { }

    public HttpPort(GatewayOptions options, Parts parts, ConnectionDeadlines guards) {
        this.guards = guards;
        meters = parts.meters();
        bounds = options.bounds();
        listening = options.listening();
        Exchange exchange = new Exchange(bounds.bodyBytes(), bounds.bodyTime(), bounds.answerTime(), parts.held());
        RequestFilter requestFilter = new RequestFilter(listening, bounds.headerTime());
        answers = new HttpAnswers(requestFilter, exchange, meters, parts.admission());
        WebServerConfig.Builder config = WebServer.builder().shutdownHook(false).featuresDiscoverServices(false);
        listen(config, listening.httpPort(), bounds.connections(), bounds.addressConnections());
        routes = HttpRoutes.all(answers, requestFilter, exchange, parts, options);
        config.routing(routes::route);
        if (listening.adminPort() != Listening.NO_PORT) {
            config.putSocket(ADMIN, admin -> listen(admin, listening.adminPort(), ADMIN_CONNECTIONS,
                    ADMIN_ADDRESS_CONNECTIONS));
            config.routing(ADMIN, HttpRoutes.admin(answers, requestFilter, exchange, parts)::route);
        }
        server = config.build();
        server.start();
        if (!server.isRunning() || server.port() < 0 || hasAdmin() && adminPort() < 0) {
            // It says so in its log alone.
            server.stop();
            throw new UncheckedIOException(new BindException("address in use, or not this machine's"));
        }
    }

    private void listen(ListenerConfig.BuilderBase<?, ?> config, int port, int connections, int addressConnections) {
        config.host(listening.host());
        config.port(port);
        config.shutdownGracePeriod(GRACE);
        config.maxTcpConnections(connections);
        // Chunked bodies are cut by it; a little more than may be, so that a known length is rejected by name.
        config.maxPayloadSize(bounds.bodyBytes() + 1L);
        config.idleConnectionTimeout(bounds.idleTime());
        config.connectionOptions(socket -> socket.tcpNoDelay(true).readTimeout(bounds.idleTime())
                .socketSendBufferSize(SEND_BYTES));
        config.protocolsDiscoverServices(false);
        config.addConnectionSelector(new DeadlineSelector(guards, meters, bounds.headerTime(),
                new AddressLimit(addressConnections), MAX_PROLOGUE, MAX_HEADERS));
        config.directHandlers(answers::refuseEarly);
        listening.tls().ifPresent(context -> config.tls(Tls.builder().sslContext(context).build()));
    }

    public int port() {
        return server.port();
    }

    public boolean hasAdmin() {
        return listening.adminPort() != Listening.NO_PORT;
    }

    public int adminPort() {
        return server.port(ADMIN);
    }

    /// Ends the answers that are under way, then all connections.
    @Override
    public void close() {
        routes.stop();
        server.stop();
    }
}
