// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sbe.otf;

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
import dev.ashlar.sbe.otf.internal.Wire;
import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// A place for one value: a field of a block, or a member of a composite. It holds the value's type and the schema's
/// byte order, and reads the value from memory.
///
/// Its methods take the offset of the value itself, as passed to a [MessageListener].
///
/// **Threading**: immutable.
public final class Slot {
    private static final Slot[] NO_MEMBERS = {};

    private final String name;
    private final Optional<Field> field;
    private final int offset;
    private final Type type;
    private final Presence presence;
    private final Optional<Literal> constant;
    private final int sinceVersion;
    private final boolean bigEndian;
    private final PrimitiveType primitive;
    private final int length;
    private final long nullBits;
    private final double nullReal;
    private final Slot[] members;
    private final int firstVersion;
    private final int firstLength;
    private final Slot first;
    private final Slot mantissa;
    private final Slot exponent;

    Slot(Field field, ByteOrder order) {
        this(field.name(), Optional.of(field), field.offset(), field.type(), field.presence(), field.constant(),
                field.meta().sinceVersion(), order);
    }

    Slot(Member member, ByteOrder order) {
        this(member.name(), Optional.empty(), member.offset(), member.type(), presenceOf(member.type()),
                constantOf(member.type()), member.meta().sinceVersion(), order);
    }

    private Slot(String name, Optional<Field> field, int offset, Type type, Presence presence,
            Optional<Literal> constant,
            int sinceVersion, ByteOrder order) {
        this.name = name;
        this.field = field;
        this.offset = offset;
        this.type = type;
        this.presence = presence;
        this.constant = constant.isPresent() || presence != Presence.CONSTANT ? constant : constantOf(type);
        this.sinceVersion = sinceVersion;
        this.bigEndian = order == ByteOrder.BIG_ENDIAN;
        this.primitive = switch (type) {
            case ScalarType scalar -> scalar.primitive();
            case EnumType enumType -> enumType.primitive();
            case SetType set -> set.primitive();
            case CompositeType _ -> null;
        };
        this.length = type instanceof ScalarType scalar ? scalar.length() : 1;
        Literal nullValue = switch (type) {
            case ScalarType scalar -> scalar.effectiveNull();
            case EnumType enumType -> enumType.effectiveNull();
            case SetType _, CompositeType _ -> Literal.of(0);
        };
        this.nullBits = bitsOf(nullValue);
        this.nullReal = nullValue instanceof Literal.Real(double value) ? value : nullBits;
        this.members = type instanceof CompositeType composite
                ? composite.members().stream().map(m -> new Slot(m, order)).toArray(Slot[]::new) : NO_MEMBERS;
        this.firstVersion = firstVersion(sinceVersion);
        this.firstLength = members.length == 0 ? encodedLength() : lengthAt(firstVersion, sinceVersion);
        this.first = firstMember();
        boolean decimal = members.length == 2 && isDecimalPart(member("mantissa")) && isDecimalPart(member("exponent"))
                && !member("mantissa").isConstant();
        this.mantissa = decimal ? member("mantissa") : null;
        this.exponent = decimal ? member("exponent") : null;
    }

    /// The version that first had bytes of this place: that of a composite's oldest member.
    ///
    /// @param since the version that added the enclosing block or composite
    private int firstVersion(int since) {
        int from = Math.max(since, sinceVersion);
        int version = Integer.MAX_VALUE;
        for (Slot member : members) {
            if (member.encodedLength() > 0) {
                version = Math.min(version, member.firstVersion(from));
            }
        }
        return version == Integer.MAX_VALUE ? from : version;
    }

    /// Bytes this place had in a version: its writer's block may end there.
    private int lengthAt(int version, int since) {
        int from = Math.max(since, sinceVersion);
        if (members.length == 0) {
            return from <= version ? encodedLength() : 0;
        }
        int end = 0;
        for (Slot member : members) {
            int bytes = member.encodedLength() == 0 ? 0 : member.lengthAt(version, from);
            end = bytes == 0 ? end : Math.max(end, member.offset + bytes);
        }
        return end;
    }

