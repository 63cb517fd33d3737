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
import java.util.List;
import java.util.Optional;

/// A place for one value: a field of a block, or a member of a composite. It knows the value's type and the schema's
/// byte order and so reads the value from memory.
///
/// The offsets that its methods take are those of the value itself, as a [MessageListener] is given them.
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
    private final int firstLength;
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
        this.firstLength = members.length == 0 ? encodedLength() : firstLengthOf(members, sinceVersion);
        boolean decimal = members.length == 2 && isDecimalPart(member("mantissa")) && isDecimalPart(member("exponent"))
                && !member("mantissa").isConstant();
        this.mantissa = decimal ? member("mantissa") : null;
        this.exponent = decimal ? member("exponent") : null;
    }

    /// Bytes a composite had in the version that added it: its writer's block may end there.
    private static int firstLengthOf(Slot[] members, int sinceVersion) {
        int length = 0;
        for (Slot member : members) {
            if (member.sinceVersion <= sinceVersion && !member.isConstant()) {
                length = Math.max(length, member.offset + member.firstLength);
            }
        }
        return length;
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

    /// The value of a constant, which is on no wire.
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

    /// The type of each element, or of the number behind an enum or set; `null` for a composite.
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

    /// The whole value at this offset: signed types sign-extended, unsigned ones zero-extended, `uint64` as its 64
    /// bits.
    ///
    /// @throws IndexOutOfBoundsException if it reaches beyond the memory
    public long getLong(MemorySegment memory, long valueOffset) {
        return Wire.getWhole(memory, valueOffset, primitive, bigEndian);
    }

    /// The whole value of an array's element.
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

    /// Whether this place holds null: an optional value or every element of an optional array equal to the null value,
    /// a text that begins with NUL; an enum's null value unless the enum gives that number a name; a composite whose
    /// first member on the wire is null. Not to be asked where the value is absent.
    public boolean isNull(MemorySegment memory, long valueOffset) {
        return switch (type) {
            case ScalarType _ -> presence == Presence.OPTIONAL && length > 0 && holdsNulls(memory, valueOffset);
            case EnumType enumType -> !isConstant() && holdsNull(memory, valueOffset)
                    && nameOf(enumType, nullBits) == null;
            case SetType _ -> false;
            case CompositeType _ -> isNullComposite(memory, valueOffset);
        };
    }

    /// Whether nothing need be said of this place: an optional value, a composite whose first member on the wire is
    /// one, or a composite of constants.
    boolean mayBeNull() {
        if (presence == Presence.OPTIONAL || encodedLength() == 0) {
            return true;
        }
        for (Slot member : members) {
            if (!member.isConstant()) {
                return member.mayBeNull();
            }
        }
        return false;
    }

    /// Whether the bytes equal the null value, be it allowed here or not.
    boolean holdsNull(MemorySegment memory, long valueOffset) {
        if (!primitive.isFloatingPoint()) {
            return getLong(memory, valueOffset) == nullBits;
        }
        double value = getDouble(memory, valueOffset);
        return value == nullReal || Double.isNaN(value) && Double.isNaN(nullReal);
    }

    /// A text that begins with NUL is null where NUL is; any other array is null if all its elements are.
    private boolean holdsNulls(MemorySegment memory, long valueOffset) {
        int count = primitive == PrimitiveType.CHAR && nullBits == 0 ? 1 : length;
        for (int i = 0; i < count; i++) {
            if (!holdsNull(memory, elementOffset(valueOffset, i))) {
                return false;
            }
        }
        return true;
    }

    private boolean isNullComposite(MemorySegment memory, long valueOffset) {
        for (Slot member : members) {
            if (!member.isConstant()) {
                long at = valueOffset + member.offset;
                return member.isNull(memory, at) || presence == Presence.OPTIONAL && member.length > 0
                        && member.primitive != null && member.holdsNull(memory, at);
            }
        }
        return false;
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

    /// Whether an acting version and block reach this place, seen from the start of the block or composite.
    ///
    /// @param room bytes from there to the end of the acting block
    boolean isPresent(long actingVersion, long room) {
        if (isConstant()) {
            return true;
        }
        return sinceVersion <= actingVersion && (long) offset + firstLength <= room;
    }

    Slot[] memberArray() {
        return members;
    }

    Slot member(String memberName) {
        for (Slot member : members) {
            if (member.name.equals(memberName)) {
                return member;
            }
        }
        return null;
    }

    /// Whether this is a number made of a mantissa and a power of ten, and nothing else.
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
