// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.server.internal.tcp;

import dev.ashlar.sbe.otf.JsonObject;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/// The last line sent to a TCP client. The caller sets a deadline.
final class TcpFinalAnswer {
    /// Total time, whatever the client sends meanwhile.
    static final Duration TIME = Duration.ofSeconds(1);
    private static final int MOST_BYTES = 1 << 20;
    /// Shared by all threads for input that is discarded.
    private static final byte[] FORGOTTEN = new byte[16 << 10];

    static void say(Socket socket, JsonObject line) throws IOException {
        socket.getOutputStream().write((line + "\n").getBytes(StandardCharsets.UTF_8));
        socket.getOutputStream().flush();
        socket.shutdownOutput();
    }

    /// Reads and discards input until the client ends or is cut off: closing a connection with unread bytes resets it,
    /// and the client loses the last line.
    static void readOn(Socket socket) throws IOException {
        int count = 0;
        for (int rest = MOST_BYTES; count >= 0 && rest > 0; rest -= count) {
            count = socket.getInputStream().read(FORGOTTEN);
        }
    }
}
