// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.testkit;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// Builds packets layer by layer, in network byte order; checksums are 0.
public final class Packets {
    public static final int FIN = 1;
    public static final int SYN = 2;
    public static final int RST = 4;
    public static final int ACK = 16;

    private Packets() {
    }

    public static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    public static byte[] hex(String digits) {
        return java.util.HexFormat.of().parseHex(digits.replace(" ", ""));
    }

    public static byte[] join(byte[]... parts) {
        ByteBuffer all = ByteBuffer.allocate(Arrays.stream(parts).mapToInt(p -> p.length).sum());
        for (byte[] part : parts) {
            all.put(part);
        }
        return all.array();
    }

    public static byte[] ethernet(int etherType, byte[] body) {
        return join(new byte[12], shorts(etherType), body);
    }

    public static byte[] ipv4(int protocol, byte[] body) {
        return ipv4(protocol, 7, 0, body);
    }

    public static byte[] ipv4(int protocol, int id, int fragment, byte[] body) {
        return ipv4(protocol, id, fragment, 0xE000_1F01, body);
    }

    public static byte[] ipv4(int protocol, int id, int fragment, int destination, byte[] body) {
        return join(shorts(0x4500, 20 + body.length, id, fragment, 64 << 8 | protocol, 0), new byte[] {10, 0, 0, 1},
                shorts(destination >>> 16, destination), body);
    }

    public static byte[] ipv6(int nextHeader, byte[] body) {
        byte[] source = new byte[16];
        byte[] destination = new byte[16];
        source[15] = 1;
        destination[15] = 2;
        return join(shorts(0x6000, 0, body.length, nextHeader << 8 | 64), source, destination, body);
    }

    public static byte[] udp(int destinationPort, byte[] payload) {
        return join(shorts(1000, destinationPort, 8 + payload.length, 0), payload);
    }

    public static byte[] tcp(int sourcePort, int destinationPort, int sequence, int flags, byte[] payload) {
        return join(shorts(sourcePort, destinationPort, sequence >>> 16, sequence, 0, 0, 0x5000 | flags, 1000, 0, 0),
                payload);
    }

    public static byte[] udpFrame(int destinationPort, byte[] payload) {
        return ethernet(0x0800, ipv4(17, udp(destinationPort, payload)));
    }

    public static byte[] tcpFrame(int sourcePort, int destinationPort, int sequence, int flags, byte[] payload) {
        return ethernet(0x0800, ipv4(6, tcp(sourcePort, destinationPort, sequence, flags, payload)));
    }

    public static byte[] shorts(int... values) {
        ByteBuffer all = ByteBuffer.allocate(values.length * 2);
        for (int value : values) {
            all.putShort((short) value);
        }
        return all.array();
    }

    /// Frames of the framing `length=u16be`, one for each text.
    public static byte[] frames(String... texts) {
        byte[] all = new byte[0];
        for (String text : texts) {
            all = join(all, shorts(2 + text.length()), bytes(text));
        }
        return all;
    }
}
