// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.object;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// The encoded type of a field.
///
/// Each type has a *slot*, a fixed number of bytes in the block of its object. Some types also have a *tail*, a
/// variable number of bytes after the block. Normative: `docs/formats/object-v1.md`.
public sealed interface ObjectType {
    /// Maximum number of fields in a class.
    int MAX_FIELDS = 255;
    /// Maximum number of constants in an enum; an index has 16 bits, and −1 is null.
    int MAX_CONSTANTS = Short.MAX_VALUE;

    /// Length of the slot in bytes.
    default int slotBytes() {
        return switch (this) {
            case Value(Primitive primitive) -> primitive.bytes();
            case Maybe(Primitive primitive) -> 1 + primitive.bytes();
            case Array _, Text _, Sequence _ -> Integer.BYTES;
            case Enumeration _ -> Short.BYTES;
            case Option _, Struct _ -> 1;
        };
    }

    /// Whether there may be a tail.
    default boolean hasTail() {
        return switch (this) {
            case Value _, Maybe _, Enumeration _ -> false;
            case Array _, Text _, Sequence _, Option _, Struct _ -> true;
        };
    }

    /// For people, such as `list<i64?>`.
    default String text() {
        return switch (this) {
            case Value(Primitive primitive) -> primitive.text();
            case Maybe(Primitive primitive) -> primitive.text() + "?";
            case Array(Primitive primitive) -> primitive.text() + "[]";
            case Text _ -> "text";
            case Enumeration(String name, _) -> "enum " + name;
            case Sequence(ObjectType element) -> "list<" + element.text() + ">";
            case Option(ObjectType element) -> "optional<" + element.text() + ">";
            case Struct(String name, _) -> name;
        };
    }

    /// A primitive value; never null.
    record Value(Primitive primitive) implements ObjectType { }

    /// A primitive value that may be missing: one byte that says whether, then the value or zeros.
    record Maybe(Primitive primitive) implements ObjectType { }

    /// An array of primitive values. The slot holds their number, −1 for null; the tail holds the values.
    record Array(Primitive primitive) implements ObjectType { }

    /// A text. The slot holds twice the number of its chars, plus one if some need two bytes, or −1 for null; the tail
    /// holds the chars.
    record Text() implements ObjectType { }

    /// An enum constant: its index, −1 for null.
    ///
    /// @param name      of the class, for people
    /// @param constants in the order of their indexes
    record Enumeration(String name, List<String> constants) implements ObjectType {
        public Enumeration {
            constants = List.copyOf(constants);
            if (constants.size() > MAX_CONSTANTS) {
                throw new IllegalArgumentException("too many constants: count=" + constants.size() + ", maxConstants="
                        + MAX_CONSTANTS + " (" + name + ")");
            }
        }
    }

    /// Several values of one type. The slot holds their number, −1 for null; the tail holds the slot and tail of each
    /// value.
    record Sequence(ObjectType element) implements ObjectType { }

    /// A value that may be missing. The slot is one byte that says whether; the tail holds the slot and tail of the
    /// value.
    record Option(ObjectType element) implements ObjectType { }

    /// An object. The slot is one byte that says whether it is null; the tail holds its block and the tails of its
    /// fields.
    ///
    /// @param name   of the class, for people
    /// @param fields in the order in which they are written
    record Struct(String name, List<Field> fields) implements ObjectType {
        public Struct {
            fields = List.copyOf(fields);
            if (fields.size() > MAX_FIELDS) {
                throw new IllegalArgumentException("too many fields: count=" + fields.size() + ", maxFields="
                        + MAX_FIELDS + " (" + name + ")");
            }
            Set<String> names = new HashSet<>();
            for (Field field : fields) {
                if (!names.add(field.name())) {
                    throw new IllegalArgumentException("two fields with the same name: field=" + field.name()
                            + " (" + name + ")");
                }
            }
        }

        /// Whether an object of this type may have bytes after its block.
        boolean isOpen() {
            return fields.stream().anyMatch(field -> field.type().hasTail());
        }

        /// Length of all slots in bytes.
        public int blockLength() {
            return fields.stream().mapToInt(field -> field.type().slotBytes()).sum();
        }

        /// Offset of each slot in the block.
        public List<Integer> offsets() {
            List<Integer> offsets = new ArrayList<>();
            int offset = 0;
            for (Field field : fields) {
                offsets.add(offset);
                offset += field.type().slotBytes();
            }
            return offsets;
        }
    }

    /// One field of an object.
    record Field(String name, ObjectType type) { }
}
