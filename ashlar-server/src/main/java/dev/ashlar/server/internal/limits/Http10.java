// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.server.internal.limits;

import io.helidon.common.buffers.DataReader;
import io.helidon.common.buffers.DataWriter;
import io.helidon.common.socket.HelidonSocket;
import io.helidon.common.socket.PeerInfo;
import io.helidon.webserver.ConnectionContext;
import io.helidon.webserver.ListenerContext;
import io.helidon.webserver.ProxyProtocolData;
import io.helidon.webserver.Router;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.function.Supplier;

/// A connection of a client that speaks HTTP/1.0, such as older proxies and health checks, for a server that does not:
/// one request, which is passed on as one of HTTP/1.1 after which the connection closes.
///
/// An answer without a length is not possible this way: `EventStream` refuses it.
public final class Http10 implements ConnectionContext {
    private static final String VERSION = " HTTP/1.0";
    private static final String NEW_LINE = "\r\n";

    private final ConnectionContext context;
    private final DataReader reader;

    private Http10(ConnectionContext context, byte[] request) {
        this.context = context;
        reader = DataReader.create(new Supplier<>() {
            private byte[] first = request;

            @Override
            public byte[] get() {
                byte[] bytes = first;
                first = null;
                return bytes != null ? bytes : rest(context.dataReader());
            }
        });
    }

    private static byte[] rest(DataReader from) {
        try {
            from.ensureAvailable();
            return from.readBytes(from.available());
        } catch (DataReader.InsufficientDataAvailableException e) {
            return null;
        }
    }

    /// Waits for the first line of the first request, and for its header if it is one of HTTP/1.0.
    ///
    /// @param maxLine   bytes of a line
    /// @param maxHeader bytes of all of them
    /// @return the connection as the server can serve it: the same, if it speaks HTTP/1.1, or nothing that is known
    static ConnectionContext adapt(ConnectionContext context, int maxLine, int maxHeader) {
        DataReader in = context.dataReader();
        try {
            int length = in.findNewLine(maxLine);
            if (length == maxLine || !in.getBuffer(length).readString(length).endsWith(VERSION)) {
                return context;
            }
            return new Http10(context, translate(in, maxLine, maxHeader));
        } catch (DataReader.IncorrectNewLineException | DataReader.InsufficientDataAvailableException e) {
            // The server finds out itself, and says so.
            return context;
        }
    }

    private static byte[] translate(DataReader in, int maxLine, int maxHeader) {
        String first = line(in, maxLine);
        StringBuilder request = new StringBuilder(first.substring(0, first.length() - VERSION.length()))
                .append(" HTTP/1.1").append(NEW_LINE).append("Connection: close").append(NEW_LINE);
        boolean host = false;
        for (String line = line(in, maxHeader); !line.isEmpty(); line = line(in, maxHeader)) {
            String name = line.substring(0, Math.max(0, line.indexOf(':'))).toLowerCase(Locale.ROOT);
            host |= name.equals("host");
            // The connection closes, and nobody of that time waits before a body.
            if (!name.equals("connection") && !name.equals("expect")) {
                request.append(line).append(NEW_LINE);
            }
            if (request.length() > maxHeader) {
                // Too long for the server, too, which says so.
                break;
            }
        }
        request.append(host ? "" : "Host: localhost" + NEW_LINE).append(NEW_LINE);
        return request.toString().getBytes(StandardCharsets.ISO_8859_1);
    }

    private static String line(DataReader in, int max) {
        int length = in.findNewLine(max);
        byte[] bytes = in.readBytes(length);
        if (length < max) {
            in.skip(NEW_LINE.length());
        }
        return new String(bytes, StandardCharsets.ISO_8859_1);
    }

    @Override
    public DataReader dataReader() {
        return reader;
    }

    @Override
    public ListenerContext listenerContext() {
        return context.listenerContext();
    }

    @Override
    public ExecutorService executor() {
        return context.executor();
    }

    @Override
    public DataWriter dataWriter() {
        return context.dataWriter();
    }

    @Override
    public Router router() {
        return context.router();
    }

    @Override
    public Optional<ProxyProtocolData> proxyProtocolData() {
        return context.proxyProtocolData();
    }

    @Override
    public HelidonSocket serverSocket() {
        return context.serverSocket();
    }

    @Override
    public PeerInfo remotePeer() {
        return context.remotePeer();
    }

    @Override
    public PeerInfo localPeer() {
        return context.localPeer();
    }

    @Override
    public boolean isSecure() {
        return context.isSecure();
    }

    @Override
    public String socketId() {
        return context.socketId();
    }

    @Override
    public String childSocketId() {
        return context.childSocketId();
    }
}
