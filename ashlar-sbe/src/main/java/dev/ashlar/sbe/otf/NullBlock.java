// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sbe.otf;

import dev.ashlar.sbe.ir.Block;
import dev.ashlar.sbe.ir.CompositeType;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/// A block in which every value is null; it also completes other blocks to the length in the schema.
///
/// Every element of an array, every member of a composite, and required values too, hold the null value; sets are
/// empty; bytes between values are zero. A required value, a set, or an enum that names its null value then reads as
/// that number or set, because it has no bits for "no value" (`docs/null.md`).
///
/// **Threading**: immutable.
public final class NullBlock {
    private final Slot[] fields;
    private final MemorySegment nulls;
    private final long length;
    private final int newest;

    /// @param order of the schema
    public NullBlock(Block block, ByteOrder order) {
        fields = block.fields().stream().map(f -> new Slot(f, order)).toArray(Slot[]::new);
        nulls = MemorySegment.ofArray(new byte[block.blockLength()]);
        length = block.blockLength();
        newest = newest(fields);
        for (Slot field : fields) {
            SlotWriter.clear(field, nulls, field.offset());
        }
    }

    /// The lowest version whose writers have every value.
    private static int newest(Slot[] slots) {
        int version = 0;
        for (Slot slot : slots) {
            version = Math.max(version, Math.max(slot.sinceVersion(), newest(slot.memberArray())));
        }
        return version;
    }

    /// Bytes of the block in the schema.
    public long length() {
        return length;
    }

    /// A copy of the bytes.
    public byte[] toArray() {
        return nulls.toArray(ValueLayout.JAVA_BYTE);
    }

    /// Copies a block and completes it to the schema's length: values that its writer did not have become null.
    ///
    /// These are the values that [OtfDecoder] finds absent, by version or because the block ends before or within them.
    /// So the rest of a value that was cut off is overwritten, and so is padding in which a later version placed a
    /// value. Bytes beyond the schema's length are dropped.
    ///
    /// @param actingLength  bytes of the block on the wire
    /// @param actingVersion schema version of the writer
    /// @param target        receives [#length()] bytes; must not overlap the source
    /// @throws IndexOutOfBoundsException if either reaches beyond its memory
    public void complete(MemorySegment source, long offset, long actingLength, long actingVersion,
            MemorySegment target, long targetOffset) {
        long kept = Math.min(actingLength, length);
        MemorySegment.copy(source, offset, target, targetOffset, kept);
        if (kept == length && actingVersion >= newest) {
            return;
        }
        MemorySegment.copy(nulls, kept, target, targetOffset + kept, length - kept);
        for (Slot field : fields) {
            clearAbsent(field, field.offset(), field.isPresent(true, actingVersion, actingLength),
                    actingLength - field.offset(), actingVersion, target, targetOffset);
        }
    }

    /// @param at   bytes from the start of the block to the value
    /// @param room bytes from the value to the end of the acting block
    private void clearAbsent(Slot slot, long at, boolean present, long room, long version, MemorySegment target,
            long targetOffset) {
        if (slot.type() instanceof CompositeType) {
            for (Slot member : slot.memberArray()) {
                clearAbsent(member, at + member.offset(), member.isPresent(present, version, room),
                        room - member.offset(), version, target, targetOffset);
            }
        } else if (!present) {
            MemorySegment.copy(nulls, at, target, targetOffset + at, slot.encodedLength());
        }
    }
}
