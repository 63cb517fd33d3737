// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest.table;

import dev.ashlar.ingest.internal.text.NumberText;
import dev.ashlar.ingest.internal.text.TimeText;
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
import java.nio.ByteOrder;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/// The writers of a block by the names that its columns have in queries (`docs/query.md`): members of composites and
/// choices of sets are `field_member`, elements of arrays `field_0`.
final class FieldWriters {
    private static final long NS_PER_SECOND = 1_000_000_000L;
    private static final int MAX_DIGITS = 38;
    /// Longer arrays are one column in queries.
    private static final int MAX_ELEMENT_COLUMNS = 16;

    private final ByteOrder order;
    private final NumberText number;
    private final TimeText time;
    private final Map<String, FieldWriter> writers = new LinkedHashMap<>();

    private FieldWriters(ByteOrder order, NumberText number, TimeText time) {
        this.order = order;
        this.number = number;
        this.time = time;
    }

    /// @throws ImportException if the block has a field that text cannot become
    static Map<String, FieldWriter> of(Block block, ByteOrder order, NumberText number, TimeText time)
            throws ImportException {
        FieldWriters found = new FieldWriters(order, number, time);
        for (Field field : block.fields()) {
            if (field.presence() != Presence.CONSTANT) {
                long unitNs = unit(field);
                boolean optional = field.presence() == Presence.OPTIONAL;
                if (unitNs > 0 && field.type() instanceof ScalarType scalar) {
                    found.add(field.name(), new FieldWriter.Time(field.offset(), optional, scalar.primitive(),
                            bits(scalar.effectiveNull()), unitNs, order, time));
                } else {
                    found.value(field.name(), field.type(), field.offset(), optional);
                }
            }
        }
        return found.writers;
    }

    /// Nanoseconds of a unit of a field that is a point in time; 0 if it is none.
    private static long unit(Field field) {
        boolean says = field.meta().semanticType().equals("UTCTimestamp")
                || field.type().meta().semanticType().equals("UTCTimestamp");
        boolean fits = field.type() instanceof ScalarType scalar && !scalar.isArray()
                && (scalar.primitive() == PrimitiveType.UINT64 || scalar.primitive() == PrimitiveType.INT64);
        boolean unix = field.epoch().isEmpty() || field.epoch().equalsIgnoreCase("unix");
        return !says || !fits || !unix ? 0 : switch (field.timeUnit().toLowerCase(Locale.ROOT)) {
            case "", "nanosecond" -> 1;
            case "microsecond" -> 1_000;
            case "millisecond" -> 1_000_000;
            case "second" -> NS_PER_SECOND;
            default -> 0;
        };
    }

    /// The same of a composite of a `time` of 8 bytes and a constant `unit`, the power of ten that divides a second.
    private static long unit(CompositeType type) {
        Member time = type.member("time");
        Member unit = type.member("unit");
        boolean fits = type.members().size() == 2 && time != null && unit != null && unit.encodedLength() == 0
                && time.type() instanceof ScalarType count && !count.isArray()
                && (count.primitive() == PrimitiveType.UINT64 || count.primitive() == PrimitiveType.INT64);
        if (!fits || !(unit.type() instanceof ScalarType scalar)
                || !(scalar.constant().orElse(null) instanceof Literal.Whole(long digits))) {
            return 0;
        }
        return digits == 0 ? NS_PER_SECOND : digits == 3 ? 1_000_000 : digits == 6 ? 1_000 : digits == 9 ? 1 : 0;
    }

    private void add(String name, FieldWriter writer) {
        writers.put(name, writer);
    }

    private void value(String name, Type type, int offset, boolean optional) throws ImportException {
        switch (type) {
            case ScalarType scalar -> scalar(name, scalar, offset, optional);
            case EnumType code -> add(name, new FieldWriter.Code(offset, optional || !code.namesNull(), code, order));
            case SetType set -> set.choices().forEach(choice -> add(name + "_" + choice.name(),
                    new FieldWriter.Bit(offset, set.primitive(), choice.bit(), order)));
            case CompositeType composite -> composite(name, composite, offset, optional);
        }
    }

