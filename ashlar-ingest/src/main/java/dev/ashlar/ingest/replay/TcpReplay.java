// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest.replay;

import dev.ashlar.ingest.MessageContext;
import dev.ashlar.ingest.MessageHandler;
import dev.ashlar.ingest.MessageSource;
import dev.ashlar.ingest.Transport;
import dev.ashlar.ingest.internal.feed.LineSockets;
import dev.ashlar.ingest.internal.feed.TimeHistogram;
import dev.ashlar.ingest.internal.replay.FrameSender;
import dev.ashlar.ingest.internal.replay.Pacer;
import dev.ashlar.ingest.live.FeedException;
import dev.ashlar.ingest.replay.ReplayReport.LineSent;
import dev.ashlar.sbe.framing.FrameLayout;
import dev.ashlar.sbe.framing.Framing;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.List;

/// Sends the messages of a capture or raw file to one TCP client, each in its original frame but without datagram
/// headers, like a stream of the framing.
///
/// **Threading**: one thread; [#stop] by any.
public final class TcpReplay implements AutoCloseable {
    private final ServerSocketChannel server;
    private final InetSocketAddress address;
    private volatile SocketChannel client;
    private volatile Pacer pacer;
    private volatile boolean stopped;

    private TcpReplay(ServerSocketChannel server) throws IOException {
        this.server = server;
        address = (InetSocketAddress) server.getLocalAddress();
    }

    /// Opens a port and listens on it.
    ///
    /// @param address port 0 for any free one
    /// @throws FeedException if the address or port is not available
    public static TcpReplay open(InetSocketAddress address) throws FeedException {
        ServerSocketChannel server = null;
        try {
            server = ServerSocketChannel.open();
            server.setOption(StandardSocketOptions.SO_REUSEADDR, true);
            server.bind(address, 1);
            return new TcpReplay(server);
        } catch (IOException | IllegalArgumentException e) {
            closeQuietly(server);
            throw new FeedException("cannot listen: " + e.getMessage() + (e instanceof BindException
                    ? "; take another port, and an address of this machine" : "; check the address") + ": " + address, e);
        }
    }

    /// The address and port that it listens on.
    public InetSocketAddress address() {
        return address;
    }

    /// Waits for a client.
    ///
    /// @return false if the replay was stopped
    /// @throws FeedException if no client can be accepted
    public boolean awaitClient() throws FeedException {
        try {
            client = server.accept();
            return !stopped;
        } catch (IOException e) {
            if (stopped) {
                return false;
            }
            throw new FeedException("no client: " + e.getMessage() + ": " + address, e);
        }
    }

    /// Sends the messages of a source to the client, to the end or until [#stop] is called, and closes the connection.
    ///
    /// @param framing  of the source
    /// @param progress called after each packet of the source
    /// @throws FeedException if the client disconnects before the end
    /// @throws IOException   if the source cannot be read
    public ReplayReport run(MessageSource source, Framing framing, ReplayPace pace, Runnable progress)
            throws IOException {
        Pacer waiting = new Pacer(pace);
        pacer = waiting;
        if (stopped) {
            waiting.stop();
        }
        try (SocketChannel connection = client) {
            FrameSender frames = new FrameSender(connection);
            // Nothing that is due waits for what is not.
            waiting.beforeWaiting(frames::flush);
            MessageHandler handler = (context, memory, offset, length) -> send(context, memory, offset, length, framing,
                    waiting, frames);
            boolean more = true;
            while (more && !waiting.isStopped()) {
                more = source.poll(handler);
                progress.run();
            }
            frames.flush();
            TimeHistogram late = waiting.lateness();
            return new ReplayReport(List.of(new LineSent(LineSockets.text(LineSockets.line(address)), frames.frames(),
                    frames.bytes(), 0)), source.report(), false, waiting.elapsedNs(), late.percentileNs(0.5),
                    late.percentileNs(0.999), late.maxNs());
        } catch (UncheckedIOException e) {
            throw new FeedException("client has gone: " + e.getCause().getMessage() + ": " + address, e);
        }
    }

    private static void send(MessageContext context, MemorySegment memory, long offset, long length, Framing framing,
            Pacer pacer, FrameSender frames) {
        FrameLayout layout = context.transport() == Transport.UDP ? framing.datagram() : framing.stream();
        boolean begins = context.messageIndex() == 0 || context.transport() == Transport.FILE;
        if (pacer.isStopped() || begins && !pacer.await(context.timeNs())) {
            return;
        }
        frames.write(memory, offset - layout.messageOffset(), length + layout.messageOffset(), layout.align());
    }

    /// Ends [#awaitClient] and [#run] soon.
    public void stop() {
        stopped = true;
        if (pacer != null) {
            pacer.stop();
        }
        closeQuietly(server);
    }

    private static void closeQuietly(java.nio.channels.Channel channel) {
        try {
            if (channel != null) {
                channel.close();
            }
        } catch (IOException _) {
            // It is of no use any longer.
        }
    }

    @Override
    public void close() {
        stop();
        closeQuietly(client);
    }
}
