// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.export.pipeline;

import java.io.IOException;
import java.io.OutputStream;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/// A growing byte array, little endian.
///
/// **Threading**: one thread.
public final class ByteSink extends OutputStream {
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final int MAX_LENGTH = Integer.MAX_VALUE - Long.BYTES;
    /// Of a number of 64 bits, 7 in each byte.
    private static final int MAX_VARINT = 10;

    private byte[] bytes;
    private int length;

    public ByteSink(int capacity) {
        bytes = new byte[capacity];
    }

    /// Makes room.
    public void reserve(int more) {
        if (bytes.length - length < more) {
            long need = (long) length + more;
            if (need > MAX_LENGTH) {
                throw new IllegalStateException("column too long for one group: bytes=" + need + ", most="
                        + MAX_LENGTH + "; export fewer rows, or shorter texts");
            }
            bytes = Arrays.copyOf(bytes, (int) Math.min(MAX_LENGTH, Math.max(2L * bytes.length, need)));
        }
    }

    @Override
    public void write(int value) {
        reserve(1);
        bytes[length++] = (byte) value;
    }

    @Override
    public void write(byte[] from, int at, int count) {
        reserve(count);
        System.arraycopy(from, at, bytes, length, count);
        length += count;
    }

    public void putShort(int value) {
        reserve(Short.BYTES);
        bytes[length++] = (byte) value;
        bytes[length++] = (byte) (value >> Byte.SIZE);
    }

    public void putInt(int value) {
        reserve(Integer.BYTES);
        INT.set(bytes, length, value);
        length += Integer.BYTES;
    }

    public void putLong(long value) {
        reserve(Long.BYTES);
        LONG.set(bytes, length, value);
        length += Long.BYTES;
    }

    public void putLongs(long[] values, int count) {
        reserve(Math.multiplyExact(count, Long.BYTES));
        for (int i = 0; i < count; i++) {
            LONG.set(bytes, length + i * Long.BYTES, values[i]);
        }
        length += count * Long.BYTES;
    }

    /// 7 bits a byte, the lowest first.
    public void putVarint(long value) {
        reserve(MAX_VARINT);
        long left = value;
        while ((left & ~0x7fL) != 0) {
            bytes[length++] = (byte) (left | 0x80);
            left >>>= 7;
        }
        bytes[length++] = (byte) left;
    }

    /// The same for numbers that may be negative.
    public void putZigzag(long value) {
        putVarint(value << 1 ^ value >> 63);
    }

    /// Overwrites 4 bytes.
    public void setInt(int at, int value) {
        INT.set(bytes, at, value);
    }

    public void setByte(int at, int value) {
        bytes[at] = (byte) value;
    }

    /// Writes the lowest `width` bits of each value, the first lowest. The last byte is filled with 0.
    ///
    /// @param width from 0 to 64; higher bits are 0
    public void putBits(long[] values, int from, int to, int width) {
        if (width == 0) {
            return;
        }
        reserve(Math.toIntExact((long) (to - from) * width / Byte.SIZE + 2 * Long.BYTES));
        int at = length;
        long word = 0;
        int used = 0;
        for (int i = from; i < to; i++) {
            long value = values[i];
            word |= value << used;
            used += width;
            if (used >= Long.SIZE) {
                LONG.set(bytes, at, word);
                at += Long.BYTES;
                used -= Long.SIZE;
                word = used == 0 ? 0 : value >>> width - used;
            }
        }
        LONG.set(bytes, at, word);
        length = at + (used + Byte.SIZE - 1) / Byte.SIZE;
    }

    /// The same for codes.
    ///
    /// @param width from 0 to 31
    public void putBits(int[] values, int from, int to, int width) {
        if (width == 0) {
            return;
        }
        reserve(Math.toIntExact((long) (to - from) * width / Byte.SIZE + 2 * Long.BYTES));
        int at = length;
        long word = 0;
        int used = 0;
        for (int i = from; i < to; i++) {
            long value = values[i];
            word |= value << used;
            used += width;
            if (used >= Long.SIZE) {
                LONG.set(bytes, at, word);
                at += Long.BYTES;
                used -= Long.SIZE;
                word = value >>> width - used;
            }
        }
        LONG.set(bytes, at, word);
        length = at + (used + Byte.SIZE - 1) / Byte.SIZE;
    }

    public int length() {
        return length;
    }

    /// Removes the bytes after a position.
    public void truncate(int to) {
        length = to;
    }

    /// The array itself, until something is added.
    public byte[] array() {
        return bytes;
    }

    @Override
    public void close() throws IOException {
        // Holds nothing but memory.
    }
}