    private void scalar(String name, ScalarType type, int offset, boolean optional) throws ImportException {
        if (type.presence() == Presence.CONSTANT) {
            return;
        }
        PrimitiveType primitive = type.primitive();
        if (primitive == PrimitiveType.CHAR) {
            String charset = type.characterEncoding().isEmpty() ? "US-ASCII" : type.characterEncoding();
            boolean utf8 = charset.equalsIgnoreCase("UTF-8");
            if (!utf8 && !charset.equalsIgnoreCase("US-ASCII") && !charset.equalsIgnoreCase("ASCII")) {
                throw new ImportException("field has a charset that import does not write: field=" + name
                        + ", charset=" + charset + "; it writes UTF-8 and US-ASCII");
            }
            add(name, new FieldWriter.Text(offset, optional, type.length(), !utf8,
                    (byte) bits(type.effectiveNull())));
            return;
        }
        FieldWriter[] elements = new FieldWriter[type.length()];
        for (int i = 0; i < elements.length; i++) {
            elements[i] = number(offset + i * primitive.size(), optional, type, 0);
        }
        if (elements.length > MAX_ELEMENT_COLUMNS) {
            add(name, new ElementsWriter(offset, optional, elements));
            return;
        }
        for (int i = 0; i < elements.length; i++) {
            add(type.isArray() ? name + "_" + i : name, elements[i]);
        }
    }

    private FieldWriter number(int offset, boolean optional, ScalarType type, int scale) {
        Literal nothing = type.effectiveNull();
        PrimitiveType primitive = type.primitive();
        int bits = primitive.size() * Byte.SIZE;
        // A required number is never NULL: its null value is a number like the others, unless the schema has bounds.
        long least = !optional && type.minValue().isEmpty() ? primitive.isUnsigned() ? 0 : -1L << bits - 1
                : bits(type.effectiveMin());
        long greatest = !optional && type.maxValue().isEmpty() && primitive.isUnsigned() ? -1L >>> Long.SIZE - bits
                : bits(type.effectiveMax());
        return type.primitive().isFloatingPoint()
                ? new RealWriter(offset, optional, primitive,
                        nothing instanceof Literal.Real(double real) ? real : bits(nothing), order, number)
                : new ExactWriter(offset, optional, primitive, least, greatest, bits(nothing), scale, order, number);
    }

    private void composite(String name, CompositeType type, int offset, boolean optional) throws ImportException {
        Member mantissa = type.member("mantissa");
        Member exponent = type.member("exponent");
        if (type.isDecimal() && mantissa.type() instanceof ScalarType digits
                && exponent.type() instanceof ScalarType power
                && power.constant().orElse(null) instanceof Literal.Whole(long fixed) && Math.abs(fixed) <= MAX_DIGITS
                && !digits.isArray() && digits.presence() != Presence.CONSTANT
                && digits.primitive() != PrimitiveType.CHAR && !digits.primitive().isFloatingPoint()) {
            add(name, number(offset + mantissa.offset(), optional || digits.presence() == Presence.OPTIONAL, digits,
                    (int) -fixed));
            return;
        }
        long unitNs = unit(type);
        if (unitNs > 0 && type.member("time").type() instanceof ScalarType time) {
            add(name, new FieldWriter.Time(offset + type.member("time").offset(),
                    optional || time.presence() == Presence.OPTIONAL, time.primitive(), bits(time.effectiveNull()),
                    unitNs, order, this.time));
            return;
        }
        Member first = type.members().stream().filter(member -> member.encodedLength() > 0).findFirst().orElse(null);
        for (Member member : type.members()) {
            boolean own = member.type() instanceof ScalarType scalar && scalar.presence() == Presence.OPTIONAL;
            value(name + "_" + member.name(), member.type(), offset + member.offset(),
                    own || optional && member == first);
        }
    }

    private static long bits(Literal value) {
        return switch (value) {
            case Literal.Whole(long bits) -> bits;
            case Literal.Real(double real) -> (long) real;
            case Literal.Text(String text) -> text.isEmpty() ? 0 : text.charAt(0);
        };
    }
}
