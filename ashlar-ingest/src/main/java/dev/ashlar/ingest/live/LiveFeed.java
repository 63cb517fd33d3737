// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest.live;

import java.util.List;
import java.util.Objects;

/// Where a live feed comes from.
public sealed interface LiveFeed {
    /// Datagrams of one line, or of redundant lines that carry the same packets.
    ///
    /// @param lines one to [#MAX_LINES], none twice
    record Udp(List<UdpLine> lines) implements LiveFeed {
        /// Most lines of a feed.
        public static final int MAX_LINES = 8;

        public Udp {
            lines = List.copyOf(lines);
            if (lines.isEmpty() || lines.size() > MAX_LINES) {
                throw new IllegalArgumentException("lines out of bounds: lines=" + lines.size() + ", min=1, max="
                        + MAX_LINES);
            }
            if (lines.stream().map(UdpLine::destination).distinct().count() < lines.size()) {
                throw new IllegalArgumentException("line named twice: " + lines.stream().map(UdpLine::destination).toList());
            }
        }
    }

    /// Frames of a TCP connection that this process opens.
    ///
    /// @param reconnects whether another connection is opened when one fails or ends; else the feed ends with it
    record Tcp(String host, int port, boolean reconnects) implements LiveFeed {
        public Tcp {
            Objects.requireNonNull(host, "host");
            if (port < 1 || port > 0xFFFF) {
                throw new IllegalArgumentException("port outside 1 to 65535: port=" + port);
            }
        }
    }
}
