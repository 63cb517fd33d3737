// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1.chunk;

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

/// A single number at a fixed place of a block, whose least and greatest value a sealed chunk has: a field, or a member
/// of a composite, but no array, set or constant.
///
/// @param offset   in the block
/// @param type     of the number; an enum's is that of its code
/// @param nullBits the value that stands for null: an integer extended to 64 bits, or the bits of a float or double
/// @param nullable whether the null value means null here, by the rules of `docs/null.md`
public record ZoneField(int offset, PrimitiveType type, long nullBits, boolean nullable) {
    /// More than this many are not kept of a block; those that come first are.
    static final int MAX_FIELDS = 64;

    static List<ZoneField> of(Block block) {
        List<ZoneField> fields = new ArrayList<>();
        for (Field field : block.fields()) {
            if (field.presence() != Presence.CONSTANT) {
                add(field.offset(), field.type(), field.presence() == Presence.OPTIONAL,
                        field.meta().sinceVersion(), fields);
            }
        }
        return List.copyOf(fields.subList(0, Math.min(MAX_FIELDS, fields.size())));
    }

    /// @param optional whether what it is in makes it so
    /// @param since    version that added what it is in
    private static void add(int offset, Type type, boolean optional, int since, List<ZoneField> to) {
        switch (type) {
            case ScalarType scalar when scalar.isArray() || scalar.presence() == Presence.CONSTANT -> { }
            case ScalarType scalar -> to.add(new ZoneField(offset, scalar.primitive(),
                    bits(scalar.effectiveNull(), scalar.primitive()), optional));
            case EnumType enumType -> to.add(new ZoneField(offset, enumType.primitive(),
                    bits(enumType.effectiveNull(), enumType.primitive()), optional || !enumType.namesNull()));
            case SetType _ -> { }
            case CompositeType composite -> {
                Member telling = telling(composite, since);
                for (Member member : composite.members()) {
                    boolean own = member.type() instanceof ScalarType scalar
                            && scalar.presence() == Presence.OPTIONAL;
                    add(offset + member.offset(), member.type(), own || optional && member == telling, since, to);
                }
            }
        }
    }

    /// The member that tells whether a composite is null. Where versions make that doubtful it is none: a value too
    /// many between least and greatest makes a zone wider, never wrong.
    private static Member telling(CompositeType composite, int since) {
        Member first = null;
        for (Member member : composite.members()) {
            boolean tells = first == null || composite.isDecimal() && member.name().equals("mantissa");
            if (member.encodedLength() > 0 && tells) {
                first = member;
            }
        }
        return first != null && first.meta().sinceVersion() <= since ? first : null;
    }

    private static long bits(Literal value, PrimitiveType type) {
        return switch (value) {
            case Literal.Whole whole -> switch (type) {
                case FLOAT -> Float.floatToRawIntBits(whole.bits());
                case DOUBLE -> Double.doubleToRawLongBits(whole.bits());
                default -> whole.bits();
            };
            case Literal.Real real -> type == PrimitiveType.FLOAT ? Float.floatToRawIntBits((float) real.value())
                    : Double.doubleToRawLongBits(real.value());
            case Literal.Text text -> text.value().isEmpty() ? 0 : text.value().charAt(0);
        };
    }
}
