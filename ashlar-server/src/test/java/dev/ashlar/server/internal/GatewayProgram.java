// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.server.internal;

import dev.ashlar.server.Gateway;
import dev.ashlar.server.GatewayOptions.Listening;
import dev.ashlar.server.Ticks;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Path;
import java.time.Duration;

/// A gateway that runs until it is killed, or standard input ends; says its ports. For `heap` it says what is in use;
/// for `late`, every deadline that is set has passed.
final class GatewayProgram {
    private static final int CONNECTIONS = 20_000;

    private GatewayProgram() {
    }

    public static void main(String[] args) throws IOException {
        ManualClock clock = new ManualClock();
        try (Gateway gateway = RunningGateway.start(Ticks.options(Path.of(args[0])).withBounds(Ticks.BOUNDS
                .withConnections(CONNECTIONS).withAddressConnections(CONNECTIONS))
                .withListening(Listening.local(0).withTcpPort(0)), System.err::println, recorder -> recorder, clock);
                BufferedReader in = new BufferedReader(new InputStreamReader(System.in))) {
            System.out.println(gateway.httpPort() + " " + gateway.tcpPort().orElseThrow());
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                if (line.equals("late")) {
                    clock.pass(Duration.ofHours(2));
                } else {
                    System.gc();
                    Runtime runtime = Runtime.getRuntime();
                    System.out.println(runtime.totalMemory() - runtime.freeMemory());
                }
            }
        }
    }
}
