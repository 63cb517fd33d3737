// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sbe.otf;

import dev.ashlar.sbe.ir.CompositeType;
import dev.ashlar.sbe.ir.EnumType;
import dev.ashlar.sbe.ir.Group;
import dev.ashlar.sbe.ir.Literal;
import dev.ashlar.sbe.ir.Message;
import dev.ashlar.sbe.ir.Presence;
import dev.ashlar.sbe.ir.PrimitiveType;
import dev.ashlar.sbe.ir.ScalarType;
import dev.ashlar.sbe.ir.Schema;
import dev.ashlar.sbe.ir.SetType;
import dev.ashlar.sbe.ir.VarData;
import dev.ashlar.sbe.otf.internal.JsonOutput;
import dev.ashlar.sbe.otf.internal.TextCodec;
import dev.ashlar.sbe.otf.internal.TextCodecs;
import dev.ashlar.sbe.otf.internal.UtcTime;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.foreign.MemorySegment;
import java.util.IdentityHashMap;
import java.util.Map;

/// Writes messages as JSON, one object a line, from which [JsonReader] makes the same bytes again.
///
/// The object begins with `template`, `id`, `schema`, `version` (the writer's) and, if given, `time`; then `header`
/// with the members beyond the standard's four, if there are any; then fields, groups and data in schema order. A root
/// field that has one of those names is written with a `_` after it.
///
/// | in the schema         | in JSON                                                                                    |
/// |-----------------------|--------------------------------------------------------------------------------------------|
/// | whole number          | number; `uint64` unsigned                                                                  |
/// | float, double         | number; `"NaN"`, `"Infinity"`, `"-Infinity"`                                               |
/// | char                  | string of one character, empty for NUL                                                     |
/// | char array            | string up to the first NUL; `{"hex":"…"}` if the bytes are no text in the charset          |
/// | other array           | array                                                                                      |
/// | enum                  | name; number if it has none                                                                |
/// | set                   | array of names; bits without a name as one number, the last element                        |
/// | mantissa and exponent | number with exactly these digits: `15.00` is 1500 and -2                                    |
/// | other composite       | object                                                                                     |
/// | constant              | its value                                                                                  |
/// | group                 | array of objects                                                                           |
/// | data                  | string; without a charset, of hexadecimal digits                                           |
/// | null, or absent       | `null`; but an absent group is empty, and a null composite keeps what else it holds        |
///
/// **Threading**: for one thread at a time. **Failure**: as [OtfDecoder]; nothing is written of a malformed message.
public final class JsonWriter {
    /// Stands for no time.
    public static final long NO_TIME = Long.MIN_VALUE;
    private static final int MAX_EXPONENT = 99_999;

    private final OtfDecoder decoder;
    private final JsonOutput out = new JsonOutput();
    private final Listener listener;
    private long timeNs;
    /// Where a row is written, and not a message.
    private Row rowAtHand;

    /// @throws IllegalArgumentException if a header, dimension or data encoding lacks its members
    public JsonWriter(Schema schema) {
        decoder = new OtfDecoder(schema);
        listener = new Listener(schema);
    }

    /// Writes one message and a line feed.
    ///
    /// @param length  bytes that may be read, at least those of the message
    /// @param epochNs when the message was seen, in nanoseconds since 1970 (UTC), or [#NO_TIME]
    /// @return bytes of the message, header included
    /// @throws dev.ashlar.codec.MalformedMessageException if the message is of another schema, unknown or reaches
    ///     beyond `length`
    /// @throws IndexOutOfBoundsException if `offset` and `length` reach beyond the memory
    public long write(MemorySegment memory, long offset, long length, long epochNs,
            OutputStream to) throws IOException {
        long decodedLength = render(memory, offset, length, epochNs);
        out.endLine();
        out.writeTo(to);
        return decodedLength;
    }

    /// One message as a string, without time and line feed.
    ///
    /// @throws dev.ashlar.codec.MalformedMessageException as [#write(MemorySegment, long, long, long, OutputStream)]
    ///     does
    /// @throws IndexOutOfBoundsException if `offset` and `length` reach beyond the memory
    public String toJson(MemorySegment memory, long offset, long length) {
        render(memory, offset, length, NO_TIME);
        return out.toString();
    }

    /// What is known of a row beside its block; told apart from fields by the `_` before each name.
    ///
    /// @param row      its number
    /// @param parent   row of its parent; -1 if it has none
    /// @param position of its message in a journal; -1 if it has none
    /// @param epochNs  when the message was seen, or [#NO_TIME]
    public record Row(long row, long parent, long position, long epochNs) {
        public static Row of(long row) {
            return new Row(row, -1, -1, NO_TIME);
        }

        public Row withParent(long parentRow) {
            return new Row(row, parentRow, position, epochNs);
        }

        public Row withMessage(long messagePosition, long timeNs) {
            return new Row(row, parent, messagePosition, timeNs);
        }
    }

    /// Writes one row of a table, and a line feed: an object with what is known of the row, and the fields of its
    /// block. A field that has one of those names is written with a `_` after it.
    ///
    /// @param message     of this writer's schema, without groups and data
    /// @param offset      of the block
    /// @param blockLength bytes of it
    /// @param version     of the schema by which it was written
    public void writeRow(Row row, Message message, MemorySegment memory, long offset, int blockLength, int version,
            OutputStream to) throws IOException {
        rowAtHand = row;
        out.clear();
        try {
            decoder.decodeBody(message, memory, offset, blockLength, blockLength, version, listener);
        } finally {
            rowAtHand = null;
        }
        out.endLine();
        out.writeTo(to);
    }

