// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sbe.internal.compat;

import dev.ashlar.sbe.ir.CompositeType;
import dev.ashlar.sbe.ir.EnumType;
import dev.ashlar.sbe.ir.Field;
import dev.ashlar.sbe.ir.Presence;
import dev.ashlar.sbe.ir.PrimitiveType;
import dev.ashlar.sbe.ir.ScalarType;
import dev.ashlar.sbe.ir.SetType;
import dev.ashlar.sbe.ir.Type;

/// Compares two versions of a field, except for its offset.
final class FieldCheck {
    private final Versions versions;
    private final CompatibilityFindings findings;
    private final TypeCheck types;

    FieldCheck(Versions versions, TypeCheck types) {
        this.versions = versions;
        this.findings = versions.findings();
        this.types = types;
    }

    /// @param since first version in which readers of the newer schema look for the field's block
    void compare(Field before, Field after, PathPair place, int since) {
        if (!before.name().equals(after.name())) {
            findings.report(Rule.FIELD_RENAMED, place, "field renamed from " + before.name());
        }
        versions.compareDeprecation(before.meta(), after.meta(), place);
        versions.compareSemanticType(before.meta(), after.meta(), place);
        versions.compareTime("epoch", "unix", before.epoch(), after.epoch(), place);
        versions.compareTime("timeUnit", "nanosecond", before.timeUnit(), after.timeUnit(), place);
        PathPair presencePlace = presencePlace(before, after, place);
        if (Presences.compare(before.presence(), after.presence(), presencePlace, findings)) {
            if (before.presence() == Presence.CONSTANT) {
                compareConstants(before, after, presencePlace);
            } else {
                versions.compareSince(before.meta(), after.meta(), since, place);
                boolean nullable = before.presence() == Presence.OPTIONAL && after.presence() == Presence.OPTIONAL;
                types.compare(before.type(), after.type(), true, place, nullable);
            }
        }
    }

    /// A presence or constant that both fields have from their type is reported at the type, once for all its fields.
    private PathPair presencePlace(Field before, Field after, PathPair place) {
        boolean inherited = before.type() instanceof ScalarType oldType && after.type() instanceof ScalarType newType
                && oldType.presence() == before.presence() && newType.presence() == after.presence()
                && before.valueRef().isEmpty() && after.valueRef().isEmpty();
        return inherited ? types.place(before.type(), after.type(), true, place) : place;
    }

    private void compareConstants(Field before, Field after, PathPair place) {
        if (!before.constant().equals(after.constant())) {
            findings.report(Rule.CONSTANT_CHANGED, place, "constant changed from "
                    + ScalarCheck.show(before.constant(), primitive(before.type())) + " to "
                    + ScalarCheck.show(after.constant(), primitive(after.type())));
        }
    }

    private static PrimitiveType primitive(Type type) {
        return switch (type) {
            case ScalarType scalar -> scalar.primitive();
            case EnumType enumType -> enumType.primitive();
            case SetType set -> set.primitive();
            case CompositeType _ -> PrimitiveType.INT64;
        };
    }
}
