// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sbe.internal.compat;

import dev.ashlar.sbe.ir.CompositeType;
import dev.ashlar.sbe.ir.EnumType;
import dev.ashlar.sbe.ir.PrimitiveType;
import dev.ashlar.sbe.ir.ScalarType;
import dev.ashlar.sbe.ir.Schema;
import dev.ashlar.sbe.ir.SetType;
import dev.ashlar.sbe.ir.Type;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// Compares the types that two versions of a field or member have.
final class TypeCheck {
    private final CompatibilityFindings findings;
    private final Set<String> oldNames;
    private final Set<String> newNames;
    private final ScalarCheck scalars;
    private final CompositeCheck composites;
    private final NamedValueCheck values;
    private final Set<Comparison> done = new HashSet<>();

    private record Pair(Type before, Type after) { }

    private record Comparison(PathPair place, boolean nullable) { }

    TypeCheck(Versions versions) {
        this.findings = versions.findings();
        this.oldNames = names(versions.older());
        this.newNames = names(versions.newer());
        this.scalars = new ScalarCheck(findings);
        this.composites = new CompositeCheck(versions, this);
        this.values = new NamedValueCheck(versions);
    }

    private static Set<String> names(Schema schema) {
        return schema.types().stream().map(Type::name).collect(Collectors.toSet());
    }

    /// Where to report a difference between the types: at their declaration if both versions declare the same type,
    /// perhaps renamed; at the use if the use changed to another type.
    ///
    /// @param named false for types declared inside a composite
    PathPair place(Type before, Type after, boolean named, PathPair use) {
        boolean declared = named && oldNames.contains(before.name()) && newNames.contains(after.name());
        boolean same = before.name().equals(after.name())
                || !newNames.contains(before.name()) && !oldNames.contains(after.name());
        return declared && same ? PathPair.type(before.name(), after.name()) : use;
    }

    /// Compares the types of a field or member that is on the wire in both versions.
    ///
    /// @param named    false for types declared inside a composite
    /// @param nullable whether null values occur, so that they must agree
    void compare(Type before, Type after, boolean named, PathPair use, boolean nullable) {
        PathPair place = place(before, after, named, use);
        if (!done.add(new Comparison(place, nullable)) && place != use) {
            return;
        }
        boolean renamed = named && !before.name().equals(after.name());
        if (renamed && before.getClass() == after.getClass() && !(after instanceof ScalarType)) {
            findings.report(Rule.TYPE_RENAMED, place, "type renamed from " + before.name() + " to " + after.name());
        }
        switch (new Pair(before, after)) {
            case Pair(ScalarType a, ScalarType b) -> scalars.compare(a, b, place, nullable);
            case Pair(CompositeType a, CompositeType b) -> composites.compare(a, b, place, nullable);
            case Pair(EnumType a, EnumType b) -> compareEnums(a, b, place, nullable);
            case Pair(SetType a, SetType b) -> compareSets(a, b, place);
            case Pair(Type a, Type b) -> compareKinds(a, b, place, nullable);
        }
    }

    /// Compares the members of two message headers or dimensions of the same layout.
    void compareMembers(CompositeType before, CompositeType after) {
        PathPair place = PathPair.type(before.name(), after.name());
        if (done.add(new Comparison(place, false))) {
            composites.compare(before, after, place, false);
        }
    }

    private void compareEnums(EnumType before, EnumType after, PathPair place, boolean nullable) {
        if (scalars.samePrimitive(before.primitive(), after.primitive(), place)) {
            if (nullable) {
                scalars.compareNull(before.effectiveNull(), after.effectiveNull(), after.primitive(), place);
            }
            values.compareValues(before, after, place);
        }
    }

    private void compareSets(SetType before, SetType after, PathPair place) {
        if (scalars.samePrimitive(before.primitive(), after.primitive(), place)) {
            values.compareChoices(before, after, place);
        }
    }

    /// An integer may become an enum or set, or the reverse, without changing any byte.
    private void compareKinds(Type before, Type after, PathPair place, boolean nullable) {
        Optional<PrimitiveType> single = single(before);
        boolean alike = single.isPresent() && single.equals(single(after))
                && (before instanceof ScalarType || after instanceof ScalarType);
        findings.report(alike ? Rule.KIND_CHANGED_ALIKE : Rule.KIND_CHANGED, place, "changed from " + describe(before)
                + " to " + describe(after));
        if (alike && nullable && !(before instanceof SetType) && !(after instanceof SetType)) {
            scalars.compareNull(ScalarCheck.nullOf(before), ScalarCheck.nullOf(after), single.get(), place);
        }
    }

    private static Optional<PrimitiveType> single(Type type) {
        return switch (type) {
            case ScalarType scalar -> scalar.length() == 1 ? Optional.of(scalar.primitive()) : Optional.empty();
            case EnumType enumType -> Optional.of(enumType.primitive());
            case SetType set -> Optional.of(set.primitive());
            case CompositeType _ -> Optional.empty();
        };
    }

    private static String describe(Type type) {
        return switch (type) {
            case ScalarType scalar -> "type " + type.name() + " (" + scalar.primitive().sbeName()
                    + (scalar.isArray() ? "[" + scalar.length() + "])" : ")");
            case EnumType enumType -> "enum " + type.name() + " (" + enumType.primitive().sbeName() + ")";
            case SetType set -> "set " + type.name() + " (" + set.primitive().sbeName() + ")";
            case CompositeType composite -> "composite " + type.name() + " (" + composite.encodedLength() + " bytes)";
        };
    }
}
