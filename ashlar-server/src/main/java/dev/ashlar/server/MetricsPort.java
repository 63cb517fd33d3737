// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.server;

import dev.ashlar.server.internal.limits.AddressLimit;
import dev.ashlar.server.internal.limits.ConnectionDeadline;
import dev.ashlar.server.internal.limits.ConnectionDeadlines;
import dev.ashlar.server.internal.limits.DeadlineSelector;
import dev.ashlar.server.internal.metrics.GatewayMetrics;
import dev.ashlar.server.internal.metrics.Rejection;
import dev.ashlar.server.internal.monitoring.PrometheusText;
import io.helidon.http.HeaderNames;
import io.helidon.http.HeaderValues;
import io.helidon.http.Status;
import io.helidon.webserver.CloseConnectionException;
import io.helidon.webserver.WebServer;
import io.helidon.webserver.http.FilterChain;
import io.helidon.webserver.http.RoutingRequest;
import io.helidon.webserver.http.RoutingResponse;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.net.BindException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.function.Consumer;

/// Serves `GET /metrics` to Prometheus on this machine, for a program that is not a gateway. Connections, headers and
/// times are bounded as on the gateway's ports.
///
/// **Threading**: each request has a thread of its own, which writes the page. **Ownership**: [#close] ends all
/// connections.
public final class MetricsPort implements AutoCloseable {
    private static final String TYPE = "text/plain; version=0.0.4; charset=utf-8";
    private static final String HOST = "127.0.0.1";
    private static final int CONNECTIONS = 64;
    private static final int ADDRESS_CONNECTIONS = 16;
    private static final int MAX_PROLOGUE = 8 << 10;
    private static final int MAX_HEADERS = 16 << 10;
    private static final Duration HEADER_TIME = Duration.ofSeconds(5);
    private static final Duration ANSWER_TIME = Duration.ofSeconds(10);
    private static final Duration IDLE_TIME = Duration.ofMinutes(2);
    private static final Duration GRACE = Duration.ofSeconds(1);

    private final ConnectionDeadlines deadlines;
    private final WebServer server;

    private MetricsPort(int port, Consumer<MetricsText> page) throws BindException {
        GatewayMetrics meters = new GatewayMetrics(_ -> { });
        deadlines = new ConnectionDeadlines(meters, System::nanoTime);
        server = WebServer.builder().shutdownHook(false).featuresDiscoverServices(false).host(HOST).port(port)
                .shutdownGracePeriod(GRACE).maxTcpConnections(CONNECTIONS).maxPayloadSize(1)
                .idleConnectionTimeout(IDLE_TIME)
                .connectionOptions(socket -> socket.tcpNoDelay(true).readTimeout(IDLE_TIME))
                .protocolsDiscoverServices(false)
                .addConnectionSelector(new DeadlineSelector(deadlines, meters, HEADER_TIME,
                        new AddressLimit(ADDRESS_CONNECTIONS), MAX_PROLOGUE, MAX_HEADERS))
                .routing(routing -> routing.addFilter(MetricsPort::time)
                        .get("/metrics", (request, response) -> send(request, response, page))
                        .any((request, response) -> send(request, response, Status.NOT_FOUND_404,
                                "only /metrics is served here\n")))
                .build();
        server.start();
        if (!server.isRunning() || server.port() < 0) {
            close();
            throw new BindException("address in use: " + HOST + ":" + port);
        }
    }

    /// The header arrived in time. Limits the time for the answer, and afterwards the wait for the next request.
    private static void time(FilterChain chain, RoutingRequest request, RoutingResponse response) {
        ConnectionDeadline deadline = DeadlineSelector.GUARD.get();
        deadline.allow(ANSWER_TIME, Rejection.IDLE);
        try {
            chain.proceed();
        } finally {
            deadline.allow(IDLE_TIME, Rejection.IDLE);
        }
    }

    private static void send(ServerRequest request, ServerResponse response, Consumer<MetricsText> page) {
        PrometheusText text = new PrometheusText();
        try {
            page.accept(text);
        } catch (RuntimeException e) {
            send(request, response, Status.INTERNAL_SERVER_ERROR_500, "the metrics cannot be written\n");
            return;
        }
        send(request, response, Status.OK_200, text.toString());
    }

    private static void send(ServerRequest request, ServerResponse response, Status status, String text) {
        response.status(status).header(HeaderNames.CONTENT_TYPE, TYPE);
        response.send(text.getBytes(StandardCharsets.UTF_8));
        if (request.headers().containsToken(HeaderValues.CONNECTION_CLOSE)) {
            // The library does not close where the client asked for that.
            throw new CloseConnectionException("client asked for it");
        }
    }

    /// Opens a port on the loopback address of this machine.
    ///
    /// @param port 0 for any free one
    /// @param page writes the metrics
    /// @throws BindException if the port is not available
    public static MetricsPort open(int port, Consumer<MetricsText> page) throws BindException {
        return new MetricsPort(port, page);
    }

    public int port() {
        return server.port();
    }

    @Override
    public void close() {
        server.stop();
        deadlines.close();
    }
}
