// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.server.internal;

import dev.ashlar.archive.ArchiveOptions;
import dev.ashlar.server.Gateway;
import dev.ashlar.server.GatewayOptions;
import dev.ashlar.server.GatewayOptions.Listening;
import dev.ashlar.server.Ticks;
import dev.ashlar.server.internal.RunningGateway.Clocks;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.concurrent.atomic.AtomicLong;

/// A gateway that runs until it is killed, or standard input ends; says its ports. For `heap` it says what is in use;
/// for `late`, every deadline that is set has passed. With a number, it records into the days of an archive, from that
/// day of 1970 on, and each request comes some hours after the one before.
final class GatewayProgram {
    private static final int CONNECTIONS = 20_000;
    private static final long DAY_NS = 86_400_000_000_000L;
    private static final int REQUESTS_OF_A_DAY = 10;

    public static void main(String[] args) throws IOException {
        ManualClock clock = new ManualClock();
        GatewayOptions options = Ticks.options(Path.of(args[0])).withBounds(Ticks.BOUNDS.withConnections(CONNECTIONS)
                .withAddressConnections(CONNECTIONS)).withListening(Listening.local(0).withTcpPort(0));
        boolean archive = args.length > 1;
        AtomicLong wall = new AtomicLong(archive ? DAY_NS * Long.parseLong(args[1]) : 0);
        if (archive) {
            options = options.withArchive(ArchiveOptions.daily(ZoneOffset.UTC));
        }
        Clocks clocks = new Clocks(clock, () -> wall.addAndGet(DAY_NS / REQUESTS_OF_A_DAY));
        try (Gateway gateway = RunningGateway.start(options, System.err::println, recorder -> recorder, clocks);
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
