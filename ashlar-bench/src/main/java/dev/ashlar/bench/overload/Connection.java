// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.overload;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;

/// One connection of a client that asks and waits for the answer.
final class Connection implements AutoCloseable {
    private static final int TIMEOUT_MS = 60_000;
    private static final String LENGTH = "content-length:";

    private final Socket socket;
    private final InputStream in;

    Connection(int port) throws IOException {
        socket = new Socket("127.0.0.1", port);
        socket.setTcpNoDelay(true);
        socket.setSoTimeout(TIMEOUT_MS);
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
