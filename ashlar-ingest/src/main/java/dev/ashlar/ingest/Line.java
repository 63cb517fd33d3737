// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.nio.ByteBuffer;

/// The destination of a line's datagrams: an address, usually of a multicast group, and a port. Written
/// `224.0.31.1:14310`, or `[ff3e::1]:14310`.
///
/// @param ipv6 whether the address is of IPv6
/// @param high first eight bytes of the address; 0 with IPv4
/// @param low  last eight bytes; with IPv4, all four
/// @param port destination port
public record Line(boolean ipv6, long high, long low, int port) {
    public Line {
        if (port < 0 || port > 0xFFFF) {
            throw new IllegalArgumentException("port outside 0 to 65535: port=" + port);
        }
    }

    /// Parses a line; host names are not resolved.
    ///
    /// @throws IllegalArgumentException if the text is not an IP address and port
    public static Line parse(String text) {
        int colon = text.lastIndexOf(':');
        String port = text.substring(colon + 1);
        if (colon < 1 || !port.matches("\\d{1,5}")) {
            throw new IllegalArgumentException("not an address:port: " + text);
        }
        String address = text.substring(0, colon);
        boolean ipv6 = address.startsWith("[") && address.endsWith("]");
        if (!ipv6 && !address.matches("\\d+\\.\\d+\\.\\d+\\.\\d+")) {
            throw new IllegalArgumentException("neither an IPv4 address nor an IPv6 address in []: " + text);
        }
        InetAddress literal;
        try {
            literal = InetAddress.ofLiteral(ipv6 ? address.substring(1, address.length() - 1) : address);
        } catch (IllegalArgumentException _) {
            throw new IllegalArgumentException("not an IP address: " + text);
        }
        if (literal instanceof Inet6Address != ipv6) {
            throw new IllegalArgumentException("not an IPv6 address: " + text);
        }
        ByteBuffer bytes = ByteBuffer.wrap(literal.getAddress());
        return ipv6 ? new Line(true, bytes.getLong(), bytes.getLong(), Integer.parseInt(port))
                : new Line(false, 0, Integer.toUnsignedLong(bytes.getInt()), Integer.parseInt(port));
    }
}
