// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest.internal.live;

import dev.ashlar.flow.OneToOneRingProducer;
import dev.ashlar.ingest.Line;
import dev.ashlar.ingest.internal.feed.LineSockets;
import dev.ashlar.ingest.live.FeedException;
import dev.ashlar.ingest.live.LineReport;
import dev.ashlar.ingest.live.LiveFeed;
import dev.ashlar.ingest.live.LiveListener;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketOption;
import java.net.StandardSocketOptions;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SocketChannel;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import jdk.net.ExtendedSocketOptions;

/// Receives the bytes of a TCP connection that it opens and, if requested, opens another connection when one ends.
///
/// **Failure**: a connection that cannot be opened, or fails, ends the line, unless it opens another: then it waits
/// from 100 ms up to 5 s, longer after each attempt that brought no byte.
public final class TcpReceiver extends LineReceiver {
    private static final long LEAST_WAIT_MS = 100;
    private static final long MOST_WAIT_MS = 5_000;
    private static final int CONNECT_MS = 5_000;
    /// A sender whose machine or network has gone is noticed 25 s after its last byte. By default systems begin to ask
    /// after two hours.
    private static final int PROBE_AFTER_S = 10;
    private static final int PROBE_EVERY_S = 5;
    private static final int PROBES = 3;

    private final LiveFeed.Tcp feed;
    private final int requestedBytes;
    private final LiveListener listener;
    private final Line line;
    private final ByteBuffer buffer = ByteBuffer.allocateDirect(PacketRecord.MAX_PAYLOAD);
    private final MemorySegment bytes = MemorySegment.ofBuffer(buffer);
    private final CountDownLatch stopping = new CountDownLatch(1);
    /// The last one that was opened, or is being opened.
    private volatile Connection connection;
    private volatile int grantedBytes;
    private volatile long connections;

    /// @param number from 1
    private record Connection(long number, SocketChannel channel) { }

    private TcpReceiver(int index, LiveFeed.Tcp feed, int requestedBytes, OneToOneRingProducer ring, LongSupplier clock,
            LiveListener listener, Line line) {
        super(index, ring, clock);
        this.feed = feed;
        this.requestedBytes = requestedBytes;
        this.grantedBytes = requestedBytes;
        this.listener = listener;
        this.line = line;
    }

    /// A line that connects when it runs.
    ///
    /// @throws FeedException if there is no such host
    public static TcpReceiver of(int index, LiveFeed.Tcp feed, int receiveBufferBytes, OneToOneRingProducer ring,
            LongSupplier clock, LiveListener listener) throws FeedException {
        try {
            InetAddress host = InetAddress.getByName(feed.host());
            return new TcpReceiver(index, feed, receiveBufferBytes, ring, clock, listener,
                    LineSockets.line(new InetSocketAddress(host, feed.port())));
        } catch (UnknownHostException e) {
            throw new FeedException("no such host; check its name: " + feed.host() + ":" + feed.port(), e);
        }
    }

    @Override
    public Line line() {
        return line;
    }

    @Override
    public String name() {
        return feed.host() + ":" + feed.port();
    }

    @Override
    protected void receive() throws IOException {
        long waitMs = LEAST_WAIT_MS;
        while (!stopped) {
            long before = bytes();
            try {
                connect();
                readAll();
                listener.connection(name(), "the sender has ended the connection");
            } catch (ClosedChannelException e) {
                if (!stopped) {
                    listener.connection(name(), "connection closed here: its bytes are out of sync with the framing");
                }
            } catch (IOException e) {
                if (stopped) {
                    return;
                }
                if (!feed.reconnects()) {
                    throw new FeedException("connection failed: " + e.getMessage() + "; check host and port, and that the "
                            + "sender runs: " + name(), e);
                }
                listener.connection(name(), "connection failed: " + e.getMessage());
            }
            if (!feed.reconnects()) {
                return;
            }
            waitMs = bytes() > before ? LEAST_WAIT_MS : Math.min(2 * waitMs, MOST_WAIT_MS);
            pause(waitMs);
        }
    }

    private void connect() throws IOException {
        // Again each time: its address may have changed.
        InetSocketAddress address = new InetSocketAddress(InetAddress.getByName(feed.host()), feed.port());
        SocketChannel opened = SocketChannel.open();
        connection = new Connection(connections + 1, opened);
        if (stopped) {
            opened.close();
        }
        opened.setOption(StandardSocketOptions.SO_RCVBUF, requestedBytes);
        keepAlive(opened);
        try {
            opened.socket().connect(address, CONNECT_MS);
        } catch (IOException e) {
            opened.close();
            throw e;
        }
        grantedBytes = opened.getOption(StandardSocketOptions.SO_RCVBUF);
        connections++;
        sender.set(address);
        listener.connection(name(), "connected");
    }

    static void keepAlive(SocketChannel channel) throws IOException {
        channel.setOption(StandardSocketOptions.SO_KEEPALIVE, true);
        setIfKnown(channel, ExtendedSocketOptions.TCP_KEEPIDLE, PROBE_AFTER_S);
        setIfKnown(channel, ExtendedSocketOptions.TCP_KEEPINTERVAL, PROBE_EVERY_S);
        setIfKnown(channel, ExtendedSocketOptions.TCP_KEEPCOUNT, PROBES);
    }

    private static void setIfKnown(SocketChannel channel, SocketOption<Integer> option, int value) throws IOException {
        if (channel.supportedOptions().contains(option)) {
            channel.setOption(option, value);
        }
    }

    private void readAll() throws IOException {
        try (SocketChannel reading = connection.channel) {
            put(PacketRecord.OPENED, bytes, 0);
            while (!stopped) {
                buffer.clear();
                int length = reading.read(buffer);
                if (length < 0) {
                    return;
                }
                put(PacketRecord.BYTES, bytes, length);
            }
        } finally {
            put(PacketRecord.ENDED, bytes, 0);
        }
    }

    private void pause(long ms) {
        try {
            stopping.await(ms, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            stopped = true;
            Thread.currentThread().interrupt();
        }
    }

    /// Closes a connection, whose bytes make no sense any longer; another may follow, or has followed.
    ///
    /// @param number of the connection, from 1
    public void disconnect(long number) {
        Connection last = connection;
        if (last != null && last.number == number) {
            closeQuietly(last.channel);
        }
    }

    @Override
    public LineReport report() {
        return new LineReport(name(), packets(), bytes(), 0, waits(), waitNs(), requestedBytes, grantedBytes,
                connections);
    }

    @Override
    public void close() {
        stopped = true;
        stopping.countDown();
        Connection last = connection;
        if (last != null) {
            closeQuietly(last.channel);
        }
    }

    private static void closeQuietly(SocketChannel closing) {
        try {
            closing.close();
        } catch (IOException _) {
            // It is of no use any longer.
        }
    }
}
