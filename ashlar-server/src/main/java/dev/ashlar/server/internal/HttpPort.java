// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.server.internal;

import dev.ashlar.flow.Admission;
import dev.ashlar.server.GatewayOptions;
import dev.ashlar.server.GatewayOptions.Bounds;
import dev.ashlar.server.GatewayOptions.Listening;
import dev.ashlar.sql.SqlSession;
import dev.ashlar.store.Store;
import io.helidon.common.tls.Tls;
import io.helidon.http.DirectHandler;
import io.helidon.http.DirectHandler.EventType;
import io.helidon.http.DirectHandler.TransportResponse;
import io.helidon.http.HeaderNames;
import io.helidon.http.HeaderValues;
import io.helidon.http.Method;
import io.helidon.http.ServerResponseHeaders;
import io.helidon.http.Status;
import io.helidon.webserver.CloseConnectionException;
import io.helidon.webserver.WebServer;
import io.helidon.webserver.WebServerConfig;
import io.helidon.webserver.http.DirectHandlers;
import io.helidon.webserver.http.Handler;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import io.helidon.webserver.http1.Http1ConnectionSelector;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadLocalRandom;

/// The gateway by HTTP: who may ask for what, and how refusals look.
final class HttpPort implements AutoCloseable {
    private static final int MAX_PROLOGUE = 8 << 10;
    private static final int MAX_HEADERS = 16 << 10;
    /// That the system may keep for a client that does not read.
    private static final int SEND_BYTES = 128 << 10;
    private static final Duration GRACE = Duration.ofSeconds(5);
    private static final long NS_PER_S = 1_000_000_000;
    /// Clients that were refused together are not to come back together.
    private static final int JITTER_S = 3;

    private final Meters meters;
    private final Exchange exchange;
    private final Guards guards;
    private final Gate gate;
    private final WebServer server;
    private final Admission admission;

    /// What the handlers need of the gateway.
    record Parts(Store store, Intake intake, Admission admission, Pulse pulse, HeldBytes held,
            Meters meters, Alerts alerts, int mostLength) {
    }

    HttpPort(GatewayOptions options, Parts parts) {
        meters = parts.meters();
        admission = parts.admission();
        Bounds bounds = options.bounds();
        Listening listening = options.listening();
        exchange = new Exchange(bounds.bodyBytes(), bounds.bodyTime(), bounds.answerTime(), parts.held());
        guards = new Guards(meters);
        gate = new Gate(listening, bounds.headerTime());
        WebServerConfig.Builder config = WebServer.builder()
                .host(listening.host())
                .port(listening.httpPort())
                .shutdownHook(false)
                .shutdownGracePeriod(GRACE)
                .maxTcpConnections(bounds.connections())
                // Chunked bodies are cut by it; a little more than may be, so that a known length is told by name.
                .maxPayloadSize(bounds.bodyBytes() + 1L)
                .idleConnectionTimeout(bounds.idleTime())
                .connectionOptions(socket -> socket.tcpNoDelay(true).readTimeout(bounds.idleTime())
                        .socketSendBufferSize(SEND_BYTES))
                .featuresDiscoverServices(false)
                .protocolsDiscoverServices(false)
                .addConnectionSelector(new GuardedSelector(Http1ConnectionSelector.builder()
                        .config(http -> http.maxPrologueLength(MAX_PROLOGUE).maxHeadersSize(MAX_HEADERS)).build(),
                        guards, meters, bounds.headerTime()))
                .directHandlers(this::refuseEarly)
                .routing(routing -> route(routing, options, parts));
        listening.tls().ifPresent(context -> config.tls(Tls.builder().sslContext(context).build()));
        server = config.build();
        try {
            server.start();
            if (!server.isRunning() || server.port() < 0) {
                // It says so in its log alone.
                throw new UncheckedIOException(new BindException("address in use, or not this machine's"));
            }
        } catch (RuntimeException e) {
            guards.close();
            throw e;
        }
    }

    int port() {
        return server.port();
    }

