// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.overload;

import dev.ashlar.latency.Latencies;
import dev.ashlar.latency.Pace;
import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.Phaser;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;

/// Clients that send requests on a schedule, not after the previous answer: an open loop. Each request has a thread,
/// and an idle or new connection.
///
/// Times are measured from the intended start of a request, so that a late client does not hide delays.
final class Clients implements AutoCloseable {
    private static final int MOST_CONNECTIONS = 8_000;
    private static final long PAUSE_NS = 1_000_000;
    private static final int ACCEPTED = 202;
    private static final int REFUSED = 503;

    private final int port;
    private final byte[] request = OrderRequest.request();
    private final ConcurrentLinkedDeque<Connection> idle = new ConcurrentLinkedDeque<>();
    private final AtomicInteger open = new AtomicInteger();

    /// The result of one load. Times in ns.
    static final class Outcome {
        final Latencies accepted = new Latencies("accepted");
        final Latencies refused = new Latencies("refused");
        final LongAdder inTime = new LongAdder();
        final LongAdder failed = new LongAdder();
        /// From the first request to the last answer.
        volatile long elapsedNs;
    }

    Clients(int port) {
        this.port = port;
    }

    /// Sends requests at this rate for this long, and waits for all answers.
    ///
    /// @param boundNs time within which an answer is useful
    Outcome load(double perSecond, double seconds, long boundNs) {
        Outcome outcome = new Outcome();
        Phaser all = new Phaser(1);
        long count = Math.round(perSecond * seconds);
        Pace pace = Pace.perSecond(perSecond);
        for (long i = 0; i < count; i++) {
            long intendedNs = pace.await(i);
            start(all, () -> ask(intendedNs, boundNs, outcome));
        }
        all.arriveAndAwaitAdvance();
        outcome.elapsedNs = System.nanoTime() - pace.startNs();
        return outcome;
    }

    private static void start(Phaser all, Runnable client) {
        all.register();
        Thread.ofVirtual().start(() -> {
            try {
                client.run();
            } finally {
                all.arriveAndDeregister();
            }
        });
    }

    private void ask(long intendedNs, long boundNs, Outcome outcome) {
        try {
            Connection connection = connection();
            long beganNs = System.nanoTime();
            int status = connection.ask(request);
            long now = System.nanoTime();
            idle.push(connection);
            if (status == ACCEPTED) {
                outcome.accepted.record(now - intendedNs);
                if (now - intendedNs <= boundNs) {
                    outcome.inTime.increment();
                }
            } else if (status == REFUSED) {
                outcome.refused.record(now - beganNs);
            } else {
                outcome.failed.increment();
            }
        } catch (IOException e) {
            outcome.failed.increment();
        }
    }

    private Connection connection() throws IOException {
        while (true) {
            Connection one = idle.poll();
            if (one != null) {
                return one;
            }
            if (open.incrementAndGet() <= MOST_CONNECTIONS) {
                return new Connection(port);
            }
            open.decrementAndGet();
            LockSupport.parkNanos(PAUSE_NS);
        }
    }

    /// Sends requests from this many clients, each as soon as the previous one is answered: the capacity of the
    /// gateway.
    ///
    /// @return accepted per second
    double capacity(int atOnce, double seconds) {
        LongAdder accepted = new LongAdder();
        long endNs = System.nanoTime() + (long) (seconds * 1e9);
        Phaser all = new Phaser(1);
        for (int i = 0; i < atOnce; i++) {
            start(all, () -> {
                try {
                    Connection connection = connection();
                    while (System.nanoTime() < endNs) {
                        if (connection.ask(request) == ACCEPTED) {
                            accepted.increment();
                        } else {
                            LockSupport.parkNanos(PAUSE_NS);
                        }
                    }
                    idle.push(connection);
                } catch (IOException e) {
                    // Counts as not accepted.
                }
            });
        }
        all.arriveAndAwaitAdvance();
        return accepted.sum() / seconds;
    }

    int connections() {
        return open.get();
    }

    @Override
    public void close() throws IOException {
        for (Connection one = idle.poll(); one != null; one = idle.poll()) {
            one.close();
        }
    }

    /// A connection of a client that sends a request and waits for the answer.
    static final class Connection implements AutoCloseable {
        private static final String LENGTH = "content-length:";

        private final Socket socket;
        private final InputStream in;

        Connection(int port) throws IOException {
            socket = new Socket("127.0.0.1", port);
            socket.setTcpNoDelay(true);
            socket.setSoTimeout(60_000);
            in = new BufferedInputStream(socket.getInputStream(), 1 << 10);
        }

        /// @return status of the answer
        int ask(byte[] request) throws IOException {
            socket.getOutputStream().write(request);
            int status = Integer.parseInt(line().substring(9, 12));
            long length = 0;
            for (String line = line(); !line.isEmpty(); line = line()) {
                if (line.regionMatches(true, 0, LENGTH, 0, LENGTH.length())) {
                    length = Long.parseLong(line.substring(LENGTH.length()).strip());
                }
            }
            in.skipNBytes(length);
            return status;
        }

        private String line() throws IOException {
            StringBuilder line = new StringBuilder();
            for (int b = in.read(); b != '\n'; b = in.read()) {
                if (b < 0) {
                    throw new EOFException("connection ended");
                }
                line.append((char) b);
            }
            return line.toString().strip();
        }

        @Override
        public void close() throws IOException {
            socket.close();
        }
    }
}
