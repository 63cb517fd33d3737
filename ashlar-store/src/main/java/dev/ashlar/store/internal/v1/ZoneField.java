// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1;

import dev.ashlar.sbe.ir.Block;
import dev.ashlar.sbe.ir.CompositeType;
import dev.ashlar.sbe.ir.EnumType;
import dev.ashlar.sbe.ir.Field;
import dev.ashlar.sbe.ir.Literal;
import dev.ashlar.sbe.ir.Member;
import dev.ashlar.sbe.ir.Presence;
import dev.ashlar.sbe.ir.PrimitiveType;
import dev.ashlar.sbe.ir.ScalarType;
import dev.ashlar.sbe.ir.SetType;
import dev.ashlar.sbe.ir.Type;
import java.util.ArrayList;
import java.util.List;

/// A single number at a fixed place of a block, of which a sealed chunk knows the least and the greatest: a field, or a
/// member of a composite. Arrays, sets and constants are none.
///
/// @param offset   in the block
/// @param type     of the number; an enum's is that of its code
/// @param nullBits the value that stands for null, as many bits as the type has
record ZoneField(int offset, PrimitiveType type, long nullBits) {
    /// More than this many are not kept of a block; those that come first are.
    static final int MAX_FIELDS = 64;

    static List<ZoneField> of(Block block) {
        List<ZoneField> fields = new ArrayList<>();
        for (Field field : block.fields()) {
            if (field.presence() != Presence.CONSTANT) {
                add(field.offset(), field.type(), fields);
            }
        }
        return List.copyOf(fields.subList(0, Math.min(MAX_FIELDS, fields.size())));
    }

    private static void add(int offset, Type type, List<ZoneField> to) {
        switch (type) {
            case ScalarType scalar when scalar.isArray() || scalar.presence() == Presence.CONSTANT -> { }
            case ScalarType scalar -> to.add(new ZoneField(offset, scalar.primitive(),
                    bits(scalar.effectiveNull(), scalar.primitive())));
            case EnumType enumType -> to.add(new ZoneField(offset, enumType.primitive(),
                    bits(enumType.effectiveNull(), enumType.primitive())));
            case SetType _ -> { }
            case CompositeType composite -> {
                for (Member member : composite.members()) {
                    add(offset + member.offset(), member.type(), to);
                }
            }
        }
    }

    private static long bits(Literal value, PrimitiveType type) {
        return switch (value) {
            case Literal.Whole(long bits) -> bits;
            case Literal.Real(double real) when type == PrimitiveType.FLOAT -> Float.floatToRawIntBits((float) real);
            case Literal.Real(double real) -> Double.doubleToRawLongBits(real);
            case Literal.Text _ -> 0;
        };
    }
}
