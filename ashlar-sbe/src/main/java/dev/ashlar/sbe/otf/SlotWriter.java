// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sbe.otf;

import dev.ashlar.sbe.ir.CompositeType;
import dev.ashlar.sbe.ir.EnumType;
import dev.ashlar.sbe.ir.Literal;
import dev.ashlar.sbe.ir.Presence;
import dev.ashlar.sbe.ir.PrimitiveType;
import dev.ashlar.sbe.ir.ScalarType;
import dev.ashlar.sbe.ir.SetType;
import dev.ashlar.sbe.otf.internal.Numbers;
import dev.ashlar.sbe.otf.internal.Wire;
import java.lang.foreign.MemorySegment;
import java.lang.reflect.Array;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/// Writes Java values into the slots of a block whose bytes are zero.
record SlotWriter(boolean strict, EncodingPath path, TextValues texts) {
    /// Writes a value, or the null value if there is none.
    ///
    /// @param at offset of the value
    void write(Slot slot, Object value, MemorySegment memory, long at) {
        int mark = path.enter(slot.name());
        if (slot.isConstant()) {
            requireConstant(slot, value);
        } else if (value == null) {
            if (strict && !slot.mayBeNull()) {
                throw path.refuse("required value not set");
            }
            clear(slot, memory, at);
        } else {
            put(slot, value, memory, at);
        }
        path.leave(mark);
    }

    private void put(Slot slot, Object value, MemorySegment memory, long at) {
        switch (slot.type()) {
            case ScalarType scalar when scalar.length() == 1 -> single(slot, scalar, value, memory, at);
            case ScalarType scalar when scalar.primitive() == PrimitiveType.CHAR -> text(scalar, value, memory, at);
            case ScalarType scalar -> array(slot, scalar, value, memory, at);
            case EnumType enumType -> putWhole(slot, memory, at, enumBits(enumType, value));
            case SetType set -> putWhole(slot, memory, at, setBits(set, value));
            case CompositeType _ -> composite(slot, value, memory, at);
        }
    }

    /// Writes null values throughout; a set has none and is left empty.
    static void clear(Slot slot, MemorySegment memory, long at) {
        if (slot.isConstant() || slot.type() instanceof SetType) {
            return;
        }
        for (Slot member : slot.memberArray()) {
            clear(member, memory, at + member.offset());
        }
        if (slot.primitive() != null) {
            for (int i = 0; i < slot.length(); i++) {
                putNull(slot, memory, slot.elementOffset(at, i));
            }
        }
    }

    private static void putNull(Slot slot, MemorySegment memory, long at) {
        if (slot.primitive().isFloatingPoint()) {
            Wire.putReal(memory, at, slot.primitive(), slot.bigEndian(), slot.nullReal());
        } else {
            putWhole(slot, memory, at, slot.nullBits());
        }
    }

    private static void putWhole(Slot slot, MemorySegment memory, long at, long bits) {
        Wire.putWhole(memory, at, slot.primitive(), slot.bigEndian(), bits);
    }

    private void single(Slot slot, ScalarType type, Object value, MemorySegment memory, long at) {
        if (type.primitive().isFloatingPoint()) {
            double number = real(value, type.primitive());
            if (strict && !isNullReal(slot, number) && !inRange(type, number)) {
                throw outOfRange(type, number);
            }
            Wire.putReal(memory, at, type.primitive(), slot.bigEndian(), number);
            return;
        }
        long bits = whole(value, type.primitive());
        if (strict && !(slot.presence() == Presence.OPTIONAL && bits == slot.nullBits()) && !inRange(type, bits)) {
            throw outOfRange(type, value);
        }
        putWhole(slot, memory, at, bits);
    }

    private RuntimeException outOfRange(ScalarType type, Object value) {
        return path.refuse("out of range: value=" + Numbers.show(value) + ", min="
                + type.effectiveMin().show(type.primitive()) + ", max=" + type.effectiveMax().show(type.primitive()));
    }

    private static boolean isNullReal(Slot slot, double number) {
        return slot.presence() == Presence.OPTIONAL && Double.compare(number, slot.nullReal()) == 0;
    }

    private static boolean inRange(ScalarType type, double number) {
        return number >= realOf(type.effectiveMin()) && number <= realOf(type.effectiveMax());
    }

    private static double realOf(Literal bound) {
        return bound instanceof Literal.Real(double value) ? value : Slot.bitsOf(bound);
    }

    /// The range of a char is checked only if the schema declares it: the default is printable ASCII, which text in
    /// other charsets exceeds.
    private static boolean inRange(ScalarType type, long bits) {
        boolean free = type.primitive() == PrimitiveType.CHAR;
        return (free && type.minValue().isEmpty() || compare(type, bits, type.effectiveMin()) >= 0)
                && (free && type.maxValue().isEmpty() || compare(type, bits, type.effectiveMax()) <= 0);
    }

    private static int compare(ScalarType type, long bits, Literal bound) {
        long limit = Slot.bitsOf(bound);
        return type.primitive() == PrimitiveType.UINT64 ? Long.compareUnsigned(bits, limit) : Long.compare(bits, limit);
    }

    private long whole(Object value, PrimitiveType primitive) {
        try {
            return Numbers.whole(value, primitive);
        } catch (IllegalArgumentException e) {
            throw path.refuse(e);
        }
    }

    private double real(Object value, PrimitiveType primitive) {
        try {
            return Numbers.real(value, primitive);
        } catch (IllegalArgumentException e) {
            throw path.refuse(e);
        }
    }

