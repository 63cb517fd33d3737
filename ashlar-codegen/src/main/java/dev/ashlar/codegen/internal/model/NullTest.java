// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.codegen.internal.model;

import dev.ashlar.codegen.internal.layout.MemberSlot;
import dev.ashlar.codegen.internal.layout.Struct;
import dev.ashlar.sbe.ir.CompositeType;
import dev.ashlar.sbe.ir.EnumType;
import dev.ashlar.sbe.ir.Literal;
import dev.ashlar.sbe.ir.Presence;
import dev.ashlar.sbe.ir.PrimitiveType;
import dev.ashlar.sbe.ir.ScalarType;
import dev.ashlar.sbe.ir.SetType;
import java.util.List;
import java.util.Optional;

/// The elements of a present value that must hold the null value for it to be null, by the rules of `docs/null.md`.
///
/// @param offset    of the first of them, from the start of the value
/// @param elements  how many
/// @param nullValue what each of them holds
public record NullTest(int offset, PrimitiveType primitive, int elements, Literal nullValue) {

    /// The test of a value; empty if it is never null.
    public static Optional<NullTest> of(MemberSlot slot) {
        return slot.isConstant() ? Optional.empty() : of(slot, 0, slot.presence() == Presence.OPTIONAL);
    }

    /// The test as if the value were optional, whether or not the schema allows null.
    static NullTest ofElements(ScalarType type) {
        boolean text = type.primitive() == PrimitiveType.CHAR && type.effectiveNull().equals(Literal.of(0));
        return new NullTest(0, type.primitive(), text ? 1 : type.length(), type.effectiveNull());
    }

    private static Optional<NullTest> of(MemberSlot slot, int base, boolean optional) {
        return switch (slot.type()) {
            case ScalarType scalar -> optional ? Optional.of(ofElements(scalar).at(base)) : Optional.empty();
            case EnumType type -> optional || !type.namesNull()
                    ? Optional.of(new NullTest(base, type.primitive(), 1, type.effectiveNull())) : Optional.empty();
            case SetType _ -> Optional.empty();
            case CompositeType type -> {
                MemberSlot first = indicator(type, slot.since());
                yield first == null ? Optional.empty()
                        : of(first, base + first.offset(), optional || first.presence() == Presence.OPTIONAL);
            }
        };
    }

    /// The member whose null is the composite's; `null` if there is none.
    private static MemberSlot indicator(CompositeType type, int since) {
        List<MemberSlot> members = Struct.slotsOf(type);
        int version = Struct.firstVersion(members, since);
        MemberSlot found = null;
        for (MemberSlot member : members) {
            if (member.encodedLength() > 0 && Struct.firstVersion(List.of(member), since) <= version
                    && (found == null || type.isDecimal() && member.name().equals("mantissa"))) {
                found = member;
            }
        }
        return found;
    }

    private NullTest at(int base) {
        return new NullTest(base, primitive, elements, nullValue);
    }
}
