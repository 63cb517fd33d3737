// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sbe.internal.compat;

import dev.ashlar.sbe.ir.Block;
import dev.ashlar.sbe.ir.Field;
import dev.ashlar.sbe.ir.Group;
import dev.ashlar.sbe.ir.Message;
import dev.ashlar.sbe.ir.VarData;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Map;
import java.util.TreeMap;

/// Writes and reads messages by the letter of the standard, without trusting the check: values are known by the ids on
/// their path. Dimensions are two uint16, lengths one.
final class WireWalk {
    private static final int ENTRIES = 2;
    private static final byte PADDING = (byte) 0xee;

    private final ByteBuffer buffer;
    private final Map<String, Long> values = new TreeMap<>();

    /// A message as it was written: its block length and version would be in the header.
    record Written(ByteBuffer bytes, int blockLength, int version, Map<String, Long> values) { }

    private WireWalk(ByteBuffer buffer) {
        this.buffer = buffer;
    }

    static Written write(Message message, int version) {
        WireWalk walk = new WireWalk(ByteBuffer.allocate(4096).order(ByteOrder.LITTLE_ENDIAN));
        walk.writeBlock(message, "");
        return new Written(walk.buffer.flip(), message.blockLength(), version, walk.values);
    }

    /// What a reader finds: every element of its schema that was there in the version written.
    static Map<String, Long> read(Message message, Written written) {
        WireWalk walk = new WireWalk(written.bytes().duplicate().order(ByteOrder.LITTLE_ENDIAN));
        walk.readBlock(message, written.blockLength(), written.version(), "");
        return walk.values;
    }

    private void writeBlock(Block block, String path) {
        int start = buffer.position();
        for (int i = 0; i < block.blockLength(); i++) {
            buffer.put(PADDING);
        }
        for (Field field : block.fields()) {
            String key = path + "/" + field.id();
            for (int i = 0; i < field.encodedLength(); i++) {
                buffer.put(start + field.offset() + i, (byte) (key.hashCode() * 31 >> i + 3));
            }
            values.put(key, fieldAt(start + field.offset(), field.encodedLength()));
        }
        for (Group group : block.groups()) {
            String key = path + "/" + group.id();
            buffer.putShort((short) group.blockLength()).putShort((short) ENTRIES);
            values.put(key, (long) ENTRIES);
            for (int i = 0; i < ENTRIES; i++) {
                writeBlock(group, key + "[" + i + "]");
            }
        }
        for (VarData data : block.data()) {
            String key = path + "/" + data.id();
            buffer.putShort((short) 3);
            buffer.put((byte) key.hashCode()).put((byte) 1).put((byte) 2);
            values.put(key, fieldAt(buffer.position() - 3, 3));
        }
    }

    private void readBlock(Block block, int wireBlockLength, int version, String path) {
        int start = buffer.position();
        for (Field field : block.fields()) {
            if (field.meta().sinceVersion() <= version) {
                values.put(path + "/" + field.id(), fieldAt(start + field.offset(), field.encodedLength()));
            }
        }
        buffer.position(start + wireBlockLength);
        for (Group group : block.groups()) {
            if (group.meta().sinceVersion() <= version) {
                String key = path + "/" + group.id();
                int blockLength = Short.toUnsignedInt(buffer.getShort());
                int entries = Short.toUnsignedInt(buffer.getShort());
                values.put(key, (long) entries);
                for (int i = 0; i < entries; i++) {
                    readBlock(group, blockLength, version, key + "[" + i + "]");
                }
            }
        }
        for (VarData data : block.data()) {
            if (data.meta().sinceVersion() <= version) {
                int length = Short.toUnsignedInt(buffer.getShort());
                values.put(path + "/" + data.id(), fieldAt(buffer.position(), length));
                buffer.position(buffer.position() + length);
            }
        }
    }

    private long fieldAt(int offset, int length) {
        long value = length;
        for (int i = 0; i < length; i++) {
            value = value * 257 + buffer.get(offset + i);
        }
        return value;
    }
}
