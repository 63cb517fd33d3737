// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sbe.internal.compat;

import dev.ashlar.sbe.internal.compat.Pairing.Pair;
import dev.ashlar.sbe.ir.EnumType;
import dev.ashlar.sbe.ir.EnumType.ValidValue;
import dev.ashlar.sbe.ir.Literal;
import dev.ashlar.sbe.ir.SetType;
import dev.ashlar.sbe.ir.SetType.Choice;

/// Compares the values of enums and the choices of sets: a name must keep its number.
final class NamedValueCheck {
    private final Versions versions;
    private final CompatibilityFindings findings;

    NamedValueCheck(Versions versions) {
        this.versions = versions;
        this.findings = versions.findings();
    }

    /// Compares two enums of the same primitive type.
    void compareValues(EnumType before, EnumType after, PathPair place) {
        Pairing<ValidValue> pairing =
                Pairing.of(before.values(), after.values(), ValidValue::name, (a, b) -> a.bits() == b.bits());
        for (Pair<ValidValue> pair : pairing.common()) {
            ValidValue old = pair.before();
            ValidValue value = pair.after();
            PathPair valuePlace = place.child(old.name(), value.name());
            if (!old.name().equals(value.name())) {
                findings.report(Rule.VALUE_RENAMED, valuePlace, "value " + show(value, after) + " renamed from "
                        + old.name());
            } else if (old.bits() != value.bits()) {
                findings.report(Rule.VALUE_CHANGED, valuePlace, "value changed from " + show(old, before) + " to "
                        + show(value, after));
            }
            versions.compareDeprecation(old.meta(), value.meta(), valuePlace);
        }
        for (ValidValue removed : pairing.removed()) {
            findings.reportOld(Rule.VALUE_REMOVED, place.child(removed.name()), "value " + show(removed, before)
                    + " removed");
        }
        for (ValidValue added : pairing.added()) {
            findings.report(Rule.VALUE_ADDED, place.child(added.name()), "value " + show(added, after) + " added");
        }
    }

    private static String show(ValidValue value, EnumType type) {
        return Literal.of(value.bits()).show(type.primitive());
    }

    /// Compares two sets of the same width.
    void compareChoices(SetType before, SetType after, PathPair place) {
        Pairing<Choice> pairing = Pairing.of(before.choices(), after.choices(), Choice::name,
                (a, b) -> a.bit() == b.bit());
        for (Pair<Choice> pair : pairing.common()) {
            Choice old = pair.before();
            Choice choice = pair.after();
            PathPair choicePlace = place.child(old.name(), choice.name());
            if (!old.name().equals(choice.name())) {
                findings.report(Rule.CHOICE_RENAMED, choicePlace, "bit " + choice.bit() + " renamed from "
                        + old.name());
            } else if (old.bit() != choice.bit()) {
                findings.report(Rule.CHOICE_MOVED, choicePlace, "bit changed from " + old.bit() + " to "
                        + choice.bit());
            }
            versions.compareDeprecation(old.meta(), choice.meta(), choicePlace);
        }
        for (Choice removed : pairing.removed()) {
            findings.reportOld(Rule.CHOICE_REMOVED, place.child(removed.name()), "bit " + removed.bit() + " removed");
        }
        for (Choice added : pairing.added()) {
            findings.report(Rule.CHOICE_ADDED, place.child(added.name()), "bit " + added.bit() + " added");
        }
    }
}
