// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.codegen.internal.layout;

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
/// @param id       field id; -1 for a member of a composite
/// @param name     name in the schema
/// @param offset   offset from the start of the block or composite
/// @param constant its value if it is constant and occupies no bytes
/// @param valueRef `Enum.Value` if the schema gives the constant by reference; else empty
public record MemberSlot(int id, String name, int offset, Type type, Presence presence, Optional<Literal> constant,
        String valueRef, String epoch, String timeUnit, Meta meta) {
    public static final int NO_ID = -1;

    public static MemberSlot of(Field field) {
        return new MemberSlot(field.id(), field.name(), field.offset(), field.type(), field.presence(),
                field.constant(), field.valueRef(), field.epoch(), field.timeUnit(), field.meta());
    }

    public static MemberSlot of(Member member) {
        ScalarType scalar = member.type() instanceof ScalarType s ? s : null;
        return new MemberSlot(NO_ID, member.name(), member.offset(), member.type(),
                scalar == null ? Presence.REQUIRED : scalar.presence(),
                scalar == null ? Optional.empty() : scalar.constant(), "", "", "", member.meta());
    }

    public boolean isConstant() {
        return presence == Presence.CONSTANT;
    }

    public int since() {
        return meta.sinceVersion();
    }

    public int encodedLength() {
        return isConstant() ? 0 : type.encodedLength();
    }

    /// Bytes from the start of the block to the end of this value.
    int end() {
        return offset + encodedLength();
    }
}
