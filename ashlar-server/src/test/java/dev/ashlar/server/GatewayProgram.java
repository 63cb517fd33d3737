// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.server;

import dev.ashlar.server.GatewayOptions.Bounds;
import dev.ashlar.server.GatewayOptions.Listening;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;

/// A gateway that runs until it is killed, or standard input ends; says its ports.
final class GatewayProgram {
    private GatewayProgram() {
    }

    public static void main(String[] args) throws IOException {
        Duration headerTime = Duration.ofSeconds(Integer.parseInt(args[1]));
        Bounds bounds = Bounds.defaults().withConnections(20_000).withTimes(headerTime, Duration.ofSeconds(5),
                Duration.ofSeconds(5), Duration.ofMinutes(1));
        try (Gateway gateway = Gateway.start(Ticks.options(Path.of(args[0])).withBounds(bounds)
                .withListening(Listening.local(0).withTcpPort(0)), System.err::println)) {
            System.out.println(gateway.httpPort() + " " + gateway.tcpPort().orElseThrow());
            while (System.in.read() >= 0) {
                System.gc();
                Runtime runtime = Runtime.getRuntime();
                System.out.println(runtime.totalMemory() - runtime.freeMemory());
            }
        }
    }
}
