// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest.live;

import dev.ashlar.ingest.Line;
import java.net.InetAddress;
import java.util.Objects;
import java.util.Optional;

/// One line of a UDP feed, as it is received.
///
/// @param destination      a multicast group and port, which is joined; or an address of this machine and a port, on
///                         which datagrams are received. With an address, port 0 means any free port
/// @param networkInterface name of the interface that joins the group; may be absent if only one can
/// @param source           the sender of a source-specific group: datagrams of others are not received
public record UdpLine(Line destination, Optional<String> networkInterface, Optional<InetAddress> source) {
    public UdpLine {
        Objects.requireNonNull(destination, "destination");
        Objects.requireNonNull(networkInterface, "networkInterface");
        Objects.requireNonNull(source, "source");
    }

    /// A line that accepts any sender.
    public static UdpLine of(Line destination) {
        return new UdpLine(destination, Optional.empty(), Optional.empty());
    }

    /// The same on this interface.
    public UdpLine on(String name) {
        return new UdpLine(destination, Optional.of(name), source);
    }

    /// The same from this sender.
    public UdpLine from(InetAddress sender) {
        return new UdpLine(destination, networkInterface, Optional.of(sender));
    }
}
