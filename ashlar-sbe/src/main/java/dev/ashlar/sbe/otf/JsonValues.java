// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sbe.otf;

import dev.ashlar.sbe.ir.EnumType;
import dev.ashlar.sbe.ir.Literal;
import dev.ashlar.sbe.ir.Presence;
import dev.ashlar.sbe.ir.PrimitiveType;
import dev.ashlar.sbe.ir.ScalarType;
import dev.ashlar.sbe.ir.SetType;
import dev.ashlar.sbe.ir.VarData;
import dev.ashlar.sbe.otf.internal.JsonOutput;
import dev.ashlar.sbe.otf.internal.TextCodec;
import dev.ashlar.sbe.otf.internal.TextCodecs;
import java.lang.foreign.MemorySegment;
import java.util.IdentityHashMap;
import java.util.Map;

/// Writes the values of fields and data as JSON, without their names. A value that is absent or null is `null`.
///
/// **Threading**: for one thread at a time.
final class JsonValues {
    private static final int MAX_EXPONENT = 99_999;

    private final JsonOutput out;
    private final TextCodecs codecs = new TextCodecs();
    private final Map<VarData, TextCodec> dataCodecs = new IdentityHashMap<>();

    JsonValues(JsonOutput out) {
        this.out = out;
    }

    void scalar(Slot slot, ScalarType type, MemorySegment memory, long offset, boolean present) {
        if (slot.isConstant()) {
            literal(type.primitive(), slot.constant().orElse(type.primitive().nullValue()));
        } else if (!present) {
            out.nullValue();
        } else if (type.length() == 1) {
            single(slot, type.primitive(), memory, offset);
        } else if (slot.isNull(memory, offset)) {
            out.nullValue();
        } else if (type.primitive() == PrimitiveType.CHAR) {
            text(type, memory, offset);
        } else {
            out.begin('[');
            for (int i = 0; i < type.length(); i++) {
                single(slot, type.primitive(), memory, slot.elementOffset(offset, i));
            }
            out.end(']');
        }
    }

    private void text(ScalarType type, MemorySegment memory, long offset) {
        TextCodec codec = codecs.get(type.characterEncoding().isEmpty() ? "US-ASCII" : type.characterEncoding());
        if (codec == null) {
            TextCodec.writeHex(out, memory, offset, type.length());
        } else {
            codec.write(out, memory, offset, codec.contentLength(memory, offset, type.length()));
        }
    }

    private void single(Slot slot, PrimitiveType primitive, MemorySegment memory, long at) {
        if (slot.presence() == Presence.OPTIONAL && slot.holdsNull(memory, at)) {
            out.nullValue();
        } else if (primitive.isFloatingPoint()) {
            real(primitive, slot.getDouble(memory, at));
        } else {
            whole(primitive, slot.getLong(memory, at));
        }
    }

    private void whole(PrimitiveType primitive, long bits) {
        switch (primitive) {
            case CHAR -> {
                out.beginString();
                if (bits != 0) {
                    out.codePoint((int) bits);
                }
                out.endString();
            }
            case UINT64 -> out.unsigned(bits);
            case INT8, INT16, INT32, INT64, UINT8, UINT16, UINT32, FLOAT, DOUBLE -> out.number(bits);
        }
    }

    private void real(PrimitiveType primitive, double value) {
        if (!Double.isFinite(value)) {
            out.string(Double.toString(value));
        } else {
            out.literal(primitive == PrimitiveType.FLOAT ? Float.toString((float) value) : Double.toString(value));
        }
    }

    private void literal(PrimitiveType primitive, Literal value) {
        switch (value) {
            case Literal.Whole(long bits) -> whole(primitive, bits);
            case Literal.Real(double number) -> real(primitive, number);
            case Literal.Text(String text) -> out.string(text);
        }
    }

    void enumValue(Slot slot, EnumType type, MemorySegment memory, long offset, boolean present) {
        if (!present || slot.isNull(memory, offset)) {
            out.nullValue();
            return;
        }
        long bits = slot.isConstant() ? Slot.bitsOf(slot.constant().orElse(type.effectiveNull()))
                : slot.getLong(memory, offset);
        String valueName = Slot.nameOf(type, bits);
        if (valueName != null) {
            out.string(valueName);
        } else if (type.primitive() == PrimitiveType.UINT64) {
            out.unsigned(bits);
        } else {
            out.number(bits);
        }
    }

    /// @return whether a bit is set
    boolean set(Slot slot, SetType type, MemorySegment memory, long offset, boolean present) {
        if (!present) {
            out.nullValue();
            return false;
        }
        long width = 8L * type.primitive().size();
        long bits = slot.getLong(memory, offset) & -1L >>> 64 - width;
        long unnamed = bits;
        out.begin('[');
        for (int i = 0; i < type.choices().size(); i++) {
            SetType.Choice choice = type.choices().get(i);
            if ((bits & 1L << choice.bit()) != 0) {
                out.string(choice.name());
                unnamed &= ~(1L << choice.bit());
            }
        }
        if (unnamed != 0) {
            out.unsigned(unnamed);
        }
        out.end(']');
        return bits != 0;
    }

    /// Writes a decimal that is not null as a number.
    ///
    /// @return false if its exponent is null or too large; then nothing is written
    boolean decimal(Slot slot, MemorySegment memory, long offset) {
        Slot exponentSlot = slot.exponent();
        if (exponentSlot.presence() == Presence.OPTIONAL
                && exponentSlot.holdsNull(memory, offset + exponentSlot.offset())) {
            return false;
        }
        long exponent = SchemaLayout.read(exponentSlot, memory, offset);
        if (exponent > MAX_EXPONENT || exponent < -MAX_EXPONENT) {
            return false;
        }
        Slot mantissaSlot = slot.mantissa();
        long mantissa = mantissaSlot.getLong(memory, offset + mantissaSlot.offset());
        boolean negative = mantissa < 0 && mantissaSlot.primitive() != PrimitiveType.UINT64;
        out.decimal(negative, negative ? -mantissa : mantissa, (int) exponent, exponentSlot.isConstant());
        return true;
    }

    void data(VarData data, MemorySegment memory, long offset, long length, boolean present) {
        if (!present) {
            out.nullValue();
            return;
        }
        TextCodec codec = dataCodecs.get(data);
        if (codec == null && !dataCodecs.containsKey(data)) {
            codec = codecs.get(data.characterEncoding());
            dataCodecs.put(data, codec);
        }
        if (codec == null) {
            TextCodec.writeHex(out, memory, offset, length);
        } else {
            codec.write(out, memory, offset, length);
        }
    }
}
