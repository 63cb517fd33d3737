// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.server.internal.limits;

import dev.ashlar.sbe.otf.JsonObject;
import dev.ashlar.server.internal.metrics.GatewayMetrics;
import dev.ashlar.server.internal.metrics.Rejection;
import io.helidon.common.buffers.BufferData;
import io.helidon.common.buffers.DataReader;
import io.helidon.common.concurrency.limits.Limit;
import io.helidon.common.task.InterruptableTask;
import io.helidon.webserver.CloseConnectionException;
import io.helidon.webserver.ConnectionContext;
import io.helidon.webserver.http1.Http1ConnectionSelector;
import io.helidon.webserver.spi.ServerConnection;
import io.helidon.webserver.spi.ServerConnectionSelector;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.Semaphore;

/// Holds every connection to deadlines, from its first moment on, and every address to its share of the connections.
///
/// It is the only protocol of its listener, so the server calls it before any byte has arrived (with TLS: before the
/// handshake). Clients that send nothing are therefore held to their deadlines, too.
public final class DeadlineSelector implements ServerConnectionSelector {
    /// Of the connection whose thread this is.
    public static final ScopedValue<ConnectionDeadline> GUARD = ScopedValue.newInstance();
    /// The connection whose thread this is.
    public static final ScopedValue<ConnectionContext> CONNECTION = ScopedValue.newInstance();

    /// Time to answer a client that already has its share of connections, and for the client to read that answer.
    private static final Duration FAREWELL = Duration.ofSeconds(1);
    /// Clients that get such an answer at once. The connections of others are closed without one.
    private static final int MOST_FAREWELLS = 64;
    private static final int FAREWELL_BYTES = 64 << 10;
    private static final byte[] TOO_MANY = answer();

    private final ServerConnectionSelector http;
    private final ConnectionDeadlines guards;
    private final GatewayMetrics meters;
    private final Duration headerTime;
    private final AddressLimit addresses;
    private final int maxPrologue;
    private final int maxHeaders;
    private final Semaphore farewells = new Semaphore(MOST_FAREWELLS);

    public DeadlineSelector(ConnectionDeadlines guards, GatewayMetrics meters, Duration headerTime,
            AddressLimit addresses, int maxPrologue,
            int maxHeaders) {
        http = Http1ConnectionSelector.builder()
                .config(config -> config.maxPrologueLength(maxPrologue).maxHeadersSize(maxHeaders)).build();
        this.maxPrologue = maxPrologue;
        this.maxHeaders = maxHeaders;
        this.guards = guards;
        this.meters = meters;
        this.headerTime = headerTime;
        this.addresses = addresses;
    }

    private static byte[] answer() {
        String body = new JsonObject().put("error", Rejection.TOO_MANY.label())
                .put("message", "too many connections from this address are open").put("retryAfterSeconds", 1)
                + "\n";
        return ("HTTP/1.1 503 Service Unavailable\r\nContent-Type: application/json\r\nRetry-After: 1\r\n"
                + "Connection: close\r\nContent-Length: " + body.length() + "\r\n\r\n" + body)
                .getBytes(StandardCharsets.US_ASCII);
    }

    /// The address of the client whose connection's thread this is.
    public static InetAddress address() {
        return address(CONNECTION.get());
    }

    private static InetAddress address(ConnectionContext context) {
        if (context.remotePeer().address() instanceof InetSocketAddress peer) {
            return peer.getAddress();
        }
        throw new CloseConnectionException("client is gone");
    }

    @Override
    public int bytesToIdentifyConnection() {
        return http.bytesToIdentifyConnection();
    }

    @Override
    public Support supports(BufferData data) {
        return http.supports(data);
    }

    @Override
    public Set<String> supportedApplicationProtocols() {
        return http.supportedApplicationProtocols();
    }

    @Override
    public ServerConnection connection(ConnectionContext context) {
        return new Guarded(context);
    }

    /// Can be interrupted between requests: else the server could not end while a client is idle.
    private final class Guarded implements ServerConnection, InterruptableTask<Void> {
        private final ConnectionContext context;
        /// From when the first line of a request has come.
        private ServerConnection connection;
        /// Until then.
        private Thread waiting;
        private boolean closed;

        Guarded(ConnectionContext context) {
            this.context = context;
        }

        @Override
        public void handle(Limit limit) throws InterruptedException {
            InetAddress address = address(context);
            ConnectionDeadline guard = guards.open(context.remotePeer().address().toString());
            guard.allow(headerTime, Rejection.SLOW_HEADER);
            meters.httpConnections.incrementAndGet();
            try {
                if (!addresses.enter(address)) {
                    refuse(context, guard);
                    return;
                }
                try {
                    serve(guard, limit);
                } finally {
                    addresses.leave(address);
                }
            } finally {
                meters.httpConnections.decrementAndGet();
                guards.close(guard);
            }
        }

        private void serve(ConnectionDeadline guard, Limit limit) throws InterruptedException {
            if (!begin()) {
                return;
            }
            ConnectionContext adapted = Http10.adapt(context, maxPrologue, maxHeaders);
            ServerConnection served = begun(adapted);
            if (served != null) {
                ScopedValue.where(GUARD, guard).where(CONNECTION, adapted).call(() -> {
                    served.handle(limit);
                    return null;
                });
            }
        }

        private synchronized boolean begin() {
            waiting = closed ? null : Thread.currentThread();
            return !closed;
        }

        private synchronized ServerConnection begun(ConnectionContext adapted) {
            waiting = null;
            connection = closed ? null : http.connection(adapted);
            return connection;
        }

        @Override
        public synchronized boolean canInterrupt() {
            return waiting != null || connection instanceof InterruptableTask<?> task && task.canInterrupt();
        }

        @Override
        public synchronized Duration idleTime() {
            return connection == null ? Duration.ZERO : connection.idleTime();
        }

        @Override
        public synchronized void close(boolean interrupt) {
            closed = true;
            if (waiting != null) {
                waiting.interrupt();
            } else if (connection != null) {
                connection.close(interrupt);
            }
        }
    }

    /// Sends the reason, then reads on for a moment: closing a connection with unread bytes resets it, and the client
    /// loses its answer.
    private void refuse(ConnectionContext context, ConnectionDeadline guard) {
        meters.refused(Rejection.TOO_MANY);
        if (!farewells.tryAcquire()) {
            return;
        }
        guard.allow(FAREWELL, Rejection.IDLE);
        try {
            DataReader reader = context.dataReader();
            if (context.isSecure()) {
                // The library shakes hands when it reads; what it writes before that is lost.
                reader.ensureAvailable();
            }
            context.dataWriter().writeNow(BufferData.create(TOO_MANY));
            ClientWatch.skip(reader, FAREWELL_BYTES);
        } catch (RuntimeException e) {
            // It is gone, or had the time to read why.
        } finally {
            farewells.release();
        }
    }
}
