// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.testkit;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.GZIPOutputStream;

/// Writes captures of all supported kinds, valid or invalid, to an array.
public final class CaptureBytes {
    public static final int ETHERNET = 1;
    public static final int MICROSECONDS = 0xA1B2C3D4;
    public static final int NANOSECONDS = 0xA1B23C4D;
    public static final int MODIFIED = 0xA1B2CD34;

    private final ByteOrder order;
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private boolean modified;

    public CaptureBytes(ByteOrder order) {
        this.order = order;
    }

    public static CaptureBytes pcap(ByteOrder order, int magic, int linkType) {
        CaptureBytes capture = new CaptureBytes(order);
        capture.modified = magic == MODIFIED;
        return capture.ints(magic, order == ByteOrder.LITTLE_ENDIAN ? 0x40002 : 0x20004, 0, 0, 65535, linkType);
    }

    /// A pcap capture of Ethernet frames, one per second.
    public static byte[] of(byte[]... frames) {
        CaptureBytes capture = pcap(ByteOrder.LITTLE_ENDIAN, NANOSECONDS, ETHERNET);
        for (int i = 0; i < frames.length; i++) {
            capture.record(i, 0, frames[i]);
        }
        return capture.array();
    }

    public CaptureBytes record(int seconds, int fraction, byte[] packet) {
        return record(seconds, fraction, packet.length, packet);
    }

    public CaptureBytes record(int seconds, int fraction, int wireLength, byte[] packet) {
        ints(seconds, fraction, packet.length, wireLength);
        if (modified) {
            ints(0, 0);
        }
        return put(packet);
    }

    public CaptureBytes section() {
        return block(0x0A0D0D0A, buffer(16).putInt(0x1A2B3C4D).putShort((short) 1).putShort((short) 0).putLong(-1));
    }

    public CaptureBytes link(int linkType, int snapLength, byte[]... options) {
        ByteBuffer body = buffer(1024).putShort((short) linkType).putShort((short) 0).putInt(snapLength);
        for (byte[] option : options) {
            body.put(option);
        }
        return block(1, trimmed(body));
    }

    public byte[] option(int code, byte[] value) {
        return trimmed(buffer(256).putShort((short) code).putShort((short) value.length).put(value)
                .put(new byte[-value.length & 3])).array();
    }

    public byte[] longOption(int code, long value) {
        return option(code, buffer(8).putLong(value).array());
    }

    public CaptureBytes enhanced(int link, long time, byte[] packet) {
        return block(6, trimmed(buffer(packet.length + 64).putInt(link).putInt((int) (time >>> 32)).putInt((int) time)
                .putInt(packet.length).putInt(packet.length).put(packet).put(new byte[-packet.length & 3])));
    }

    public CaptureBytes obsolete(int link, long time, byte[] packet) {
        return block(2, trimmed(buffer(packet.length + 64).putShort((short) link).putShort((short) 0)
                .putInt((int) (time >>> 32)).putInt((int) time).putInt(packet.length).putInt(packet.length)
                .put(packet).put(new byte[-packet.length & 3])));
    }

    public CaptureBytes simple(int wireLength, byte[] packet) {
        return block(3, trimmed(buffer(packet.length + 8).putInt(wireLength).put(packet)
                .put(new byte[-packet.length & 3])));
    }

    public CaptureBytes block(int type, ByteBuffer body) {
        int length = 12 + body.capacity();
        return ints(type, length).put(body.array()).ints(length);
    }

    public ByteBuffer buffer(int length) {
        return ByteBuffer.allocate(length).order(order);
    }

    private ByteBuffer trimmed(ByteBuffer body) {
        return buffer(body.position()).put(body.flip());
    }

    public CaptureBytes ints(int... values) {
        for (int value : values) {
            put(buffer(4).putInt(value).array());
        }
        return this;
    }

    public CaptureBytes put(byte[] bytes) {
        out.writeBytes(bytes);
        return this;
    }

    public byte[] array() {
        return out.toByteArray();
    }

    public static byte[] gzip(byte[] plain) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
            gzip.write(plain);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toByteArray();
    }
}
