// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1.index;

import static dev.ashlar.store.internal.v1.file.StoreLayout.PACKED_INT;
import static dev.ashlar.store.internal.v1.file.StoreLayout.PACKED_LONG;
import static dev.ashlar.store.internal.v1.file.StoreLayout.PACKED_SHORT;

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
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/// When a field of a key is null, by the rules of `docs/null.md`: if certain elements all have the null value.
///
/// @param offset    of the first of them in the block
/// @param bytes     of each
/// @param elements  that have to hold it; 0 where the field is never null
/// @param nullValue as its bytes are read
public record NullRule(int offset, int bytes, int elements, long nullValue) {
    private static final NullRule NEVER = new NullRule(0, 0, 0, 0);

    public static NullRule of(Field field, ByteOrder order) {
        return of(field.type(), field.offset(), field.presence() == Presence.OPTIONAL, field.meta().sinceVersion(),
                order);
    }

    private static NullRule of(Type type, int offset, boolean optional, int since, ByteOrder order) {
        return switch (type) {
            case ScalarType scalar when !optional || scalar.primitive().isFloatingPoint() -> NEVER;
            case ScalarType scalar -> {
                long value = value(scalar.effectiveNull());
                // A text is null if it begins with NUL.
                int elements = scalar.primitive() == PrimitiveType.CHAR && value == 0 ? 1 : scalar.length();
                yield of(offset, scalar.primitive(), elements, value, order);
            }
            case EnumType enumType -> optional || !enumType.namesNull()
                    ? of(offset, enumType.primitive(), 1, value(enumType.effectiveNull()), order) : NEVER;
            case SetType _ -> NEVER;
            case CompositeType composite -> {
                Member tells = telling(composite, since);
                boolean own = tells != null && tells.type() instanceof ScalarType scalar
                        && scalar.presence() == Presence.OPTIONAL;
                yield tells == null ? NEVER
                        : of(tells.type(), offset + tells.offset(), optional || own, since, order);
            }
        };
    }

    private static NullRule of(int offset, PrimitiveType type, int elements, long value, ByteOrder order) {
        int unused = Long.SIZE - type.size() * Byte.SIZE;
        long bits = value << unused >>> unused;
        return new NullRule(offset, type.size(), elements,
                order == ByteOrder.BIG_ENDIAN ? Long.reverseBytes(bits) >>> unused : bits);
    }

    /// The null indicator: the first member, or the mantissa, of those that every version of the composite has.
    private static Member telling(CompositeType composite, int since) {
        int oldest = composite.members().stream().filter(member -> member.encodedLength() > 0)
                .mapToInt(member -> Math.max(since, member.meta().sinceVersion())).min().orElse(since);
        Member found = null;
        for (Member member : composite.members()) {
            boolean tells = found == null || composite.isDecimal() && member.name().equals("mantissa");
            if (member.encodedLength() > 0 && member.meta().sinceVersion() <= oldest && tells) {
                found = member;
            }
        }
        return found;
    }

    private static long value(Literal literal) {
        return switch (literal) {
            case Literal.Whole(long bits) -> bits;
            case Literal.Real(double real) -> (long) real;
            case Literal.Text(String text) -> text.isEmpty() ? 0 : text.charAt(0);
        };
    }

    public boolean isEver() {
        return elements > 0;
    }

    /// @param block where the block begins
    public boolean isNull(MemorySegment memory, long block) {
        for (int i = 0; i < elements; i++) {
            if (element(memory, block + offset + (long) i * bytes) != nullValue) {
                return false;
            }
        }
        return elements > 0;
    }

    private long element(MemorySegment memory, long at) {
        return switch (bytes) {
            case Byte.BYTES -> memory.get(ValueLayout.JAVA_BYTE, at) & 0xffL;
            case Short.BYTES -> memory.get(PACKED_SHORT, at) & 0xffffL;
            case Integer.BYTES -> memory.get(PACKED_INT, at) & 0xffff_ffffL;
            default -> memory.get(PACKED_LONG, at);
        };
    }
}
