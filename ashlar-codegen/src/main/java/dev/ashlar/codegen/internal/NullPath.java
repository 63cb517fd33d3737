// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.codegen.internal;

import dev.ashlar.sbe.ir.CompositeType;
import dev.ashlar.sbe.ir.EnumType;
import dev.ashlar.sbe.ir.Presence;
import dev.ashlar.sbe.ir.ScalarType;
import dev.ashlar.sbe.ir.SetType;
import java.util.List;

/// When a composite is null: when its first member that takes bytes is (SBE 1.0, "Composite types").
final class NullPath {
    private NullPath() {
    }

    /// An expression that is true if the composite read through `accessor` is null; empty if it never is.
    static String of(Slot slot, CompositeType type, String accessor, JavaSources sources) {
        return of(slot.presence() == Presence.OPTIONAL, type, accessor + "()", sources);
    }

    private static String of(boolean optional, CompositeType type, String path, JavaSources sources) {
        List<Slot> members = Struct.slotsOf(type);
        Names names = sources.names(type);
        for (int i = 0; i < members.size(); i++) {
            Slot member = members.get(i);
            if (member.isConstant()) {
                continue;
            }
            boolean nullable = optional || member.isNullable();
            String x = path + "." + names.slots().get(i).get("x") + "()";
            return switch (member.type()) {
                case ScalarType scalar when nullable && scalar.length() == 1 ->
                        Primitive.of(scalar.primitive()).isEqual(x, scalar.effectiveNull());
                case EnumType e when nullable -> Primitive.of(e.primitive()).isEqual(
                        path + "." + names.slots().get(i).get("xRaw") + "()", e.effectiveNull());
                case CompositeType inner -> of(optional, inner, x, sources);
                case ScalarType scalar -> "";
                case EnumType e -> "";
                case SetType s -> "";
            };
        }
        return "";
    }
}
