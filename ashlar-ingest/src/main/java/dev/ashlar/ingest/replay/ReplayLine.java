// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest.replay;

import dev.ashlar.ingest.Line;
import java.util.Objects;
import java.util.Optional;

/// One line that a capture is sent on.
///
/// @param destination      a multicast group and port, or an address and port
/// @param networkInterface name of the interface that a group is sent through; may be absent if only one can
/// @param from             destination in the capture of the datagrams to send; absent for all datagrams
/// @param loss             fraction of the packets that are dropped at random, 0 to 1
public record ReplayLine(Line destination, Optional<String> networkInterface, Optional<Line> from, double loss) {
    public ReplayLine {
        Objects.requireNonNull(destination, "destination");
        Objects.requireNonNull(networkInterface, "networkInterface");
        Objects.requireNonNull(from, "from");
        if (!(loss >= 0 && loss <= 1)) {
            throw new IllegalArgumentException("loss is not between 0 and 1: loss=" + loss);
        }
        if (destination.port() == 0) {
            throw new IllegalArgumentException("a destination needs a port: port=0");
        }
    }

    /// All datagrams of a capture, without losses.
    public static ReplayLine of(Line destination) {
        return new ReplayLine(destination, Optional.empty(), Optional.empty(), 0);
    }

    /// The same through this interface.
    public ReplayLine on(String name) {
        return new ReplayLine(destination, Optional.of(name), from, loss);
    }

    /// The same with only those datagrams that have this destination in the capture.
    public ReplayLine from(Line captured) {
        return new ReplayLine(destination, networkInterface, Optional.of(captured), loss);
    }

    /// The same with this fraction of the packets dropped at random.
    public ReplayLine withLoss(double part) {
        return new ReplayLine(destination, networkInterface, from, part);
    }
}
