// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query.internal.column;

import dev.ashlar.query.ValueType;
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
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The columns that the fields of a block become; `docs/query.md` has the rules.
public final class BlockColumns {
    /// Arrays of more elements are one column of text.
    static final int MAX_ELEMENT_COLUMNS = 16;
    /// Digits after the point of decimals whose exponent is on the wire.
    public static final int FLOATING_SCALE = 18;
    private static final int UINT64_DIGITS = 20;

    /// One column.
    ///
    /// @param flat whether its name was made of several, so that it gives way to one that was not
    public record Found(String name, ValueType type, Placement placement, boolean flat) {
    }

    private final boolean bigEndian;
    private final List<Found> found = new ArrayList<>();

    private BlockColumns(ByteOrder order) {
        bigEndian = order == ByteOrder.BIG_ENDIAN;
    }

    public static List<Found> of(Block block, ByteOrder order) {
        BlockColumns columns = new BlockColumns(order);
        for (Field field : block.fields()) {
            columns.field(field);
        }
        return columns.found;
    }

    private void field(Field field) {
        String name = field.name();
        Type type = field.type();
        if (field.presence() == Presence.CONSTANT) {
            Optional<Literal> constant = field.constant().isPresent() || !(type instanceof ScalarType scalar)
                    ? field.constant() : scalar.constant();
            constant.ifPresent(value -> constant(name, type, value, false));
            return;
        }
        boolean optional = field.presence() == Presence.OPTIONAL;
        int since = field.meta().sinceVersion();
        long unitNs = TimeUnits.of(field);
        if (unitNs > 0 && type instanceof ScalarType scalar) {
            Placement.Number number = number(field.offset(), scalar.primitive(), scalar.effectiveNull(), optional,
                    since);
            add(name, ValueType.TIMESTAMP, new Placement.Time(number, unitNs), false);
        } else {
            value(name, type, field.offset(), optional, since, false);
        }
    }

    /// @param optional whether what it is in makes it so
    private void value(String name, Type type, int offset, boolean optional, int since, boolean flat) {
        switch (type) {
            case ScalarType scalar -> scalar(name, scalar, offset, optional, since, flat);
            case EnumType enumType -> {
                Placement.Number number = number(offset, enumType.primitive(), enumType.effectiveNull(),
                        optional || !enumType.namesNull(), since);
                long[] truths = EnumText.truths(enumType.values());
                add(name, truths.length > 0 ? ValueType.BOOLEAN : ValueType.text(longestName(enumType)),
                        truths.length > 0 ? new Placement.Truth(number, truths[0], truths[1])
                                : new Placement.Code(number, enumType.values()), flat);
            }
            case SetType set -> {
                Placement.Number number = number(offset, set.primitive(), Literal.of(0), false, since);
                for (SetType.Choice choice : set.choices()) {
                    add(name + "_" + choice.name(), ValueType.BOOLEAN, new Placement.Bit(number, choice.bit()), true);
                }
            }
            case CompositeType composite -> composite(name, composite, offset, optional, since, flat);
        }
    }

    private static int longestName(EnumType type) {
        int longest = UINT64_DIGITS;
        for (EnumType.ValidValue value : type.values()) {
            longest = Math.max(longest, value.name().length());
        }
        return longest;
    }

    private void scalar(String name, ScalarType type, int offset, boolean optional, int since, boolean flat) {
        PrimitiveType primitive = type.primitive();
        if (type.presence() == Presence.CONSTANT) {
            type.constant().ifPresent(value -> constant(name, type, value, flat));
        } else if (!type.isArray()) {
            Placement.Number number = number(offset, primitive, type.effectiveNull(), optional, since);
            boolean letter = primitive == PrimitiveType.CHAR;
            add(name, numberType(primitive), letter ? new Placement.Letter(number) : number, flat);
        } else if (primitive == PrimitiveType.CHAR) {
            long nothing = bits(type.effectiveNull());
            String charset = type.characterEncoding().isEmpty() ? "US-ASCII" : type.characterEncoding();
            add(name, ValueType.TEXT, new Placement.Characters(offset, type.length(), charset, optional, nothing == 0,
                    (byte) nothing, since, offset + type.encodedLength()), flat);
        } else if (type.length() > MAX_ELEMENT_COLUMNS) {
            Placement.Number first = number(offset, primitive, type.effectiveNull(), optional, since);
            add(name, ValueType.TEXT, new Placement.Elements(first, type.length()), flat);
        } else {
            for (int i = 0; i < type.length(); i++) {
                Placement.Number element = number(offset + i * primitive.size(), primitive, type.effectiveNull(),
                        optional, since);
                add(name + "_" + i, numberType(primitive), element, true);
            }
        }
    }

    private void composite(String name, CompositeType type, int offset, boolean optional, int since, boolean flat) {
        boolean whole = type.isDecimal() && decimal(name, type, offset, optional, since, flat)
                || time(name, type, offset, optional, since, flat);
        if (whole) {
            return;
        }
        Member telling = NullIndicator.memberOf(type, since);
        for (Member member : type.members()) {
            boolean own = member.type() instanceof ScalarType scalar && scalar.presence() == Presence.OPTIONAL;
            value(name + "_" + member.name(), member.type(), offset + member.offset(),
                    own || optional && member == telling, Math.max(since, member.meta().sinceVersion()), true);
        }
    }

