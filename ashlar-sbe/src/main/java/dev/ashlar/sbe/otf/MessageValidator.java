// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sbe.otf;

import dev.ashlar.codec.Bounds;
import dev.ashlar.sbe.ir.Message;
import dev.ashlar.sbe.ir.Schema;
import dev.ashlar.sbe.otf.BoundsWalk.BlockVisitor;
import dev.ashlar.sbe.otf.SchemaLayout.BlockPlan;
import dev.ashlar.sbe.otf.ValidationResult.Status;
import java.lang.foreign.MemorySegment;
import java.util.Objects;

/// Proves once that a message is safe to read: every block, count and length stays inside its bounds, at every depth.
///
/// It checks extents, and counts and lengths against the bounds of this schema, but not values. Versions apply as in
/// decoding: groups and data that the acting version lacks are not expected, and blocks advance by the length on the
/// wire. A message from a newer writer is checked as far as this schema describes it. Time grows with the number of
/// bytes, never with the counts they claim.
///
/// **Threading**: for one thread at a time.
public final class MessageValidator {
    /// Maximum number of entries that take no bytes (a block length of 0 and nothing after it) in all groups of one
    /// message. They cost a writer nothing, so without a bound a few bytes could make a reader loop for hours.
    ///
    /// Generated decoders see one group at a time and apply this limit to each group, not to the message. They
    /// therefore accept every message that is accepted here, but a message with many groups may make them loop longer
    /// than a validated one.
    public static final long MAX_EMPTY_ENTRIES = Bounds.MAX_EMPTY_ENTRIES;

    /// Returned by [#missingBytes()] if no number of further bytes would make the message valid.
    public static final long NOT_MENDED = Long.MAX_VALUE;

    private final long schemaId;
    private final SchemaLayout plan;
    private final MessageHeader header;
    private final BoundsWalk walk = new BoundsWalk();
    private BlockPlan message;
    private long length;

    /// @throws IllegalArgumentException if a header, dimension or data encoding lacks a required member
    public MessageValidator(Schema schema) {
        this.schemaId = schema.id();
        this.plan = new SchemaLayout(schema);
        this.header = new MessageHeader(schema);
    }

    /// Checks the message that begins with its header at `offset`. Bytes after it are allowed.
    ///
    /// @param length bytes that may be read from there, at least those of the message
    /// @return [Status#OK] with the message's length, or the first broken rule and its place
    /// @throws IndexOutOfBoundsException if `offset` and `length` reach beyond the memory
    public ValidationResult validate(MemorySegment memory, long offset, long length) {
        return result(check(memory, offset, length), offset, length);
    }

    /// Checks a message without a header, for framings that provide the same information.
    ///
    /// @param message           a message of the schema
    /// @param offset            of the root block
    /// @param length            bytes that may be read from there
    /// @param actingBlockLength bytes of the root block
    /// @param actingVersion     schema version of the writer
    /// @throws IllegalArgumentException  if the schema has no such message
    /// @throws IndexOutOfBoundsException if `offset` and `length` reach beyond the memory
    public ValidationResult validateBody(Message message, MemorySegment memory, long offset, long length,
            long actingBlockLength, long actingVersion) {
        return result(checkBody(message, memory, offset, length, actingBlockLength, actingVersion), offset, length);
    }

    /// As [#validate(MemorySegment, long, long)] without a result object: fills [#header()], [#message()] and
    /// [#decodedLength()], and allocates nothing whatever the bytes are.
    Status check(MemorySegment memory, long offset, long available) {
        Status status = checkHeader(memory, offset, available);
        return status != Status.OK ? status : checkBody(message, memory, offset + header.encodedLength(),
                offset + available, header.blockLength(), header.version(), offset);
    }

