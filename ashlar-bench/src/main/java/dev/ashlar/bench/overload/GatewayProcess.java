// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.overload;

import dev.ashlar.flow.Admission;
import dev.ashlar.flow.AdmissionLimit;
import dev.ashlar.server.Gateway;
import dev.ashlar.server.GatewayOptions;
import dev.ashlar.server.GatewayOptions.Bounds;
import dev.ashlar.store.JournalDefinition;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Path;
import java.time.Duration;
import java.util.logging.Level;
import java.util.logging.Logger;

/// A gateway in a JVM of its own. Says its port; for each line it hears, the heap that is in use; ends with its input.
final class GatewayProcess {
    private static final Logger LIBRARY = Logger.getLogger("io.helidon");

    private GatewayProcess() {
    }

    /// @param args folder of the store; `bounded` or `unbounded`; the bound in milliseconds; messages of a group
    public static void main(String[] args) throws IOException {
        LIBRARY.setLevel(Level.OFF);
        Bounds bounds = Bounds.defaults().withConnections(1 << 16).withAddressConnections(1 << 16)
                .withGroupMessages(Integer.parseInt(args[3]))
                .withMaxLatency(Duration.ofMillis(Integer.parseInt(args[2])));
        if (args[1].equals("unbounded")) {
            bounds = bounds.withAdmission(AdmissionLimit.fixed(Admission.MAX_REQUESTS));
        }
        GatewayOptions options = GatewayOptions.of(Path.of(args[0]), new JournalDefinition("orders", Order.SCHEMA))
                .withBounds(bounds);
        try (Gateway gateway = Gateway.start(options, line -> { });
                BufferedReader in = new BufferedReader(new InputStreamReader(System.in))) {
            System.out.println(gateway.httpPort());
            while (in.readLine() != null) {
                System.gc();
                Runtime runtime = Runtime.getRuntime();
                System.out.println(runtime.totalMemory() - runtime.freeMemory());
            }
        }
    }
}
