// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.server.internal.tcp;

import dev.ashlar.sbe.ir.Schema;
import dev.ashlar.sbe.otf.JsonObject;
import dev.ashlar.server.GatewayOptions;
import dev.ashlar.server.GatewayOptions.Bounds;
import dev.ashlar.server.GatewayOptions.Listening;
import dev.ashlar.server.internal.limits.AccessToken;
import dev.ashlar.server.internal.limits.AddressLimit;
import dev.ashlar.server.internal.limits.ConnectionDeadline;
import dev.ashlar.server.internal.limits.ConnectionDeadlines;
import dev.ashlar.server.internal.limits.MemoryBudget;
import dev.ashlar.server.internal.metrics.GatewayMetrics;
import dev.ashlar.server.internal.metrics.Rejection;
import dev.ashlar.server.internal.queue.IngestQueue;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;

/// The TCP side of the gateway: each connection is a stream of framed messages.
///
/// **Threading**: one thread accepts; each connection has a virtual thread, which is held to a deadline whenever it
/// waits for its client.
public final class TcpPort implements AutoCloseable {
    private static final int BACKLOG = 128;
    private static final long GRACE_MS = 5_000;
    /// Maximum number of clients over the limit that get an answer at the same time. The connections of further clients
    /// are closed without an answer.
    private static final int MOST_FAREWELLS = 64;

    private final ServerSocket server;
    private final Semaphore places;
    private final AddressLimit addresses;
    private final Semaphore farewells = new Semaphore(MOST_FAREWELLS);
    private final Bounds bounds;
    private final Optional<SSLContext> tls;
    private final GatewayMetrics meters;
    private final ConnectionDeadlines guards;
    private final TcpConnection.Rules rules;
    private final IngestQueue ingestQueue;
    private final Set<Thread> threads = ConcurrentHashMap.newKeySet();
    private final Set<TcpConnection> feeds = ConcurrentHashMap.newKeySet();
    /// Connections whose client has not shaken hands yet: it has sent nothing that could be recorded.
    private final Set<Socket> handshakes = ConcurrentHashMap.newKeySet();
    private final Thread acceptor;
    private volatile boolean stopping;

    public TcpPort(GatewayOptions options, Schema schema, int mostLength, IngestQueue ingestQueue, MemoryBudget held,
            GatewayMetrics meters,
            ConnectionDeadlines guards) throws IOException {
        Listening listening = options.listening();
        bounds = options.bounds();
        tls = listening.tls();
        this.ingestQueue = ingestQueue;
        this.meters = meters;
        this.guards = guards;
        places = new Semaphore(bounds.connections());
        addresses = new AddressLimit(bounds.addressConnections());
        rules = new TcpConnection.Rules(schema, listening.framing(), mostLength, bounds,
                new AccessToken(listening.token()),
                held);
        server = new ServerSocket();
        try {
            server.setReuseAddress(true);
            server.bind(new InetSocketAddress(InetAddress.getByName(listening.host()), listening.tcpPort()), BACKLOG);
        } catch (IOException e) {
            server.close();
            throw e;
        }
        acceptor = Thread.ofPlatform().daemon().name("ashlar-tcp").start(this::run);
    }

    public int port() {
        return server.getLocalPort();
    }

    private void run() {
        while (!stopping) {
            try {
                accept(server.accept());
            } catch (IOException e) {
                if (!stopping) {
                    meters.log("connection not accepted: " + e.getMessage());
                    pause();
                }
            } catch (RuntimeException | Error e) {
                // Without this thread nobody could connect any more.
                meters.threadError("ashlar-tcp", e);
                pause();
            }
        }
    }

