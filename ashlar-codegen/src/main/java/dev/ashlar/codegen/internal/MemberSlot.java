// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.codegen.internal;

import dev.ashlar.sbe.ir.Field;
import dev.ashlar.sbe.ir.Literal;
import dev.ashlar.sbe.ir.Member;
import dev.ashlar.sbe.ir.Meta;
import dev.ashlar.sbe.ir.Presence;
import dev.ashlar.sbe.ir.ScalarType;
import dev.ashlar.sbe.ir.Type;
import java.util.Optional;

/// A value at a fixed offset: the field of a block or the member of a composite.
///
/// @param id       field id; -1 of a member
/// @param name     in the schema
/// @param offset   from the start of the block or composite
/// @param constant its value if it takes no bytes
/// @param valueRef `Enum.Value` where the constant was given so; else empty
record MemberSlot(int id, String name, int offset, Type type, Presence presence, Optional<Literal> constant,
        String valueRef, String epoch, String timeUnit, Meta meta) {
    static final int NO_ID = -1;

    static MemberSlot of(Field field) {
        return new MemberSlot(field.id(), field.name(), field.offset(), field.type(), field.presence(),
                field.constant(), field.valueRef(), field.epoch(), field.timeUnit(), field.meta());
    }

    static MemberSlot of(Member member) {
        ScalarType scalar = member.type() instanceof ScalarType s ? s : null;
        return new MemberSlot(NO_ID, member.name(), member.offset(), member.type(),
                scalar == null ? Presence.REQUIRED : scalar.presence(),
                scalar == null ? Optional.empty() : scalar.constant(), "", "", "", member.meta());
    }

    boolean isConstant() {
        return presence == Presence.CONSTANT;
    }

    int since() {
        return meta.sinceVersion();
    }

    int encodedLength() {
        return isConstant() ? 0 : type.encodedLength();
    }

    /// Bytes from the start of the block to the end of this value.
    int end() {
        return offset + encodedLength();
    }
}
