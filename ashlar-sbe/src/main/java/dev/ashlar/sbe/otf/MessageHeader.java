// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sbe.otf;

import dev.ashlar.codec.AnyMemory;
import dev.ashlar.codec.MalformedMessageException;
import dev.ashlar.sbe.ir.CompositeType;
import dev.ashlar.sbe.ir.Member;
import dev.ashlar.sbe.ir.PrimitiveType;
import dev.ashlar.sbe.ir.Schema;
import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import java.util.Objects;

/// The header of a message. Its members are found by name, whatever order and width the schema gives them.
///
/// **Threading**: a flyweight for one thread.
public final class MessageHeader {
    private final CompositeType type;
    private final Slot blockLengthSlot;
    private final Slot templateIdSlot;
    private final Slot schemaIdSlot;
    private final Slot versionSlot;
    /// Whether the members are the four of the standard, 16 bits each, so that one load reads them all.
    private final boolean usual;
    private final ByteOrder order;
    private MemorySegment memory = MemorySegment.NULL;
    private long offset;
    private long blockLength;
    private long templateId;
    private long schemaId;
    private long version;

    /// @throws IllegalArgumentException if the header lacks one of the members that the standard requires
    public MessageHeader(Schema schema) {
        type = schema.header();
        order = schema.byteOrder();
        blockLengthSlot = SchemaLayout.whole(type, "blockLength", order);
        templateIdSlot = SchemaLayout.whole(type, "templateId", order);
        schemaIdSlot = SchemaLayout.whole(type, "schemaId", order);
        versionSlot = SchemaLayout.whole(type, "version", order);
        usual = isUsual(blockLengthSlot, 0) && isUsual(templateIdSlot, 2) && isUsual(schemaIdSlot, 4)
                && isUsual(versionSlot, 6);
    }

    private static boolean isUsual(Slot slot, int offset) {
        return !slot.isConstant() && slot.primitive() == PrimitiveType.UINT16 && slot.offset() == offset;
    }

    /// Reads the header at `offset`.
    ///
    /// @param length bytes that may be read from there
    /// @throws MalformedMessageException if the header is longer
    /// @throws IndexOutOfBoundsException if `offset` and `length` reach beyond the memory
    public MessageHeader wrap(MemorySegment source, long sourceOffset, long length) {
        Objects.checkFromIndexSize(sourceOffset, length, source.byteSize());
        if (!tryWrap(source, sourceOffset, length)) {
            throw new MalformedMessageException("header longer than bytes: headerLength=" + encodedLength()
                    + ", length=" + length + ", offset=" + sourceOffset);
        }
        return this;
    }

    boolean tryWrap(MemorySegment source, long sourceOffset, long length) {
        if (length < type.encodedLength()) {
            return false;
        }
        memory = source;
        offset = sourceOffset;
        if (usual) {
            long word = AnyMemory.getLong(source, sourceOffset, order);
            boolean little = order == ByteOrder.LITTLE_ENDIAN;
            blockLength = (little ? word : word >>> 48) & 0xffff;
            templateId = (little ? word >>> 16 : word >>> 32) & 0xffff;
            schemaId = (little ? word >>> 32 : word >>> 16) & 0xffff;
            version = (little ? word >>> 48 : word) & 0xffff;
            return true;
        }
        blockLength = SchemaLayout.read(blockLengthSlot, source, sourceOffset);
        templateId = SchemaLayout.read(templateIdSlot, source, sourceOffset);
        schemaId = SchemaLayout.read(schemaIdSlot, source, sourceOffset);
        version = SchemaLayout.read(versionSlot, source, sourceOffset);
        return true;
    }

    void set(MemorySegment source, long sourceOffset, long actingBlockLength, long template, long schema,
            long actingVersion) {
        memory = source;
        offset = sourceOffset;
        blockLength = actingBlockLength;
        templateId = template;
        schemaId = schema;
        version = actingVersion;
    }

    /// Bytes of every header of this schema.
    public int encodedLength() {
        return type.encodedLength();
    }

    /// Bytes of the root block as its writer sent it.
    public long blockLength() {
        return blockLength;
    }

    public long templateId() {
        return templateId;
    }

    public long schemaId() {
        return schemaId;
    }

    /// Schema version of the writer.
    public long version() {
        return version;
    }

    /// The memory the header was read from.
    public MemorySegment memory() {
        return memory;
    }

    /// Where in that memory the header begins.
    public long offset() {
        return offset;
    }

    /// The composite of the header, for members beyond the standard four.
    public CompositeType type() {
        return type;
    }

    /// The member of this name, or `null`.
    public Member member(String name) {
        return type.member(name);
    }
}