    /// Where there are no file descriptors or no memory, asking again at once would only heat.
    private static void pause() {
        try {
            Thread.sleep(50);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void accept(Socket socket) throws IOException {
        InetAddress address = socket.getInetAddress();
        if (!addresses.enter(address)) {
            turnAway(socket, "too many connections from this address are open: most=" + addresses.most());
        } else if (!places.tryAcquire()) {
            addresses.leave(address);
            turnAway(socket, "too many connections are open: most=" + bounds.connections());
        } else {
            start(socket, () -> serve(socket), () -> {
                places.release();
                addresses.leave(address);
            });
        }
    }

    private void turnAway(Socket socket, String why) throws IOException {
        meters.refused(Rejection.TOO_MANY);
        if (stopping || !farewells.tryAcquire()) {
            socket.close();
            return;
        }
        meters.tcpRefused.incrementAndGet();
        start(socket, () -> farewell(socket, why), () -> {
            meters.tcpRefused.decrementAndGet();
            farewells.release();
        });
    }

    /// Gives a connection a thread, and ends both in every case.
    private void start(Socket socket, Runnable service, Runnable after) {
        Thread thread = Thread.ofVirtual().name("ashlar-tcp-", 0).unstarted(() -> {
            try {
                service.run();
            } finally {
                after.run();
                threads.remove(Thread.currentThread());
            }
        });
        threads.add(thread);
        try {
            thread.start();
        } catch (RuntimeException | Error e) {
            threads.remove(thread);
            after.run();
            closeQuietly(socket);
            throw e;
        }
    }

    private static void closeQuietly(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            // It was to be gone.
        }
    }

    private void farewell(Socket socket, String why) {
        ConnectionDeadline guard = guards.open(peer(socket));
        guard.allow(TcpFinalAnswer.TIME, Rejection.IDLE);
        try (socket; Socket plain = encrypted(socket)) {
            TcpFinalAnswer.say(plain, new JsonObject().put("messages", 0).put("error", Rejection.TOO_MANY.label())
                    .put("message", why));
            TcpFinalAnswer.readOn(plain);
        } catch (IOException e) {
            // It is gone, or had the time to read why.
        } finally {
            guards.close(guard);
        }
    }

    private void serve(Socket socket) {
        ConnectionDeadline guard = guards.open(peer(socket));
        // With TLS, from its first byte until the handshake is done.
        guard.allow(bounds.headerTime(), Rejection.SLOW_HEADER);
        meters.tcpConnections.incrementAndGet();
        try (socket) {
            try (Socket plain = encrypted(socket);
                    TcpConnection feed = new TcpConnection(plain, socket, guard, rules, ingestQueue, meters)) {
                guard.rest();
                feeds.add(feed);
                try {
                    if (stopping) {
                        feed.stop();
                    }
                    feed.run();
                } finally {
                    feeds.remove(feed);
                    // To close an encrypted connection waits for its client, too.
                    guard.allow(TcpFinalAnswer.TIME, Rejection.IDLE);
                }
            }
        } catch (IOException e) {
            // The client is gone; what it sent whole is recorded.
        } finally {
            meters.tcpConnections.decrementAndGet();
            guards.close(guard);
        }
    }

    private static String peer(Socket socket) {
        return String.valueOf(socket.getRemoteSocketAddress());
    }

    /// The socket that messages are read from: with TLS, after the handshake.
    private Socket encrypted(Socket socket) throws IOException {
        if (tls.isEmpty()) {
            return socket;
        }
        SSLSocket encrypted = (SSLSocket) tls.get().getSocketFactory().createSocket(socket, null, true);
        handshakes.add(socket);
        try {
            if (stopping) {
                throw new IOException("the gateway is stopping");
            }
            encrypted.startHandshake();
        } finally {
            handshakes.remove(socket);
        }
        return encrypted;
    }

    /// Stops reading; complete messages that were read are recorded and reported.
    @Override
    public void close() {
        stopping = true;
        try {
            server.close();
        } catch (IOException e) {
            // It accepts nothing any more, which is what was wanted.
        }
        feeds.forEach(TcpConnection::stop);
        handshakes.forEach(TcpPort::closeQuietly);
        long deadlineNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(GRACE_MS);
        try {
            acceptor.join();
            for (Thread thread : threads) {
                long leftNs = deadlineNs - System.nanoTime();
                if (leftNs <= 0) {
                    break;
                }
                thread.join(Duration.ofNanos(leftNs));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        // A virtual thread that waits for its client closes the connection.
        threads.forEach(Thread::interrupt);
    }
}
