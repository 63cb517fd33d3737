// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sbe.random;

import dev.ashlar.sbe.ir.Block;
import dev.ashlar.sbe.ir.CompositeType;
import dev.ashlar.sbe.ir.EnumType;
import dev.ashlar.sbe.ir.Field;
import dev.ashlar.sbe.ir.Group;
import dev.ashlar.sbe.ir.Literal;
import dev.ashlar.sbe.ir.Member;
import dev.ashlar.sbe.ir.Message;
import dev.ashlar.sbe.ir.Presence;
import dev.ashlar.sbe.ir.PrimitiveType;
import dev.ashlar.sbe.ir.ScalarType;
import dev.ashlar.sbe.ir.SetType;
import dev.ashlar.sbe.ir.Type;
import dev.ashlar.sbe.ir.VarData;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/// Random values for a message, in the forms the on-the-fly encoder takes, and what a decoder must find once they are
/// encoded.
///
/// `facts` has one line for each value on the wire, in wire order: `Message0/g0[2]/f1=ff` for the bits of a value or
/// array element in hexadecimal, `Message0/d0=68656c6c6f` for data, `Message0/g0=3` for the count of a group.
///
/// @param values by name
/// @param facts  in the order in which a decoder comes upon them
public record RandomMessage(Message message, Map<String, Object> values, List<String> facts) {
    private static final int MAX_DATA = 40;

    /// Valid values: in range, with names for what needs them.
    public static RandomMessage of(Message message, SplittableRandom random) {
        return new Maker(random, false).make(message);
    }

    /// Values that the schema does not foresee, too: unknown enum numbers and set bits, values out of range.
    public static RandomMessage unruly(Message message, SplittableRandom random) {
        return new Maker(random, true).make(message);
    }

    /// The line for a value.
    public static String fact(String path, long bits, PrimitiveType type) {
        long mask = -1L >>> 64 - 8 * type.size();
        return path + "=" + Long.toHexString(bits & mask);
    }

    private static final class Maker {
        private final SplittableRandom random;
        private final boolean unruly;
        private final List<String> facts = new ArrayList<>();

        Maker(SplittableRandom random, boolean unruly) {
            this.random = random;
            this.unruly = unruly;
        }

        RandomMessage make(Message message) {
            Map<String, Object> values = block(message, message.name());
            return new RandomMessage(message, values, facts);
        }

        private Map<String, Object> block(Block block, String path) {
            Map<String, Object> values = new LinkedHashMap<>();
            for (Field field : block.fields()) {
                if (field.presence() != Presence.CONSTANT) {
                    values.put(field.name(), value(field.type(), field.presence() == Presence.OPTIONAL, path + "/"
                            + field.name()));
                }
            }
            for (Group group : block.groups()) {
                ScalarType counts = (ScalarType) group.numInGroupMember().type();
                int count = (int) Math.clamp(random.nextInt(4), counts.leastCount(), counts.greatestCount());
                facts.add(path + "/" + group.name() + "=" + count);
                List<Object> entries = new ArrayList<>();
                for (int i = 0; i < count; i++) {
                    entries.add(block(group, path + "/" + group.name() + "[" + i + "]"));
                }
                values.put(group.name(), entries);
            }
            for (VarData data : block.data()) {
                values.put(data.name(), data(data, path + "/" + data.name()));
            }
            return values;
        }

        private Object value(Type type, boolean optional, String path) {
            return switch (type) {
                case ScalarType scalar when scalar.length() == 1 -> single(scalar, optional, path);
                case ScalarType scalar when scalar.primitive() == PrimitiveType.CHAR -> text(scalar, path);
                case ScalarType scalar -> {
                    List<Object> elements = new ArrayList<>();
                    for (int i = 0; i < scalar.length(); i++) {
                        elements.add(single(scalar, optional, path + "[" + i + "]"));
                    }
                    yield elements;
                }
                case EnumType enumType -> enumeration(enumType, optional, path);
                case SetType set -> set(set, path);
                case CompositeType composite -> composite(composite, optional, path);
            };
        }

        private Object single(ScalarType type, boolean optional, String path) {
            long nullBits = bits(type.effectiveNull(), type.primitive());
            long bits = optional && random.nextInt(3) == 0 ? nullBits : randomBits(type);
            boolean isNull = optional && (bits == nullBits || type.primitive().isFloatingPoint() && isNan(bits,
                    type.primitive()));
            facts.add(fact(path, isNull ? nullBits : bits, type.primitive()));
            return isNull ? null : shown(bits, type.primitive());
        }

