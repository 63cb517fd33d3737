// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sbe.internal.compat;

import dev.ashlar.sbe.internal.compat.Pairing.Pair;
import dev.ashlar.sbe.ir.CompositeType;
import dev.ashlar.sbe.ir.Member;
import dev.ashlar.sbe.ir.Presence;
import dev.ashlar.sbe.ir.ScalarType;
import java.util.Comparator;
import java.util.List;

/// Compares two versions of a composite, member by member. If a longer composite moves the fields after it, that is
/// reported at those fields.
final class CompositeCheck {
    private final Versions versions;
    private final CompatibilityFindings findings;
    private final TypeCheck types;

    CompositeCheck(Versions versions, TypeCheck types) {
        this.versions = versions;
        this.findings = versions.findings();
        this.types = types;
    }

    /// @param nullable whether the composite as a whole may be null, as its null indicator then shows
    void compare(CompositeType before, CompositeType after, PathPair place, boolean nullable) {
        Pairing<Member> pairing = Pairing.of(before.members(), after.members(), Member::name, this::isRenamed);
        for (Pair<Member> pair : pairing.common()) {
            boolean first = nullable && pair.before() == nullIndicator(before);
            compareMember(pair.before(), pair.after(), place.child(pair.before().name(), pair.after().name()), first);
        }
        for (Member removed : pairing.removed()) {
            findings.reportOld(isConstant(removed) ? Rule.CONSTANT_REMOVED : Rule.MEMBER_REMOVED,
                    place.child(removed.name()), isConstant(removed) ? "constant member removed" : "member removed");
        }
        reportMoved(pairing.common(), place);
        for (Member added : pairing.added()) {
            if (!isConstant(added)) {
                reportAdded(added, before, place.child(added.name()));
            }
        }
    }

    private boolean isRenamed(Member before, Member after) {
        return before.offset() == after.offset() && before.encodedLength() == after.encodedLength()
                && before.type().getClass() == after.type().getClass() && isConstant(before) == isConstant(after)
                && !versions.isNew(after.meta());
    }

    private static boolean isConstant(Member member) {
        return member.type() instanceof ScalarType type && type.presence() == Presence.CONSTANT;
    }

    /// The mantissa of a decimal; else the first member on the wire with the lowest version.
    private static Member nullIndicator(CompositeType composite) {
        if (composite.isDecimal() && !isConstant(composite.member("mantissa"))) {
            return composite.member("mantissa");
        }
        return composite.members().stream().filter(m -> !isConstant(m))
                .min(Comparator.comparingInt(m -> m.meta().sinceVersion())).orElse(null);
    }

    private void compareMember(Member before, Member after, PathPair place, boolean nullable) {
        if (!before.name().equals(after.name())) {
            findings.report(Rule.MEMBER_RENAMED, place, "member renamed from " + before.name());
        }
        versions.compareDeprecation(before.meta(), after.meta(), place);
        boolean named = before.ref() && after.ref();
        if (!(before.type() instanceof ScalarType oldType && after.type() instanceof ScalarType newType)) {
            versions.compareSince(before.meta(), after.meta(), 0, place);
            types.compare(before.type(), after.type(), named, place, true);
            return;
        }
        PathPair typePlace = types.place(oldType, newType, named, place);
        if (!Presences.compare(oldType.presence(), newType.presence(), typePlace, findings)) {
            return;
        }
        if (oldType.presence() != Presence.CONSTANT) {
            boolean bothOptional = oldType.presence() == Presence.OPTIONAL && newType.presence() == Presence.OPTIONAL;
            versions.compareSince(before.meta(), after.meta(), 0, place);
            types.compare(oldType, newType, named, place, nullable || bothOptional);
        } else if (!oldType.constant().equals(newType.constant())) {
            findings.report(Rule.CONSTANT_CHANGED, typePlace, "constant changed from "
                    + ScalarCheck.show(oldType.constant(), oldType.primitive()) + " to "
                    + ScalarCheck.show(newType.constant(), newType.primitive()));
        }
    }

    private void reportMoved(List<Pair<Member>> common, PathPair place) {
        List<Pair<Member>> moved = common.stream().filter(p -> !isConstant(p.before()) && !isConstant(p.after())
                && p.before().offset() != p.after().offset()).toList();
        if (!moved.isEmpty()) {
            Member before = moved.getFirst().before();
            Member after = moved.getFirst().after();
            String others = moved.size() == 1 ? "" : ", and " + (moved.size() - 1) + " more of its composite moved";
            findings.report(Rule.MEMBER_MOVED, place.child(before.name(), after.name()), "offset changed from "
                    + before.offset() + " to " + after.offset() + others);
        }
    }

    private void reportAdded(Member added, CompositeType before, PathPair place) {
        if (versions.isNew(added.meta())) {
            findings.report(Rule.MEMBER_ADDED, place, "new member at offset " + added.offset()
                    + " of a composite that had " + before.encodedLength() + " bytes");
        } else {
            findings.report(Rule.MEMBER_WITHOUT_SINCE, place, versions.sinceTooEarly("new member", added.meta()));
        }
    }
}
