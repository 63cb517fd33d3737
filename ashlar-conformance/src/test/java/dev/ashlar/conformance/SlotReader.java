// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.conformance;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.ashlar.codegen.internal.SchemaNames;
import dev.ashlar.sbe.ir.Block;
import dev.ashlar.sbe.ir.CompositeType;
import dev.ashlar.sbe.ir.EnumType;
import dev.ashlar.sbe.ir.Field;
import dev.ashlar.sbe.ir.Literal;
import dev.ashlar.sbe.ir.Member;
import dev.ashlar.sbe.ir.Presence;
import dev.ashlar.sbe.ir.PrimitiveType;
import dev.ashlar.sbe.ir.ScalarType;
import dev.ashlar.sbe.ir.SetType;
import dev.ashlar.sbe.ir.Type;
import dev.ashlar.sbe.random.RandomMessage;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// Reads one field or member through every accessor that a generated decoder has for it, and asserts that they agree.
abstract class SlotReader {
    final String name;
    /// Empty for constants.
    private final Optional<Call> isPresent;
    private final Optional<Call> isNull;

    private SlotReader(Class<?> owner, SchemaNames names, int index, String name) {
        this.name = name;
        this.isPresent = Optional.of(Call.of(owner, names.slot(index, "xIsPresent")));
        this.isNull = Optional.of(Call.of(owner, names.slot(index, "xIsNull")));
    }

    private SlotReader(String name) {
        this.name = name;
        this.isPresent = Optional.empty();
        this.isNull = Optional.empty();
    }

    /// Adds what is found; to the facts only what is present.
    abstract void read(Object decoder, String path, Found found);

    static List<SlotReader> of(Class<?> owner, Block block) {
        SchemaNames names = SchemaNames.of(block);
        List<SlotReader> readers = new ArrayList<>();
        for (int i = 0; i < block.fields().size(); i++) {
            Field field = block.fields().get(i);
            if (field.presence() == Presence.CONSTANT) {
                readers.add(new Constants(owner, names, i, field.name(), field.type(), field.constant()));
            } else {
                readers.add(of(owner, names, i, field.name(), field.type(), field.presence()));
            }
        }
        return readers;
    }

    static List<SlotReader> of(Class<?> owner, CompositeType composite) {
        SchemaNames names = SchemaNames.of(composite);
        List<SlotReader> readers = new ArrayList<>();
        List<Member> members = composite.members().stream()
                .filter(m -> !(m.type() instanceof ScalarType scalar && scalar.length() == 0)).toList();
        for (int i = 0; i < members.size(); i++) {
            Member member = members.get(i);
            if (member.type() instanceof ScalarType scalar && scalar.presence() == Presence.CONSTANT) {
                readers.add(new Constants(owner, names, i, member.name(), scalar, scalar.constant()));
            } else {
                Presence presence = member.type() instanceof ScalarType scalar ? scalar.presence() : Presence.REQUIRED;
                readers.add(of(owner, names, i, member.name(), member.type(), presence));
            }
        }
        return readers;
    }

    private static SlotReader of(Class<?> owner, SchemaNames names, int index, String name, Type type,
            Presence presence) {
        return switch (type) {
            case ScalarType scalar when scalar.isArray() -> new Elements(owner, names, index, name, scalar);
            case ScalarType scalar -> new Single(owner, names, index, name, scalar, presence);
            case EnumType enumType -> new Enumeration(owner, names, index, name, enumType, presence);
            case SetType set -> new Choices(owner, names, index, name, set);
            case CompositeType composite -> new Members(owner, names, index, name, composite);
        };
    }

    /// Whether the value is there; if it is not, it must count as null.
    final boolean isPresent(Object decoder, String at, Found found) {
        boolean present = isPresent.orElseThrow().flag(decoder);
        if (!present) {
            assertEquals(true, isNull(decoder), () -> "absent but not null: " + at);
        }
        found.state(at, present, isNull(decoder));
        return present;
    }

    final boolean isNull(Object decoder) {
        return isNull.orElseThrow().flag(decoder);
    }

    private static final class Single extends SlotReader {
        private final Call get;
        private final PrimitiveType primitive;
        private final long nullBits;
        private final boolean optional;

        Single(Class<?> owner, SchemaNames names, int index, String name, ScalarType type, Presence presence) {
            super(owner, names, index, name);
            get = Call.of(owner, names.slot(index, "x"));
            primitive = type.primitive();
            nullBits = Bits.of(type.effectiveNull(), primitive);
            optional = presence == Presence.OPTIONAL;
        }

