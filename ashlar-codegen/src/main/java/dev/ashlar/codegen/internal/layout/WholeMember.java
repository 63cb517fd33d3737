// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.codegen.internal.layout;

import dev.ashlar.sbe.ir.CompositeType;
import dev.ashlar.sbe.ir.Literal;
import dev.ashlar.sbe.ir.Member;
import dev.ashlar.sbe.ir.PrimitiveType;
import dev.ashlar.sbe.ir.ScalarType;
import java.util.LinkedHashMap;
import java.util.Map;

/// A member of a header, dimension or data encoding that holds a length, count, id or version.
///
/// @param offset     in the composite
/// @param isConstant whether it occupies no bytes and always has the value `constant`
/// @param least      the least count or length that the schema allows
/// @param greatest   the greatest one: at most 2^31-1, the limit of decoders
public record WholeMember(int offset, PrimitiveType primitive, boolean isConstant, long constant, long least,
        long greatest) {
    /// @throws IllegalArgumentException if the composite has no single whole member of this name
    public static WholeMember of(CompositeType composite, String name) {
        Member member = composite.member(name);
        if (member == null || !(member.type() instanceof ScalarType type) || type.primitive().isFloatingPoint()
                || type.length() != 1) {
            throw new IllegalArgumentException("composite needs a single integer member: member=" + name + " ("
                    + composite.name() + ")");
        }
        long constant = type.constant().orElse(Literal.of(0)) instanceof Literal.Whole(long bits) ? bits : 0;
        return new WholeMember(member.offset(), type.primitive(), member.encodedLength() == 0, constant,
                type.leastCount(), Math.min(Integer.MAX_VALUE, type.greatestCount()));
    }

    /// Whether the schema allows fewer counts or lengths than fit into the bytes and into 31 bits.
    public boolean isBounded() {
        return least > 0 || greatest < ScalarType.of(primitive).greatestCount() && greatest < Integer.MAX_VALUE;
    }

    /// Bytes of a data encoding before the data.
    public static int headerLength(CompositeType encoding) {
        return encoding.member("varData").offset();
    }

    /// The members `groups` and `data`, which drafts of the standard define for the numbers of groups and data, as far
    /// as the composite has them.
    public static Map<String, WholeMember> counts(CompositeType composite) {
        Map<String, WholeMember> found = new LinkedHashMap<>();
        if (isIn(composite, "numGroups")) {
            found.put("groups", of(composite, "numGroups"));
        }
        if (isIn(composite, "numVarDataFields")) {
            found.put("data", of(composite, "numVarDataFields"));
        }
        return found;
    }

    /// Whether the composite has a member of this name that can be written.
    public static boolean isIn(CompositeType composite, String name) {
        Member member = composite.member(name);
        return member != null && member.type() instanceof ScalarType type && !type.primitive().isFloatingPoint()
                && type.length() == 1 && member.encodedLength() > 0;
    }
}
