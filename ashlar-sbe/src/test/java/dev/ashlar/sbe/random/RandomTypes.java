// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sbe.random;

import dev.ashlar.sbe.ir.CompositeType;
import dev.ashlar.sbe.ir.EnumType;
import dev.ashlar.sbe.ir.Literal;
import dev.ashlar.sbe.ir.Member;
import dev.ashlar.sbe.ir.Meta;
import dev.ashlar.sbe.ir.Presence;
import dev.ashlar.sbe.ir.PrimitiveType;
import dev.ashlar.sbe.ir.ScalarType;
import dev.ashlar.sbe.ir.SetType;
import dev.ashlar.sbe.ir.Type;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;

/// Random types, named in the order they are made.
final class RandomTypes {
    private static final int MAX_DEPTH = 3;
    private static final PrimitiveType[] ENUM_PRIMITIVES = {PrimitiveType.CHAR, PrimitiveType.INT8, PrimitiveType.INT16,
        PrimitiveType.INT32, PrimitiveType.UINT8, PrimitiveType.UINT16};
    private static final PrimitiveType[] SET_PRIMITIVES = {PrimitiveType.UINT8, PrimitiveType.UINT16,
            PrimitiveType.UINT32,
        PrimitiveType.UINT64};
    private static final String[] CHARSETS = {"US-ASCII", "UTF-8", "ISO-8859-1"};

    private final SplittableRandom random;
    private final List<Type> named = new ArrayList<>();
    private int count;

    RandomTypes(SplittableRandom random) {
        this.random = random;
    }

    /// All types with names of their own, in the order they were made.
    List<Type> named() {
        return named;
    }

    void add(Type type) {
        named.add(type);
    }

    String name(String prefix) {
        return prefix + ++count;
    }

    /// A new type that a field may have.
    Type make() {
        Type made = switch (random.nextInt(8)) {
            case 0, 1, 2 -> scalar(name("Scalar"), true);
            case 3 -> enumeration(name("Enum"));
            case 4 -> set(name("Set"));
            case 5 -> decimal(name("Decimal"));
            default -> composite(name("Composite"), 1);
        };
        named.add(made);
        return made;
    }

    <T> T pick(T[] from) {
        return from[random.nextInt(from.length)];
    }

    ScalarType scalar(String name, boolean mayBeConstant) {
        PrimitiveType primitive = pick(PrimitiveType.values());
        Presence presence = mayBeConstant && random.nextInt(6) == 0 ? Presence.CONSTANT
                : random.nextInt(3) == 0 ? Presence.OPTIONAL : Presence.REQUIRED;
        String charset = primitive == PrimitiveType.CHAR ? pick(CHARSETS) : "";
        int length = random.nextInt(4) == 0 ? 2 + random.nextInt(6) : 1;
        Optional<Literal> none = Optional.empty();
        if (presence == Presence.CONSTANT) {
            boolean text = primitive == PrimitiveType.CHAR && length > 1;
            Literal constant = text ? Literal.of("c" + random.nextInt(10)) : constant(primitive);
            return new ScalarType(name, "", primitive, text ? length : 1, presence, none, none, none,
                    Optional.of(constant),
                    charset, meta());
        }
        Optional<Literal> nullValue = none;
        Optional<Literal> min = none;
        Optional<Literal> max = none;
        if (primitive != PrimitiveType.CHAR && !primitive.isFloatingPoint()) {
            if (presence == Presence.OPTIONAL && random.nextBoolean()) {
                nullValue = Optional.of(Literal.of(random.nextInt(100)));
            }
            if (random.nextInt(4) == 0) {
                min = Optional.of(Literal.of(random.nextInt(10)));
                max = Optional.of(Literal.of(10 + random.nextInt(110)));
            }
        }
        return new ScalarType(name, "", primitive, length, presence, nullValue, min, max, none, charset, meta());
    }

    private Literal constant(PrimitiveType primitive) {
        if (primitive.isFloatingPoint()) {
            return Literal.of(random.nextInt(1000) / 8.0);
        }
        return Literal.of(primitive == PrimitiveType.CHAR ? 'a' + random.nextInt(26) : random.nextInt(120));
    }

    private Meta meta() {
        return random.nextInt(3) == 0 ? new Meta("of no meaning, \"made\" & <random> " + count, "", 0, 0) : Meta.NONE;
    }

