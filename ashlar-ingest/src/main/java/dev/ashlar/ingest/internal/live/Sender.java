// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest.internal.live;

import java.net.Inet6Address;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.ByteBuffer;

/// Who sent the last packet of a line. The JDK returns the same object for packets of the same sender, so that its
/// bytes are read, which allocates, only when the sender changes.
final class Sender {
    boolean ipv6;
    long high;
    long low;
    int port;
    private SocketAddress last;

    void set(SocketAddress sender) {
        if (sender == last || !(sender instanceof InetSocketAddress address)) {
            return;
        }
        last = sender;
        ByteBuffer bytes = ByteBuffer.wrap(address.getAddress().getAddress());
        ipv6 = address.getAddress() instanceof Inet6Address;
        high = ipv6 ? bytes.getLong() : 0;
        low = ipv6 ? bytes.getLong() : Integer.toUnsignedLong(bytes.getInt());
        port = address.getPort();
    }
}
