// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.codec;

import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.MessageLite;
import com.google.protobuf.Parser;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/// The memory of protobuf messages: consecutive in an array on the heap. A fork has messages of one type.
final class ProtoMessages implements Codec.Messages {
    private final byte[] bytes;
    private final int[] lengths;
    private final int slotLength;

    /// @param slotLength bytes that no message exceeds
    ProtoMessages(int count, int slotLength) {
        this.slotLength = slotLength;
        bytes = new byte[count * slotLength];
        lengths = new int[count];
    }

    int write(int index, MessageLite message) {
        CodedOutputStream out = CodedOutputStream.newInstance(bytes, index * slotLength, slotLength);
        try {
            message.writeTo(out);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        lengths[index] = out.getTotalBytesWritten();
        return lengths[index];
    }

    <T> T read(int index, Parser<T> parser) {
        try {
            return parser.parseFrom(bytes, index * slotLength, lengths[index]);
        } catch (InvalidProtocolBufferException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public MemorySegment message(int index) {
        return MemorySegment.ofArray(bytes).asSlice((long) index * slotLength, slotLength);
    }

    @Override
    public void clear() {
        Arrays.fill(bytes, (byte) 0);
        Arrays.fill(lengths, 0);
    }
}