        @Override
        void read(Object decoder, String path, Found found) {
            String at = path + "/" + name;
            long bits = Bits.of(get.on(decoder));
            if (isPresent(decoder, at, found)) {
                found.fact(RandomMessage.fact(at, bits, primitive));
                assertEquals(optional && Bits.isNull(bits, nullBits, primitive), isNull(decoder), () -> "isNull: "
                        + at);
            } else {
                assertEquals(true, Bits.isNull(bits, nullBits, primitive), () -> "absent but not the null value: "
                        + at);
            }
        }
    }

    private static final class Elements extends SlotReader {
        private final Call get;
        private final ScalarType type;
        private final Optional<Call> text;
        private final Optional<Call> appended;
        private final Optional<Call> bytes;
        private final Optional<Call> copied;
        private final Optional<Call> wrapped;

        Elements(Class<?> owner, SchemaNames names, int index, String name, ScalarType type) {
            super(owner, names, index, name);
            this.type = type;
            boolean isChar = type.primitive() == PrimitiveType.CHAR;
            boolean isByte = !isChar && type.primitive().size() == 1;
            get = Call.of(owner, names.slot(index, "x"), int.class);
            String getX = names.slot(index, "getX");
            text = isChar ? Optional.of(Call.of(owner, names.slot(index, "x"))) : Optional.empty();
            appended = isChar ? Optional.of(Call.of(owner, getX, Appendable.class)) : Optional.empty();
            bytes = isChar ? Optional.of(Call.of(owner, getX, byte[].class, int.class)) : Optional.empty();
            copied = isByte ? Optional.of(Call.of(owner, getX, byte[].class, int.class, int.class)) : Optional.empty();
            wrapped = isByte ? Optional.of(Call.of(owner, names.slot(index, "wrapX"))) : Optional.empty();
        }

        @Override
        void read(Object decoder, String path, Found found) {
            String at = path + "/" + name;
            boolean present = isPresent(decoder, at, found);
            byte[] elements = new byte[type.length()];
            for (int i = 0; i < type.length(); i++) {
                long bits = Bits.of(get.on(decoder, i));
                elements[i] = (byte) bits;
                if (present) {
                    found.fact(RandomMessage.fact(at + "[" + i + "]", bits, type.primitive()));
                } else {
                    assertEquals(true, Bits.isNull(bits, Bits.of(type.effectiveNull(), type.primitive()),
                            type.primitive()),
                            () -> "absent but not the null value: " + at);
                }
            }
            byte[] expected = present ? elements : new byte[0];
            byte[] actual = new byte[type.length()];
            text.ifPresent(call -> assertEquals(textOf(expected), call.on(decoder), at));
            appended.ifPresent(call -> {
                StringBuilder appendable = new StringBuilder();
                call.on(decoder, appendable);
                assertEquals(textOf(expected), appendable.toString(), at);
            });
            bytes.ifPresent(call -> assertArrayEquals(expected,
                    Arrays.copyOf(actual, (int) call.on(decoder, actual, 0)), at));
            copied.ifPresent(call -> assertArrayEquals(expected,
                    Arrays.copyOf(actual, (int) call.on(decoder, actual, 0, actual.length)), at));
            wrapped.ifPresent(call -> assertArrayEquals(expected,
                    ((MemorySegment) call.on(decoder)).toArray(ValueLayout.JAVA_BYTE), at));
        }

        private String textOf(byte[] array) {
            int length = 0;
            while (length < array.length && array[length] != 0) {
                length++;
            }
            String charset = type.characterEncoding().isEmpty() ? "US-ASCII" : type.characterEncoding();
            return new String(array, 0, length, Charset.forName(charset));
        }
    }

    private static final class Enumeration extends SlotReader {
        private final Call raw;
        private final Call get;
        private final EnumType type;
        private final Presence presence;
        private final long nullBits;
        private final List<String> constants;

        Enumeration(Class<?> owner, SchemaNames names, int index, String name, EnumType type, Presence presence) {
            super(owner, names, index, name);
            this.type = type;
            this.presence = presence;
            raw = Call.of(owner, names.slot(index, "xRaw"));
            get = Call.of(owner, names.slot(index, "x"));
            nullBits = Bits.of(type.effectiveNull(), type.primitive());
            constants = SchemaNames.constants(type);
        }

