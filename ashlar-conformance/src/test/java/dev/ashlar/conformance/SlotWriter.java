// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.conformance;

import dev.ashlar.codegen.internal.SchemaNames;
import dev.ashlar.sbe.ir.Block;
import dev.ashlar.sbe.ir.CompositeType;
import dev.ashlar.sbe.ir.EnumType;
import dev.ashlar.sbe.ir.Field;
import dev.ashlar.sbe.ir.Member;
import dev.ashlar.sbe.ir.Presence;
import dev.ashlar.sbe.ir.PrimitiveType;
import dev.ashlar.sbe.ir.ScalarType;
import dev.ashlar.sbe.ir.SetType;
import dev.ashlar.sbe.ir.Type;
import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// Writes one field or member with a generated encoder, ours or the reference's, by one setter after the other of
/// those that it has for it.
abstract class SlotWriter {
    final String name;
    private int calls;

    private SlotWriter(String name) {
        this.name = name;
    }

    /// Writes what comes next among the facts.
    abstract void write(Object encoder, String path, Facts facts);

    /// Takes turns: 0 to `ways - 1`.
    final int way(int ways) {
        return calls++ % ways;
    }

    static List<SlotWriter> of(Class<?> owner, Block block, Style style) {
        List<SlotWriter> writers = new ArrayList<>();
        for (int i = 0; i < block.fields().size(); i++) {
            Field field = block.fields().get(i);
            if (field.presence() != Presence.CONSTANT) {
                writers.add(of(owner, style.field(block, i), field.name(), field.type(), style));
            }
        }
        return writers;
    }

    private static List<SlotWriter> of(Class<?> owner, CompositeType composite, Style style) {
        List<SlotWriter> writers = new ArrayList<>();
        for (int i = 0; i < composite.members().size(); i++) {
            Member member = composite.members().get(i);
            if (!(member.type() instanceof ScalarType scalar && scalar.presence() == Presence.CONSTANT)) {
                writers.add(of(owner, style.member(composite, i), member.name(), member.type(), style));
            }
        }
        return writers;
    }

    private static SlotWriter of(Class<?> owner, String java, String name, Type type, Style style) {
        return switch (type) {
            case ScalarType scalar when scalar.isArray() -> new Elements(owner, java, name, scalar);
            case ScalarType scalar -> new Single(owner, java, name, scalar);
            case EnumType enumType -> new Enumeration(owner, java, name, enumType, style);
            case SetType set -> new Choices(owner, java, name, set, style);
            case CompositeType composite -> new Members(owner, java, name, composite, style);
        };
    }

    private static final class Single extends SlotWriter {
        private final Call set;
        private final PrimitiveType primitive;

        Single(Class<?> owner, String java, String name, ScalarType type) {
            super(name);
            set = Call.setter(owner, java);
            primitive = type.primitive();
        }

        @Override
        void write(Object encoder, String path, Facts facts) {
            set.on(encoder, facts.value(path + "/" + name, set.valueType(), primitive));
        }
    }

    private static final class Elements extends SlotWriter {
        private final Call set;
        private final ScalarType type;
        private final Class<?> owner;
        private final String java;

        Elements(Class<?> owner, String java, String name, ScalarType type) {
            super(name);
            this.type = type;
            this.owner = owner;
            this.java = java;
            set = Call.elementSetter(owner, java);
        }

        @Override
        void write(Object encoder, String path, Facts facts) {
            byte[] bytes = new byte[type.length()];
            boolean isChar = type.primitive() == PrimitiveType.CHAR;
            String put = "put" + Character.toUpperCase(java.charAt(0)) + java.substring(1);
            boolean single = isChar || Call.exists(owner, put, byte[].class, int.class, int.class);
            int way = way(3);
            for (int i = 0; i < type.length(); i++) {
                long bits = facts.bits(path + "/" + name + "[" + i + "]");
                bytes[i] = (byte) bits;
                if (!single || way == 0) {
                    set.on(encoder, i, Bits.as(set.valueType(), bits, type.primitive()));
                }
            }
            if (!single || way == 0) {
                return;
            }
            if (!isChar) {
                Call.of(owner, put, byte[].class, int.class, int.class).on(encoder, bytes, 0, bytes.length);
            } else if (way == 1) {
                Call.of(owner, put, byte[].class, int.class).on(encoder, bytes, 0);
            } else {
                text(encoder, put, bytes);
            }
        }

        private void text(Object encoder, String put, byte[] bytes) {
            Charset charset = Charset.forName(type.characterEncoding().isEmpty() ? "US-ASCII"
                    : type.characterEncoding());
            int length = 0;
            while (length < bytes.length && bytes[length] != 0) {
                length++;
            }
            String text = new String(bytes, 0, length, charset);
            if (Call.exists(owner, java, String.class)
                    && Arrays.equals(bytes, Arrays.copyOf(text.getBytes(charset), bytes.length))) {
                Call.of(owner, java, String.class).on(encoder, text);
            } else {
                Call.of(owner, put, byte[].class, int.class).on(encoder, bytes, 0);
            }
        }
    }

