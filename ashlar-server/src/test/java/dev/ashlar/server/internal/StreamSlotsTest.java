// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.server.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.server.Gateway;
import dev.ashlar.server.GatewayOptions.Listening;
import dev.ashlar.server.HttpSocket;
import dev.ashlar.server.Ticks;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// However a client gives up a stream of events, its slot is free again.
@Timeout(1_800)
class StreamSlotsTest {
    private static final int STREAMS = 64;

    @TempDir
    Path folder;
    private Gateway gateway;

    /// How a client gives up.
    private enum Abort {
        /// Closes as soon as it has asked: the gateway finds out when it answers, or later.
        CLOSE,
        /// The same, with a reset.
        RESET,
        /// Reads the status first.
        CLOSE_AFTER_STATUS,
        /// Ends its own side and keeps the connection.
        HALF_CLOSE
    }

    @BeforeEach
    void start() throws IOException {
        gateway = Gateway.start(Ticks.options(folder).withListening(Listening.local(0)).withBounds(Ticks.BOUNDS
                .withStreams(STREAMS, 1_000_000).withAddressConnections(4_096)), line -> { });
        assertEquals(202, HttpSocket.post(gateway.httpPort(), Ticks.of(1)).status());
    }

    @AfterEach
    void stop() throws IOException {
        gateway.close();
    }

    @ParameterizedTest
    @CsvSource({
        "/live, CLOSE", "/live, RESET", "/live, CLOSE_AFTER_STATUS", "/live, HALF_CLOSE",
        "/tail/Tick, CLOSE", "/tail/Tick, RESET", "/tail/Tick, CLOSE_AFTER_STATUS", "/tail/Tick, HALF_CLOSE"})
    void shouldFreeTheSlotWhenTheClientGivesUp(String path, Abort abort) throws Exception {
        List<HttpSocket> kept = new ArrayList<>();
        for (int round = 0; round < 2; round++) {
            for (int i = 0; i < STREAMS; i++) {
                HttpSocket client = new HttpSocket(gateway.httpPort());
                client.get(path);
                switch (abort) {
                    case CLOSE -> client.close();
                    case RESET -> client.reset();
                    case CLOSE_AFTER_STATUS -> {
                        assertTrue(client.line().contains(" 200 "));
                        client.close();
                    }
                    case HALF_CLOSE -> {
                        assertTrue(client.line().contains(" 200 "));
                        client.endOutput();
                        kept.add(client);
                    }
                }
            }
            Scrape.await(gateway.httpPort(), "ashlar_connections{port=\"http\"}", 1);
            Scrape.await(gateway.httpPort(), "ashlar_streams", 0);
        }
        List<HttpSocket> streams = new ArrayList<>();
        while (streams.size() < STREAMS) {
            HttpSocket client = new HttpSocket(gateway.httpPort());
            client.get(path);
            if (client.line().contains(" 200 ")) {
                streams.add(client);
            } else {
                // A client that closed at once, and is met only now, has the slot for a moment.
                client.close();
            }
        }
        HttpSocket.closeAll(streams);
        HttpSocket.closeAll(kept);
        Scrape.await(gateway.httpPort(), "ashlar_streams", 0);
    }
}