    /// The member that indicates whether a composite is null: the mantissa of a decimal, else the first member, of
    /// those that take bytes in every version that has the composite; `null` if there is none.
    private Slot firstMember() {
        Slot found = null;
        for (Slot member : members) {
            if (member.encodedLength() > 0 && member.firstVersion(sinceVersion) <= firstVersion
                    && (found == null || ((CompositeType) type).isDecimal() && member.name.equals("mantissa"))) {
                found = member;
            }
        }
        return found;
    }

    private static Presence presenceOf(Type type) {
        return type instanceof ScalarType scalar ? scalar.presence() : Presence.REQUIRED;
    }

    private static Optional<Literal> constantOf(Type type) {
        return type instanceof ScalarType scalar ? scalar.constant() : Optional.empty();
    }

    static long bitsOf(Literal literal) {
        return switch (literal) {
            case Literal.Whole(long bits) -> bits;
            case Literal.Real(double value) -> (long) value;
            case Literal.Text(String text) -> text.isEmpty() ? 0 : text.charAt(0);
        };
    }

    /// The name of the field or member.
    public String name() {
        return name;
    }

    /// The field, or empty for a member of a composite.
    public Optional<Field> field() {
        return field;
    }

    /// Bytes from the start of the block or composite.
    public int offset() {
        return offset;
    }

    public Type type() {
        return type;
    }

    public Presence presence() {
        return presence;
    }

    /// The value of a constant, which is not on the wire.
    public Optional<Literal> constant() {
        return constant;
    }

    public boolean isConstant() {
        return presence == Presence.CONSTANT;
    }

    /// The schema version that added the field or member.
    public int sinceVersion() {
        return sinceVersion;
    }

    /// Bytes on the wire; 0 for a constant.
    public int encodedLength() {
        return presence == Presence.CONSTANT ? 0 : type.encodedLength();
    }

    /// The type of each element, or of the underlying number of an enum or set; `null` for a composite.
    public PrimitiveType primitive() {
        return primitive;
    }

    /// Number of elements: 1, or the length of an array.
    public int length() {
        return length;
    }

    /// The members of a composite, in schema order; empty for every other type.
    public List<Slot> members() {
        return List.of(members);
    }

    /// The integer value at this offset: signed types sign-extended, unsigned ones zero-extended, `uint64` as its 64
    /// bits.
    ///
    /// @throws IndexOutOfBoundsException if it reaches beyond the memory
    public long getLong(MemorySegment memory, long valueOffset) {
        return Wire.getWhole(memory, valueOffset, primitive, bigEndian);
    }

    /// The integer value of an array's element.
    ///
    /// @param index 0-based, less than [#length()]
    /// @throws IndexOutOfBoundsException if there is no such element, or it reaches beyond the memory
    public long getLong(MemorySegment memory, long valueOffset, int index) {
        return getLong(memory, elementOffset(valueOffset, index));
    }

    /// The floating-point value at this offset; a `float` is widened.
    ///
    /// @throws IndexOutOfBoundsException if it reaches beyond the memory
    public double getDouble(MemorySegment memory, long valueOffset) {
        return Wire.getReal(memory, valueOffset, primitive, bigEndian);
    }

    /// The floating-point value of an array's element.
    ///
    /// @param index 0-based, less than [#length()]
    /// @throws IndexOutOfBoundsException if there is no such element, or it reaches beyond the memory
    public double getDouble(MemorySegment memory, long valueOffset, int index) {
        return getDouble(memory, elementOffset(valueOffset, index));
    }