    EnumType enumeration(String name) {
        PrimitiveType primitive = pick(ENUM_PRIMITIVES);
        List<EnumType.ValidValue> values = new ArrayList<>();
        Set<Long> used = new HashSet<>();
        for (int i = 0, n = 1 + random.nextInt(6); i < n; i++) {
            long bits = primitive == PrimitiveType.CHAR ? 'A' + random.nextInt(26) : random.nextInt(100);
            if (used.add(bits)) {
                values.add(new EnumType.ValidValue("V" + i, bits, Meta.NONE));
            }
        }
        Optional<Literal> nullValue = primitive != PrimitiveType.CHAR && random.nextInt(3) == 0
                ? Optional.of(Literal.of(100 + random.nextInt(20))) : Optional.empty();
        return new EnumType(name, "", primitive, nullValue, values, meta());
    }

    SetType set(String name) {
        PrimitiveType primitive = pick(SET_PRIMITIVES);
        int bits = primitive.size() * 8;
        List<SetType.Choice> choices = new ArrayList<>();
        for (int bit = 0; bit < bits; bit++) {
            if (bit == bits - 1 || random.nextInt(4) == 0) {
                choices.add(new SetType.Choice("Bit" + bit, bit, Meta.NONE));
            }
        }
        return new SetType(name, "", primitive, choices, meta());
    }

    CompositeType decimal(String name) {
        PrimitiveType mantissa = pick(new PrimitiveType[] {PrimitiveType.INT32, PrimitiveType.INT64,
                PrimitiveType.UINT64});
        Presence presence = random.nextBoolean() ? Presence.OPTIONAL : Presence.REQUIRED;
        ScalarType first = new ScalarType("mantissa", "", mantissa, 1, presence, Optional.empty(), Optional.empty(),
                Optional.empty(), Optional.empty(), "", Meta.NONE);
        ScalarType second = random.nextBoolean()
                ? new ScalarType("exponent", "", PrimitiveType.INT8, 1, Presence.CONSTANT, Optional.empty(),
                Optional.empty(),
                        Optional.empty(), Optional.of(Literal.of(random.nextInt(-9, 4))), "", Meta.NONE)
                : new ScalarType("exponent", "", PrimitiveType.INT8, 1, Presence.REQUIRED, Optional.empty(),
                Optional.empty(),
                        Optional.empty(), Optional.empty(), "", Meta.NONE);
        return random.nextBoolean() ? packed(name, List.of(first, second)) : packed(name, List.of(second, first));
    }

    CompositeType composite(String name, int depth) {
        List<Member> members = new ArrayList<>();
        int end = 0;
        for (int i = 0, n = 1 + random.nextInt(4); i < n; i++) {
            int offset = end + (random.nextInt(5) == 0 ? random.nextInt(4) : 0);
            Member member = member("m" + i, offset, depth);
            members.add(member.encodedLength() == 0 ? new Member(member.name(), end, member.type(), member.ref(),
                    member.meta())
                    : member);
            end = member.encodedLength() == 0 ? end : offset + member.encodedLength();
        }
        return new CompositeType(name, "", members, end, meta());
    }

    private Member member(String name, int offset, int depth) {
        if (!named.isEmpty() && random.nextInt(4) == 0) {
            Type referred = named.get(random.nextInt(named.size()));
            if (depthOf(referred) + depth <= MAX_DEPTH) {
                return new Member(name, offset, referred, true, Meta.NONE);
            }
        }
        Type type = switch (random.nextInt(depth < MAX_DEPTH ? 7 : 6)) {
            case 0 -> enumeration(name);
            case 1 -> set(name);
            case 6 -> composite(name, depth + 1);
            default -> scalar(name, true);
        };
        return new Member(name, offset, type, false, type.meta());
    }

    private static int depthOf(Type type) {
        return type instanceof CompositeType composite
                ? 1 + composite.members().stream().mapToInt(m -> depthOf(m.type())).max().orElse(0) : 0;
    }

    /// A composite of inline scalars without gaps.
    static CompositeType packed(String name, List<ScalarType> types) {
        List<Member> members = new ArrayList<>();
        int end = 0;
        for (ScalarType type : types) {
            members.add(new Member(type.name(), end, type, false, type.meta()));
            end += type.encodedLength();
        }
        return new CompositeType(name, "", members, end, Meta.NONE);
    }
}