    private static final class Enumeration extends SlotWriter {
        private final EnumType type;
        private final Call set;
        private final Call get;
        private final Style style;
        private final Class<?> owner;
        private final String java;

        Enumeration(Class<?> owner, String java, String name, EnumType type, Style style) {
            super(name);
            this.type = type;
            this.style = style;
            this.owner = owner;
            this.java = java;
            set = Call.setter(owner, java);
            get = Call.setter(set.valueType(), "get");
        }

        @Override
        void write(Object encoder, String path, Facts facts) {
            long bits = facts.bits(path + "/" + name);
            if (style == Style.OURS && (way(2) == 0 || !isKnown(bits))) {
                Call raw = Call.setter(owner, style.raw(java));
                raw.on(encoder, Bits.as(raw.valueType(), bits, type.primitive()));
            } else {
                set.on(encoder, get.on(null, Bits.as(get.valueType(), bits, type.primitive())));
            }
        }

        private boolean isKnown(long bits) {
            return Bits.same(Bits.of(type.effectiveNull(), type.primitive()), bits, type.primitive())
                    || type.values().stream().anyMatch(v -> Bits.same(v.bits(), bits, type.primitive()));
        }
    }

    private static final class Choices extends SlotWriter {
        private final SetType type;
        private final Call get;
        private final Style style;
        private final Call clear;
        private final List<Call> choices = new ArrayList<>();

        Choices(Class<?> owner, String java, String name, SetType type, Style style) {
            super(name);
            this.type = type;
            this.style = style;
            get = Call.of(owner, java);
            clear = Call.of(get.returnType(), "clear");
            for (int i = 0; i < type.choices().size(); i++) {
                choices.add(Call.of(get.returnType(), style.choice(type, i), boolean.class));
            }
        }

        @Override
        void write(Object encoder, String path, Facts facts) {
            long bits = facts.bits(path + "/" + name);
            Object set = get.on(encoder);
            long known = 0;
            for (SetType.Choice choice : type.choices()) {
                known |= 1L << choice.bit();
            }
            if (style == Style.OURS && (way(2) == 0 || (bits & ~known) != 0)) {
                Call raw = Call.setter(get.returnType(), "setRaw");
                raw.on(set, Bits.as(raw.valueType(), bits, type.primitive()));
                return;
            }
            clear.on(set);
            for (int i = 0; i < choices.size(); i++) {
                choices.get(i).on(set, (bits >>> type.choices().get(i).bit() & 1) == 1);
            }
        }
    }

    private static final class Members extends SlotWriter {
        private final Call get;
        private final List<SlotWriter> members;

        Members(Class<?> owner, String java, String name, CompositeType type, Style style) {
            super(name);
            get = Call.of(owner, java);
            members = SlotWriter.of(get.returnType(), type, style);
        }

        @Override
        void write(Object encoder, String path, Facts facts) {
            Object composite = get.on(encoder);
            members.forEach(m -> m.write(composite, path + "/" + name, facts));
        }
    }

    /// Whose code it is, and so what things are called in it.
    enum Style {
        OURS {
            @Override
            String field(Block block, int index) {
                return SchemaNames.of(block).slot(index, "x");
            }

            @Override
            String member(CompositeType composite, int index) {
                return SchemaNames.of(composite).slot(index, "x");
            }

            @Override
            String group(Block block, int index) {
                return SchemaNames.of(block).group(index, "xCount");
            }

            @Override
            String choice(SetType set, int index) {
                return SchemaNames.choices(set).get(index);
            }

            @Override
            String putData(Block block, int index) {
                return SchemaNames.of(block).data(index, "putX");
            }
        },
        REFERENCE {
            @Override
            String field(Block block, int index) {
                return property(block.fields().get(index).name());
            }

            @Override
            String member(CompositeType composite, int index) {
                return property(composite.members().get(index).name());
            }

            @Override
            String group(Block block, int index) {
                return property(block.groups().get(index).name()) + "Count";
            }

            @Override
            String choice(SetType set, int index) {
                return property(set.choices().get(index).name());
            }

            @Override
            String putData(Block block, int index) {
                String name = block.data().get(index).name();
                return "put" + Character.toUpperCase(name.charAt(0)) + name.substring(1);
            }
        };

        abstract String field(Block block, int index);

        abstract String member(CompositeType composite, int index);

        abstract String group(Block block, int index);

        abstract String choice(SetType set, int index);

        abstract String putData(Block block, int index);

        final String raw(String java) {
            return java + "Raw";
        }

        private static String property(String name) {
            return Character.toLowerCase(name.charAt(0)) + name.substring(1);
        }
    }
}