    private void route(HttpRouting.Builder routing, GatewayOptions options, Parts parts) {
        Bounds bounds = options.bounds();
        Store store = parts.store();
        Semaphore streams = new Semaphore(bounds.streams());
        routing.addFilter(gate::time)
                .get("/", checked(new PageHandler("dashboard.html", "text/html; charset=utf-8", exchange)))
                .get("/dashboard.css", checked(new PageHandler("dashboard.css", "text/css; charset=utf-8", exchange)))
                .get("/dashboard.js", checked(new PageHandler("dashboard.js", "text/javascript; charset=utf-8",
                        exchange)))
                .get("/health", checked((_, response) -> health(response, parts.pulse())))
                .get("/metrics", checked(new MetricsHandler(parts, exchange)))
                .get("/live", checked(new LiveHandler(parts.pulse(), streams, exchange, meters)))
                .get("/query", checked(new QueryHandler(SqlSession.of(store), bounds.queries(), bounds.queryTime(),
                        bounds.queryRows(), bounds.answerBytes(), exchange, parts.held(), meters)))
                .get("/tail/{table}", checked(new TailHandler(store, streams, bounds.lagRows(), exchange, meters,
                        parts.pulse())))
                .post("/messages", checked(new MessagesHandler(options.journal().schema(),
                        options.listening().framing(), bounds.requestMessages(), parts.mostLength(),
                        bounds.bodyBytes(), parts.intake(), exchange, parts.held(), meters)));
        Handler other = (request, _) -> {
            throw new RefusedException(Refusal.METHOD, "another method: path=" + request.path().path());
        };
        for (String path : new String[] {"/", "/health", "/metrics", "/live", "/query", "/tail/{table}", "/messages"}) {
            routing.any(path, checked(other));
        }
        routing.any(checked((request, _) -> {
            throw new RefusedException(Refusal.UNKNOWN, "nothing here: path=" + request.path().path());
        }));
    }

    private void health(ServerResponse response, Pulse pulse) {
        String state = pulse.state();
        exchange.sendJson(response, state.equals("running") ? 200 : 503, new JsonText().put("status", state).toString());
    }

    /// Lets in who may, and answers who is refused: here, since the library's own handlers of errors could not close
    /// the connection.
    private Handler checked(Handler handler) {
        return (request, response) -> {
            try {
                gate.check(request);
                handler.handle(request, response);
            } catch (RefusedException e) {
                refuse(request, response, e.refusal(), e.getMessage());
            } catch (CloseConnectionException e) {
                throw e;
            } catch (Exception e) {
                if (response.isSent() || e instanceof InterruptedException) {
                    throw new CloseConnectionException("connection of the client is gone", e);
                }
                meters.log("internal error, please report it: " + e + ", path=" + request.path().path());
                refuse(request, response, Refusal.INTERNAL, "internal error: " + e);
            }
        };
    }

    private void refuse(ServerRequest request, ServerResponse response, Refusal refusal, String message) {
        meters.refused(refusal);
        if (refusal == Refusal.BUSY) {
            meters.refusalTime.record(System.nanoTime() - Gate.arrivedNs(request));
        }
        JsonText json = new JsonText().put("error", refusal.label()).put("message", message);
        if (refusal.isTemporary()) {
            long seconds = 1 + admission.drainNs() / NS_PER_S + ThreadLocalRandom.current().nextInt(JITTER_S);
            response.header(HeaderNames.RETRY_AFTER, Long.toString(seconds));
            json.put("retryAfterSeconds", seconds);
        }
        if (refusal == Refusal.UNAUTHORISED) {
            response.header(HeaderNames.WWW_AUTHENTICATE, "Bearer");
        }
        // What is unread of a body is read and forgotten, so that the connection can be used again; but not where it
        // waits to be asked for, or is longer than any may be, or cannot be read.
        boolean unread = request.content().hasEntity() && !request.content().consumed();
        boolean waits = request.headers().contains(HeaderValues.EXPECT_100) && !request.continueSent();
        boolean ends = unread && (waits || refusal == Refusal.TOO_LONG || refusal == Refusal.MALFORMED);
        if (ends) {
            response.header(HeaderValues.CONNECTION_CLOSE);
        }
        exchange.sendJson(response, refusal.status(), json.toString());
        if (ends) {
            if (!waits) {
                exchange.forget(request);
            }
            throw new CloseConnectionException("refused: " + refusal.label());
        }
    }

    /// Requests that never come as far as a handler.
    private void refuseEarly(DirectHandlers.Builder handlers) {
        for (EventType type : EventType.values()) {
            handlers.addHandler(type, this::early);
        }
    }

    private TransportResponse early(DirectHandler.TransportRequest request, EventType type, Status status,
            ServerResponseHeaders headers, String message) {
        Refusal refusal = switch (status.code()) {
            case 404 -> Refusal.UNKNOWN;
            case 413, 414, 431 -> Refusal.TOO_LONG;
            case 503 -> Refusal.TOO_MANY;
            default -> Refusal.MALFORMED;
        };
        meters.refused(refusal);
        headers.set(HeaderNames.CONTENT_TYPE, "application/json");
        // Bytes that are no HTTP at all count as an error of the server's, and would fill its log.
        Status told = status.code() == Status.INTERNAL_SERVER_ERROR_500.code() ? Status.BAD_REQUEST_400 : status;
        return TransportResponse.builder().status(told).headers(headers).keepAlive(false)
                .entity(new JsonText().put("error", refusal.label()).put("message", told.reasonPhrase()) + "\n").build();
    }

    /// Ends the answers that are under way, then all connections.
    @Override
    public void close() {
        server.stop();
        guards.close();
    }
}
