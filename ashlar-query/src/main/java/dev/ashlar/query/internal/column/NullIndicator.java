// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query.internal.column;

import dev.ashlar.sbe.ir.CompositeType;
import dev.ashlar.sbe.ir.Member;

/// Finds the member that decides whether a composite is null, by the rule of `docs/null.md`: the first member that
/// occupies bytes in every version that has the composite; for a decimal, the mantissa.
final class NullIndicator {
    private NullIndicator() {
    }

    /// The member, or null if there is none.
    ///
    /// @param since the version that added what has the composite
    static Member memberOf(CompositeType type, int since) {
        int oldest = firstVersion(type, since);
        Member found = null;
        for (Member member : type.members()) {
            boolean first = found == null || type.isDecimal() && member.name().equals("mantissa");
            if (first && member.encodedLength() > 0 && firstVersion(member, since) <= oldest) {
                found = member;
            }
        }
        return found;
    }

    private static int firstVersion(CompositeType type, int since) {
        int version = Integer.MAX_VALUE;
        for (Member member : type.members()) {
            if (member.encodedLength() > 0) {
                version = Math.min(version, firstVersion(member, since));
            }
        }
        return version == Integer.MAX_VALUE ? since : version;
    }

    private static int firstVersion(Member member, int since) {
        int from = Math.max(since, member.meta().sinceVersion());
        return member.type() instanceof CompositeType composite ? firstVersion(composite, from) : from;
    }
}
