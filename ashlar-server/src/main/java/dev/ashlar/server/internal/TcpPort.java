// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.server.internal;

import dev.ashlar.sbe.ir.Schema;
import dev.ashlar.server.GatewayOptions;
import dev.ashlar.server.GatewayOptions.Bounds;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import javax.net.ServerSocketFactory;
import javax.net.ssl.SSLContext;

/// The gateway by TCP: a stream of framed messages for each connection.
///
/// **Threading**: one thread accepts; each connection has a virtual thread.
final class TcpPort implements AutoCloseable {
    private static final int BACKLOG = 128;
    private static final long GRACE_MS = 5_000;

    private final ServerSocket server;
    private final Semaphore places;
    private final Meters meters;
    private final TcpFeed.Rules rules;
    private final Intake intake;
    private final Set<Thread> threads = ConcurrentHashMap.newKeySet();
    private final Set<TcpFeed> feeds = ConcurrentHashMap.newKeySet();
    private final Thread acceptor;
    private volatile boolean stopping;

    TcpPort(GatewayOptions options, Schema schema, int mostLength, Intake intake, HeldBytes held, Meters meters)
            throws IOException {
        Bounds bounds = options.bounds();
        this.intake = intake;
        this.meters = meters;
        places = new Semaphore(bounds.connections());
        rules = new TcpFeed.Rules(schema, options.listening().framing(), mostLength, bounds,
                new AccessToken(options.listening().token()), held);
        ServerSocketFactory factory = options.listening().tls().map(SSLContext::getServerSocketFactory)
                .map(ServerSocketFactory.class::cast).orElse(ServerSocketFactory.getDefault());
        server = factory.createServerSocket();
        try {
            server.setReuseAddress(true);
            server.bind(new InetSocketAddress(InetAddress.getByName(options.listening().host()),
                    options.listening().tcpPort()), BACKLOG);
        } catch (IOException e) {
            server.close();
            throw e;
        }
        acceptor = Thread.ofPlatform().daemon().name("ashlar-tcp").start(this::run);
    }

    int port() {
        return server.getLocalPort();
    }

    private void run() {
        while (!stopping) {
            try {
                Socket socket = server.accept();
                threads.add(Thread.ofVirtual().name("ashlar-tcp-", 0).start(() -> serve(socket)));
            } catch (IOException e) {
                if (!stopping) {
                    meters.log("connection not accepted: " + e.getMessage());
                    pause();
                }
            }
        }
    }

    /// Where there are no file descriptors, asking again at once would only heat.
    private static void pause() {
        try {
            Thread.sleep(50);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void serve(Socket socket) {
        boolean admitted = places.tryAcquire();
        try (socket; TcpFeed feed = new TcpFeed(socket, rules, intake, meters)) {
            if (!admitted) {
                feed.refuse(Refusal.TOO_MANY, "as many connections are open as may be");
                return;
            }
            meters.tcpConnections.incrementAndGet();
            feeds.add(feed);
            try {
                if (stopping) {
                    feed.stop();
                }
                feed.run();
            } finally {
                feeds.remove(feed);
                meters.tcpConnections.decrementAndGet();
            }
        } catch (IOException e) {
            // The client is gone; what it sent whole is recorded.
        } finally {
            if (admitted) {
                places.release();
            }
            threads.remove(Thread.currentThread());
        }
    }

    /// Reads nothing more; what was read whole is recorded, and told.
    @Override
    public void close() {
        stopping = true;
        try {
            server.close();
        } catch (IOException e) {
            // It accepts nothing any more, which is what was wanted.
        }
        feeds.forEach(TcpFeed::stop);
        long deadlineMs = System.currentTimeMillis() + GRACE_MS;
        try {
            acceptor.join();
            for (Thread thread : threads) {
                thread.join(Math.max(1, deadlineMs - System.currentTimeMillis()));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