    private long render(MemorySegment memory, long offset, long length, long epochNs) {
        timeNs = epochNs;
        out.clear();
        return decoder.decode(memory, offset, length, listener);
    }

    private final class Listener implements MessageListener {
        private final long schemaId;
        private final Slot[] headerExtras;
        private final TextCodecs codecs = new TextCodecs();
        private final Map<VarData, TextCodec> dataCodecs = new IdentityHashMap<>();
        private int depth;

        Listener(Schema schema) {
            schemaId = schema.id();
            headerExtras = JsonNames.headerExtras(schema);
        }

        @Override
        public void beginMessage(Message message, MessageHeader header) {
            depth = 0;
            out.begin('{');
            if (rowAtHand != null) {
                beginRow(rowAtHand);
                return;
            }
            out.name(JsonNames.TEMPLATE);
            out.string(message.name());
            out.name(JsonNames.ID);
            out.number(message.id());
            out.name(JsonNames.SCHEMA);
            out.number(schemaId);
            out.name(JsonNames.VERSION);
            out.unsigned(header.version());
            if (timeNs != NO_TIME) {
                out.name(JsonNames.TIME);
                UtcTime.write(out, timeNs);
            }
            if (headerExtras.length > 0) {
                out.name(JsonNames.HEADER);
                out.begin('{');
                depth++;
                for (Slot extra : headerExtras) {
                    headerMember(extra, header.memory(), header.offset() + extra.offset());
                }
                depth--;
                out.end('}');
            }
        }

        private void beginRow(Row row) {
            out.name(JsonNames.ROW);
            out.number(row.row());
            if (row.parent() >= 0) {
                out.name(JsonNames.PARENT);
                out.number(row.parent());
            }
            if (row.position() >= 0) {
                out.name(JsonNames.POSITION);
                out.number(row.position());
            }
            if (row.epochNs() != NO_TIME) {
                out.name(JsonNames.ROW_TIME);
                UtcTime.write(out, row.epochNs());
            }
        }

        private void headerMember(Slot slot, MemorySegment memory, long at) {
            switch (slot.type()) {
                case ScalarType scalar -> scalar(slot, scalar, memory, at, true);
                case EnumType enumType -> enumValue(slot, enumType, memory, at, true);
                case SetType set -> set(slot, set, memory, at, true);
                case CompositeType composite -> {
                    if (beginComposite(slot, composite, memory, at, true)) {
                        for (Slot member : slot.memberArray()) {
                            headerMember(member, memory, at + member.offset());
                        }
                        endComposite(slot, composite);
                    }
                }
            }
        }

        @Override
        public void endMessage(Message message) {
            out.end('}');
        }

        private void name(String name) {
            out.name(depth != 0 ? name : rowAtHand == null ? JsonNames.rootName(name) : JsonNames.columnName(name));
        }

        @Override
        public void scalar(Slot slot, ScalarType type, MemorySegment memory, long offset, boolean present) {
            name(slot.name());
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

        @Override
        public void enumValue(Slot slot, EnumType type, MemorySegment memory, long offset, boolean present) {
            name(slot.name());
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

        @Override
        public void set(Slot slot, SetType type, MemorySegment memory, long offset, boolean present) {
            name(slot.name());
            if (!present) {
                out.nullValue();
                return;
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
        }

        @Override
        public boolean beginComposite(Slot slot, CompositeType type, MemorySegment memory, long offset,
                boolean present) {
            name(slot.name());
            if (!present) {
                out.nullValue();
                return false;
            }
            if (slot.isDecimal() && decimal(slot, memory, offset)) {
                return false;
            }
            out.begin('{');
            depth++;
            return true;
        }

        /// Writes a decimal as a number, unless its exponent is null or beyond what numbers can say.
        private boolean decimal(Slot slot, MemorySegment memory, long offset) {
            if (slot.isNull(memory, offset)) {
                out.nullValue();
                return true;
            }
            Slot exponentSlot = slot.exponent();
            if (exponentSlot.presence() == Presence.OPTIONAL
                    && exponentSlot.holdsNull(memory, offset + exponentSlot.offset())) {
                return false;
            }
            long exponent = Plan.read(exponentSlot, memory, offset);
            if (exponent > MAX_EXPONENT || exponent < -MAX_EXPONENT) {
                return false;
            }
            Slot mantissaSlot = slot.mantissa();
            long mantissa = mantissaSlot.getLong(memory, offset + mantissaSlot.offset());
            boolean negative = mantissa < 0 && mantissaSlot.primitive() != PrimitiveType.UINT64;
            out.decimal(negative, negative ? -mantissa : mantissa, (int) exponent, exponentSlot.isConstant());
            return true;
        }

        @Override
        public void endComposite(Slot slot, CompositeType type) {
            depth--;
            out.end('}');
        }

        @Override
        public void beginGroup(Group group, long count, boolean present) {
            name(group.name());
            out.begin('[');
            depth++;
        }

        @Override
        public void beginEntry(Group group, long index) {
            out.begin('{');
        }

        @Override
        public void endEntry(Group group, long index) {
            out.end('}');
        }

        @Override
        public void endGroup(Group group) {
            depth--;
            out.end(']');
        }

        @Override
        public void data(VarData data, MemorySegment memory, long offset, long length, boolean present) {
            name(data.name());
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
}
