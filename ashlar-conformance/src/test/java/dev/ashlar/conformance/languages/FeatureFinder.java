// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.conformance.languages;

import dev.ashlar.sbe.ir.CompositeType;
import dev.ashlar.sbe.ir.EnumType;
import dev.ashlar.sbe.ir.Group;
import dev.ashlar.sbe.ir.Member;
import dev.ashlar.sbe.ir.Message;
import dev.ashlar.sbe.ir.PrimitiveType;
import dev.ashlar.sbe.ir.ScalarType;
import dev.ashlar.sbe.ir.Schema;
import dev.ashlar.sbe.ir.SetType;
import dev.ashlar.sbe.ir.VarData;
import dev.ashlar.sbe.otf.MessageHeader;
import dev.ashlar.sbe.otf.MessageListener;
import dev.ashlar.sbe.otf.OtfDecoder;
import dev.ashlar.sbe.otf.Slot;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Set;

/// Finds the features of accepted messages by their bytes, not by their schema.
final class FeatureFinder implements MessageListener {
    private static final List<String> HEADER = List.of("blockLength", "templateId", "schemaId", "version");

    private final Schema schema;
    private final OtfDecoder decoder;
    private final Set<Feature> found;
    private int groups;
    private int composites;

    FeatureFinder(Schema schema, Set<Feature> found) {
        this.schema = schema;
        this.decoder = new OtfDecoder(schema);
        this.found = found;
    }

    void find(MemorySegment message) {
        decoder.decode(message, 0, message.byteSize(), this);
    }

    private void add(Feature feature, boolean isFound) {
        if (isFound) {
            found.add(feature);
        }
    }

    @Override
    public void beginMessage(Message message, MessageHeader header) {
        found.add(schema.byteOrder() == ByteOrder.BIG_ENDIAN ? Feature.BIG_ENDIAN : Feature.LITTLE_ENDIAN);
        add(Feature.OTHER_HEADER, !schema.header().members().stream().map(Member::name).toList().equals(HEADER));
        add(Feature.OLDER, header.version() < schema.version());
        add(Feature.NEWER, header.version() > schema.version());
        add(Feature.LONGER_BLOCK, header.blockLength() > message.blockLength());
    }

    @Override
    public void scalar(Slot slot, ScalarType type, MemorySegment memory, long offset, boolean present) {
        if (!isThere(slot, memory, offset, present)) {
            return;
        }
        if (type.primitive() == PrimitiveType.CHAR) {
            found.add(!type.isArray() ? Feature.CHARACTER : switch (type.characterEncoding()) {
                case "UTF-8" -> Feature.UTF8_TEXT;
                case "ISO-8859-1" -> isAscii(memory, offset, type.length()) ? Feature.TEXT : Feature.LATIN1_TEXT;
                default -> Feature.TEXT;
            });
            return;
        }
        add(Feature.ARRAY, type.isArray());
        found.add(switch (type.primitive()) {
            case FLOAT, DOUBLE -> Feature.FLOATING_POINT;
            case INT8, INT16, INT32, INT64 -> Feature.SIGNED;
            case CHAR, UINT8, UINT16, UINT32 -> Feature.UNSIGNED;
            case UINT64 -> slot.getLong(memory, offset) < 0 ? Feature.HIGH_UNSIGNED : Feature.UNSIGNED;
        });
    }

    @Override
    public void enumValue(Slot slot, EnumType type, MemorySegment memory, long offset, boolean present) {
        if (isThere(slot, memory, offset, present)) {
            long bits = slot.getLong(memory, offset);
            found.add(type.values().stream().anyMatch(v -> v.bits() == bits) ? Feature.ENUM : Feature.UNKNOWN_ENUM);
        }
    }

    @Override
    public void set(Slot slot, SetType type, MemorySegment memory, long offset, boolean present) {
        if (isThere(slot, memory, offset, present)) {
            long known = type.choices().stream().mapToLong(c -> 1L << c.bit()).reduce(0, (a, b) -> a | b);
            found.add((slot.getLong(memory, offset) & ~known) == 0 ? Feature.SET : Feature.UNKNOWN_BITS);
            add(Feature.SET_OF_64, type.primitive() == PrimitiveType.UINT64 && slot.getLong(memory, offset) < 0);
        }
    }

    @Override
    public boolean beginComposite(Slot slot, CompositeType type, MemorySegment memory, long offset, boolean present) {
        if (isThere(slot, memory, offset, present)) {
            found.add(type.isDecimal() ? Feature.DECIMAL : Feature.COMPOSITE);
            add(Feature.NESTED_COMPOSITE, composites > 0);
        }
        composites++;
        return true;
    }

    @Override
    public void endComposite(Slot slot, CompositeType type) {
        composites--;
    }

    /// Whether there is a value on the wire that is not null; what there is instead is a feature of its own.
    private boolean isThere(Slot slot, MemorySegment memory, long offset, boolean present) {
        add(Feature.ABSENT, !present);
        add(Feature.CONSTANT, slot.isConstant());
        if (!present || slot.encodedLength() == 0) {
            return false;
        }
        boolean isNull = slot.isNull(memory, offset);
        add(Feature.NULL, isNull);
        return !isNull;
    }

    @Override
    public void beginGroup(Group group, long count, boolean present) {
        add(Feature.ABSENT, !present);
        add(Feature.GROUP, count > 0);
        add(Feature.NESTED_GROUP, count > 0 && groups > 0);
        add(Feature.OTHER_DIMENSION, count > 0 && (group.dimension().encodedLength() != 4
                || group.dimension().members().size() != 2));
        groups++;
    }

    @Override
    public void endGroup(Group group) {
        groups--;
    }

    @Override
    public void data(VarData data, MemorySegment memory, long offset, long length, boolean present) {
        add(Feature.ABSENT, !present);
        if (length > 0) {
            found.add(switch (data.characterEncoding()) {
                case "" -> Feature.BYTES_DATA;
                case "ISO-8859-1" -> isAscii(memory, offset, length) ? Feature.TEXT_DATA : Feature.LATIN1_DATA;
                case "UTF-16LE", "UTF-16BE" -> Feature.UTF16_DATA;
                default -> Feature.TEXT_DATA;
            });
        }
    }

    private static boolean isAscii(MemorySegment memory, long offset, long length) {
        for (long i = 0; i < length; i++) {
            if (memory.get(ValueLayout.JAVA_BYTE, offset + i) < 0) {
                return false;
            }
        }
        return true;
    }
}