    /// Whether this place holds null, by the rules of `docs/null.md`: the same as `xIsNull` in generated code.
    ///
    /// These are null: an optional value equal to the null value; an optional array of null values only, or text that
    /// begins with NUL; an enum's null value, unless it is required and the enum names that value; a composite whose
    /// first member (the mantissa of a decimal) is null, where that member counts as optional if the composite is. A
    /// set or constant is never null. Do not call this for an absent value.
    ///
    /// @throws IndexOutOfBoundsException if the value reaches beyond the memory
    public boolean isNull(MemorySegment memory, long valueOffset) {
        return !isConstant() && holdsNothing(memory, valueOffset, presence == Presence.OPTIONAL);
    }

    private boolean holdsNothing(MemorySegment memory, long valueOffset, boolean optional) {
        return switch (type) {
            case ScalarType _ -> optional && length > 0 && holdsNulls(memory, valueOffset);
            case EnumType enumType -> holdsNull(memory, valueOffset) && (optional || !enumType.namesNull());
            case SetType _ -> false;
            case CompositeType _ -> first != null && first.holdsNothing(memory, valueOffset + first.offset,
                    optional || first.presence == Presence.OPTIONAL);
        };
    }

    /// Whether this place may be without a value: an optional value, a composite whose first member is one, or a
    /// composite of constants.
    boolean mayBeNull() {
        return presence == Presence.OPTIONAL || encodedLength() == 0 || first != null && first.mayBeNull();
    }

    /// Whether the bytes equal the null value, whether or not it is allowed here.
    boolean holdsNull(MemorySegment memory, long valueOffset) {
        if (!primitive.isFloatingPoint()) {
            return getLong(memory, valueOffset) == nullBits;
        }
        double value = getDouble(memory, valueOffset);
        return value == nullReal || Double.isNaN(value) && Double.isNaN(nullReal);
    }

    /// Text that begins with NUL is null if NUL is the null value; any other array is null if all its elements are.
    boolean holdsNulls(MemorySegment memory, long valueOffset) {
        int count = primitive == PrimitiveType.CHAR && nullBits == 0 ? 1 : length;
        for (int i = 0; i < count; i++) {
            if (!holdsNull(memory, elementOffset(valueOffset, i))) {
                return false;
            }
        }
        return true;
    }

    /// The name of an enum's value, or `null` if it has none.
    static String nameOf(EnumType type, long bits) {
        List<EnumType.ValidValue> values = type.values();
        for (int i = 0; i < values.size(); i++) {
            if (values.get(i).bits() == bits) {
                return values.get(i).name();
            }
        }
        return null;
    }

    long elementOffset(long valueOffset, int index) {
        if (index < 0 || index >= length) {
            throw new IndexOutOfBoundsException("no such element: index=" + index + ", length=" + length + " (" + name
                    + ")");
        }
        return valueOffset + (long) index * primitive.size();
    }

    /// Whether an acting version and block reach this place, seen from the start of the block or composite. A value
    /// without bytes, which is a constant or a composite of constants, is always present.
    ///
    /// @param around whether the enclosing block or composite is present
    /// @param room   bytes from there to the end of the acting block
    boolean isPresent(boolean around, long actingVersion, long room) {
        return encodedLength() == 0 || around && firstVersion <= actingVersion && (long) offset + firstLength <= room;
    }

    Slot[] memberArray() {
        return members;
    }

    Slot member(String memberName) {
        return Arrays.stream(members).filter(member -> member.name.equals(memberName)).findFirst().orElse(null);
    }

    /// Whether this is a composite of a mantissa and a power of ten, and nothing else.
    boolean isDecimal() {
        return mantissa != null;
    }

    Slot mantissa() {
        return mantissa;
    }

    Slot exponent() {
        return exponent;
    }

    private boolean isDecimalPart(Slot part) {
        return part != null && part.type instanceof ScalarType && part.length == 1
                && part.primitive != PrimitiveType.CHAR
                && !part.primitive.isFloatingPoint() && part.sinceVersion <= sinceVersion;
    }

    boolean bigEndian() {
        return bigEndian;
    }

    long nullBits() {
        return nullBits;
    }

    double nullReal() {
        return nullReal;
    }

    @Override
    public String toString() {
        return name + ":" + type.name() + "@" + offset;
    }
}
