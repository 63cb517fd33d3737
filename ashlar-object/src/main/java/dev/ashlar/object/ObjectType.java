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
    int slotBytes();

    /// Whether there may be bytes behind the block.
    default boolean hasTail() {
        return false;
    }

    /// For people, such as `list<i64?>`.
    String text();

    /// A primitive value; never null.
    record Value(Primitive primitive) implements ObjectType {
        @Override
        public int slotBytes() {
            return primitive.bytes();
        }

        @Override
        public String text() {
            return primitive.text();
        }
    }

    /// A primitive value or none: one byte that says whether, then the value or zeros.
    record Maybe(Primitive primitive) implements ObjectType {
        @Override
        public int slotBytes() {
            return 1 + primitive.bytes();
        }

        @Override
        public String text() {
            return primitive.text() + "?";
        }
    }

    /// An array of primitive values: their number, −1 for null, and as tail the values.
    record Array(Primitive primitive) implements ObjectType {
        @Override
        public int slotBytes() {
            return Integer.BYTES;
        }

        @Override
        public boolean hasTail() {
            return true;
        }

        @Override
        public String text() {
            return primitive.text() + "[]";
        }
    }

    /// A text: twice the number of its chars, plus one if some need two bytes, −1 for null; as tail its chars.
    record Text() implements ObjectType {
        @Override
        public int slotBytes() {
            return Integer.BYTES;
        }

        @Override
        public boolean hasTail() {
            return true;
        }

        @Override
        public String text() {
            return "text";
        }
    }

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

        @Override
        public int slotBytes() {
            return Short.BYTES;
        }

        @Override
        public String text() {
            return "enum " + name;
        }
    }

    /// Some values of one type: their number, −1 for null, and as tail each with its slot and tail.
    record Sequence(ObjectType element) implements ObjectType {
        @Override
        public int slotBytes() {
            return Integer.BYTES;
        }

        @Override
        public boolean hasTail() {
            return true;
        }

        @Override
        public String text() {
            return "list<" + element.text() + ">";
        }
    }

    /// A value or none: one byte that says whether, and as tail the value with its slot and tail.
    record Option(ObjectType element) implements ObjectType {
        @Override
        public int slotBytes() {
            return 1;
        }

        @Override
        public boolean hasTail() {
            return true;
        }

        @Override
        public String text() {
            return "optional<" + element.text() + ">";
        }
    }

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

        @Override
        public int slotBytes() {
            return 1;
        }

        @Override
        public boolean hasTail() {
            return true;
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

        @Override
        public String text() {
            return name;
        }
    }

    /// One field of an object.
    record Field(String name, ObjectType type) {
    }
}
