// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest.internal.live;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.StandardSocketOptions;
import java.nio.channels.SocketChannel;
import jdk.net.ExtendedSocketOptions;
import org.junit.jupiter.api.Test;

class TcpReceiverTest {
    @Test
    void shouldAskSilentSendersWhetherTheyAreThere() throws IOException {
        try (SocketChannel channel = SocketChannel.open()) {
            assumeTrue(channel.supportedOptions().contains(ExtendedSocketOptions.TCP_KEEPIDLE),
                    "skipped, this system has no such options");
            TcpReceiver.keepAlive(channel);
            assertEquals(true, channel.getOption(StandardSocketOptions.SO_KEEPALIVE));
            assertEquals(10, channel.getOption(ExtendedSocketOptions.TCP_KEEPIDLE));
            assertEquals(5, channel.getOption(ExtendedSocketOptions.TCP_KEEPINTERVAL));
            assertEquals(3, channel.getOption(ExtendedSocketOptions.TCP_KEEPCOUNT));
        }
    }
}
