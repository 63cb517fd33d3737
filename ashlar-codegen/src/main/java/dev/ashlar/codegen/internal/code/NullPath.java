// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.codegen.internal.code;

import dev.ashlar.codegen.internal.layout.JavaPrimitive;
import dev.ashlar.codegen.internal.layout.MemberSlot;
import dev.ashlar.codegen.internal.layout.Struct;
import dev.ashlar.codegen.internal.text.Template;
import dev.ashlar.sbe.ir.CompositeType;
import dev.ashlar.sbe.ir.EnumType;
import dev.ashlar.sbe.ir.Presence;
import dev.ashlar.sbe.ir.PrimitiveType;
import dev.ashlar.sbe.ir.ScalarType;
import dev.ashlar.sbe.ir.SetType;
import java.util.List;

/// The test whether a present value is null, by the rules of `docs/null.md`. `dev.ashlar.sbe.otf.Slot` implements the
/// same rules, and `NullPropertyTest` compares the two.
///
/// @param test     an expression that is true for null; empty if the value is never null
/// @param elements how many elements `i` the test has to be true of
public record NullPath(String test, int elements) {
    private static final NullPath NEVER = new NullPath("", 1);

    /// @param names of the slot
    public static NullPath of(MemberSlot slot, Template names, SchemaCode shared) {
        return of(slot, names, "", slot.presence() == Presence.OPTIONAL, shared);
    }

    private static NullPath of(MemberSlot slot, Template names, String path, boolean optional, SchemaCode shared) {
        String x = path + names.get("x");
        return switch (slot.type()) {
            case ScalarType scalar when !optional -> NEVER;
            case ScalarType scalar when scalar.isArray() -> array(scalar, x);
            case ScalarType scalar ->
                    new NullPath(JavaPrimitive.of(scalar.primitive()).isEqual(x + "()", scalar.effectiveNull()), 1);
            case EnumType type when optional || !type.namesNull() -> new NullPath(JavaPrimitive.of(type.primitive())
                    .isEqual(path + names.get("xRaw") + "()", type.effectiveNull()), 1);
            case EnumType _, SetType _ -> NEVER;
            case CompositeType type -> composite(type, slot.since(), x + "().", optional, shared);
        };
    }

    private static NullPath array(ScalarType type, String x) {
        JavaPrimitive primitive = JavaPrimitive.of(type.primitive());
        // In text, everything after the first NUL is padding.
        boolean text = type.primitive() == PrimitiveType.CHAR && primitive.literal(type.effectiveNull())
                .equals(primitive.whole(0));
        return text ? new NullPath(primitive.isEqual(x + "(0)", type.effectiveNull()), 1)
                : new NullPath(primitive.isEqual(x + "(i)", type.effectiveNull()), type.length());
    }

    private static NullPath composite(CompositeType type, int since, String path, boolean optional,
            SchemaCode shared) {
        List<MemberSlot> members = Struct.slotsOf(type);
        int version = Struct.firstVersion(members, since);
        int first = -1;
        for (int i = 0; i < members.size(); i++) {
            MemberSlot member = members.get(i);
            if (member.encodedLength() > 0 && Struct.firstVersion(List.of(member), since) <= version
                    && (first < 0 || type.isDecimal() && member.name().equals("mantissa"))) {
                first = i;
            }
        }
        return first < 0 ? NEVER : of(members.get(first), shared.names(type).slots().get(first), path,
                optional || members.get(first).presence() == Presence.OPTIONAL, shared);
    }

    /// Statements that return whether a value is null.
    ///
    /// @param isAbsent an expression that is true if the value is absent; an absent value also passes the test
    public String body(String isAbsent) {
        if (test.isEmpty()) {
            return "return " + isAbsent + ";";
        }
        return elements == 1 ? "return " + test + ";" : """
                for (int i = 0; i < %s; i++) {
                    if (!(%s)) {
                        return false;
                    }
                }
                return true;""".formatted(elements, test);
    }
}
