// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.object;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// What a field is in bytes.
///
/// Each has a *slot*, a fixed number of bytes in the block of its object, and some have a *tail*, bytes of any number
/// behind the block. Normative: `docs/formats/object-v1.md`.
public sealed interface ObjectType {
    /// Fields that one class may have.
    int MAX_FIELDS = 255;
    /// Constants that an enum may have; an index has 16 bits, and −1 is null.
    int MAX_CONSTANTS = Short.MAX_VALUE;

    /// Bytes in the block.
    default int slotBytes() {
        return switch (this) {
            case Value(Primitive primitive) -> primitive.bytes();
            case Maybe(Primitive primitive) -> 1 + primitive.bytes();
            case Array _, Text _, Sequence _ -> Integer.BYTES;
            case Enumeration _ -> Short.BYTES;
            case Option _, Struct _ -> 1;
        };
    }

    /// Whether there may be bytes behind the block.
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

    /// A primitive value or none: one byte that says whether, then the value or zeros.
    record Maybe(Primitive primitive) implements ObjectType { }

    /// An array of primitive values: their number, −1 for null, and as tail the values.
    record Array(Primitive primitive) implements ObjectType { }

    /// A text: twice the number of its chars, plus one if some need two bytes, −1 for null; as tail its chars.
    record Text() implements ObjectType { }

    /// One of some names: its index, −1 for null.
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

    /// Some values of one type: their number, −1 for null, and as tail each with its slot and tail.
    record Sequence(ObjectType element) implements ObjectType { }

    /// A value or none: one byte that says whether, and as tail the value with its slot and tail.
    record Option(ObjectType element) implements ObjectType { }

    /// An object: one byte that says whether it is null, and as tail its block and the tails of its fields.
    ///
    /// @param name   of the class, for people
    /// @param fields in the order in which they lie
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
                    throw new IllegalArgumentException("two fields of one name: field=" + field.name() + " (" + name
                            + ")");
                }
            }
        }

        /// Whether an object of it may have bytes behind its block.
        boolean isOpen() {
            return fields.stream().anyMatch(field -> field.type().hasTail());
        }

        /// Bytes of all slots.
        public int blockLength() {
            return fields.stream().mapToInt(field -> field.type().slotBytes()).sum();
        }

        /// Where each slot begins in the block.
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
