// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1.values;

import dev.ashlar.store.internal.v1.file.StoreLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.zip.CRC32C;

/// A key to be found or stored: the bytes of its fields one after the other, then zeros up to a multiple of 8.
///
/// **Threading**: one thread.
public final class Key {
    private static final VarHandle LONGS =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long FACTOR = 0x9e37_79b9_7f4a_7c15L;

    private final ValueKeyLayout layout;
    /// Before the key, 8 bytes for what is checksummed with it.
    private final byte[] bytes;
    private final CRC32C crc = new CRC32C();

    public Key(ValueKeyLayout layout) {
        this.layout = layout;
        bytes = new byte[Long.BYTES + paddedBytes(layout.length())];
    }

    static int paddedBytes(int length) {
        return length + Long.BYTES - 1 & -Long.BYTES;
    }

    /// @return whether the key can be so
    boolean set(long number) {
        if (!layout.isInteger()) {
            throw new IllegalArgumentException("key is not one integer: keyFields=" + layout.names());
        }
        if (!layout.holds(number)) {
            return false;
        }
        int unused = Long.SIZE - layout.length() * Byte.SIZE;
        LONGS.set(bytes, Long.BYTES, (layout.isBigEndian() ? Long.reverseBytes(number) : number << unused) >>> unused);
        return true;
    }

    /// @return whether the key can be so
    boolean set(CharSequence text) {
        if (!layout.isText()) {
            throw new IllegalArgumentException("key is not one field of characters: keyFields=" + layout.names());
        }
        if (text.length() > layout.length()) {
            return false;
        }
        Arrays.fill(bytes, Long.BYTES, bytes.length, (byte) 0);
        for (int i = 0; i < text.length(); i++) {
            char character = text.charAt(i);
            if (character > Byte.MAX_VALUE) {
                return false;
            }
            bytes[Long.BYTES + i] = (byte) character;
        }
        return true;
    }

    void set(MemorySegment memory, long offset) {
        MemorySegment.copy(memory, ValueLayout.JAVA_BYTE, offset, bytes, Long.BYTES, layout.length());
    }

    /// From the fields of a block.
    void setBlock(MemorySegment memory, long offset) {
        int at = Long.BYTES;
        for (int i = 0; i < layout.fields(); i++) {
            MemorySegment.copy(memory, ValueLayout.JAVA_BYTE, offset + layout.offset(i), bytes, at, layout.length(i));
            at += layout.length(i);
        }
    }

    /// Into the fields of a block.
    void putBlock(MemorySegment memory, long offset) {
        int at = Long.BYTES;
        for (int i = 0; i < layout.fields(); i++) {
            MemorySegment.copy(bytes, at, memory, ValueLayout.JAVA_BYTE, offset + layout.offset(i), layout.length(i));
            at += layout.length(i);
        }
    }

    /// Whether the fields of a block are this key.
    public boolean isOfBlock(MemorySegment memory, long offset) {
        int at = Long.BYTES;
        for (int i = 0; i < layout.fields(); i++) {
            long field = offset + layout.offset(i);
            for (int j = 0; j < layout.length(i); j++) {
                if (memory.get(ValueLayout.JAVA_BYTE, field + j) != bytes[at++]) {
                    return false;
                }
            }
        }
        return true;
    }

    /// Into a record, with zeros up to a multiple of 8.
    void put(MemorySegment memory, long offset) {
        for (int at = Long.BYTES; at < bytes.length; at += Long.BYTES) {
            memory.set(StoreLayout.LONG, offset + at - Long.BYTES, (long) LONGS.get(bytes, at));
        }
    }

    /// Whether a record has this key.
    boolean isAt(MemorySegment memory, long offset) {
        for (int at = Long.BYTES; at < bytes.length; at += Long.BYTES) {
            if (memory.get(StoreLayout.LONG, offset + at - Long.BYTES) != (long) LONGS.get(bytes, at)) {
                return false;
            }
        }
        return true;
    }

    int hash() {
        long hash = 0;
        for (int at = Long.BYTES; at < bytes.length; at += Long.BYTES) {
            hash = (hash ^ (long) LONGS.get(bytes, at)) * FACTOR;
            hash ^= hash >>> 32;
        }
        return (int) hash;
    }

    /// CRC32C of a number and the key.
    int checksum(long before) {
        LONGS.set(bytes, 0, before);
        crc.reset();
        crc.update(bytes, 0, Long.BYTES + layout.length());
        return (int) crc.getValue();
    }

    /// The bytes, for people; of characters, without the zeros at the end.
    @Override
    public String toString() {
        int end = layout.length();
        while (layout.isText() && end > 0 && bytes[Long.BYTES + end - 1] == 0) {
            end--;
        }
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < end; i++) {
            int value = bytes[Long.BYTES + i];
            text.append(layout.isText() && value >= ' ' ? Character.toString(value) : "%02x".formatted(value & 0xff));
        }
        return text.toString();
    }
}