        private static boolean isNan(long bits, PrimitiveType primitive) {
            return primitive == PrimitiveType.FLOAT ? Float.isNaN(Float.intBitsToFloat((int) bits))
                    : Double.isNaN(Double.longBitsToDouble(bits));
        }

        private static long bits(Literal literal, PrimitiveType primitive) {
            return switch (literal) {
                case Literal.Whole(long bits) -> bits;
                case Literal.Real(double value) -> primitive == PrimitiveType.FLOAT
                        ? Float.floatToIntBits((float) value)
                        : Double.doubleToLongBits(value);
                case Literal.Text(String text) -> text.charAt(0);
            };
        }

        private long randomBits(ScalarType type) {
            PrimitiveType primitive = type.primitive();
            if (primitive == PrimitiveType.FLOAT) {
                float value = unruly && random.nextInt(4) == 0 ? Float.NEGATIVE_INFINITY
                        : (float) random.nextDouble(-1e6, 1e6);
                return Float.floatToIntBits(random.nextInt(8) == 0 ? -0.0f : value);
            } else if (primitive == PrimitiveType.DOUBLE) {
                double value = unruly && random.nextInt(4) == 0 ? Double.NaN
                        : Double.longBitsToDouble(random.nextLong());
                return Double.doubleToLongBits(Double.isFinite(value) || unruly ? value : -0.0);
            } else if (primitive == PrimitiveType.CHAR) {
                return unruly ? random.nextInt(256) : random.nextInt(0x20, 0x7f);
            }
            if (unruly) {
                return extended(random.nextLong(), primitive);
            }
            long min = bits(type.effectiveMin(), primitive);
            long max = bits(type.effectiveMax(), primitive);
            int edge = random.nextInt(6);
            if (edge < 2) {
                return edge == 0 ? min : max;
            }
            return max - min > 0 ? min + random.nextLong(max - min) : extended(random.nextLong() >>> 1, primitive);
        }

        private static long extended(long bits, PrimitiveType primitive) {
            return switch (primitive) {
                case CHAR, UINT8 -> bits & 0xff;
                case UINT16 -> bits & 0xffff;
                case UINT32 -> bits & 0xffff_ffffL;
                case INT8 -> (byte) bits;
                case INT16 -> (short) bits;
                case INT32 -> (int) bits;
                case INT64, UINT64, FLOAT, DOUBLE -> bits;
            };
        }

        private static Object shown(long bits, PrimitiveType primitive) {
            return switch (primitive) {
                case CHAR -> bits == 0 ? "" : Character.toString((char) bits);
                case FLOAT -> Float.intBitsToFloat((int) bits);
                case DOUBLE -> Double.longBitsToDouble(bits);
                case UINT64 -> new BigInteger(Long.toUnsignedString(bits));
                case INT8, INT16, INT32, INT64, UINT8, UINT16, UINT32 -> bits;
            };
        }

        private Object text(ScalarType type, String path) {
            Charset charset = Charset.forName(type.characterEncoding());
            String text = string(charset, random.nextInt(type.length() + 1));
            while (text.getBytes(charset).length > type.length()) {
                text = text.substring(1);
            }
            byte[] bytes = Arrays.copyOf(text.getBytes(charset), type.length());
            for (int i = 0; i < bytes.length; i++) {
                facts.add(fact(path + "[" + i + "]", bytes[i], PrimitiveType.CHAR));
            }
            return text;
        }

        private String string(Charset charset, int length) {
            StringBuilder text = new StringBuilder();
            for (int i = 0; i < length; i++) {
                char c = (char) random.nextInt(1, random.nextInt(4) == 0 ? 0x2fff : 0x7f);
                text.append(charset.newEncoder().canEncode(c) ? c : '"');
            }
            return text.toString();
        }

        private Object enumeration(EnumType type, boolean optional, String path) {
            long nullBits = bits(type.effectiveNull(), type.primitive());
            if (optional && random.nextInt(3) == 0) {
                facts.add(fact(path, nullBits, type.primitive()));
                return null;
            }
            if (unruly && random.nextBoolean()) {
                long bits = extended(random.nextLong(), type.primitive());
                facts.add(fact(path, bits, type.primitive()));
                return number(bits, type.primitive());
            }
            EnumType.ValidValue value = type.values().get(random.nextInt(type.values().size()));
            facts.add(fact(path, value.bits(), type.primitive()));
            return random.nextBoolean() ? value.name() : number(value.bits(), type.primitive());
        }

