// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sbe.ir;

import java.util.List;

/// A sequence of members at fixed offsets.
///
/// @param name          name in the schema
/// @param packageName   package of its `types` element, or empty
/// @param members       in schema order, constants included
/// @param encodedLength bytes on the wire, gaps included; a variable-length member counts 0
/// @param meta          documentation and versions
public record CompositeType(String name, String packageName, List<Member> members, int encodedLength, Meta meta)
        implements Type {

    public CompositeType {
        members = List.copyOf(members);
    }

    /// Whether it has the two members of a decimal, `mantissa` and `exponent`, in any order, and no others.
    public boolean isDecimal() {
        return members.size() == 2 && member("mantissa") != null && member("exponent") != null;
    }

    /// The member of this name, or `null` if there is none. Members of headers, dimensions and var-data encodings are
    /// looked up by name, so that their order and any further members do not matter.
    public Member member(String memberName) {
        return members.stream().filter(member -> member.name().equals(memberName)).findFirst().orElse(null);
    }
}
