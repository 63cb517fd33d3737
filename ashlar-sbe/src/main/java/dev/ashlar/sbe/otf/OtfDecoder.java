// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sbe.otf;

import dev.ashlar.codec.MalformedMessageException;
import dev.ashlar.sbe.ir.CompositeType;
import dev.ashlar.sbe.ir.EnumType;
import dev.ashlar.sbe.ir.Message;
import dev.ashlar.sbe.ir.ScalarType;
import dev.ashlar.sbe.ir.Schema;
import dev.ashlar.sbe.ir.SetType;
import dev.ashlar.sbe.otf.SchemaLayout.BlockPlan;
import dev.ashlar.sbe.otf.SchemaLayout.DataPlan;
import dev.ashlar.sbe.otf.SchemaLayout.GroupPlan;
import dev.ashlar.sbe.otf.ValidationResult.Status;
import java.lang.foreign.MemorySegment;

/// Decodes messages of a schema to a [MessageListener], from any segment and without copying.
///
/// The acting version and the block lengths on the wire apply, as in generated code: a value is absent if the acting
/// version is older than the value or the block ends before it; a group or data newer than the acting version has no
/// header on the wire; blocks advance by the length on the wire. A well-formed message allocates nothing.
///
/// **Threading**: for one thread at a time. **Failure**: a message is validated completely before the listener receives
/// anything, so a malformed message is never delivered in part.
public final class OtfDecoder {
    private final MessageValidator validator;
    private MemorySegment memory = MemorySegment.NULL;
    private MessageListener listener = new MessageListener() { };
    private long version;

    /// @throws IllegalArgumentException if a header, dimension or data encoding lacks a required member
    public OtfDecoder(Schema schema) {
        validator = new MessageValidator(schema);
    }

    /// Decodes the message that begins with its header at `offset`.
    ///
    /// @param length bytes that may be read from there, at least those of the message
    /// @return bytes of the message, header included
    /// @throws MalformedMessageException if the message is of another schema, unknown or reaches beyond `length`
    /// @throws IndexOutOfBoundsException if `offset` and `length` reach beyond the memory
    public long decode(MemorySegment source, long offset, long length, MessageListener to) {
        Status status = validator.check(source, offset, length);
        if (status != Status.OK) {
            throw new MalformedMessageException(validator.result(status, offset, length).toString());
        }
        deliver(source, offset + validator.header().encodedLength(), to);
        return validator.decodedLength();
    }

    /// Decodes a message without a header, for framings that provide the same information.
    ///
    /// @param message           a message of the schema
    /// @param offset            of the root block
    /// @param length            bytes that may be read from there
    /// @param actingBlockLength bytes of the root block
    /// @param actingVersion     schema version of the writer
    /// @return bytes of the message
    /// @throws IllegalArgumentException  if the schema has no such message
    /// @throws MalformedMessageException if the message reaches beyond `length`
    /// @throws IndexOutOfBoundsException if `offset` and `length` reach beyond the memory
    public long decodeBody(Message message, MemorySegment source, long offset, long length, long actingBlockLength,
            long actingVersion, MessageListener to) {
        Status status = validator.checkBody(message, source, offset, length, actingBlockLength, actingVersion);
        if (status != Status.OK) {
            throw new MalformedMessageException(validator.result(status, offset, length).toString());
        }
        deliver(source, offset, to);
        return validator.decodedLength();
    }

    private void deliver(MemorySegment source, long at, MessageListener to) {
        memory = source;
        listener = to;
        version = validator.header().version();
        Message message = (Message) validator.message().block;
        to.beginMessage(message, validator.header());
        block(validator.message(), at, validator.header().blockLength());
        to.endMessage(message);
    }

    private long block(BlockPlan plan, long at, long blockLength) {
        for (Slot field : plan.fields) {
            value(field, at + field.offset(), field.isPresent(true, version, blockLength),
                    blockLength - field.offset());
        }
        long next = at + blockLength;
        for (GroupPlan group : plan.groups) {
            next = group(group, next);
        }
        for (DataPlan data : plan.data) {
            next = data(data, next);
        }
        return next;
    }

    private void value(Slot slot, long at, boolean present, long room) {
        switch (slot.type()) {
            case ScalarType scalar -> listener.scalar(slot, scalar, memory, at, present);
            case EnumType enumType -> listener.enumValue(slot, enumType, memory, at, present);
            case SetType set -> listener.set(slot, set, memory, at, present);
            case CompositeType composite -> {
                if (listener.beginComposite(slot, composite, memory, at, present)) {
                    for (Slot member : slot.memberArray()) {
                        value(member, at + member.offset(), member.isPresent(present, version, room),
                                room - member.offset());
                    }
                    listener.endComposite(slot, composite);
                }
            }
        }
    }

    private long group(GroupPlan plan, long at) {
        boolean present = version >= plan.sinceVersion;
        long blockLength = present ? SchemaLayout.read(plan.blockLength, memory, at) : 0;
        long count = present ? SchemaLayout.read(plan.numInGroup, memory, at) : 0;
        long next = present ? at + plan.headerLength : at;
        listener.beginGroup(plan.group, count, present);
        for (long i = 0; i < count; i++) {
            listener.beginEntry(plan.group, i);
            next = block(plan.entry, next, blockLength);
            listener.endEntry(plan.group, i);
        }
        listener.endGroup(plan.group);
        return next;
    }

    private long data(DataPlan plan, long at) {
        if (version < plan.sinceVersion) {
            listener.data(plan.data, memory, at, 0, false);
            return at;
        }
        long length = SchemaLayout.read(plan.length, memory, at);
        long from = at + plan.headerLength;
        listener.data(plan.data, memory, from, length, true);
        return from + length;
    }
}
