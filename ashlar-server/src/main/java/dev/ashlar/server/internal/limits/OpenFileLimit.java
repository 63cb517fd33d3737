// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.server.internal.limits;

import com.sun.management.UnixOperatingSystemMXBean;
import dev.ashlar.archive.Archive;
import dev.ashlar.server.GatewayOptions;
import dev.ashlar.server.GatewayOptions.Bounds;
import dev.ashlar.server.GatewayOptions.Listening;
import dev.ashlar.server.internal.metrics.GatewayMetrics;
import java.lang.management.ManagementFactory;

/// Reduces the number of connections if the system allows fewer open files: a port that gets no file for the next
/// client could not continue.
public final class OpenFileLimit {
    /// For the store, the ports themselves, the admin port and what the JVM opens.
    private static final int OTHERS = 256;
    /// For the stores of an archive's days that queries keep open, unless that is more than half of all.
    private static final int DAYS = 2_048;

    /// @return the options, with as many connections as fit
    public static GatewayOptions fit(GatewayOptions options, GatewayMetrics meters) {
        return ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean system
                ? fit(options, system.getMaxFileDescriptorCount(), meters) : options;
    }

    public static GatewayOptions fit(GatewayOptions options, long files, GatewayMetrics meters) {
        Bounds bounds = options.bounds();
        int ports = options.listening().tcpPort() == Listening.NO_PORT ? 1 : 2;
        boolean archive = options.archive().isPresent() || Archive.isArchive(options.folder());
        long others = OTHERS + (archive ? Math.min(DAYS, files / 2) : 0);
        long most = Math.max(1, (files - others) / ports);
        if (bounds.connections() <= most) {
            return options;
        }
        meters.log("warning: the system allows fewer open files than connections: openFiles=" + files + ", connections="
                + bounds.connections() + ", used=" + most + "; raise the limit (ulimit -n), or lower the connections");
        return options.withBounds(bounds.withConnections((int) most)
                .withAddressConnections((int) Math.min(bounds.addressConnections(), most)));
    }
}
