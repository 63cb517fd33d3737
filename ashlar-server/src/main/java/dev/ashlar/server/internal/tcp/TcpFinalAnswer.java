// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.server.internal.tcp;

import dev.ashlar.sbe.otf.JsonObject;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/// The last words to a TCP client. Who calls holds it to a deadline.
final class TcpFinalAnswer {
    /// In all, whatever the client sends meanwhile.
    static final Duration TIME = Duration.ofSeconds(1);
    private static final int MOST_BYTES = 1 << 20;
    /// Where all threads put what nobody reads.
    private static final byte[] FORGOTTEN = new byte[16 << 10];

    static void say(Socket socket, JsonObject line) throws IOException {
        socket.getOutputStream().write((line + "\n").getBytes(StandardCharsets.UTF_8));
        socket.getOutputStream().flush();
        socket.shutdownOutput();
    }

    /// Reads on and forgets it, until the client ends or is cut off: a connection that is closed with bytes unread
    /// takes its last words back.
    static void readOn(Socket socket) throws IOException {
        int count = 0;
        for (int rest = MOST_BYTES; count >= 0 && rest > 0; rest -= count) {
            count = socket.getInputStream().read(FORGOTTEN);
        }
    }
}