    /// The first half of a check: fills [#header()] and [#message()].
    Status checkHeader(MemorySegment memory, long offset, long available) {
        Objects.checkFromIndexSize(offset, available, memory.byteSize());
        message = null;
        if (!header.tryWrap(memory, offset, available)) {
            return Status.HEADER_TOO_LONG;
        }
        if (header.schemaId() != schemaId) {
            return Status.OTHER_SCHEMA;
        }
        message = plan.message(header.templateId());
        return message == null ? Status.UNKNOWN_TEMPLATE : Status.OK;
    }

    /// The second half. It reports blocks on its way, even those of a message that then turns out to be malformed.
    Status checkBody(MemorySegment memory, long offset, long available, BlockVisitor visitor) {
        long next = walk.walk(message, memory, offset + header.encodedLength(), offset + available,
                header.blockLength(), header.version(), visitor);
        length = next - offset;
        return next < 0 ? walk.status() : Status.OK;
    }

    /// Checks a message without a header, whose template, version and block length are known from elsewhere.
    Status checkBody(Message known, MemorySegment memory, long offset, long available, long blockLength, long version) {
        Objects.checkFromIndexSize(offset, available, memory.byteSize());
        BlockPlan found = plan.message(known.id());
        if (found == null) {
            throw new IllegalArgumentException("message of another schema: templateId=" + known.id() + " ("
                    + known.name()
                    + ")");
        }
        header.set(memory, offset, blockLength, known.id(), schemaId, version);
        return checkBody(found, memory, offset, offset + available, blockLength, version, offset);
    }

    private Status checkBody(BlockPlan found, MemorySegment memory, long at, long end, long blockLength, long version,
            long begin) {
        if (!isInRange(version)) {
            return Status.VERSION_OUT_OF_RANGE;
        }
        message = found;
        long next = walk.walk(found, memory, at, end, blockLength, version);
        if (next < 0) {
            return walk.status();
        }
        length = next - begin;
        return Status.OK;
    }

    private static boolean isInRange(long version) {
        return version >= 0 && version <= Integer.MAX_VALUE;
    }

    boolean isVersionInRange() {
        return isInRange(header.version());
    }

    /// Reports the blocks of the message that the last check found well formed.
    ///
    /// @return OK, unless the bytes have changed since
    Status visit(BlockVisitor visitor) {
        long begin = header.offset();
        long next = walk.walk(message, header.memory(), begin + header.encodedLength(), begin + length,
                header.blockLength(), header.version(), visitor);
        return next < 0 ? walk.status() : Status.OK;
    }

    /// Explains what the last check returned, for the same offset and length.
    ValidationResult result(Status status, long offset, long available) {
        return switch (status) {
            case HEADER_TOO_LONG -> new ValidationResult(status, offset, header.type().name(),
                    "headerLength=" + header.encodedLength() + ", length=" + available, 0);
            case OTHER_SCHEMA -> new ValidationResult(status, offset, header.type().name() + "/schemaId",
                    "schemaId=" + header.schemaId() + ", expected=" + schemaId, 0);
            case UNKNOWN_TEMPLATE -> new ValidationResult(status, offset, header.type().name() + "/templateId",
                    "templateId=" + header.templateId(), 0);
            case VERSION_OUT_OF_RANGE -> new ValidationResult(status, offset, header.type().name() + "/version",
                    "version=" + Long.toUnsignedString(header.version()) + ", maxVersion=" + Integer.MAX_VALUE, 0);
            case OK -> new ValidationResult(status, offset + length, message.block.name(), "", length);
            case BLOCK_TOO_LONG, GROUP_TOO_LONG, DATA_TOO_LONG, TOO_MANY_EMPTY_ENTRIES, COUNT_OUT_OF_RANGE ->
                    walk.failure();
        };
    }

    /// Minimum number of bytes that the message has after `length`, as far as the bytes before determine it. Call it
    /// only after a validation that found a block, group or data longer than the bytes.
    ///
    /// @return at least 1; [#NOT_MENDED] if a length or count is invalid whatever follows
    public long missingBytes() {
        return walk.missingBytes();
    }

    MessageHeader header() {
        return header;
    }

    BlockPlan message() {
        return message;
    }

    long decodedLength() {
        return length;
    }
}