    private void text(ScalarType type, Object value, MemorySegment memory, long at) {
        byte[] bytes;
        try {
            bytes = texts.bytes(value, type.characterEncoding().isEmpty() ? "US-ASCII" : type.characterEncoding());
        } catch (IllegalArgumentException e) {
            throw path.refuse(e);
        }
        if (bytes.length > type.length()) {
            throw path.refuse("text longer than array: bytes=" + bytes.length + ", length=" + type.length());
        }
        MemorySegment.copy(MemorySegment.ofArray(bytes), 0, memory, at, bytes.length);
    }

    private void array(Slot slot, ScalarType type, Object value, MemorySegment memory, long at) {
        boolean list = value instanceof List<?>;
        if (!list && !value.getClass().isArray()) {
            throw path.refuse("not a list or array: value=" + Numbers.show(value));
        }
        int count = list ? ((List<?>) value).size() : Array.getLength(value);
        if (count != type.length()) {
            throw path.refuse("array of the wrong length: elements=" + count + ", length=" + type.length());
        }
        for (int i = 0; i < count; i++) {
            int mark = path.enter(i);
            Object element = list ? ((List<?>) value).get(i) : Array.get(value, i);
            long elementAt = slot.elementOffset(at, i);
            if (element != null) {
                single(slot, type, element, memory, elementAt);
            } else if (strict && slot.presence() != Presence.OPTIONAL) {
                throw path.refuse("required value not set");
            } else {
                putNull(slot, memory, elementAt);
            }
            path.leave(mark);
        }
    }

    private long enumBits(EnumType type, Object value) {
        if (value instanceof String name) {
            EnumType.ValidValue found = type.value(name);
            if (found == null) {
                throw path.refuse("enum has no such value: value=" + Numbers.show(name) + ", type=" + type.name());
            }
            return found.bits();
        }
        long bits = whole(value, type.primitive());
        if (strict && Slot.nameOf(type, bits) == null && bits != Slot.bitsOf(type.effectiveNull())) {
            throw path.refuse("enum has no such value: value=" + Numbers.show(value) + ", type=" + type.name());
        }
        return bits;
    }

    private long setBits(SetType type, Object value) {
        long bits = 0;
        if (value instanceof Collection<?> elements) {
            for (Object element : elements) {
                bits |= element instanceof String name ? choiceBit(type, name) : mask(type, element);
            }
            return bits;
        }
        return mask(type, value);
    }

    private long choiceBit(SetType type, String name) {
        for (SetType.Choice choice : type.choices()) {
            if (choice.name().equals(name)) {
                return 1L << choice.bit();
            }
        }
        throw path.refuse("set has no such choice: value=" + Numbers.show(name) + ", type=" + type.name());
    }

    private long mask(SetType type, Object value) {
        if (value == null || value instanceof String || value instanceof Character) {
            throw path.refuse("not a name or bits of a set: value=" + Numbers.show(value));
        }
        long bits = whole(value, type.primitive());
        long known = 0;
        for (SetType.Choice choice : type.choices()) {
            known |= 1L << choice.bit();
        }
        if (strict && (bits & ~known) != 0) {
            throw path.refuse("set has no such bits: value=" + Long.toUnsignedString(bits) + ", type=" + type.name());
        }
        return bits;
    }

    private void composite(Slot slot, Object value, MemorySegment memory, long at) {
        if (value instanceof Number number && slot.isDecimal()) {
            decimal(slot, number, memory, at);
            return;
        }
        if (!(value instanceof Map<?, ?> values)) {
            throw path.refuse("not a map of members" + (slot.isDecimal() ? " or a number" : "") + ": value="
                    + Numbers.show(value));
        }
        for (Object name : values.keySet()) {
            if (!(name instanceof String memberName) || slot.member(memberName) == null) {
                throw path.refuse("composite has no such member: name=" + Numbers.show(name));
            }
        }
        for (Slot member : slot.memberArray()) {
            write(member, values.get(member.name()), memory, at + member.offset());
        }
    }

    private void decimal(Slot slot, Number number, MemorySegment memory, long at) {
        Decimals.Parts parts;
        try {
            parts = Decimals.split(Numbers.decimal(number), slot);
        } catch (IllegalArgumentException e) {
            throw path.refuse(e);
        }
        write(slot.mantissa(), parts.mantissa(), memory, at + slot.mantissa().offset());
        write(slot.exponent(), parts.exponent(), memory, at + slot.exponent().offset());
    }

    private void requireConstant(Slot slot, Object value) {
        if (value != null && !equalsConstant(slot, value)) {
            throw path.refuse("value differs from the constant: value=" + Numbers.show(value) + ", constant="
                    + slot.constant().map(c -> c.show(slot.primitive())).orElse("none"));
        }
    }

    private static boolean equalsConstant(Slot slot, Object value) {
        Literal constant = slot.constant().orElse(null);
        if (slot.type() instanceof EnumType type && value instanceof String name) {
            return type.value(name) != null && type.value(name).bits() == Slot.bitsOf(constant);
        }
        try {
            return switch (constant) {
                case null -> false;
                case Literal.Text(String text) -> text.equals(value.toString());
                case Literal.Real(double real) -> Double.compare(Numbers.real(value, slot.primitive()), real) == 0;
                case Literal.Whole(long bits) -> Numbers.whole(value, slot.primitive()) == bits;
            };
        } catch (IllegalArgumentException _) {
            return false;
        }
    }
}
