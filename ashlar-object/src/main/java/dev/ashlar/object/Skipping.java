// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.object;

import dev.ashlar.codec.AnyMemory;
import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;

/// Skips the tails of fields that the reader's class does not have.
final class Skipping {
    /// @param slot offset of the slot of the field; it lies before `end`
    /// @return where the tail ends
    static long tail(ObjectType type, MemorySegment memory, long slot, long at, long end, boolean little) {
        ByteOrder order = little ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN;
        return switch (type) {
            case ObjectType.Value _, ObjectType.Maybe _, ObjectType.Enumeration _ -> at;
            case ObjectType.Array t -> ArrayTail.end(AnyMemory.getInt(memory, slot, order), t.primitive().bytes(), at,
                    end);
            case ObjectType.Text _ -> TextTail.end(AnyMemory.getInt(memory, slot, order), at, end);
            case ObjectType.Sequence t -> {
                int count = AnyMemory.getInt(memory, slot, order);
                // Checks that all slots fit before reading any of them.
                ArrayTail.end(count, t.element().slotBytes(), at, end);
                long next = at;
                for (int i = 0; i < count; i++) {
                    next = element(t.element(), memory, next, end, little);
                }
                yield next;
            }
            case ObjectType.Option t -> {
                byte state = SlotChecks.requireState(AnyMemory.getByte(memory, slot, order));
                yield state == SlotChecks.PRESENT ? element(t.element(), memory, at, end, little) : at;
            }
            case ObjectType.Struct t -> SlotChecks.isPresent(AnyMemory.getByte(memory, slot, order))
                    ? struct(t, memory, at, end, little) : at;
        };
    }

    private static long element(ObjectType type, MemorySegment memory, long at, long end, boolean little) {
        SlotChecks.require(type.slotBytes(), at, end, type.text());
        return tail(type, memory, at, at + type.slotBytes(), end, little);
    }

    private static long struct(ObjectType.Struct type, MemorySegment memory, long at, long end, boolean little) {
        int blockLength = type.blockLength();
        SlotChecks.require(blockLength, at, end, type.name());
        long next = at + blockLength;
        long slot = at;
        for (ObjectType.Field field : type.fields()) {
            next = tail(field.type(), memory, slot, next, end, little);
            slot += field.type().slotBytes();
        }
        return next;
    }
}