        @Override
        void read(Object decoder, String path, Found found) {
            String at = path + "/" + name;
            long bits = Bits.of(raw.on(decoder));
            assertEquals(constant(bits), ((Enum<?>) get.on(decoder)).name(), at);
            boolean isNull = Bits.same(bits, nullBits, type.primitive());
            if (isPresent(decoder, at, found)) {
                found.fact(RandomMessage.fact(at, bits, type.primitive()));
                assertEquals(isNull && (presence == Presence.OPTIONAL || !type.namesNull()), isNull(decoder), () ->
                        "isNull: " + at);
            } else {
                assertEquals(true, isNull, () -> "absent but not the null value: " + at);
            }
        }

        private String constant(long bits) {
            for (int i = 0; i < constants.size(); i++) {
                if (Bits.same(type.values().get(i).bits(), bits, type.primitive())) {
                    return constants.get(i);
                }
            }
            return Bits.same(bits, nullBits, type.primitive()) ? "NULL_VAL" : "SBE_UNKNOWN";
        }
    }

    private static final class Choices extends SlotReader {
        private final Call get;
        private final Call raw;
        private final Call isEmpty;
        private final SetType type;
        private final List<Call> choices;

        Choices(Class<?> owner, SchemaNames names, int index, String name, SetType type) {
            super(owner, names, index, name);
            this.type = type;
            get = Call.of(owner, names.slot(index, "x"));
            raw = Call.of(get.returnType(), "getRaw");
            isEmpty = Call.of(get.returnType(), "isEmpty");
            List<String> methods = SchemaNames.choices(type);
            choices = methods.stream().map(m -> Call.of(get.returnType(), m)).toList();
        }

        @Override
        void read(Object decoder, String path, Found found) {
            String at = path + "/" + name;
            boolean present = isPresent(decoder, at, found);
            Object set = get.on(decoder);
            long bits = Bits.of(raw.on(set));
            assertEquals(bits == 0, isEmpty.flag(set), at);
            for (int i = 0; i < choices.size(); i++) {
                assertEquals((bits >>> type.choices().get(i).bit() & 1) == 1, choices.get(i).flag(set), at);
            }
            if (present) {
                found.fact(RandomMessage.fact(at, bits, type.primitive()));
            } else {
                assertEquals(0, bits, () -> "absent but not empty: " + at);
            }
        }
    }

    private static final class Members extends SlotReader {
        private final Call get;
        private final List<SlotReader> members;

        Members(Class<?> owner, SchemaNames names, int index, String name, CompositeType type) {
            super(owner, names, index, name);
            get = Call.of(owner, names.slot(index, "x"));
            members = SlotReader.of(get.returnType(), type);
        }

        @Override
        void read(Object decoder, String path, Found found) {
            String at = path + "/" + name;
            boolean present = isPresent(decoder, at, found);
            Object composite = get.on(decoder);
            int before = found.facts().size();
            members.forEach(m -> m.read(composite, at, found));
            if (!present) {
                assertEquals(before, found.facts().size(), () -> "absent but with members: " + at);
            }
        }
    }

    private static final class Constants extends SlotReader {
        private final Optional<Call> raw;
        private final Optional<Call> get;
        private final Optional<Literal> value;
        private final Type type;

        Constants(Class<?> owner, SchemaNames names, int index, String name, Type type, Optional<Literal> value) {
            super(name);
            this.type = type;
            this.value = value;
            boolean simple = type instanceof ScalarType || type instanceof EnumType;
            raw = type instanceof EnumType ? Optional.of(Call.of(owner, names.slot(index, "xRaw"))) : Optional.empty();
            get = simple ? Optional.of(Call.of(owner, names.slot(index, "x"))) : Optional.empty();
        }

        @Override
        void read(Object decoder, String path, Found found) {
            String at = path + "/" + name;
            if (get.isEmpty() || value.isEmpty()) {
                return;
            }
            Object actual = get.get().on(decoder);
            switch (type) {
                case EnumType enumType -> {
                    long bits = Bits.of(raw.get().on(decoder));
                    assertEquals(true, Bits.same(Bits.of(value.get(), enumType.primitive()), bits,
                            enumType.primitive()), at);
                }
                case ScalarType scalar when actual instanceof String -> assertEquals(
                        ((Literal.Text) value.get()).value(), actual, at);
                case ScalarType scalar -> assertEquals(true,
                        Bits.same(Bits.of(value.get(), scalar.primitive()), Bits.of(actual), scalar.primitive()), at);
                default -> throw new AssertionError("no constant of such a type: " + at);
            }
        }
    }
}
