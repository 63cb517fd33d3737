// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.codegen.internal.model;

import dev.ashlar.codegen.internal.layout.MemberSlot;
import dev.ashlar.codegen.internal.layout.Struct;
import dev.ashlar.sbe.ir.Block;
import dev.ashlar.sbe.ir.CompositeType;
import dev.ashlar.sbe.ir.EnumType;
import dev.ashlar.sbe.ir.Literal;
import dev.ashlar.sbe.ir.Member;
import dev.ashlar.sbe.ir.Presence;
import dev.ashlar.sbe.ir.PrimitiveType;
import dev.ashlar.sbe.ir.ScalarType;
import dev.ashlar.sbe.ir.Type;
import java.util.List;
import java.util.Optional;

/// A field of a block or member of a composite, with the rules that every language follows.
///
/// It is present if the writer's version is at least `since` and the writer's block or composite reaches `end`, counted
/// from its start.
///
/// @param slot     from the schema
/// @param name     identifier in the target language
/// @param since    the version that first had bytes of it
/// @param end      offset of the end of the bytes that it had then
/// @param nullTest the test whether a present value is null; empty if it is never null
public record Value(MemberSlot slot, String name, int since, int end, Optional<NullTest> nullTest) {

    /// @param suffixes of the names that the language derives from a value's
    public static List<Value> of(Block block, Names names, String... suffixes) {
        return of(block.fields().stream().map(MemberSlot::of).toList(), names, suffixes);
    }

    /// @param suffixes of the names that the language derives from a value's
    public static List<Value> of(CompositeType composite, Names names, String... suffixes) {
        return of(Struct.slotsOf(composite), names, suffixes);
    }

    private static List<Value> of(List<MemberSlot> slots, Names names, String... suffixes) {
        return slots.stream().map(slot -> new Value(slot, names.claim(slot.name(), suffixes),
                Struct.firstVersion(List.of(slot), 0), Struct.firstEnd(slot), NullTest.of(slot))).toList();
    }

    public Type type() {
        return slot.type();
    }

    public int offset() {
        return slot.offset();
    }

    public boolean isConstant() {
        return slot.isConstant();
    }

    public boolean isOptional() {
        return slot.presence() == Presence.OPTIONAL;
    }

    /// Whether the schema allows it to be missing: it is optional, or was added later than its block or composite.
    public boolean mayBeMissing() {
        return !isConstant() && hasBytes() && (isOptional() || since > 0);
    }

    /// Whether it is an array of characters: text that ends at its first NUL.
    public boolean isCharArray() {
        return type() instanceof ScalarType scalar && scalar.length() != 1 && scalar.primitive() == PrimitiveType.CHAR;
    }

    /// Whether it occupies bytes: constants and composites of constants do not, and are always present.
    public boolean hasBytes() {
        return slot.encodedLength() > 0;
    }

    /// Whether it is a number made of a mantissa and a power of ten, and nothing else.
    public boolean isDecimal() {
        if (!(type() instanceof CompositeType composite) || composite.members().size() != 2) {
            return false;
        }
        Member mantissa = composite.member("mantissa");
        return isPart(mantissa) && isPart(composite.member("exponent")) && mantissa.encodedLength() > 0;
    }

    private boolean isPart(Member member) {
        return member != null && Decimal.isWhole(member.type()) && member.meta().sinceVersion() <= slot.since();
    }

    /// The value that all elements of a scalar or enum hold if it is null, even if the schema does not allow null;
    /// empty for other types.
    public Optional<NullTest> nullBits() {
        return switch (type()) {
            case ScalarType scalar -> Optional.of(NullTest.ofElements(scalar));
            case EnumType type -> Optional.of(new NullTest(0, type.primitive(), 1, type.effectiveNull()));
            default -> Optional.empty();
        };
    }

    /// The value of a constant.
    public Literal constant() {
        return slot.constant().or(() -> type() instanceof ScalarType scalar ? scalar.constant() : Optional.empty())
                .orElse(Literal.of(0));
    }

    /// The bits of a whole constant.
    public long constantBits() {
        return constant() instanceof Literal.Whole(long bits) ? bits : 0;
    }
}
