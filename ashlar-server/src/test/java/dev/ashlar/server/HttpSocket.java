// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.server;

import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/// A client that sends given bytes, whether they are HTTP or not.
public final class HttpSocket implements Closeable {
    private static final int TIMEOUT_MS = 240_000;

    /// What came back.
    ///
    /// @param headers by their names in small letters
    public record Answer(int status, Map<String, String> headers, String body) { }

    private final Socket socket = new Socket();

    public HttpSocket(int port) throws IOException {
        this(port, 0);
    }

    /// @param from another address of this machine, where it has one
    public HttpSocket(int port, String from) throws IOException {
        socket.setSoTimeout(TIMEOUT_MS);
        socket.bind(new InetSocketAddress(from, 0));
        socket.connect(new InetSocketAddress("127.0.0.1", port));
    }

    /// @param receiveBytes that the system takes for a client that does not read; 0 for the usual
    public HttpSocket(int port, int receiveBytes) throws IOException {
        if (receiveBytes > 0) {
            socket.setReceiveBufferSize(receiveBytes);
        }
        socket.setSoTimeout(TIMEOUT_MS);
        socket.setTcpNoDelay(true);
        socket.connect(new InetSocketAddress("127.0.0.1", port));
    }

    public void send(String text) throws IOException {
        send(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    public void send(byte[] bytes) throws IOException {
        socket.getOutputStream().write(bytes);
        socket.getOutputStream().flush();
    }

    /// Closes so that the other side sees an error and not an end.
    public void reset() throws IOException {
        socket.setSoLinger(true, 0);
        socket.close();
    }

    public void endOutput() throws IOException {
        socket.shutdownOutput();
    }

    /// Asks for a page.
    public void get(String path, String... headers) throws IOException {
        send("GET " + path + " HTTP/1.1\r\nHost: localhost\r\n" + lines(headers) + "\r\n");
    }

    /// Sends messages.
    public void post(byte[] body, String... headers) throws IOException {
        send("POST /messages HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/octet-stream\r\nContent-Length: "
                + body.length + "\r\n" + lines(headers) + "\r\n");
        send(body);
    }

    public static String lines(String... headers) {
        return headers.length == 0 ? "" : String.join("\r\n", headers) + "\r\n";
    }

    /// The answer to a client that asks for one page.
    public static Answer get(int port, String path, String... headers) throws IOException {
        try (HttpSocket client = new HttpSocket(port)) {
            client.get(path, headers);
            return client.read();
        }
    }

    /// The answer to a client that sends messages once.
    public static Answer post(int port, byte[] body) throws IOException {
        try (HttpSocket client = new HttpSocket(port)) {
            client.post(body);
            return client.read();
        }
    }

    /// What a client is told that sends this over TCP, and no more.
    public static String overTcp(int port, byte[] bytes) throws IOException {
        try (HttpSocket client = new HttpSocket(port)) {
            client.send(bytes);
            client.endOutput();
            return client.line();
        }
    }

    public static void closeAll(List<HttpSocket> clients) throws IOException {
        for (HttpSocket client : clients) {
            client.close();
        }
    }

    /// Whether the other side has closed, or does so in time; what comes before that is dropped.
    public boolean isClosed() throws IOException {
        try {
            byte[] dropped = new byte[1 << 12];
            for (int count = 0; count >= 0;) {
                count = socket.getInputStream().read(dropped);
            }
            return true;
        } catch (SocketTimeoutException e) {
            return false;
        } catch (IOException e) {
            return true;
        }
    }

    /// Whether bytes can be read, or its end, without waiting.
    public boolean hasInput() throws IOException {
        return socket.getInputStream().available() > 0;
    }

    public String line() throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        InputStream in = socket.getInputStream();
        for (int b = in.read(); b != '\n'; b = in.read()) {
            if (b < 0) {
                throw new EOFException("closed after: " + line);
            }
            line.write(b);
        }
        return line.toString(StandardCharsets.UTF_8).stripTrailing();
    }

    /// The next answer.
    public Answer read() throws IOException {
        String[] first = line().split(" ");
        Map<String, String> headers = new TreeMap<>();
        for (String line = line(); !line.isEmpty(); line = line()) {
            headers.put(line.substring(0, line.indexOf(':')).toLowerCase(Locale.ROOT),
                    line.substring(line.indexOf(':') + 1).strip());
        }
        byte[] body = socket.getInputStream().readNBytes(Integer.parseInt(headers.getOrDefault("content-length", "0")));
        return new Answer(Integer.parseInt(first[1]), headers, new String(body, StandardCharsets.UTF_8));
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