    /// Whether the composite is wholly said by one column; otherwise its members are shown, too.
    private boolean decimal(String name, CompositeType type, int offset, boolean optional, int since, boolean flat) {
        Member mantissa = type.member("mantissa");
        Member exponent = type.member("exponent");
        if (!isWhole(mantissa, since) || !isWhole(exponent, since)
                || ((ScalarType) mantissa.type()).presence() == Presence.CONSTANT) {
            return false;
        }
        ScalarType digits = (ScalarType) mantissa.type();
        ScalarType power = (ScalarType) exponent.type();
        Placement.Number number = number(offset + mantissa.offset(), digits.primitive(), digits.effectiveNull(),
                optional || digits.presence() == Presence.OPTIONAL, since);
        if (power.presence() != Presence.CONSTANT) {
            Placement.Number powerOf = number(offset + exponent.offset(), power.primitive(), power.effectiveNull(),
                    power.presence() == Presence.OPTIONAL, since);
            add(name, ValueType.decimal(ValueType.MAX_PRECISION, FLOATING_SCALE),
                    new Placement.Floating(number, powerOf), flat);
            return false;
        }
        long fixed = power.constant().map(BlockColumns::bits).orElse(0L);
        int places = digits.primitive() == PrimitiveType.UINT64 ? UINT64_DIGITS
                : numberType(digits.primitive()).digits();
        if (fixed > ValueType.MAX_PRECISION - places || fixed < -ValueType.MAX_PRECISION) {
            return false;
        }
        int scale = (int) Math.max(0, -fixed);
        int shift = (int) Math.max(0, fixed);
        add(name, ValueType.decimal(Math.max(places + shift, scale), scale),
                new Placement.Scaled(number, shift, scale), flat);
        return true;
    }

    private static boolean isWhole(Member member, int since) {
        return member.type() instanceof ScalarType scalar && !scalar.isArray()
                && scalar.primitive() != PrimitiveType.CHAR && !scalar.primitive().isFloatingPoint()
                && member.meta().sinceVersion() <= since;
    }

    /// `UTCTimestamp`-like composites: a number and the unit that the schema fixes for it.
    private boolean time(String name, CompositeType type, int offset, boolean optional, int since, boolean flat) {
        Member time = type.member("time");
        long unitNs = TimeUnits.of(type);
        if (unitNs == 0 || !isWhole(time, since)) {
            return false;
        }
        ScalarType scalar = (ScalarType) time.type();
        Placement.Number number = number(offset + time.offset(), scalar.primitive(), scalar.effectiveNull(),
                optional || scalar.presence() == Presence.OPTIONAL, since);
        add(name, ValueType.TIMESTAMP, new Placement.Time(number, unitNs), flat);
        return true;
    }

    private void constant(String name, Type type, Literal value, boolean flat) {
        switch (type) {
            case EnumType enumType when EnumText.truths(enumType.values()).length > 0 ->
                add(name, ValueType.BOOLEAN, new Placement.Constant(value instanceof Literal.Whole(long bits)
                        ? bits == EnumText.truths(enumType.values())[1] : null), flat);
            case EnumType enumType -> {
                Object shown = value instanceof Literal.Whole(long bits)
                        ? EnumText.text(enumType.values(), enumType.primitive(), bits) : null;
                add(name, ValueType.text(longestName(enumType)), new Placement.Constant(shown), flat);
            }
            case ScalarType scalar -> {
                boolean text = scalar.primitive() == PrimitiveType.CHAR || value instanceof Literal.Text;
                add(name, text ? ValueType.TEXT : numberType(scalar.primitive()),
                        new Placement.Constant(constantValue(scalar.primitive(), value)), flat);
            }
            case SetType _, CompositeType _ -> { }
        }
    }

    private static Object constantValue(PrimitiveType primitive, Literal value) {
        return switch (value) {
            case Literal.Text(String text) -> text;
            case Literal.Real(double real) -> real;
            case Literal.Whole(long bits) -> switch (primitive) {
                case CHAR -> bits == 0 ? "" : Character.toString((char) bits);
                case UINT64 -> new BigDecimal(new BigInteger(Long.toUnsignedString(bits)));
                case FLOAT, DOUBLE -> (double) bits;
                case INT8, INT16, INT32, INT64, UINT8, UINT16, UINT32 -> bits;
            };
        };
    }

    private Placement.Number number(int offset, PrimitiveType primitive, Literal nothing, boolean nullable, int since) {
        long nullBits = primitive.isFloatingPoint() ? Double.doubleToLongBits(real(nothing)) : bits(nothing);
        return new Placement.Number(offset, primitive, bigEndian, nullable, nullBits, since, offset + primitive.size());
    }

    private static double real(Literal value) {
        return value instanceof Literal.Real(double real) ? real : bits(value);
    }

    private static long bits(Literal value) {
        return switch (value) {
            case Literal.Whole(long bits) -> bits;
            case Literal.Real(double real) -> (long) real;
            case Literal.Text(String text) -> text.isEmpty() ? 0 : text.charAt(0);
        };
    }

    static ValueType numberType(PrimitiveType primitive) {
        return switch (primitive) {
            case CHAR -> ValueType.text(1);
            case INT8 -> ValueType.INT8;
            case UINT8, INT16 -> ValueType.INT16;
            case UINT16, INT32 -> ValueType.INT32;
            case UINT32, INT64 -> ValueType.INT64;
            case UINT64 -> ValueType.decimal(UINT64_DIGITS, 0);
            case FLOAT -> ValueType.REAL;
            case DOUBLE -> ValueType.DOUBLE;
        };
    }

    private void add(String name, ValueType type, Placement placement, boolean flat) {
        found.add(new Found(name, type, placement, flat));
    }
}
