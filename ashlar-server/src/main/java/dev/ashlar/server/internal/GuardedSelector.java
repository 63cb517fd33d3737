// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.server.internal;

import io.helidon.common.buffers.BufferData;
import io.helidon.common.concurrency.limits.Limit;
import io.helidon.common.task.InterruptableTask;
import io.helidon.webserver.ConnectionContext;
import io.helidon.webserver.spi.ServerConnection;
import io.helidon.webserver.spi.ServerConnectionSelector;
import java.time.Duration;
import java.util.Set;

/// Holds every connection to deadlines, from its first moment on. Being the only protocol of its listener it is asked
/// before a byte has come, so that those who send none are held to them, too.
final class GuardedSelector implements ServerConnectionSelector {
    /// Of the connection whose thread this is.
    static final ScopedValue<Guard> GUARD = ScopedValue.newInstance();

    private final ServerConnectionSelector http;
    private final Guards guards;
    private final Meters meters;
    private final Duration headerTime;

    GuardedSelector(ServerConnectionSelector http, Guards guards, Meters meters, Duration headerTime) {
        this.http = http;
        this.guards = guards;
        this.meters = meters;
        this.headerTime = headerTime;
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
        return new Guarded(http.connection(context), context.remotePeer().address().toString());
    }

    /// Can be interrupted when the other can: else the end of the server would wait for whoever asks nothing.
    private final class Guarded implements ServerConnection, InterruptableTask<Void> {
        private final ServerConnection connection;
        private final String peer;

        Guarded(ServerConnection connection, String peer) {
            this.connection = connection;
            this.peer = peer;
        }

        @Override
        public void handle(Limit limit) throws InterruptedException {
            Guard guard = guards.open(peer);
            meters.httpConnections.incrementAndGet();
            try {
                guard.allow(headerTime, Refusal.SLOW_HEADER);
                ScopedValue.where(GUARD, guard).call(() -> {
                    connection.handle(limit);
                    return null;
                });
            } finally {
                meters.httpConnections.decrementAndGet();
                guards.close(guard);
            }
        }

        @Override
        public boolean canInterrupt() {
            return connection instanceof InterruptableTask<?> task && task.canInterrupt();
        }

        @Override
        public Duration idleTime() {
            return connection.idleTime();
        }

        @Override
        public void close(boolean interrupt) {
            connection.close(interrupt);
        }
    }
}
