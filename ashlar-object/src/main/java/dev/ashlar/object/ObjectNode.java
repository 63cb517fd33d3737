// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.object;

import dev.ashlar.codec.AnyMemory;
import dev.ashlar.codec.MalformedMessageException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/// An object decoded with its description, to be shown to people: a tree of fields with names, types, values and
/// offsets.
///
/// It needs no class, and shows the bytes whether or not a class can read them.
///
/// @param name   of the field; for an object, of its class; for an element, its index
/// @param type   of the field
/// @param offset of the slot in the memory; for an object, of its header
/// @param value  a box, a `String` (a text, or the name of a constant), a `List` of boxes (an array), a `List` of nodes
///     (the fields of an object, the elements of a list, none or one of an optional), or null
public record ObjectNode(String name, ObjectType type, long offset, Object value) {
    /// Reads the object at this place.
    ///
    /// @throws MalformedMessageException if the bytes contradict themselves
    /// @throws UnreadableObjectException if the object has another description
    public static ObjectNode read(ObjectDescription description, MemorySegment memory, long offset) {
        ObjectHeader header = ObjectHeader.read(memory, offset);
        if (header.kind() != ObjectHeader.Kind.OBJECT || !description.describes(header)) {
            throw new UnreadableObjectException("not of this description: " + description + ", header=" + header);
        }
        Walk walk = new Walk(memory, header.order(), offset + header.length());
        long begin = offset + ObjectHeader.BYTES;
        List<ObjectNode> fields = walk.fields(description.type(), begin);
        SlotChecks.requireEnd(walk.tail, walk.end, description.type().name());
        return new ObjectNode(description.type().name(), description.type(), offset, fields);
    }

    /// The nodes inside this one: fields or elements.
    ///
    /// @throws IllegalStateException if it has none
    @SuppressWarnings("unchecked")
    public List<ObjectNode> children() {
        if (value == null || type instanceof ObjectType.Array || !(value instanceof List)) {
            throw new IllegalStateException("node without fields or elements: type=" + type.text());
        }
        return (List<ObjectNode>) value;
    }

    /// Walks from slot to slot, and tracks the place of the next tail.
    private static final class Walk {
        private final MemorySegment memory;
        private final ByteOrder order;
        private final long end;
        private long tail;

        Walk(MemorySegment memory, ByteOrder order, long end) {
            this.memory = memory;
            this.order = order;
            this.end = end;
        }

        /// All slots lie before the first tail.
        List<ObjectNode> fields(ObjectType.Struct type, long begin) {
            SlotChecks.require(type.blockLength(), begin, end, type.name());
            tail = begin + type.blockLength();
            List<ObjectNode> nodes = new ArrayList<>();
            long slot = begin;
            for (ObjectType.Field field : type.fields()) {
                nodes.add(node(field.name(), field.type(), slot));
                slot += field.type().slotBytes();
            }
            return nodes;
        }

        private ObjectNode node(String name, ObjectType type, long slot) {
            return new ObjectNode(name, type, slot, value(type, slot));
        }

        private Object value(ObjectType type, long slot) {
            return switch (type) {
                case ObjectType.Value t -> primitive(t.primitive(), slot);
                case ObjectType.Maybe t -> SlotChecks.requireState(AnyMemory.getByte(memory, slot,
                        order)) == SlotChecks.PRESENT
                        ? primitive(t.primitive(), slot + 1) : null;
                case ObjectType.Enumeration t -> constant(t, AnyMemory.getShort(memory, slot, order));
                case ObjectType.Array t -> array(t.primitive(), AnyMemory.getInt(memory, slot, order));
                case ObjectType.Text _ -> text(AnyMemory.getInt(memory, slot, order));
                case ObjectType.Sequence t -> {
                    int count = AnyMemory.getInt(memory, slot, order);
                    ArrayTail.end(count, t.element().slotBytes(), tail, end);
                    yield count < 0 ? null : elements(t.element(), count);
                }
                case ObjectType.Option t -> switch (SlotChecks.requireState(AnyMemory.getByte(memory, slot, order))) {
                    case SlotChecks.NULL -> null;
                    case SlotChecks.PRESENT -> elements(t.element(), 1);
                    default -> List.of();
                };
                case ObjectType.Struct t -> SlotChecks.isPresent(AnyMemory.getByte(memory, slot, order))
                        ? fields(t, tail)
                        : null;
            };
        }

        private List<ObjectNode> elements(ObjectType type, int count) {
            List<ObjectNode> nodes = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                long slot = tail;
                SlotChecks.require(type.slotBytes(), slot, end, type.text());
                tail = slot + type.slotBytes();
                nodes.add(node(Integer.toString(i), type, slot));
            }
            return nodes;
        }

        private Object primitive(Primitive primitive, long at) {
            return switch (primitive) {
                case BOOLEAN -> SlotChecks.truth(AnyMemory.getByte(memory, at, order));
                case BYTE -> AnyMemory.getByte(memory, at, order);
                case SHORT -> AnyMemory.getShort(memory, at, order);
                case CHAR -> (char) AnyMemory.getShort(memory, at, order);
                case INT -> AnyMemory.getInt(memory, at, order);
                case LONG -> AnyMemory.getLong(memory, at, order);
                case FLOAT -> AnyMemory.getFloat(memory, at, order);
                case DOUBLE -> AnyMemory.getDouble(memory, at, order);
            };
        }

        private static String constant(ObjectType.Enumeration type, short index) {
            if (index == -1) {
                return null;
            }
            if (index < 0 || index >= type.constants().size()) {
                throw new MalformedMessageException("no such constant: index=" + index + ", count="
                        + type.constants().size() + " (" + type.name() + ")");
            }
            return type.constants().get(index);
        }

        private List<Object> array(Primitive primitive, int count) {
            long begin = tail;
            tail = ArrayTail.end(count, primitive.bytes(), tail, end);
            if (count < 0) {
                return null;
            }
            IntFunction<Object> element = i -> primitive(primitive, begin + (long) i * primitive.bytes());
            return IntStream.range(0, count).mapToObj(element).toList();
        }

        private String text(int code) {
            long begin = tail;
            tail = TextTail.end(code, tail, end);
            return TextTail.get(memory, begin, code, null, order == ByteOrder.LITTLE_ENDIAN);
        }
    }
}
