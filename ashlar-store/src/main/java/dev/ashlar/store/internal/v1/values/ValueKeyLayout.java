// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1.values;

import dev.ashlar.sbe.ir.Block;
import dev.ashlar.sbe.ir.CompositeType;
import dev.ashlar.sbe.ir.EnumType;
import dev.ashlar.sbe.ir.Field;
import dev.ashlar.sbe.ir.PrimitiveType;
import dev.ashlar.sbe.ir.ScalarType;
import dev.ashlar.sbe.ir.SetType;
import dev.ashlar.sbe.ir.Type;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;

/// Where the key of a last-value table lies in its blocks.
///
/// **Threading**: immutable.
public final class ValueKeyLayout {
    public static final int MAX_BYTES = 256;
    private static final int MAX_FIELDS = 16;
    private static final String SEPARATOR = ",";

    private final List<String> names;
    private final int[] offsets;
    private final int[] lengths;
    private final int length;
    private final ByteOrder order;
    /// Of a key that is one number or character field; null of others.
    private final PrimitiveType primitive;

    private ValueKeyLayout(List<String> names, List<Field> fields, ByteOrder order) {
        this.names = names;
        offsets = fields.stream().mapToInt(Field::offset).toArray();
        lengths = fields.stream().mapToInt(Field::encodedLength).toArray();
        length = Arrays.stream(lengths).sum();
        this.order = order;
        primitive = fields.size() == 1 ? primitive(fields.getFirst().type()) : null;
    }

    /// @throws IllegalArgumentException if the fields cannot be a key
    public static ValueKeyLayout of(Block block, List<String> names, ByteOrder order) {
        if (names.isEmpty() || names.size() > MAX_FIELDS || new HashSet<>(names).size() < names.size()) {
            throw new IllegalArgumentException("key has no fields, too many fields, or a field twice: keyFields="
                    + names + ", most=" + MAX_FIELDS);
        }
        List<Field> fields = new ArrayList<>();
        for (String name : names) {
            Field field = block.fields().stream().filter(f -> f.name().equals(name)).findFirst().orElseThrow(() ->
                    new IllegalArgumentException("no such field: keyField=" + name + " (" + block.name() + ")"));
            if (field.encodedLength() == 0 || !isExact(field.type())) {
                throw new IllegalArgumentException("a constant or floating-point number cannot be a key: keyField="
                        + name + " (" + block.name() + ")");
            }
            fields.add(field);
        }
        ValueKeyLayout layout = new ValueKeyLayout(List.copyOf(names), fields, order);
        if (layout.length > MAX_BYTES) {
            throw new IllegalArgumentException("key is too long: length=" + layout.length + ", bound=" + MAX_BYTES
                    + " (" + block.name() + ")");
        }
        return layout;
    }

    /// As [#text] wrote it.
    public static ValueKeyLayout parse(Block block, String text, ByteOrder order) {
        return of(block, List.of(text.split(SEPARATOR)), order);
    }

    /// For the catalog.
    public String text() {
        return String.join(SEPARATOR, names);
    }

    /// Whether values that are the same have the same bytes.
    private static boolean isExact(Type type) {
        return switch (type) {
            case ScalarType scalar -> !scalar.primitive().isFloatingPoint();
            case EnumType _, SetType _ -> true;
            case CompositeType composite -> composite.members().stream().allMatch(member -> isExact(member.type()));
        };
    }

    private static PrimitiveType primitive(Type type) {
        return switch (type) {
            case ScalarType scalar when scalar.primitive() == PrimitiveType.CHAR || !scalar.isArray() ->
                scalar.primitive();
            case EnumType enumType -> enumType.primitive();
            case ScalarType _, SetType _, CompositeType _ -> null;
        };
    }

    public List<String> names() {
        return names;
    }

    public int length() {
        return length;
    }

    public int fields() {
        return offsets.length;
    }

    public int offset(int field) {
        return offsets[field];
    }

    public int length(int field) {
        return lengths[field];
    }

    boolean isInteger() {
        return primitive != null && primitive != PrimitiveType.CHAR;
    }

    boolean isText() {
        return primitive == PrimitiveType.CHAR;
    }

    /// Whether the field can hold a number.
    boolean holds(long number) {
        int unused = Long.SIZE - length * Byte.SIZE;
        return (primitive.isUnsigned() ? number << unused >>> unused : number << unused >> unused) == number;
    }

    boolean isBigEndian() {
        return order == ByteOrder.BIG_ENDIAN;
    }

    /// Whether it lies in other blocks at the same places.
    public boolean isLike(ValueKeyLayout other) {
        return Arrays.equals(offsets, other.offsets) && Arrays.equals(lengths, other.lengths)
                && order == other.order && primitive == other.primitive;
    }
}
