// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest.csv;

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

    private final ByteOrder order;
    private final NumberText number;
    private final TimeText time;
    private final Map<String, FieldWriter> writers = new LinkedHashMap<>();

    private FieldWriters(ByteOrder order, NumberText number, TimeText time) {
        this.order = order;
        this.number = number;
        this.time = time;
    }

    /// @throws CsvFormatException if the block has a field that text cannot become
    static Map<String, FieldWriter> of(Block block, ByteOrder order, NumberText number, TimeText time)
            throws CsvFormatException {
        FieldWriters found = new FieldWriters(order, number, time);
        for (Field field : block.fields()) {
            if (field.presence() != Presence.CONSTANT) {
                long unitNs = unit(field);
                boolean optional = field.presence() == Presence.OPTIONAL;
                if (unitNs > 0 && field.type() instanceof ScalarType scalar) {
                    found.add(field.name(), new FieldWriter.Time(field.offset(), optional, scalar.primitive(), unitNs,
                            order, time));
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

    private void add(String name, FieldWriter writer) {
        writers.put(name, writer);
    }

    private void value(String name, Type type, int offset, boolean optional) throws CsvFormatException {
        switch (type) {
            case ScalarType scalar -> scalar(name, scalar, offset, optional);
            case EnumType code -> add(name, new FieldWriter.Code(offset, optional || !code.namesNull(), code, order));
            case SetType set -> set.choices().forEach(choice -> add(name + "_" + choice.name(),
                    new FieldWriter.Bit(offset, set.primitive(), choice.bit(), order)));
            case CompositeType composite -> composite(name, composite, offset, optional);
        }
    }

    private void scalar(String name, ScalarType type, int offset, boolean optional) throws CsvFormatException {
        if (type.presence() == Presence.CONSTANT) {
            return;
        }
        PrimitiveType primitive = type.primitive();
        if (primitive == PrimitiveType.CHAR) {
            String charset = type.characterEncoding().isEmpty() ? "US-ASCII" : type.characterEncoding();
            boolean utf8 = charset.equalsIgnoreCase("UTF-8");
            if (!utf8 && !charset.equalsIgnoreCase("US-ASCII") && !charset.equalsIgnoreCase("ASCII")) {
                throw new CsvFormatException("field has a charset that import does not write: field=" + name
                        + ", charset=" + charset + "; it writes UTF-8 and US-ASCII");
            }
            boolean zeroIsNull = optional && bits(type.effectiveNull()) == 0;
            add(name, new FieldWriter.Text(offset, optional, type.length(), !utf8, zeroIsNull));
            return;
        }
        for (int i = 0; i < type.length(); i++) {
            int at = offset + i * primitive.size();
            add(type.isArray() ? name + "_" + i : name, number(at, optional, type, 0));
        }
    }

    private FieldWriter number(int offset, boolean optional, ScalarType type, int scale) {
        return type.primitive().isFloatingPoint()
                ? new FieldWriter.Real(offset, optional, type.primitive(), order, number)
                : new FieldWriter.Exact(offset, optional, type.primitive(), bits(type.effectiveMin()),
                        bits(type.effectiveMax()), scale, order, number);
    }

    private void composite(String name, CompositeType type, int offset, boolean optional) throws CsvFormatException {
        Member mantissa = type.member("mantissa");
        Member exponent = type.member("exponent");
        if (type.isDecimal() && mantissa.type() instanceof ScalarType digits
                && exponent.type() instanceof ScalarType power
                && power.constant().orElse(null) instanceof Literal.Whole(long fixed) && fixed <= 0
                && fixed >= -ColumnType.MAX_SCALE && !digits.isArray() && digits.presence() != Presence.CONSTANT
                && digits.primitive() != PrimitiveType.CHAR && !digits.primitive().isFloatingPoint()) {
            add(name, number(offset + mantissa.offset(), optional || digits.presence() == Presence.OPTIONAL, digits,
                    (int) -fixed));
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
