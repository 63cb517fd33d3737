// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.codegen.internal.member;

import dev.ashlar.codegen.internal.code.SchemaCode;
import dev.ashlar.codegen.internal.layout.MemberSlot;
import dev.ashlar.codegen.internal.layout.Struct;
import dev.ashlar.codegen.internal.text.ClassBody;
import dev.ashlar.codegen.internal.text.Template;
import dev.ashlar.sbe.ir.CompositeType;
import dev.ashlar.sbe.ir.EnumType;
import dev.ashlar.sbe.ir.ScalarType;
import dev.ashlar.sbe.ir.SetType;
import java.util.List;
import java.util.stream.IntStream;

/// Writes the members for the values of one [Struct]: handles, flyweights and accessors.
public abstract sealed class MemberSlots permits DecoderSlots, EncoderSlots {
    final SchemaCode shared;
    final Struct struct;
    final ClassBody out;
    final List<Template> templates;
    private final String role;

    /// @param role `Decoder` or `Encoder`
    MemberSlots(SchemaCode shared, Struct struct, List<Template> names, String role, ClassBody out) {
        this.shared = shared;
        this.struct = struct;
        this.role = role;
        this.out = out;
        templates = IntStream.range(0, struct.slots().size()).mapToObj(i -> new Template().withAll(names.get(i))
                .with("offset", struct.slots().get(i).offset())).toList();
    }

    /// Constants: a handle for each value.
    public final void handles() {
        for (int i = 0; i < templates.size(); i++) {
            MemberSlot slot = struct.slots().get(i);
            String handle = slot.isConstant() ? "" : shared.handle(slot, handleLength(slot), templates.get(i).get("H"));
            if (!handle.isEmpty()) {
                out.lines(handle);
            }
        }
    }

    /// Bytes of the block that the handle of a value checks.
    abstract int handleLength(MemberSlot slot);

    /// Fields: the flyweights of composites and sets.
    public final void fields() {
        for (int i = 0; i < templates.size(); i++) {
            MemberSlot slot = struct.slots().get(i);
            if (!slot.isConstant() && (slot.type() instanceof CompositeType || slot.type() instanceof SetType)) {
                out.lines(templates.get(i).with("Type", shared.names().name(slot.type())).with("role", role)
                        .fill("private final $Type$role $flyweight = new $Type$role();"));
            }
        }
    }

    public final void accessors() {
        for (int i = 0; i < templates.size(); i++) {
            MemberSlot slot = struct.slots().get(i);
            Template t = templates.get(i);
            MetaEmitter.slot(slot, t, out);
            if (slot.isConstant()) {
                ConstantEmitter.emit(slot, t, out, shared);
            } else {
                switch (slot.type()) {
                    case ScalarType scalar when scalar.isArray() -> array(slot, scalar, t);
                    case ScalarType scalar -> scalar(slot, scalar, t);
                    case EnumType type -> enumeration(slot, type, t);
                    case SetType _ -> set(slot, t);
                    case CompositeType type -> composite(slot, type, t);
                }
            }
        }
    }

    abstract void array(MemberSlot slot, ScalarType type, Template t);

    abstract void scalar(MemberSlot slot, ScalarType type, Template t);

    abstract void enumeration(MemberSlot slot, EnumType type, Template t);

    abstract void set(MemberSlot slot, Template t);

    abstract void composite(MemberSlot slot, CompositeType type, Template t);
}