        private static Object number(long bits, PrimitiveType primitive) {
            return primitive == PrimitiveType.UINT64 ? shown(bits, primitive) : (Object) bits;
        }

        private Object set(SetType type, String path) {
            List<Object> names = new ArrayList<>();
            long bits = 0;
            for (SetType.Choice choice : type.choices()) {
                if (random.nextBoolean()) {
                    bits |= 1L << choice.bit();
                    names.add(choice.name());
                }
            }
            if (unruly) {
                long more = extended(random.nextLong(), type.primitive());
                bits |= more;
                names.add(new BigInteger(Long.toUnsignedString(more)));
            }
            facts.add(fact(path, bits, type.primitive()));
            return names;
        }

        private Object composite(CompositeType type, boolean optional, String path) {
            if (optional && random.nextInt(4) == 0) {
                nulls(type, path);
                return null;
            }
            Member exponent = type.member("exponent");
            if (exponent != null && type.member("mantissa") != null) {
                return decimal(type, exponent, path);
            }
            Map<String, Object> members = new LinkedHashMap<>();
            for (Member member : type.members()) {
                if (member.encodedLength() > 0) {
                    boolean mayBeNull = member.type() instanceof ScalarType scalar
                            && scalar.presence() == Presence.OPTIONAL;
                    members.put(member.name(), value(member.type(), mayBeNull, path + "/" + member.name()));
                }
            }
            return members;
        }

        private void nulls(Type type, String path) {
            switch (type) {
                case ScalarType scalar when scalar.presence() == Presence.CONSTANT -> {
                    // Not on the wire.
                }
                case ScalarType scalar -> {
                    long bits = bits(scalar.effectiveNull(), scalar.primitive());
                    for (int i = 0; i < scalar.length(); i++) {
                        facts.add(fact(scalar.length() == 1 ? path : path + "[" + i + "]", bits, scalar.primitive()));
                    }
                }
                case EnumType enumType -> facts.add(fact(path, bits(enumType.effectiveNull(), enumType.primitive()),
                        enumType.primitive()));
                case SetType set -> facts.add(fact(path, 0, set.primitive()));
                case CompositeType composite -> composite.members().forEach(m -> nulls(m.type(), path + "/"
                        + m.name()));
            }
        }

        private Object decimal(CompositeType type, Member exponent, String path) {
            ScalarType mantissaType = (ScalarType) type.member("mantissa").type();
            ScalarType exponentType = (ScalarType) exponent.type();
            boolean constant = exponentType.presence() == Presence.CONSTANT;
            long power = constant ? bits(exponentType.constant().orElseThrow(), PrimitiveType.INT8)
                    : random.nextInt(-12, 7);
            long mantissa = extended(random.nextLong() >> random.nextInt(64), mantissaType.primitive());
            BigInteger unscaled = mantissaType.primitive() == PrimitiveType.UINT64
                    ? new BigInteger(Long.toUnsignedString(mantissa)) : BigInteger.valueOf(mantissa);
            if (mantissa == bits(mantissaType.effectiveNull(), mantissaType.primitive())) {
                mantissa = 1;
                unscaled = BigInteger.ONE;
            }
            for (Member member : type.members()) {
                if (member.name().equals("mantissa")) {
                    facts.add(fact(path + "/mantissa", mantissa, mantissaType.primitive()));
                } else if (!constant) {
                    facts.add(fact(path + "/exponent", power, exponentType.primitive()));
                }
            }
            return new BigDecimal(unscaled, (int) -power);
        }

        private Object data(VarData data, String path) {
            String encoding = data.characterEncoding();
            ScalarType lengths = (ScalarType) data.lengthMember().type();
            int least = (int) lengths.leastCount();
            byte[] bytes = new byte[random.nextInt(least, (int) Math.min(MAX_DATA - 1, lengths.greatestCount()) + 1)];
            random.nextBytes(bytes);
            Object value = bytes;
            if (!encoding.isEmpty() && bytes.length / 3 >= least && (!unruly || random.nextBoolean())) {
                String text = string(Charset.forName(encoding), bytes.length / 3);
                bytes = text.getBytes(Charset.forName(encoding));
                value = text;
            }
            facts.add(path + "=" + HexFormat.of().formatHex(bytes));
            return value;
        }
    }
}
